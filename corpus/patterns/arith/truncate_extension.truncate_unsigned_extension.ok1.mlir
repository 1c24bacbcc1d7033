func.func @f(%x: i8) -> i8 {
  %0 = arith.extui %x : i8 to i32
  %1 = arith.trunci %0 : i32 to i8
  return %1 : i8
}
