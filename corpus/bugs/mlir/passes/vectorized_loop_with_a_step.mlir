// what: affine-super-vectorize vectorizes a loop that counts by two: the vector is written to places that the loop leaves out.
// expected: affine.store writes the one element at its place; the places between are not written by the loop.
// pass: --affine-super-vectorize=virtual-vector-size=4
// pattern: AffineVectorize, isVectorizableLoopBody (mlir/lib/Dialect/Affine/Analysis/LoopAnalysis.cpp)
// cause: This step has no legality check for steps other than 1: places are taken to follow each other where a subscript is the induction variable, by whatever the loop counts.
// rule: V304
// input: @f([0, 1, -1, -2147483648, 2147483647, 2, 31, -2], 0)
// before: (), memory ([0, 1, 0, -2147483648, 0, 2, 0, -2])
// after: (), memory ([0, 0, 0, 0, 2147483647, 2, 31, -2])
func.func @f(%m: memref<8xi32>, %x: i32) {
  affine.for %i = 0 to 8 step 2 {
    affine.store %x, %m[%i] : memref<8xi32>
  }
  return
}
