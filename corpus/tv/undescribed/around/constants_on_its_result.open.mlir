func.func @f(%x: i16) -> i16 {
  %c = arith.constant 12 : i16
  %y = arith.addi %x, %c : i16
  %r = "acme.f"(%y) : (i16) -> i16
  return %r : i16
}
