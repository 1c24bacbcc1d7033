func.func @f(%a0: i8, %a1: i8) -> i1 {
  %r = arith.cmpi ne, %a0, %a1 : i8
  return %r : i1
}
