func.func @f(%x: i32, %y: i32) -> i32 {
  %0 = arith.maxsi %x, %y : i32
  %1 = arith.maxsi %0, %y : i32
  return %1 : i32
}
