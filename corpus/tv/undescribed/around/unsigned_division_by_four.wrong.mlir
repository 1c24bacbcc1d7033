func.func @f(%x: i32) -> (i32, i32) {
  %two = arith.constant 2 : i32
  %q = arith.shrsi %x, %two : i32
  %r = "acme.f"(%q) : (i32) -> i32
  return %q, %r : i32, i32
}
