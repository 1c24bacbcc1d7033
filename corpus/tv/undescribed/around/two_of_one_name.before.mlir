func.func @f(%x: i8, %y: i8) -> i8 {
  %a = "acme.f"(%x) : (i8) -> i8
  %b = "acme.f"(%y) : (i8) -> i8
  %s = arith.addi %a, %b : i8
  %r = arith.subi %s, %b : i8
  return %r : i8
}
