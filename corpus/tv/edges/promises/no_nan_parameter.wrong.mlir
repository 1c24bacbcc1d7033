func.func @f(%x: f32) -> (f32) {
  %z = arith.constant 1.0 : f32
  return %z : f32
}
