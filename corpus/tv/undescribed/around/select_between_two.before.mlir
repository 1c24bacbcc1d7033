func.func @f(%c: i1, %x: i32, %y: i32) -> (i32, i32) {
  %r = "acme.f"(%x, %y) : (i32, i32) -> i32
  %t = arith.constant true
  %n = arith.xori %c, %t : i1
  %s = arith.select %n, %r, %x : i32
  return %s, %y : i32, i32
}
