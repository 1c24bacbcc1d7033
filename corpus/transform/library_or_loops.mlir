// The library is tried first. The nest is no product, so that the alternative is undone and the second one runs.
module attributes {transform.with_named_sequence} {
  func.func @scaled(%x: memref<16xi32>, %y: memref<16xi32>, %a: i32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    scf.for %i = %c0 to %c16 step %c1 {
      %u = memref.load %x[%i] : memref<16xi32>
      %v = arith.muli %a, %u : i32
      memref.store %v, %y[%i] : memref<16xi32>
    }
    return
  }
  transform.named_sequence private @assay.to_library(%loop: !transform.any_op {transform.consumed}, %library: !transform.any_param {transform.readonly}) -> !transform.any_op
  transform.named_sequence private @assay.loop_vectorize(%loop: !transform.any_op {transform.consumed}, %width: !transform.param<i64> {transform.readonly}) -> !transform.any_op
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %function = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.alternatives %function : !transform.any_op {
    ^bb0(%scope: !transform.any_op):
      %loop = transform.structured.match ops{["scf.for"]} in %scope : (!transform.any_op) -> !transform.any_op
      %gemm = transform.param.constant "gemm" -> !transform.any_param
      %call = transform.include @assay.to_library failures(propagate) (%loop, %gemm) : (!transform.any_op, !transform.any_param) -> !transform.any_op
    }, {
    ^bb0(%scope: !transform.any_op):
      %loop = transform.structured.match ops{["scf.for"]} in %scope : (!transform.any_op) -> !transform.any_op
      %four = transform.param.constant 4 : i64 -> !transform.param<i64>
      %vectors = transform.include @assay.loop_vectorize failures(propagate) (%loop, %four) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    }
    transform.yield
  }
}
