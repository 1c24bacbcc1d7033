// a plane by a window of 3 x 3
func.func @f(%a: memref<21x22xf32>, %k: memref<3x3xf32>, %b: memref<21x22xf32>) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 1 to 20 {
    affine.for %j = 1 to 21 {
      affine.store %z, %b[%i, %j] : memref<21x22xf32>
      affine.for %u = 0 to 3 {
        affine.for %v = 0 to 3 {
          %0 = affine.load %a[%i + %u - 1, %j + %v - 1] : memref<21x22xf32>
          %1 = affine.load %k[%u, %v] : memref<3x3xf32>
          %2 = affine.load %b[%i, %j] : memref<21x22xf32>
          %3 = arith.mulf %0, %1 : f32
          %4 = arith.addf %2, %3 : f32
          affine.store %4, %b[%i, %j] : memref<21x22xf32>
        }
      }
    }
  }
  return
}
