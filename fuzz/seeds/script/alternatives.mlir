module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.sequence %root : !transform.any_op failures(suppress) {
    ^bb0(%arg: !transform.any_op):
      %p = transform.param.constant 4 : i64 -> !transform.param<i64>
      %f = transform.structured.match ops{["linalg.matmul"]} in %arg : (!transform.any_op) -> !transform.any_op
      transform.alternatives %f : !transform.any_op {
      ^bb0(%x: !transform.any_op):
        %parent = transform.get_parent_op %x : (!transform.any_op) -> !transform.any_op
      }, {
      ^bb0(%y: !transform.any_op):
      }
    }
    transform.yield
  }
}
