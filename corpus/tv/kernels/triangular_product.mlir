// B = A' B in place, A lower triangular with a diagonal of ones
func.func @f(%a: memref<21x21xf32>, %b: memref<21x22xf32>) {
  affine.for %i = 0 to 21 {
    affine.for %j = 0 to 22 {
      affine.for %k = affine_map<(d0) -> (d0 + 1)>(%i) to 21 {
        %0 = affine.load %a[%k, %i] : memref<21x21xf32>
        %1 = affine.load %b[%k, %j] : memref<21x22xf32>
        %2 = affine.load %b[%i, %j] : memref<21x22xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %b[%i, %j] : memref<21x22xf32>
      }
    }
  }
  return
}
