func.func @f(%a0: i8) -> i8 {
  %k = arith.constant 3 : i8
  %r = arith.shrsi %a0, %k : i8
  return %r : i8
}
