func.func @f(%a0: i8) -> i8 {
  %w = arith.constant 8 : i8
  %r = "arith.shrui"(%a0, %w) : (i8, i8) -> i8
  return %r : i8
}
