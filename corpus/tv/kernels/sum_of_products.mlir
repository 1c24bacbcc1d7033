// y = a A x + b B x
func.func @f(%s: f32, %t: f32, %a: memref<21x22xf32>, %b: memref<21x22xf32>, %x: memref<22xf32>, %y: memref<21xf32>) {
  %c = arith.constant 0.0 : f32
  affine.for %i = 0 to 21 {
    %r:2 = affine.for %j = 0 to 22 iter_args(%u = %c, %v = %c) -> (f32, f32) {
      %0 = affine.load %a[%i, %j] : memref<21x22xf32>
      %1 = affine.load %b[%i, %j] : memref<21x22xf32>
      %2 = affine.load %x[%j] : memref<22xf32>
      %3 = arith.mulf %0, %2 : f32
      %4 = arith.mulf %1, %2 : f32
      %5 = arith.addf %u, %3 : f32
      %6 = arith.addf %v, %4 : f32
      affine.yield %5, %6 : f32, f32
    }
    %7 = arith.mulf %s, %r#0 : f32
    %8 = arith.mulf %t, %r#1 : f32
    %9 = arith.addf %7, %8 : f32
    affine.store %9, %y[%i] : memref<21xf32>
  }
  return
}
