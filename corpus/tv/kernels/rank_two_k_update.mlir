// the lower half of C += A B' + B A'
func.func @f(%a: memref<21x22xi32>, %b: memref<21x22xi32>, %c: memref<21x21xi32>) {
  affine.for %i = 0 to 21 {
    affine.for %k = 0 to 22 {
      affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
        %0 = affine.load %a[%j, %k] : memref<21x22xi32>
        %1 = affine.load %b[%i, %k] : memref<21x22xi32>
        %2 = affine.load %b[%j, %k] : memref<21x22xi32>
        %3 = affine.load %a[%i, %k] : memref<21x22xi32>
        %4 = arith.muli %0, %1 : i32
        %5 = arith.muli %2, %3 : i32
        %6 = arith.addi %4, %5 : i32
        %7 = affine.load %c[%i, %j] : memref<21x21xi32>
        %8 = arith.addi %7, %6 : i32
        affine.store %8, %c[%i, %j] : memref<21x21xi32>
      }
    }
  }
  return
}
