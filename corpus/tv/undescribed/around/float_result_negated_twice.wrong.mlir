func.func @f(%x: f32) -> (f32, f32) {
  %r = "acme.f"(%x) : (f32) -> f32
  %zero = arith.constant 0.0 : f32
  %z = arith.subf %zero, %x : f32
  return %r, %z : f32, f32
}
