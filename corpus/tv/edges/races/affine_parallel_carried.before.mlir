func.func @f(%m: memref<5xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %k1 = arith.constant 1 : i32
  %k2 = arith.constant 2 : i32
  affine.for %i = 0 to 4 {
    %v = affine.load %m[%i] : memref<5xi32>
    affine.store %v, %m[%i + 1] : memref<5xi32>
  }
  return
}
