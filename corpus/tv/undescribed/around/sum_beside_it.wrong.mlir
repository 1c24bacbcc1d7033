func.func @f(%x: i32) -> (i32, i32) {
  %r = "acme.f"(%x) : (i32) -> i32
  %three = arith.constant 3 : i32
  %s = arith.muli %x, %three : i32
  return %s, %r : i32, i32
}
