// the columns of A made orthogonal one after the other, R beside them
func.func @f(%a: memref<22x21xf64>, %r: memref<21x21xf64>, %q: memref<22x21xf64>) {
  %z = arith.constant 0.0 : f64
  affine.for %k = 0 to 21 {
    %n = affine.for %i = 0 to 22 iter_args(%s = %z) -> (f64) {
      %0 = affine.load %a[%i, %k] : memref<22x21xf64>
      %1 = arith.mulf %0, %0 : f64
      %2 = arith.addf %s, %1 : f64
      affine.yield %2 : f64
    }
    %3 = math.sqrt %n : f64
    affine.store %3, %r[%k, %k] : memref<21x21xf64>
    affine.for %i = 0 to 22 {
      %0 = affine.load %a[%i, %k] : memref<22x21xf64>
      %1 = affine.load %r[%k, %k] : memref<21x21xf64>
      %2 = arith.divf %0, %1 : f64
      affine.store %2, %q[%i, %k] : memref<22x21xf64>
    }
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to 21 {
      affine.store %z, %r[%k, %j] : memref<21x21xf64>
      affine.for %i = 0 to 22 {
        %0 = affine.load %q[%i, %k] : memref<22x21xf64>
        %1 = affine.load %a[%i, %j] : memref<22x21xf64>
        %2 = affine.load %r[%k, %j] : memref<21x21xf64>
        %4 = arith.mulf %0, %1 : f64
        %5 = arith.addf %2, %4 : f64
        affine.store %5, %r[%k, %j] : memref<21x21xf64>
      }
      affine.for %i = 0 to 22 {
        %0 = affine.load %q[%i, %k] : memref<22x21xf64>
        %1 = affine.load %r[%k, %j] : memref<21x21xf64>
        %2 = affine.load %a[%i, %j] : memref<22x21xf64>
        %4 = arith.mulf %0, %1 : f64
        %5 = arith.subf %2, %4 : f64
        affine.store %5, %a[%i, %j] : memref<22x21xf64>
      }
    }
  }
  return
}
