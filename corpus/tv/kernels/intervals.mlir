// the best division of each interval, from short to long
func.func @f(%w: memref<21x21xi32>, %t: memref<21x21xi32>) {
  affine.for %l = 1 to 21 {
    affine.for %i = 0 to affine_map<(d0) -> (21 - d0)>(%l) {
      affine.for %k = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0, d1) -> (d0 + d1)>(%i, %l) {
        %0 = affine.load %t[%i, %k] : memref<21x21xi32>
        %1 = affine.load %t[%k + 1, %i + %l] : memref<21x21xi32>
        %2 = affine.load %w[%i, %i + %l] : memref<21x21xi32>
        %3 = affine.load %t[%i, %i + %l] : memref<21x21xi32>
        %4 = arith.addi %0, %1 : i32
        %5 = arith.addi %4, %2 : i32
        %6 = arith.maxsi %3, %5 : i32
        affine.store %6, %t[%i, %i + %l] : memref<21x21xi32>
      }
    }
  }
  return
}
