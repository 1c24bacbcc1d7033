func.func @f(%x: i32, %y: i32) -> i32 {
  %c = arith.constant false
  %0 = arith.select %c, %x, %y : i32
  return %0 : i32
}
