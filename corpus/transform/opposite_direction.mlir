// The element that a turn writes is read one row further down and one column further left: the loops may not change places.
module attributes {transform.with_named_sequence} {
  func.func @skewed(%m: memref<6x8xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c5 = arith.constant 5 : index
    %c8 = arith.constant 8 : index
    scf.for %i = %c0 to %c5 step %c1 {
      scf.for %j = %c1 to %c8 step %c1 {
        %down = arith.addi %i, %c1 : index
        %left = arith.subi %j, %c1 : index
        %x = memref.load %m[%i, %j] : memref<6x8xi32>
        memref.store %x, %m[%down, %left] : memref<6x8xi32>
      }
    }
    return
  }
  transform.named_sequence private @assay.loop_interchange(%outer: !transform.any_op {transform.consumed}, %inner: !transform.any_op {transform.readonly}) -> (!transform.any_op, !transform.any_op)
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %j, %i = transform.split_handle %loops : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %outer, %inner = transform.include @assay.loop_interchange failures(propagate) (%i, %j) : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
