func.func @f(%x: i8, %y: i8) -> i8 {
  %a = "acme.f"(%x) : (i8) -> i8
  %b = "acme.f"(%y) : (i8) -> i8
  %one = arith.constant 1 : i8
  %r = arith.addi %a, %one : i8
  return %r : i8
}
