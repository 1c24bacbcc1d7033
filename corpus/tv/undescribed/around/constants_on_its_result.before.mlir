func.func @f(%x: i16) -> i16 {
  %r = "acme.f"(%x) : (i16) -> i16
  %c = arith.constant 5 : i16
  %d = arith.constant 7 : i16
  %a = arith.addi %r, %c : i16
  %b = arith.addi %a, %d : i16
  return %b : i16
}
