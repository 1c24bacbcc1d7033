func.func @f(%arg0: tensor<?xi32>, %arg1: index, %arg2: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %0 = bufferization.to_buffer %arg0 : tensor<?xi32> to memref<?xi32, strided<[?], offset: ?>>
  %dim = tensor.dim %arg0, %c0 : tensor<?xi32>
  %alloc = memref.alloc(%dim) {alignment = 64 : i64} : memref<?xi32>
  memref.copy %0, %alloc : memref<?xi32, strided<[?], offset: ?>> to memref<?xi32>
  memref.store %arg2, %alloc[%arg1] : memref<?xi32>
  %extracted = tensor.extract %arg0[%arg1] : tensor<?xi32>
  %1 = memref.load %alloc[%arg1] : memref<?xi32>
  %2 = arith.subi %extracted, %1 : i32
  return %2 : i32
}
