func.func @f(%x: f32) -> (f32, f32) {
  %r = "acme.f"(%x) : (f32) -> f32
  %n = arith.negf %r : f32
  %z = arith.negf %x : f32
  return %n, %z : f32, f32
}
