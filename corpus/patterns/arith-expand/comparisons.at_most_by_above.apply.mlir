func.func @f(%a0: i8, %a1: i8) -> i1 {
  %r = arith.cmpi sle, %a0, %a1 : i8
  return %r : i1
}
