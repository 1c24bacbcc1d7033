func.func @f(%arg0: tensor<3xi32>, %arg1: index, %arg2: i32) -> (tensor<3xi32>, i32) {
  %0 = bufferization.to_buffer %arg0 : tensor<3xi32> to memref<3xi32, strided<[?], offset: ?>>
  %alloc = memref.alloc() {alignment = 64 : i64} : memref<3xi32>
  memref.copy %0, %alloc : memref<3xi32, strided<[?], offset: ?>> to memref<3xi32>
  %alloc_0 = memref.alloc() {alignment = 64 : i64} : memref<3xi32>
  memref.copy %alloc, %alloc_0 : memref<3xi32> to memref<3xi32>
  memref.store %arg2, %alloc_0[%arg1] : memref<3xi32>
  %1 = bufferization.to_tensor %alloc_0 : memref<3xi32> to tensor<3xi32>
  %2 = memref.load %alloc[%arg1] : memref<3xi32>
  return %1, %2 : tensor<3xi32>, i32
}
