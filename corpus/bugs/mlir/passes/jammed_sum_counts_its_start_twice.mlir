// what: affine-loop-unroll-jam starts each copy of a sum with the initial value of the sum, which the result has once for each copy then.
// expected: affine.for: "The region must terminate with an `affine.yield` that passes all the current iteration variables to the next iteration, or to the `affine.for`'s results if at the last iteration."
// pass: --pass-pipeline=builtin.module(func.func(affine-loop-unroll-jam{unroll-jam-factor=2}))
// pattern: AffineLoopUnrollAndJam, loopUnrollJamByFactor (mlir/lib/Dialect/Affine/Utils/LoopUtils.cpp)
// cause: This step has no legality check for initial values other than the neutral element, in reductions by any operation that is not idempotent: the copies have the same initial value, and their results are combined.
// rule: V301
// input: @f(5, 1)
// before: (7)
// after: (12)
func.func @f(%x: i32, %y: i32) -> i32 {
  %r = affine.for %i = 0 to 2 iter_args(%a = %x) -> (i32) {
    %0 = arith.addi %a, %y : i32
    affine.yield %0 : i32
  }
  return %r : i32
}
