func.func @f(%arg0: memref<?xi32>, %arg1: index, %arg2: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %dim = memref.dim %arg0, %c0 : memref<?xi32>
  %alloc = memref.alloc(%dim) : memref<?xi32>
  memref.copy %arg0, %alloc : memref<?xi32> to memref<?xi32>
  memref.store %arg2, %arg0[%arg1] : memref<?xi32>
  %0 = memref.load %arg0[%arg1] : memref<?xi32>
  memref.dealloc %alloc : memref<?xi32>
  return %0 : i32
}
