// s = r A and q = A p, in one nest
func.func @f(%a: memref<21x22xf64>, %p: memref<22xf64>, %r: memref<21xf64>, %s: memref<22xf64>, %q: memref<21xf64>) {
  affine.for %i = 0 to 21 {
    affine.for %j = 0 to 22 {
      %0 = affine.load %a[%i, %j] : memref<21x22xf64>
      %1 = affine.load %r[%i] : memref<21xf64>
      %2 = affine.load %s[%j] : memref<22xf64>
      %3 = arith.mulf %1, %0 : f64
      %4 = arith.addf %2, %3 : f64
      affine.store %4, %s[%j] : memref<22xf64>
      %5 = affine.load %p[%j] : memref<22xf64>
      %6 = affine.load %q[%i] : memref<21xf64>
      %7 = arith.mulf %0, %5 : f64
      %8 = arith.addf %6, %7 : f64
      affine.store %8, %q[%i] : memref<21xf64>
    }
  }
  return
}
