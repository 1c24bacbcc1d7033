func.func @f(%a0: f32) -> f32 {
  %k = arith.constant 4.0 : f32
  %r = arith.divf %a0, %k : f32
  return %r : f32
}
