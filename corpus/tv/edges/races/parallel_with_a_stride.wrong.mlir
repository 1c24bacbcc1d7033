func.func @f(%m: memref<8xi32>, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %k1 = arith.constant 1 : i32
  %k2 = arith.constant 2 : i32
  %b = arith.cmpi ult, %k, %c4 : index
  scf.if %b {
  scf.parallel (%i) = (%c0) to (%c2) step (%c1) {
    %j = arith.muli %i, %k : index
    %v = arith.index_cast %i : index to i32
    memref.store %v, %m[%j] : memref<8xi32>
  }
  }
  return
}
