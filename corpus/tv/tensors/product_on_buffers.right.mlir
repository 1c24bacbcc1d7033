func.func @f(%arg0: tensor<?x2xi32>, %arg1: tensor<2x?xi32>) -> tensor<?x?xi32> {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c0_i32 = arith.constant 0 : i32
  %0 = bufferization.to_buffer %arg1 : tensor<2x?xi32> to memref<2x?xi32, strided<[?, ?], offset: ?>>
  %1 = bufferization.to_buffer %arg0 : tensor<?x2xi32> to memref<?x2xi32, strided<[?, ?], offset: ?>>
  %dim = tensor.dim %arg0, %c0 : tensor<?x2xi32>
  %dim_0 = tensor.dim %arg1, %c1 : tensor<2x?xi32>
  %alloc = memref.alloc(%dim, %dim_0) {alignment = 64 : i64} : memref<?x?xi32>
  linalg.fill ins(%c0_i32 : i32) outs(%alloc : memref<?x?xi32>)
  linalg.matmul ins(%1, %0 : memref<?x2xi32, strided<[?, ?], offset: ?>>, memref<2x?xi32, strided<[?, ?], offset: ?>>) outs(%alloc : memref<?x?xi32>)
  %2 = bufferization.to_tensor %alloc : memref<?x?xi32> to tensor<?x?xi32>
  return %2 : tensor<?x?xi32>
}
