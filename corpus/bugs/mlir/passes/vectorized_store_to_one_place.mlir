// what: affine-super-vectorize vectorizes a store that writes one place in all iterations of the loop: the vector is written to that place and those behind it.
// expected: affine.store writes the one element at its place; the places behind it are not written by the loop.
// pass: --affine-super-vectorize=virtual-vector-size=4
// pattern: AffineVectorize, vectorizeAffineLoopNest (mlir/lib/Dialect/Affine/Transforms/SuperVectorize.cpp)
// cause: The store does not depend on the vectorized loop, but the transfer that replaces it writes a whole vector from its place on.
// rule: V304
// input: @f([0, 1, -1, -2147483648, 2147483647, 2, 31, -2], 0)
// before: (), memory ([0, 0, -1, -2147483648, 2147483647, 2, 31, -2])
// after: (), memory ([0, 0, 0, 0, 2147483647, 2, 31, -2])
func.func @f(%m: memref<8xi32>, %x: i32) {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 3 {
      affine.store %x, %m[%i] : memref<8xi32>
    }
  }
  return
}
