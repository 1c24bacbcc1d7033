func.func @f(%arg0: tensor<4xi32>) -> tensor<4xi32> {
  %c4 = arith.constant 4 : index
  %c1 = arith.constant 1 : index
  %0 = bufferization.to_buffer %arg0 : tensor<4xi32> to memref<4xi32, strided<[?], offset: ?>>
  %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xi32>
  memref.copy %0, %alloc : memref<4xi32, strided<[?], offset: ?>> to memref<4xi32>
  scf.for %arg1 = %c1 to %c4 step %c1 {
    %2 = arith.subi %arg1, %c1 : index
    %extracted = tensor.extract %arg0[%2] : tensor<4xi32>
    %extracted_0 = tensor.extract %arg0[%arg1] : tensor<4xi32>
    %3 = arith.addi %extracted, %extracted_0 : i32
    memref.store %3, %alloc[%arg1] : memref<4xi32>
  }
  %1 = bufferization.to_tensor %alloc : memref<4xi32> to tensor<4xi32>
  return %1 : tensor<4xi32>
}
