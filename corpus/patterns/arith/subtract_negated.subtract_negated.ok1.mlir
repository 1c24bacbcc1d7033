func.func @f(%x: i32, %y: i32) -> i32 {
  %c = arith.constant 0 : i32
  %0 = arith.subi %c, %y : i32
  %1 = arith.subi %x, %0 : i32
  return %1 : i32
}
