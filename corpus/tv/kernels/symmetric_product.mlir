// C += A B, of A only the lower half is stored
func.func @f(%a: memref<21x21xf32>, %b: memref<21x22xf32>, %c: memref<21x22xf32>) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 21 {
    affine.for %j = 0 to 22 {
      %0 = affine.load %b[%i, %j] : memref<21x22xf32>
      %s = affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) iter_args(%t = %z) -> (f32) {
        %1 = affine.load %a[%i, %k] : memref<21x21xf32>
        %2 = arith.mulf %0, %1 : f32
        %3 = affine.load %c[%k, %j] : memref<21x22xf32>
        %4 = arith.addf %3, %2 : f32
        affine.store %4, %c[%k, %j] : memref<21x22xf32>
        %5 = affine.load %b[%k, %j] : memref<21x22xf32>
        %6 = arith.mulf %5, %1 : f32
        %7 = arith.addf %t, %6 : f32
        affine.yield %7 : f32
      }
      %8 = affine.load %a[%i, %i] : memref<21x21xf32>
      %9 = arith.mulf %8, %0 : f32
      %10 = affine.load %c[%i, %j] : memref<21x22xf32>
      %11 = arith.addf %10, %9 : f32
      %12 = arith.addf %11, %s : f32
      affine.store %12, %c[%i, %j] : memref<21x22xf32>
    }
  }
  return
}
