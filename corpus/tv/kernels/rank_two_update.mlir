// A += u v' + p q', x += A' y, w = A x
func.func @f(%a: memref<21x21xf32>, %u: memref<21xf32>, %v: memref<21xf32>, %p: memref<21xf32>, %q: memref<21xf32>, %x: memref<21xf32>, %y: memref<21xf32>, %w: memref<21xf32>) {
  affine.for %i = 0 to 21 {
    affine.for %j = 0 to 21 {
      %0 = affine.load %a[%i, %j] : memref<21x21xf32>
      %1 = affine.load %u[%i] : memref<21xf32>
      %2 = affine.load %v[%j] : memref<21xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = affine.load %p[%i] : memref<21xf32>
      %5 = affine.load %q[%j] : memref<21xf32>
      %6 = arith.mulf %4, %5 : f32
      %7 = arith.addf %0, %3 : f32
      %8 = arith.addf %7, %6 : f32
      affine.store %8, %a[%i, %j] : memref<21x21xf32>
    }
  }
  affine.for %i = 0 to 21 {
    affine.for %j = 0 to 21 {
      %0 = affine.load %a[%j, %i] : memref<21x21xf32>
      %1 = affine.load %y[%j] : memref<21xf32>
      %2 = affine.load %x[%i] : memref<21xf32>
      %3 = arith.mulf %0, %1 : f32
      %4 = arith.addf %2, %3 : f32
      affine.store %4, %x[%i] : memref<21xf32>
    }
  }
  affine.for %i = 0 to 21 {
    affine.for %j = 0 to 21 {
      %0 = affine.load %a[%i, %j] : memref<21x21xf32>
      %1 = affine.load %x[%j] : memref<21xf32>
      %2 = affine.load %w[%i] : memref<21xf32>
      %3 = arith.mulf %0, %1 : f32
      %4 = arith.addf %2, %3 : f32
      affine.store %4, %w[%i] : memref<21xf32>
    }
  }
  return
}
