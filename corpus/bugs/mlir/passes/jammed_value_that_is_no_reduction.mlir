// what: affine-loop-unroll-jam drops all iterations but every second of a loop that carries a value which is no reduction.
// expected: affine.for: "The region must terminate with an `affine.yield` that passes all the current iteration variables to the next iteration, or to the `affine.for`'s results if at the last iteration."
// pass: --pass-pipeline=builtin.module(func.func(affine-loop-unroll-jam{unroll-jam-factor=2}))
// pattern: AffineLoopUnrollAndJam, loopUnrollJamByFactor (mlir/lib/Dialect/Affine/Utils/LoopUtils.cpp)
// cause: This step has no legality check for carried values that are no reductions, such as differences, products with themselves, results of inner loops, and sums that the body uses besides: each copy begins with the initial value, and the results of all but the first are not used.
// rule: V301
// input: @f(5, 1)
// before: (5)
// after: (-4)
func.func @f(%x: i32, %y: i32) -> i32 {
  %r = affine.for %i = 0 to 2 iter_args(%a = %x) -> (i32) {
    %0 = arith.subi %y, %a : i32
    affine.yield %0 : i32
  }
  return %r : i32
}
