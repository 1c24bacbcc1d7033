func.func @f(%x: i32, %y: i32) -> (i32, i32) {
  %r = "acme.f"(%x) : (i32) -> i32
  %s = arith.addi %y, %x : i32
  return %s, %r : i32, i32
}
