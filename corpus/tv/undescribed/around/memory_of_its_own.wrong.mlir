func.func @f(%x: i32, %y: i32) -> (i32, i32) {
  %r = "acme.f"(%y) : (i32) -> i32
  return %y, %r : i32, i32
}
