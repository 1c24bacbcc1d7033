func.func @f(%t: !acme.token, %x: i32) -> (i32, i32) {
  %two = arith.constant 2 : i32
  %r = "acme.read"(%t, %x) : (!acme.token, i32) -> i32
  %s = arith.shli %x, %two : i32
  return %r, %s : i32, i32
}
