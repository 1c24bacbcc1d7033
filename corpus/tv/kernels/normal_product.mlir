// y = A' (A x)
func.func @f(%a: memref<21x22xf32>, %x: memref<22xf32>, %y: memref<22xf32>, %t: memref<21xf32>) {
  %c = arith.constant 0.0 : f32
  affine.for %j = 0 to 22 {
    affine.store %c, %y[%j] : memref<22xf32>
  }
  affine.for %i = 0 to 21 {
    affine.store %c, %t[%i] : memref<21xf32>
    affine.for %j = 0 to 22 {
      %0 = affine.load %a[%i, %j] : memref<21x22xf32>
      %1 = affine.load %x[%j] : memref<22xf32>
      %2 = affine.load %t[%i] : memref<21xf32>
      %3 = arith.mulf %0, %1 : f32
      %4 = arith.addf %2, %3 : f32
      affine.store %4, %t[%i] : memref<21xf32>
    }
    affine.for %j = 0 to 22 {
      %0 = affine.load %a[%i, %j] : memref<21x22xf32>
      %1 = affine.load %t[%i] : memref<21xf32>
      %2 = affine.load %y[%j] : memref<22xf32>
      %3 = arith.mulf %0, %1 : f32
      %4 = arith.addf %2, %3 : f32
      affine.store %4, %y[%j] : memref<22xf32>
    }
  }
  return
}
