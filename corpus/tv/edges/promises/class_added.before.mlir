func.func @f(%x: f32) -> (f32) {
  %y = arith.negf %x : f32
  %r = arith.negf %y : f32
  return %r : f32
}
