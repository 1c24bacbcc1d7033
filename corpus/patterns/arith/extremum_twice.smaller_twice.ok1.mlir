func.func @f(%x: i32, %y: i32) -> i32 {
  %0 = arith.minui %x, %y : i32
  %1 = arith.minui %0, %y : i32
  return %1 : i32
}
