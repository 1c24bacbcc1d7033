// E = (A B) D, with a buffer for A B
func.func @f(%x: memref<21x22xi32>, %y: memref<22x23xi32>, %w: memref<23x21xi32>, %z: memref<21x21xi32>) {
  %c = arith.constant 0 : i32
  %t = memref.alloc() : memref<21x23xi32>
  affine.for %i = 0 to 21 {
    affine.for %j = 0 to 23 {
      affine.store %c, %t[%i, %j] : memref<21x23xi32>
      affine.for %k = 0 to 22 {
        %0 = affine.load %x[%i, %k] : memref<21x22xi32>
        %1 = affine.load %y[%k, %j] : memref<22x23xi32>
        %2 = affine.load %t[%i, %j] : memref<21x23xi32>
        %3 = arith.muli %0, %1 : i32
        %4 = arith.addi %2, %3 : i32
        affine.store %4, %t[%i, %j] : memref<21x23xi32>
      }
    }
  }
  affine.for %i = 0 to 21 {
    affine.for %j = 0 to 21 {
      affine.store %c, %z[%i, %j] : memref<21x21xi32>
      affine.for %k = 0 to 23 {
        %0 = affine.load %t[%i, %k] : memref<21x23xi32>
        %1 = affine.load %w[%k, %j] : memref<23x21xi32>
        %2 = affine.load %z[%i, %j] : memref<21x21xi32>
        %3 = arith.muli %0, %1 : i32
        %4 = arith.addi %2, %3 : i32
        affine.store %4, %z[%i, %j] : memref<21x21xi32>
      }
    }
  }
  memref.dealloc %t : memref<21x23xi32>
  return
}
