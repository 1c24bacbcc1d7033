func.func @f(%c: i1, %x: i32, %y: i32) -> i32 {
  %r = "acme.f"(%x) : (i32) -> i32
  %s = arith.addi %y, %x : i32
  %v = arith.select %c, %s, %r : i32
  return %v : i32
}
