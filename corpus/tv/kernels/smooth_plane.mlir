// five sweeps between two planes, each element a sum of five
func.func @f(%w: f32, %a: memref<21x21xf32>, %b: memref<21x21xf32>) {
  affine.for %t = 0 to 5 {
    affine.for %i = 1 to 20 {
      affine.for %j = 1 to 20 {
        %0 = affine.load %a[%i, %j] : memref<21x21xf32>
        %1 = affine.load %a[%i, %j - 1] : memref<21x21xf32>
        %2 = affine.load %a[%i, %j + 1] : memref<21x21xf32>
        %3 = affine.load %a[%i - 1, %j] : memref<21x21xf32>
        %4 = affine.load %a[%i + 1, %j] : memref<21x21xf32>
        %5 = arith.addf %0, %1 : f32
        %6 = arith.addf %5, %2 : f32
        %7 = arith.addf %6, %3 : f32
        %8 = arith.addf %7, %4 : f32
        %9 = arith.mulf %w, %8 : f32
        affine.store %9, %b[%i, %j] : memref<21x21xf32>
      }
    }
    affine.for %i = 1 to 20 {
      affine.for %j = 1 to 20 {
        %0 = affine.load %b[%i, %j] : memref<21x21xf32>
        affine.store %0, %a[%i, %j] : memref<21x21xf32>
      }
    }
  }
  return
}
