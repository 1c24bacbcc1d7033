module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %fill = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.annotate %fill "one" : !transform.any_op
    %size = transform.param.constant 4 : i64 -> !transform.any_param
    %tiled, %loop = transform.structured.tile_using_for %fill tile_sizes [%size] : (!transform.any_op, !transform.any_param) -> (!transform.any_op, !transform.any_op)
    transform.annotate %loop "two" : !transform.any_op
    transform.yield
  }
}
