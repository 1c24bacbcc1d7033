func.func @f(%x: i32) -> (i32, i32) {
  %one = arith.constant 1 : i32
  %s = arith.shli %x, %one : i32
  %r = "acme.f"(%x) : (i32) -> i32
  return %s, %r : i32, i32
}
