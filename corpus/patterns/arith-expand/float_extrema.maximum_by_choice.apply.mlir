func.func @f(%a0: f32, %a1: f32) -> f32 {
  %r = "arith.maximumf"(%a0, %a1) : (f32, f32) -> f32
  return %r : f32
}
