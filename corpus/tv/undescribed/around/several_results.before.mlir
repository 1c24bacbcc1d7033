func.func @f(%x: i64) -> (i64, i64) {
  %a, %b = "acme.split"(%x) : (i64) -> (i64, i64)
  %s = arith.addi %a, %b : i64
  %t = arith.subi %s, %a : i64
  %m = arith.constant 255 : i64
  %u = arith.andi %x, %m : i64
  return %t, %u : i64, i64
}
