// the factors L and U of A, in place
func.func @f(%a: memref<21x21xf32>) {
  affine.for %k = 0 to 21 {
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%k) to 21 {
      %0 = affine.load %a[%i, %k] : memref<21x21xf32>
      %1 = affine.load %a[%k, %k] : memref<21x21xf32>
      %2 = arith.divf %0, %1 : f32
      affine.store %2, %a[%i, %k] : memref<21x21xf32>
      affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to 21 {
        %3 = affine.load %a[%i, %k] : memref<21x21xf32>
        %4 = affine.load %a[%k, %j] : memref<21x21xf32>
        %5 = affine.load %a[%i, %j] : memref<21x21xf32>
        %6 = arith.mulf %3, %4 : f32
        %7 = arith.subf %5, %6 : f32
        affine.store %7, %a[%i, %j] : memref<21x21xf32>
      }
    }
  }
  return
}
