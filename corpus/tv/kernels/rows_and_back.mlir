// a recurrence along each row and back, as in implicit steps
func.func @f(%a: f64, %u: memref<21x22xf64>, %p: memref<21x22xf64>, %q: memref<21x22xf64>) {
  affine.for %i = 0 to 21 {
    affine.for %j = 1 to 22 {
      %0 = affine.load %p[%i, %j - 1] : memref<21x22xf64>
      %1 = arith.mulf %a, %0 : f64
      %2 = affine.load %u[%i, %j] : memref<21x22xf64>
      %3 = arith.addf %1, %2 : f64
      %4 = arith.divf %2, %3 : f64
      affine.store %4, %p[%i, %j] : memref<21x22xf64>
      %5 = affine.load %q[%i, %j - 1] : memref<21x22xf64>
      %6 = arith.mulf %5, %4 : f64
      affine.store %6, %q[%i, %j] : memref<21x22xf64>
    }
    affine.for %j = 1 to 22 {
      %0 = affine.load %u[%i, 22 - %j] : memref<21x22xf64>
      %1 = affine.load %p[%i, 22 - %j] : memref<21x22xf64>
      %2 = affine.load %q[%i, 22 - %j] : memref<21x22xf64>
      %3 = arith.mulf %1, %0 : f64
      %4 = arith.addf %3, %2 : f64
      affine.store %4, %u[%i, 22 - %j] : memref<21x22xf64>
    }
  }
  return
}
