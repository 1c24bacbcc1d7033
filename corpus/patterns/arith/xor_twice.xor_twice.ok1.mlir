func.func @f(%x: i32, %y: i32) -> i32 {
  %0 = arith.xori %x, %y : i32
  %1 = arith.xori %0, %y : i32
  return %1 : i32
}
