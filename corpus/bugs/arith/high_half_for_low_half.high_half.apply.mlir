func.func @f(%x: i8, %y: i8) -> i8 {
  %0 = arith.muli %x, %y {assay.once} : i8
  return %0 : i8
}
