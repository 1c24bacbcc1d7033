// The store of one iteration is read by an iteration of the next row that comes earlier in it: jamming reverses the two.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %all = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %inner, %outer = transform.split_handle %all : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.loop.unroll_and_jam %outer {factor = 2} : !transform.any_op
    transform.yield
  }
}
