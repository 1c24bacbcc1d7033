func.func @f(%a0: i4, %a1: i4) -> i4 {
  %r = "arith.floordivsi"(%a0, %a1) : (i4, i4) -> i4
  return %r : i4
}
