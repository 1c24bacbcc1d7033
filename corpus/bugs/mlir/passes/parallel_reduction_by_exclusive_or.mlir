// what: affine-parallelize makes an affine.parallel that the verifier refuses of a loop that reduces by arith.xori.
// expected: AtomicRMWKind has `xori`, and a loop that reduces by it may run in parallel. A pass that cannot write a reduction leaves the loop as it is.
// pass: --pass-pipeline=builtin.module(func.func(affine-parallelize{parallel-reductions=1}))
// pattern: AffineParallelOp::verify, isResultTypeMatchAtomicRMWKind (mlir/lib/Dialect/Affine/IR/AffineOps.cpp)
// cause: The list of types by kinds of reductions has no `xori`, which getReductionOp finds; of the maximum and minimum of integers it asks for types with a sign, which operands of arith.maxsi and the like never have, so that these fail in the same way.
// rule: X703
// after: leaves an ill-formed program: 'affine.parallel' op result type cannot match reduction attribute
func.func @f(%x: i8) -> i8 {
  %r = affine.for %i = 0 to 3 iter_args(%sum = %x) -> (i8) {
    %0 = arith.xori %sum, %x : i8
    affine.yield %0 : i8
  }
  return %r : i8
}
