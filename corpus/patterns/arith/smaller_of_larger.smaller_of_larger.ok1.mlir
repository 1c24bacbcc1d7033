func.func @f(%x: i32, %y: i32) -> i32 {
  %0 = arith.maxsi %x, %y : i32
  %1 = arith.minsi %x, %0 : i32
  return %1 : i32
}
