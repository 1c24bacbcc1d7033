func.func @f(%a0: i8, %a1: i8) -> i8 {
  %r = "arith.andi"(%a0, %a1) : (i8, i8) -> i8
  return %r : i8
}
