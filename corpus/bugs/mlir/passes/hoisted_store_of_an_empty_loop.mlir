// what: affine-loop-invariant-code-motion moves a store out of a loop that may have no iteration.
// expected: affine.for: "The lower and upper bounds specify a half-open range: the range includes the lower bound but does not include the upper bound."
// pass: --affine-loop-invariant-code-motion
// pattern: LoopInvariantCodeMotion, isOpLoopInvariant (mlir/lib/Dialect/Affine/Transforms/AffineLoopInvariantCodeMotion.cpp)
// cause: This step has no legality check for loops without iterations: stores, loads from memory that may be empty, and divisions are moved out of loops whose bounds are open.
// rule: V304
// input: @f([1], 0, -2)
// before: (), memory ([1])
// after: (), memory ([-2])
func.func @f(%m: memref<1xi32>, %n: index, %x: i32) {
  affine.for %i = 0 to %n {
    affine.store %x, %m[0] : memref<1xi32>
  }
  return
}
