func.func @f(%arg0: memref<2x3xi32>, %arg1: memref<3xi32>, %arg2: memref<2xi32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %arg3 = %c0 to %c2 step %c1 {
    scf.for %arg4 = %c0 to %c3 step %c1 {
      %0 = memref.load %arg0[%arg3, %arg4] : memref<2x3xi32>
      %1 = memref.load %arg1[%arg4] : memref<3xi32>
      %2 = memref.load %arg2[%arg3] : memref<2xi32>
      %3 = arith.muli %0, %1 : i32
      %4 = arith.addi %2, %3 : i32
      memref.store %4, %arg2[%arg3] : memref<2xi32>
    }
  }
  return
}
