// what: transform.loop.coalesce makes an operation that the verifier refuses of a nest whose inner loop has no iteration.
// expected: scf.for: "the iteration is executed iff the comparison of induction variable value is less than the upper bound and bigger or equal to the lower bound". A step that cannot coalesce loops leaves them as they are.
// pass: --transform-interpreter
// pattern: LoopCoalesceOp, coalesceLoops, delinearizeInductionVariable (mlir/lib/Dialect/SCF/Utils/Utils.cpp)
// cause: The numbers of iterations are the basis of affine.delinearize_index, without a look at whether one is known to be 0, which a basis may not be.
// rule: X703
// after: leaves an ill-formed program: 'affine.delinearize_index' op no basis element may be statically non-positive
module attributes {transform.with_named_sequence} {
  func.func @f(%n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      scf.for %j = %c0 to %c0 step %c1 {
      }
    } {outer}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loop = transform.structured.match attributes {outer} in %root : (!transform.any_op) -> !transform.any_op
    %one = transform.loop.coalesce %loop : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
