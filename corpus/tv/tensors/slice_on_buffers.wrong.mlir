func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>, %arg2: index) -> tensor<2x3xi32> {
  %0 = bufferization.to_buffer %arg1 : tensor<2x3xi32> to memref<2x3xi32, strided<[?, ?], offset: ?>>
  %1 = bufferization.to_buffer %arg0 : tensor<2x3xi32> to memref<2x3xi32, strided<[?, ?], offset: ?>>
  %subview = memref.subview %1[0, %arg2] [2, 2] [1, 1] : memref<2x3xi32, strided<[?, ?], offset: ?>> to memref<2x2xi32, strided<[?, ?], offset: ?>>
  %alloc = memref.alloc() {alignment = 64 : i64} : memref<2x3xi32>
  memref.copy %0, %alloc : memref<2x3xi32, strided<[?, ?], offset: ?>> to memref<2x3xi32>
  %subview_0 = memref.subview %alloc[0, 1] [2, 2] [1, 1] : memref<2x3xi32> to memref<2x2xi32, strided<[3, 1], offset: 1>>
  memref.copy %subview, %subview_0 : memref<2x2xi32, strided<[?, ?], offset: ?>> to memref<2x2xi32, strided<[3, 1], offset: 1>>
  %2 = bufferization.to_tensor %alloc : memref<2x3xi32> to tensor<2x3xi32>
  return %2 : tensor<2x3xi32>
}
