func.func @f(%a0: f32, %a1: f32) -> f32 {
  %r = "arith.subf"(%a0, %a1) : (f32, f32) -> f32
  return %r : f32
}
