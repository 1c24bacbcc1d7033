func.func @f(%x: i8) -> i32 {
  %0 = arith.extui %x : i8 to i16
  %1 = arith.extui %0 : i16 to i32
  return %1 : i32
}
