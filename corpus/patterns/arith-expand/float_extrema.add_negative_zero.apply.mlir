func.func @f(%a0: f32) -> f32 {
  %k = arith.constant -0.0 : f32
  %r = arith.addf %a0, %k : f32
  return %r : f32
}
