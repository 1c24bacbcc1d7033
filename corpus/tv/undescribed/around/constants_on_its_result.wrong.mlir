func.func @f(%x: i16) -> i16 {
  %r = "acme.f"(%x) : (i16) -> i16
  %c = arith.constant 13 : i16
  %b = arith.addi %r, %c : i16
  return %b : i16
}
