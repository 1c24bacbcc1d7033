// two sweeps between two volumes
func.func @f(%w: f64, %a: memref<21x21x21xf64>, %b: memref<21x21x21xf64>) {
  affine.for %t = 0 to 2 {
    affine.for %i = 1 to 20 {
      affine.for %j = 1 to 20 {
        affine.for %k = 1 to 20 {
          %0 = affine.load %a[%i, %j, %k] : memref<21x21x21xf64>
          %1 = affine.load %a[%i + 1, %j, %k] : memref<21x21x21xf64>
          %2 = affine.load %a[%i - 1, %j, %k] : memref<21x21x21xf64>
          %3 = affine.load %a[%i, %j + 1, %k] : memref<21x21x21xf64>
          %4 = affine.load %a[%i, %j - 1, %k] : memref<21x21x21xf64>
          %5 = affine.load %a[%i, %j, %k + 1] : memref<21x21x21xf64>
          %6 = affine.load %a[%i, %j, %k - 1] : memref<21x21x21xf64>
          %7 = arith.addf %1, %2 : f64
          %8 = arith.addf %3, %4 : f64
          %9 = arith.addf %5, %6 : f64
          %10 = arith.addf %7, %8 : f64
          %11 = arith.addf %10, %9 : f64
          %12 = arith.mulf %w, %11 : f64
          %13 = arith.addf %0, %12 : f64
          affine.store %13, %b[%i, %j, %k] : memref<21x21x21xf64>
        }
      }
    }
    affine.for %i = 1 to 20 {
      affine.for %j = 1 to 20 {
        affine.for %k = 1 to 20 {
          %0 = affine.load %b[%i, %j, %k] : memref<21x21x21xf64>
          affine.store %0, %a[%i, %j, %k] : memref<21x21x21xf64>
        }
      }
    }
  }
  return
}
