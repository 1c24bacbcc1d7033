func.func @f(%m: memref<2x2xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %k1 = arith.constant 1 : i32
  %k2 = arith.constant 2 : i32
  scf.for %i = %c0 to %c2 step %c1 {
  scf.for %j = %c0 to %c2 step %c1 {
    %v = arith.index_cast %i : index to i32
    memref.store %v, %m[%i, %j] : memref<2x2xi32>
  }
  }
  return
}
