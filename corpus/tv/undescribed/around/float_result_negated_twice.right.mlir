func.func @f(%x: f32) -> (f32, f32) {
  %r = "acme.f"(%x) : (f32) -> f32
  %z = arith.negf %x : f32
  return %r, %z : f32, f32
}
