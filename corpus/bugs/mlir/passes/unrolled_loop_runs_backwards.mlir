// what: affine-loop-unroll runs an iteration of a loop whose upper bound is below its lower bound.
// expected: affine.for: "The lower and upper bounds specify a half-open range: the range includes the lower bound but does not include the upper bound."
// pass: --pass-pipeline=builtin.module(func.func(affine-loop-unroll{unroll-factor=3}))
// pattern: AffineLoopUnroll, getCleanupLoopLowerBound (mlir/lib/Dialect/Affine/Utils/LoopUtils.cpp)
// cause: This step has no legality check for bounds that are open, whatever the body: the loop behind the unrolled one begins at the lower bound plus a multiple of the factor rounded down, which lies below the upper bound although there is no iteration. affine-loop-unroll-jam takes the same bound.
// rule: V304
// input: @f([0], 1, 5)
// before: (), memory ([0])
// after: (), memory ([5])
func.func @f(%m: memref<1xi32>, %n: index, %x: i32) {
  affine.for %i = 3 to %n {
    affine.store %x, %m[0] : memref<1xi32>
  }
  return
}
