func.func @f(%x: i32) -> i32 {
  %c = arith.constant -1 : i32
  %0 = arith.xori %x, %c : i32
  %1 = arith.xori %0, %c : i32
  return %1 : i32
}
