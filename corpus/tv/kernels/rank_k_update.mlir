// the lower half of C = b C + a A A'
func.func @f(%s: f64, %t: f64, %a: memref<21x22xf64>, %c: memref<21x21xf64>) {
  affine.for %i = 0 to 21 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %0 = affine.load %c[%i, %j] : memref<21x21xf64>
      %1 = arith.mulf %0, %t : f64
      affine.store %1, %c[%i, %j] : memref<21x21xf64>
    }
    affine.for %k = 0 to 22 {
      affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
        %0 = affine.load %a[%i, %k] : memref<21x22xf64>
        %1 = affine.load %a[%j, %k] : memref<21x22xf64>
        %2 = affine.load %c[%i, %j] : memref<21x21xf64>
        %3 = arith.mulf %s, %0 : f64
        %4 = arith.mulf %3, %1 : f64
        %5 = arith.addf %2, %4 : f64
        affine.store %5, %c[%i, %j] : memref<21x21xf64>
      }
    }
  }
  return
}
