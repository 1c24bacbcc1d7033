module attributes {transform.with_named_sequence} {
  transform.named_sequence @x(%arg0: !transform.any_op {transform.consumed}, %arg1: !transform.param<i64> {transform.readonly}, %arg2: !transform.any_value {transform.readonly}, %ma: !transform.op<"memref.alloca"> {transform.consumed}, %mb: !transform.op<"memref.alloc"> {transform.consumed}, %me: !transform.op<"tensor.empty"> {transform.consumed}) {
    transform.affine.simplify_bounded_affine_ops %arg0 with[%arg0 : !transform.any_op] within [0] and [20] : !transform.any_op
    transform.affine.simplify_bounded_affine_ops %arg0 with[] within [] and [] : !transform.any_op
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.vector.lower_contraction lowering_strategy = llvmintr
      transform.apply_patterns.vector.lower_multi_reduction lowering_strategy = innerreduction
      transform.apply_patterns.vector.lower_transpose lowering_strategy = shuffle_1d avx2_lowering_strategy = true
      transform.apply_patterns.vector.lower_transpose
      transform.apply_patterns.vector.lower_transpose avx2_lowering_strategy = true
      transform.apply_patterns.vector.split_transfer_full_partial split_transfer_strategy = none
      transform.apply_patterns.vector.transfer_to_scf max_transfer_rank = 3 full_unroll = true
      transform.apply_patterns.gpu.unroll_vectors_subgroup_mma[1, 2, 3]
    } : !transform.any_op
    %0 = transform.func.cast_and_call @foo(%arg2) -> %arg2 after %arg0 : (!transform.any_op, !transform.any_value, !transform.any_value) -> !transform.any_op
    %1 = transform.func.cast_and_call %arg0 before %arg0 {
      transform.type_conversion.tensor.cast_shape_dynamic_dims ignore_dynamic_info
    } : (!transform.any_op, !transform.any_op) -> !transform.any_op
    %2 = transform.gpu.map_nested_forall_to_threads %arg0 block_dims = [1, 2, 3] sync_after_distribute = false warp_size = 4 : (!transform.any_op) -> !transform.any_op
    %3 = transform.structured.pack_greedily %arg0 matmul_packed_sizes = [1, 0, %arg0] matmul_padded_sizes_next_multiple_of = [0, 2, 0] matmul_inner_dims_order = [0, 1, 2] : (!transform.any_op, !transform.any_op) -> !transform.any_op
    %4 = transform.structured.pack_greedily %arg0 matmul_packed_sizes = [1, 2, 3] matmul_inner_dims_order = [0, 1, 2] : (!transform.any_op) -> !transform.any_op
    %padded, %pad = transform.structured.pad_tiling_interface %arg0 to padding_sizes [4, %arg0] pad_to_multiple_of {padding_values = [1]} : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %split_op, %combining_op, %forall_op = transform.structured.tile_reduction_using_forall %arg0 reduction_dims = [1] by num_threads = [1] tile_sizes = [2] mapping = [#gpu.thread<x>] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %5 = transform.tune.knob<"n"> = 2 : i64 from options = [1, 2] -> !transform.any_param
    %6 = transform.tune.knob<"n"> options = [1, 2] -> !transform.any_param
    %7 = transform.tune.alternatives<"z"> selected_region = %arg1 attributes {foo} : !transform.param<i64> -> !transform.param<i64> {
      transform.yield %arg1 : !transform.param<i64>
    }, {
      transform.yield %arg1 : !transform.param<i64>
    }
    transform.tune.alternatives<"z"> selected_region = 1 {
    }, {
    }
    transform.tune.alternatives<"z"> {
    }
    %tile_sizes, %chunk_sizes = transform.structured.continuous_tile_sizes %arg0 {dimension = 1 : i64, target_size = 2 : i64} : (!transform.any_op) -> !transform.any_op
    %8 = transform.irdl.collect_matching in %arg0 : (!transform.any_op) -> !transform.any_op attributes {a} {
      irdl.dialect @d {
        irdl.operation @o 
      }
    }
    %9 = transform.smt.constrain_params(%arg1) : (!transform.param<i64>) -> !transform.param<i64> {
    ^bb0(%arg3: !smt.int):
      smt.yield %arg3 : !smt.int
    }
    %allocated_buffer, %new_ops = transform.structured.bufferize_to_allocation %arg0 {emit_dealloc, memcpy_op = "linalg.copy", memory_space = 3 : i64} : !transform.any_op
    %10 = transform.structured.promote_tensor to 3 : i64 %arg2 : !transform.any_value
    transform.affine.simplify_min_max_affine_ops %arg0 : !transform.any_op
    transform.scf.take_assumed_branch %arg0 take_else_branch : (!transform.any_op) -> ()
    transform.scf.take_assumed_branch %arg0 : (!transform.any_op) -> ()
    %m0, %m1 = transform.memref.alloca_to_global %ma : (!transform.op<"memref.alloca">) -> (!transform.any_op, !transform.any_op)
    transform.memref.erase_dead_alloc_and_stores %arg0 : (!transform.any_op) -> ()
    %m2 = transform.memref.make_loop_independent %arg0 {num_loops = 1 : i64} : (!transform.any_op) -> !transform.any_op
    %m3 = transform.memref.multibuffer %mb {factor = 2 : i64, skip_analysis} : (!transform.op<"memref.alloc">) -> !transform.any_op
    %m4 = transform.tensor.make_loop_independent %arg0 {num_loops = 1 : i64} : (!transform.any_op) -> !transform.any_op
    %m5 = transform.bufferization.empty_tensor_to_alloc_tensor %me : (!transform.op<"tensor.empty">) -> !transform.op<"bufferization.alloc_tensor">
    %m6, %m7 = transform.func.deduplicate_func_args @foo at %arg0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %m8, %m9 = transform.func.replace_func_signature @foo args_interchange = [1, 0] results_interchange = [0] at %arg0 {adjust_func_calls} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %n0 = transform.dlti.query ["a", "b"] at %arg0 : (!transform.any_op) -> !transform.any_param
    %n1 = transform.gpu.map_forall_to_blocks %arg0 generate_gpu_launch grid_dims = [4, 2, 1] : (!transform.any_op) -> !transform.any_op
    %n2 = transform.gpu.map_forall_to_blocks %arg0 : (!transform.any_op) -> !transform.any_op
    %n3, %n4 = transform.structured.gpu.map_copy_to_threads %arg0 total_num_threads = 32 desired_bit_alignment = 128 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %n5 = transform.nvgpu.create_async_groups %arg0 {bypass_l1} : (!transform.any_op) -> !transform.any_op
    transform.nvgpu.rewrite_copy_as_tma %arg0 : (!transform.any_op) -> ()
    transform.nvgpu.rewrite_matmul_as_mma_sync %arg0 : (!transform.any_op) -> ()
    %n6 = transform.xegpu.get_desc_op %arg2 : (!transform.any_value) -> !transform.any_op
    %n7 = transform.sparse_tensor.match.sparse_inout %arg0 : (!transform.any_op) -> !transform.any_op
    %n8 = transform.structured.decompose_winograd_op %arg0 : (!transform.any_op) -> !transform.any_op
    %n9 = transform.structured.winograd_conv2d %arg0 {fmr = 0 : i32} : (!transform.any_op) -> !transform.any_op
    %o0 = transform.structured.hoist_pad.build_packing_loop_nest %arg0 above %arg0, transpose by [1, 0] : (!transform.any_op, !transform.any_op) -> !transform.any_op
    transform.apply_patterns to %arg0 {
      transform.apply_patterns.arm_neon.vector_contract_to_bfmmla
      transform.apply_patterns.arm_neon.vector_contract_to_i8mm
      transform.apply_patterns.arm_sve.vector_contract_to_bfmmla
      transform.apply_patterns.arm_sve.vector_contract_to_i8mm
      transform.apply_patterns.gpu.eliminate_barriers
      transform.apply_patterns.gpu.gpu_rewrite_patterns
      transform.apply_patterns.gpu.gpu_shuffle_to_amdgpu
      transform.apply_patterns.gpu.gpu_shuffle_to_amdgpu chipset = "gfx950"
      transform.apply_patterns.memref.alloc_to_alloca size_limit(32)
      transform.apply_patterns.memref.alloc_to_alloca
      transform.apply_patterns.vector.lower_contraction
      transform.apply_patterns.vector.split_transfer_full_partial split_transfer_strategy = "vector-transfer"
      transform.apply_patterns.x86vector.sink_vector_producer_ops
      transform.apply_patterns.x86vector.vector_contract_bf16_to_fma
      transform.apply_patterns.x86vector.vector_contract_to_fma
      transform.apply_patterns.x86vector.vector_contract_to_packed_type_dot_product
    } : !transform.any_op
    transform.apply_conversion_patterns to %arg0 {
      transform.apply_conversion_patterns.gpu.gpu_subgroup_reduce_to_nvvm
      transform.apply_conversion_patterns.gpu.gpu_to_nvvm {benefit = 2 : i16}
      transform.apply_conversion_patterns.gpu.gpu_to_rocdl chipset = "gfx950"
      transform.apply_conversion_patterns.gpu.gpu_wmma_to_nvvm
      transform.apply_conversion_patterns.nvgpu.nvgpu_to_nvvm
    } : !transform.any_op
    transform.yield 
  }
}
