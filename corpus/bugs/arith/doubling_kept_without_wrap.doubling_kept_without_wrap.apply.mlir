func.func @f(%x: i8) -> i8 {
  %0 = arith.addi %x, %x {assay.once} : i8
  return %0 : i8
}
