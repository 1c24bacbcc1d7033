// the factor L of A = L L', in place
func.func @f(%a: memref<21x21xf64>) {
  affine.for %i = 0 to 21 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) {
        %0 = affine.load %a[%i, %k] : memref<21x21xf64>
        %1 = affine.load %a[%j, %k] : memref<21x21xf64>
        %2 = affine.load %a[%i, %j] : memref<21x21xf64>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.subf %2, %3 : f64
        affine.store %4, %a[%i, %j] : memref<21x21xf64>
      }
      %5 = affine.load %a[%j, %j] : memref<21x21xf64>
      %6 = affine.load %a[%i, %j] : memref<21x21xf64>
      %7 = arith.divf %6, %5 : f64
      affine.store %7, %a[%i, %j] : memref<21x21xf64>
    }
    affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
      %0 = affine.load %a[%i, %k] : memref<21x21xf64>
      %1 = affine.load %a[%i, %i] : memref<21x21xf64>
      %2 = arith.mulf %0, %0 : f64
      %3 = arith.subf %1, %2 : f64
      affine.store %3, %a[%i, %i] : memref<21x21xf64>
    }
    %8 = affine.load %a[%i, %i] : memref<21x21xf64>
    %9 = math.sqrt %8 : f64
    affine.store %9, %a[%i, %i] : memref<21x21xf64>
  }
  return
}
