func.func @corner(%m: memref<?x?xf32>, %i: index) -> f32 {
  %c0 = arith.constant 0 : index
  %s = memref.subview %m[%i, 0] [4, 4] [1, 1] : memref<?x?xf32> to memref<4x4xf32, strided<[?, 1], offset: ?>>
  %r = memref.load %s[%c0, %c0] : memref<4x4xf32, strided<[?, 1], offset: ?>>
  return %r : f32
}
