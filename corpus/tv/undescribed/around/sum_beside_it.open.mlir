func.func @f(%x: i32) -> (i32, i32) {
  %one = arith.constant 1 : i32
  %y = arith.addi %x, %one : i32
  %r = "acme.f"(%y) : (i32) -> i32
  %s = arith.addi %x, %x : i32
  return %s, %r : i32, i32
}
