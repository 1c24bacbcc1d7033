func.func @f(%x: i32, %y: i32) -> (i32, i32) {
  %a = "acme.f"(%x) : (i32) -> i32
  %zero = arith.constant 0 : i32
  %b = arith.addi %a, %zero : i32
  %c = "acme.g"(%b, %y) : (i32, i32) -> i32
  %d = arith.muli %y, %y : i32
  return %c, %d : i32, i32
}
