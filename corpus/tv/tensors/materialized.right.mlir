func.func @f(%arg0: memref<3xi32>, %arg1: memref<3xi32>) {
  %alloc = memref.alloc() {alignment = 64 : i64} : memref<3xi32>
  linalg.mul ins(%arg0, %arg0 : memref<3xi32>, memref<3xi32>) outs(%alloc : memref<3xi32>)
  memref.copy %alloc, %arg1 : memref<3xi32> to memref<3xi32>
  return
}
