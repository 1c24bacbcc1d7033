// columns of A by their greatest magnitude
func.func @f(%a: memref<22x21xf32>, %g: memref<21xf32>) {
  %z = arith.constant 0.0 : f32
  affine.for %j = 0 to 21 {
    %m = affine.for %i = 0 to 22 iter_args(%s = %z) -> (f32) {
      %0 = affine.load %a[%i, %j] : memref<22x21xf32>
      %1 = math.absf %0 : f32
      %2 = arith.maximumf %s, %1 : f32
      affine.yield %2 : f32
    }
    affine.store %m, %g[%j] : memref<21xf32>
  }
  affine.for %i = 0 to 22 {
    affine.for %j = 0 to 21 {
      %0 = affine.load %a[%i, %j] : memref<22x21xf32>
      %1 = affine.load %g[%j] : memref<21xf32>
      %2 = arith.divf %0, %1 : f32
      affine.store %2, %a[%i, %j] : memref<22x21xf32>
    }
  }
  return
}
