func.func @f(%c: i1, %x: i32, %y: i32) -> (i32, i32) {
  %r = "acme.f"(%x, %y) : (i32, i32) -> i32
  %s = arith.select %c, %y, %r : i32
  return %s, %y : i32, i32
}
