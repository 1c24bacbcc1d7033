// what: transform.loop.unroll_and_jam crashes on a loop that has no iteration.
// expected: scf.for allows a lower bound above the upper bound: "the iteration is executed iff the comparison of induction variable value is less than the upper bound and bigger or equal to the lower bound". A step that cannot unroll a loop leaves it as it is.
// pass: --transform-interpreter
// pattern: LoopUnrollAndJamOp, loopUnrollJamByFactor (mlir/lib/Dialect/SCF/Utils/Utils.cpp)
// cause: The function lowers the factor to the number of iterations, which is 0 here, and makes a vector of one element less than the factor. affine-loop-unroll-jam gives up where there are fewer iterations than the factor.
// rule: X701
// after: crashes with signal 6: LLVM ERROR: SmallVector unable to grow. Requested capacity (18446744073709551615) is larger than maximum value for size type (4294967295)
module attributes {transform.with_named_sequence} {
  func.func @f(%n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %c0 step %c1 {
      scf.for %j = %c0 to %n step %c1 {
      }
    } {outer}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loop = transform.structured.match attributes {outer} in %root : (!transform.any_op) -> !transform.any_op
    transform.loop.unroll_and_jam %loop {factor = 2 : i64} : !transform.any_op
    transform.yield
  }
}
