module attributes {transform.with_named_sequence} {
  transform.named_sequence @tile(%f: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %l = transform.structured.match ops{["scf.for"]} in %f : (!transform.any_op) -> !transform.any_op
    transform.loop.unroll %l {factor = 2 : i64} : !transform.any_op
    transform.yield %l : !transform.any_op
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %l = transform.include @tile failures(propagate) (%f) : (!transform.any_op) -> !transform.any_op
    %a, %b = transform.split_handle %l : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.foreach %f : !transform.any_op {
    ^bb0(%g: !transform.any_op):
      transform.apply_cse to %g : !transform.any_op
    }
    %m = transform.merge_handles %a, %b : !transform.any_op
    transform.apply_registered_pass "canonicalize" to %f : (!transform.any_op) -> !transform.any_op
    transform.annotate %m "seen" : !transform.any_op
    transform.yield
  }
  func.func @f(%c: index, %m: memref<8xf32>, %v: f32) {
    %z = arith.constant 0 : index
    scf.for %i = %z to %c step %c {
      memref.store %v, %m[%i] : memref<8xf32>
    }
    return
  }
}
