// L X = B in place, for all columns of B
func.func @f(%l: memref<21x21xf32>, %b: memref<21x22xf32>) {
  affine.for %i = 0 to 21 {
    affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.for %j = 0 to 22 {
        %0 = affine.load %l[%i, %k] : memref<21x21xf32>
        %1 = affine.load %b[%k, %j] : memref<21x22xf32>
        %2 = affine.load %b[%i, %j] : memref<21x22xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.subf %2, %3 : f32
        affine.store %4, %b[%i, %j] : memref<21x22xf32>
      }
    }
    affine.for %j = 0 to 22 {
      %0 = affine.load %b[%i, %j] : memref<21x22xf32>
      %1 = affine.load %l[%i, %i] : memref<21x21xf32>
      %2 = arith.divf %0, %1 : f32
      affine.store %2, %b[%i, %j] : memref<21x22xf32>
    }
  }
  return
}
