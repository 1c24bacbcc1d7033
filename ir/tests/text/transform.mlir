module attributes {transform.with_named_sequence} {
  transform.named_sequence private @foo(%a: !transform.any_op {transform.readonly}, %b: !transform.param<i64>) -> (!transform.any_op) attributes {x.y} {
    transform.yield %a : !transform.any_op
  }
  transform.sequence failures(suppress) { ^bb0(%arg0: !transform.any_op):
    transform.sequence %arg0 : !transform.any_op failures(propagate) { ^bb1(%arg1: !transform.any_op): transform.yield }
    %m = transform.merge_handles %arg0, %arg0 : !transform.any_op
    %c = transform.cast %arg0 : !transform.any_op to !transform.op<"scf.for">
    transform.print %arg0 {name = "x"} : !transform.any_op
  }
}
