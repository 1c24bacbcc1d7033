func.func @f(%a0: f32) -> f32 {
  %k = arith.constant 2.0 : f32
  %r = arith.mulf %a0, %k : f32
  return %r : f32
}
