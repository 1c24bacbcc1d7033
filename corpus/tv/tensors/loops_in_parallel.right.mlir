func.func @f(%arg0: memref<?x2xi16>, %arg1: memref<2x?xi16>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c0 = arith.constant 0 : index
  %dim = memref.dim %arg0, %c0 : memref<?x2xi16>
  scf.parallel (%arg2, %arg3) = (%c0, %c0) to (%c2, %dim) step (%c1, %c1) {
    %0 = memref.load %arg0[%arg3, %arg2] : memref<?x2xi16>
    memref.store %0, %arg1[%arg2, %arg3] : memref<2x?xi16>
    scf.reduce
  }
  return
}
