func.func @f(%x: i32, %y: i32) -> (i32, i32) {
  %r = "acme.f"(%x) : (i32) -> i32
  %q = arith.divui %x, %y : i32
  return %q, %r : i32, i32
}
