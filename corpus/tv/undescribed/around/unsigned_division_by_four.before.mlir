func.func @f(%x: i32) -> (i32, i32) {
  %four = arith.constant 4 : i32
  %q = arith.divui %x, %four : i32
  %r = "acme.f"(%q) : (i32) -> i32
  return %q, %r : i32, i32
}
