// C += A B, the sum carried by the innermost loop
func.func @f(%x: memref<21x22xf64>, %y: memref<22x23xf64>, %z: memref<21x23xf64>) {
  affine.for %i = 0 to 21 {
    affine.for %j = 0 to 23 {
      %0 = affine.load %z[%i, %j] : memref<21x23xf64>
      %s = affine.for %k = 0 to 22 iter_args(%1 = %0) -> (f64) {
        %2 = affine.load %x[%i, %k] : memref<21x22xf64>
        %3 = affine.load %y[%k, %j] : memref<22x23xf64>
        %4 = arith.mulf %2, %3 : f64
        %5 = arith.addf %1, %4 : f64
        affine.yield %5 : f64
      }
      affine.store %s, %z[%i, %j] : memref<21x23xf64>
    }
  }
  return
}
