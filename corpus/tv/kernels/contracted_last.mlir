// A[r, q, p] = sum over s of A[r, q, s] C[s, p]
func.func @f(%a: memref<9x21x22xf32>, %c: memref<22x22xf32>) {
  %z = arith.constant 0.0 : f32
  %t = memref.alloc() : memref<22xf32>
  affine.for %r = 0 to 9 {
    affine.for %q = 0 to 21 {
      affine.for %p = 0 to 22 {
        affine.store %z, %t[%p] : memref<22xf32>
        affine.for %s = 0 to 22 {
          %0 = affine.load %a[%r, %q, %s] : memref<9x21x22xf32>
          %1 = affine.load %c[%s, %p] : memref<22x22xf32>
          %2 = affine.load %t[%p] : memref<22xf32>
          %3 = arith.mulf %0, %1 : f32
          %4 = arith.addf %2, %3 : f32
          affine.store %4, %t[%p] : memref<22xf32>
        }
      }
      affine.for %p = 0 to 22 {
        %0 = affine.load %t[%p] : memref<22xf32>
        affine.store %0, %a[%r, %q, %p] : memref<9x21x22xf32>
      }
    }
  }
  memref.dealloc %t : memref<22xf32>
  return
}
