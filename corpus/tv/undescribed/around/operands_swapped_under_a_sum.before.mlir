func.func @f(%x: i32, %y: i32) -> i32 {
  %s = arith.addi %x, %y : i32
  %r = "acme.f"(%s) {k = 3 : i8} : (i32) -> i32
  %n = arith.constant -1 : i32
  %t = arith.xori %r, %n : i32
  return %t : i32
}
