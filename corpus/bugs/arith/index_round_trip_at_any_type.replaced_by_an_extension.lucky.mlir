func.func @f(%x: i8) -> i32 {
  %0 = arith.index_cast %x : i8 to index
  %1 = arith.index_cast %0 {assay.once} : index to i32
  return %1 : i32
}
