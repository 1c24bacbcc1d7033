// what: affine-loop-coalescing gives a nest of scf.for without iterations some, where both upper bounds are negative.
// expected: scf.for: "The lower and upper bounds specify a half-open range: the iteration is executed iff the comparison of induction variable value is less than the upper bound and bigger or equal to the lower bound."
// pass: --pass-pipeline=builtin.module(func.func(affine-loop-coalescing))
// pattern: LoopCoalescing, coalesceLoops (mlir/lib/Dialect/SCF/Utils/Utils.cpp)
// cause: This step has no legality check for open bounds: the number of iterations of the one loop is the product of the differences of the bounds, which is positive where two are negative. transform.loop.coalesce calls the same function.
// rule: V302
// input: @f([2], -1, -1, 2)
// before: (), memory ([2])
// after: undefined behaviour at `affine.delinearize_index` (an affine divisor is not positive)
func.func @f(%m: memref<1xi32>, %n: index, %k: index, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %k step %c1 {
      memref.store %x, %m[%c0] : memref<1xi32>
    }
  }
  return
}
