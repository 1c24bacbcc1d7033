// the score of two lines, from three neighbours
func.func @f(%m: memref<21x22xi32>, %t: memref<22x23xi32>) {
  affine.for %i = 1 to 21 {
    affine.for %j = 1 to 22 {
      %0 = affine.load %t[%i - 1, %j - 1] : memref<22x23xi32>
      %1 = affine.load %m[%i, %j] : memref<21x22xi32>
      %2 = arith.addi %0, %1 : i32
      %3 = affine.load %t[%i - 1, %j] : memref<22x23xi32>
      %4 = affine.load %t[%i, %j - 1] : memref<22x23xi32>
      %5 = arith.maxsi %3, %4 : i32
      %6 = arith.maxsi %2, %5 : i32
      affine.store %6, %t[%i, %j] : memref<22x23xi32>
    }
  }
  return
}
