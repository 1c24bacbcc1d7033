// what: affine-super-vectorize vectorizes a loop whose iterations are no multiple of the vector: the last vector is written beyond the last iteration.
// expected: affine.store writes the one element at its place; the places behind the last iteration are not written by the loop.
// pass: --affine-super-vectorize=virtual-vector-size=4
// pattern: AffineVectorize, vectorizeAffineLoopNest (mlir/lib/Dialect/Affine/Transforms/SuperVectorize.cpp)
// cause: The step is multiplied by the size of the vector whatever the bounds are; a transfer is cut where the memref ends, and not where the loop ends.
// rule: V304
// input: @f([0, 1, -1, -2147483648, 2147483647, 2, 31, -2], 0)
// before: (), memory ([0, 0, 0, 0, 0, 2, 31, -2])
// after: (), memory ([0, 0, 0, 0, 0, 0, 0, 0])
func.func @f(%m: memref<8xi32>, %x: i32) {
  affine.for %i = 0 to 5 {
    affine.store %x, %m[%i] : memref<8xi32>
  }
  return
}
