// what: affine-loop-coalescing gives a nest of affine loops without iterations some, where both upper bounds are negative.
// expected: affine.for: "The lower and upper bounds specify a half-open range: the range includes the lower bound but does not include the upper bound."
// pass: --pass-pipeline=builtin.module(func.func(affine-loop-coalescing,canonicalize))
// pattern: LoopCoalescing, coalesceLoops (mlir/lib/Dialect/Affine/Utils/LoopUtils.cpp)
// cause: This step has no legality check for open bounds: the upper bound of the one loop is the product of those of all, which is positive where two are negative. The bounds here are those that arguments may have; the canonicalization behind the pass folds the product.
// rule: V304
// input: @f([0], 5)
// before: (), memory ([0])
// after: (), memory ([5])
func.func @f(%m: memref<1xi32>, %x: i32) {
  %n = arith.constant -1 : index
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.store %x, %m[0] : memref<1xi32>
    }
  }
  return
}
