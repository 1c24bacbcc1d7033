func.func @f(%a0: i8) -> i8 {
  %z = arith.constant 0 : i8
  %r = arith.andi %a0, %z : i8
  return %r : i8
}
