// means of columns, deviations, and their products
func.func @f(%n: f32, %d: memref<22x21xf32>, %m: memref<21xf32>, %c: memref<21x21xf32>) {
  %z = arith.constant 0.0 : f32
  affine.for %j = 0 to 21 {
    affine.store %z, %m[%j] : memref<21xf32>
    affine.for %i = 0 to 22 {
      %0 = affine.load %d[%i, %j] : memref<22x21xf32>
      %1 = affine.load %m[%j] : memref<21xf32>
      %2 = arith.addf %1, %0 : f32
      affine.store %2, %m[%j] : memref<21xf32>
    }
    %3 = affine.load %m[%j] : memref<21xf32>
    %4 = arith.divf %3, %n : f32
    affine.store %4, %m[%j] : memref<21xf32>
  }
  affine.for %i = 0 to 22 {
    affine.for %j = 0 to 21 {
      %0 = affine.load %d[%i, %j] : memref<22x21xf32>
      %1 = affine.load %m[%j] : memref<21xf32>
      %2 = arith.subf %0, %1 : f32
      affine.store %2, %d[%i, %j] : memref<22x21xf32>
    }
  }
  affine.for %i = 0 to 21 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 21 {
      affine.store %z, %c[%i, %j] : memref<21x21xf32>
      affine.for %k = 0 to 22 {
        %0 = affine.load %d[%k, %i] : memref<22x21xf32>
        %1 = affine.load %d[%k, %j] : memref<22x21xf32>
        %2 = affine.load %c[%i, %j] : memref<21x21xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<21x21xf32>
      }
      %5 = affine.load %c[%i, %j] : memref<21x21xf32>
      affine.store %5, %c[%j, %i] : memref<21x21xf32>
    }
  }
  return
}
