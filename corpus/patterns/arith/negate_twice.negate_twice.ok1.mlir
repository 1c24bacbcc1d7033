func.func @f(%x: i32) -> i32 {
  %c = arith.constant 0 : i32
  %0 = arith.subi %c, %x : i32
  %1 = arith.subi %c, %0 : i32
  return %1 : i32
}
