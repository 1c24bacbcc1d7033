// x += A y and w += A' z, one nest each
func.func @f(%a: memref<21x21xi32>, %x: memref<21xi32>, %y: memref<21xi32>, %w: memref<21xi32>, %z: memref<21xi32>) {
  affine.for %i = 0 to 21 {
    affine.for %j = 0 to 21 {
      %0 = affine.load %a[%i, %j] : memref<21x21xi32>
      %1 = affine.load %y[%j] : memref<21xi32>
      %2 = affine.load %x[%i] : memref<21xi32>
      %3 = arith.muli %0, %1 : i32
      %4 = arith.addi %2, %3 : i32
      affine.store %4, %x[%i] : memref<21xi32>
    }
  }
  affine.for %i = 0 to 21 {
    affine.for %j = 0 to 21 {
      %0 = affine.load %a[%j, %i] : memref<21x21xi32>
      %1 = affine.load %z[%j] : memref<21xi32>
      %2 = affine.load %w[%i] : memref<21xi32>
      %3 = arith.muli %0, %1 : i32
      %4 = arith.addi %2, %3 : i32
      affine.store %4, %w[%i] : memref<21xi32>
    }
  }
  return
}
