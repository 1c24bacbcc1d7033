func.func @f(%x: i32, %y: i32) -> (i32, i32) {
  %a = "acme.f"(%x) : (i32) -> i32
  %c = "acme.g"(%y, %a) : (i32, i32) -> i32
  %d = arith.muli %y, %y : i32
  return %c, %d : i32, i32
}
