func.func @f(%x: i32) -> i8 {
  %0 = arith.index_cast %x : i32 to index
  %1 = arith.index_cast %0 {assay.once} : index to i8
  return %1 : i8
}
