module attributes {transform.with_named_sequence} {
transform.named_sequence @structured(%root: !transform.any_op) {
  %m = transform.match.structured failures(propagate) %root : (!transform.any_op) -> !transform.param<i64> {
  ^bb0(%a: !transform.any_op):
    transform.match.structured.body %a {reduction_position = 0} : !transform.any_op
    transform.match.structured.body %a {passthrough} : !transform.any_op
    %batch, %p, %n, %k = transform.match.structured.classify_contraction_dims %a : (!transform.any_op) -> (!transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>)
    %c:8 = transform.match.structured.classify_convolution_dims %a : (!transform.any_op) -> (!transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>)
    transform.match.structured.dim %a[all] {parallel} : !transform.any_op
    %d = transform.match.structured.dim %a[0, -1] {reduction} : (!transform.any_op) -> !transform.param<i64>
    %i = transform.match.structured.init %a[0] : (!transform.any_op) -> !transform.any_value
    transform.match.structured.init %a[except(1)] {permutation} : !transform.any_op
    %v0 = transform.match.structured.input %a[0] {projected_permutation} : (!transform.any_op) -> !transform.any_value
    %w = transform.match.structured.elemental_bitwidth %v0 : (!transform.any_value) -> !transform.param<i64>
    %ni = transform.match.structured.num_inits %a : (!transform.any_op) -> !transform.param<i64>
    %nu = transform.match.structured.num_inputs %a : (!transform.any_op) -> !transform.param<i64>
    %r = transform.match.structured.rank %a : (!transform.any_op) -> !transform.param<i64>
    %s = transform.match.structured.result %a[0] {any} : (!transform.any_op) -> !transform.any_op
    %s1 = transform.match.structured.result %a[0] single {foo} : (!transform.any_op) -> !transform.any_op
    transform.match.structured.yield %r : !transform.param<i64>
  }
  transform.match.structured %root : !transform.any_op {
  ^bb0(%a: !transform.any_op):
    transform.match.structured.yield
  }
  %f = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.op<"scf.for">
  %l = transform.nvgpu.pipeline_shared_memory_copies failures(propagate) %f {depth = 2 : i64} : (!transform.op<"scf.for">) -> !transform.any_op
  %l1 = transform.nvgpu.pipeline_shared_memory_copies failures(suppress) %f {depth = 2 : i64, peel_epilogue} : (!transform.op<"scf.for">) -> !transform.any_op
  %x = transform.structured.replace %root {
    "test.op"() : () -> ()
  } : (!transform.any_op) -> !transform.any_op
  %v = transform.get_result %root[0] : (!transform.any_op) -> !transform.any_value
  %q = transform.param.constant 1 -> !transform.any_param
  transform.xegpu.convert_layout %v input_sg_layout = [8, 4] input_sg_data = [32, 32] target_sg_layout = [%q, 4] target_sg_data = [32, 32] target_inst_data = [8, 16] : (!transform.any_value, !transform.any_param) -> !transform.any_op
  %g = transform.xegpu.insert_prefetch %v nb_prefetch = 1 : (!transform.any_value) -> !transform.any_op
  %g1 = transform.xegpu.insert_prefetch %v nb_prefetch = %q : (!transform.any_value, !transform.any_param) -> !transform.any_op
  %h = transform.xegpu.set_desc_layout %root sg_layout = [8, %q] sg_data = [32, 32] inst_data = [8, 16] slice_dims = [0] : (!transform.any_op, !transform.any_param) -> !transform.any_op
  transform.xegpu.set_gpu_launch_threads %root threads = [8, 4, %q] : !transform.any_op, !transform.any_param
  transform.xegpu.set_op_layout_attr %root result index = 1 sg_layout = [8, 4] sg_data = [32, 32] : !transform.any_op
  transform.yield
}
}
