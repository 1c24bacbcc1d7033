func.func @f(%x: i32) -> i8 {
  %0 = arith.trunci %x : i32 to i16
  %1 = arith.trunci %0 : i16 to i8
  return %1 : i8
}
