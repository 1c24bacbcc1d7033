func.func @f(%x: i32, %y: i32) -> (i32, i32) {
  %r = "acme.f"(%y) : (i32) -> i32
  return %x, %r : i32, i32
}
