// C = b C + a A B
func.func @f(%a: f32, %b: f32, %x: memref<21x22xf32>, %y: memref<22x23xf32>, %z: memref<21x23xf32>) {
  affine.for %i = 0 to 21 {
    affine.for %j = 0 to 23 {
      %0 = affine.load %z[%i, %j] : memref<21x23xf32>
      %1 = arith.mulf %0, %b : f32
      affine.store %1, %z[%i, %j] : memref<21x23xf32>
      affine.for %k = 0 to 22 {
        %2 = affine.load %x[%i, %k] : memref<21x22xf32>
        %3 = affine.load %y[%k, %j] : memref<22x23xf32>
        %4 = affine.load %z[%i, %j] : memref<21x23xf32>
        %5 = arith.mulf %2, %3 : f32
        %6 = arith.mulf %a, %5 : f32
        %7 = arith.addf %4, %6 : f32
        affine.store %7, %z[%i, %j] : memref<21x23xf32>
      }
    }
  }
  return
}
