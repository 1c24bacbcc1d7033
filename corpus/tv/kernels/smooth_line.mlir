// ten sweeps between two lines, each element the mean of three
func.func @f(%w: f64, %a: memref<21xf64>, %b: memref<21xf64>) {
  affine.for %t = 0 to 10 {
    affine.for %i = 1 to 20 {
      %0 = affine.load %a[%i - 1] : memref<21xf64>
      %1 = affine.load %a[%i] : memref<21xf64>
      %2 = affine.load %a[%i + 1] : memref<21xf64>
      %3 = arith.addf %0, %1 : f64
      %4 = arith.addf %3, %2 : f64
      %5 = arith.mulf %w, %4 : f64
      affine.store %5, %b[%i] : memref<21xf64>
    }
    affine.for %i = 1 to 20 {
      %0 = affine.load %b[%i - 1] : memref<21xf64>
      %1 = affine.load %b[%i] : memref<21xf64>
      %2 = affine.load %b[%i + 1] : memref<21xf64>
      %3 = arith.addf %0, %1 : f64
      %4 = arith.addf %3, %2 : f64
      %5 = arith.mulf %w, %4 : f64
      affine.store %5, %a[%i] : memref<21xf64>
    }
  }
  return
}
