func.func @f(%x: f32, %y: f32) -> (f32, f32) {
  %r = "acme.f"(%x) : (f32) -> f32
  %s = arith.addf %y, %x : f32
  return %s, %r : f32, f32
}
