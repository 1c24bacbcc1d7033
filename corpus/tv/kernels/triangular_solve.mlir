// L x = b
func.func @f(%l: memref<21x21xf64>, %x: memref<21xf64>, %b: memref<21xf64>) {
  affine.for %i = 0 to 21 {
    %0 = affine.load %b[%i] : memref<21xf64>
    affine.store %0, %x[%i] : memref<21xf64>
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %1 = affine.load %l[%i, %j] : memref<21x21xf64>
      %2 = affine.load %x[%j] : memref<21xf64>
      %3 = affine.load %x[%i] : memref<21xf64>
      %4 = arith.mulf %1, %2 : f64
      %5 = arith.subf %3, %4 : f64
      affine.store %5, %x[%i] : memref<21xf64>
    }
    %6 = affine.load %x[%i] : memref<21xf64>
    %7 = affine.load %l[%i, %i] : memref<21x21xf64>
    %8 = arith.divf %6, %7 : f64
    affine.store %8, %x[%i] : memref<21xf64>
  }
  return
}
