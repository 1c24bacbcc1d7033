// five time steps of three fields on a plane, each from its neighbours
func.func @f(%c: f32, %x: memref<21x22xf32>, %y: memref<21x22xf32>, %h: memref<21x22xf32>, %s: memref<5xf32>) {
  affine.for %t = 0 to 5 {
    affine.for %j = 0 to 22 {
      %0 = affine.load %s[%t] : memref<5xf32>
      affine.store %0, %y[0, %j] : memref<21x22xf32>
    }
    affine.for %i = 1 to 21 {
      affine.for %j = 0 to 22 {
        %0 = affine.load %y[%i, %j] : memref<21x22xf32>
        %1 = affine.load %h[%i, %j] : memref<21x22xf32>
        %2 = affine.load %h[%i - 1, %j] : memref<21x22xf32>
        %3 = arith.subf %1, %2 : f32
        %4 = arith.mulf %c, %3 : f32
        %5 = arith.subf %0, %4 : f32
        affine.store %5, %y[%i, %j] : memref<21x22xf32>
      }
    }
    affine.for %i = 0 to 21 {
      affine.for %j = 1 to 22 {
        %0 = affine.load %x[%i, %j] : memref<21x22xf32>
        %1 = affine.load %h[%i, %j] : memref<21x22xf32>
        %2 = affine.load %h[%i, %j - 1] : memref<21x22xf32>
        %3 = arith.subf %1, %2 : f32
        %4 = arith.mulf %c, %3 : f32
        %5 = arith.subf %0, %4 : f32
        affine.store %5, %x[%i, %j] : memref<21x22xf32>
      }
    }
    affine.for %i = 0 to 20 {
      affine.for %j = 0 to 21 {
        %0 = affine.load %h[%i, %j] : memref<21x22xf32>
        %1 = affine.load %x[%i, %j + 1] : memref<21x22xf32>
        %2 = affine.load %x[%i, %j] : memref<21x22xf32>
        %3 = affine.load %y[%i + 1, %j] : memref<21x22xf32>
        %4 = affine.load %y[%i, %j] : memref<21x22xf32>
        %5 = arith.subf %1, %2 : f32
        %6 = arith.subf %3, %4 : f32
        %7 = arith.addf %5, %6 : f32
        %8 = arith.mulf %c, %7 : f32
        %9 = arith.subf %0, %8 : f32
        affine.store %9, %h[%i, %j] : memref<21x22xf32>
      }
    }
  }
  return
}
