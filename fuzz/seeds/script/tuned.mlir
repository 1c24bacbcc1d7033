module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.tune.alternatives<"a"> selected_region = 1 { transform.yield }, { transform.yield }
    transform.tune.alternatives<"b"> selected_region = 1 { transform.yield }, { transform.yield }
    transform.yield
  }
}
