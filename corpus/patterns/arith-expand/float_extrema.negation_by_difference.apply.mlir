func.func @f(%a0: f32) -> f32 {
  %r = "arith.negf"(%a0) : (f32) -> f32
  return %r : f32
}
