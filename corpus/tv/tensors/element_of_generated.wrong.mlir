func.func @f(%arg0: tensor<?x?xi32>, %arg1: index, %arg2: index) -> i32 {
  %extracted = tensor.extract %arg0[%arg1, %arg2] : tensor<?x?xi32>
  %0 = arith.index_cast %arg1 : index to i32
  %1 = arith.addi %extracted, %0 : i32
  return %1 : i32
}
