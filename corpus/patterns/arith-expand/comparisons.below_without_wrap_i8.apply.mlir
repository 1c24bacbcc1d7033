func.func @f(%a0: i8, %a1: i8) -> i1 {
  %z = arith.constant 0 : i8
  %d = arith.subi %a0, %a1 overflow<nsw> : i8
  %r = arith.cmpi slt, %d, %z : i8
  return %r : i1
}
