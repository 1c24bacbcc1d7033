func.func @f(%x: i32) -> i32 {
  %c = arith.constant 1 : i32
  %0 = arith.floordivsi %x, %c : i32
  return %0 : i32
}
