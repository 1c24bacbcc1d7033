module attributes {transform.with_named_sequence} {
  func.func private @payload(%a: i32)
  transform.named_sequence @use_up(%loop: !transform.any_op {transform.readonly}, %p: !transform.param<i64> {transform.readonly}) -> (!transform.any_op, !transform.any_value) attributes {foo} {
    %v = transform.get_operand %loop[0] : (!transform.any_op) -> !transform.any_value
    transform.yield %loop, %v : !transform.any_op, !transform.any_value
  }
  transform.named_sequence private @ext(!transform.any_op {transform.readonly}) -> !transform.any_op
  transform.named_sequence @match(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %op ["scf.for", "scf.while"] : !transform.any_op
    transform.match.operation_empty %op : !transform.any_op
    %c = transform.param.constant 1 : i64 -> !transform.param<i64>
    %d = transform.num_associations %op : (!transform.any_op) -> !transform.param<i64>
    transform.match.param.cmpi eq %c, %d : !transform.param<i64>
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @match2(%op: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.yield %op : !transform.any_op
  }
  transform.named_sequence @act(%op: !transform.any_op {transform.readonly}) {
    transform.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %p = transform.param.constant 4 : i64 -> !transform.param<i64>
    %q = transform.param.constant "x" {a} -> !transform.any_param
    %ops = transform.structured.match ops{["scf.for", "scf.if"]} in %root : (!transform.any_op) -> !transform.any_op
    %iface = transform.structured.match interface{LoopLikeInterface} in %root : (!transform.any_op) -> !transform.any_op
    %attrs = transform.structured.match ops{["linalg.matmul"]} attributes {a = 1 : i32} filter_result_type = f32 filter_operand_types = [f32, i32] in %root : (!transform.any_op) -> !transform.op<"linalg.matmul">
    %3:2 = transform.include @use_up failures(propagate) (%ops, %p) : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_value)
    transform.include @act failures(suppress) (%root) : (!transform.any_op) -> ()
    transform.annotate %root "done" : !transform.any_op
    transform.annotate %root "with" = %p : !transform.any_op, !transform.param<i64>
    transform.loop.unroll %ops {factor = 4} : !transform.any_op
    %par = transform.get_parent_op %iface {op_name = "scf.for", nth_parent = 2} : (!transform.any_op) -> !transform.any_op
    %par2 = transform.get_parent_op %iface {isolated_from_above, deduplicate} : (!transform.any_op) -> !transform.any_op
    %low = transform.apply_registered_pass "convert-scf-to-cf" to %par : (!transform.any_op) -> !transform.any_op
    %low2 = transform.apply_registered_pass "canonicalize" with options = {"max-iterations" = %p, "test-convergence" = true, "xs" = [1, 2]} to %low {foo} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %cast = transform.cast %low2 : !transform.any_op to !transform.op<"func.func">
    %m = transform.merge_handles %cast, %cast : !transform.op<"func.func">
    %m2 = transform.merge_handles deduplicate %low2, %low2 {foo} : !transform.any_op
    %s:2 = transform.split_handle %m2 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %t:2 = transform.split_handle %s#0 {fail_on_payload_too_small = false, overflow_result = 1} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.print %t#0 : !transform.any_op
    transform.print %t#0 {name = "hello"} : !transform.any_op
    transform.print
    transform.print {name = "all", skip_regions}
    transform.apply_cse to %t#0 : !transform.any_op
    transform.apply_dce to %t#0 : !transform.any_op
    transform.apply_licm to %t#0 : !transform.any_op
    transform.verify %t#0 : !transform.any_op
    %sel = transform.select "func.func" in %t#0 : (!transform.any_op) -> !transform.any_op
    %def = transform.get_defining_op %3#1 : (!transform.any_value) -> !transform.any_op
    %res = transform.get_result %t#1[0, 1] : (!transform.any_op) -> !transform.any_value
    %res2 = transform.get_result %t#1[all] : (!transform.any_op) -> !transform.any_value
    %res3 = transform.get_result %t#1[except(0)] : (!transform.any_op) -> !transform.any_value
    %ty = transform.get_type elemental %res : (!transform.any_value) -> !transform.type
    %prod = transform.get_producer_of_operand %t#1[0] : (!transform.any_op) -> !transform.any_op
    %cons = transform.get_consumers_of_result %t#1[1] : (!transform.any_op) -> !transform.any_op
    %col = transform.collect_matching @match in %t#1 : (!transform.any_op) -> !transform.any_op
    %fm = transform.foreach_match in %t#1 @match -> @act, @match2 -> @act : (!transform.any_op) -> !transform.any_op
    %fm2 = transform.foreach_match restrict_root flatten_results in %fm @match -> @act : (!transform.any_op) -> !transform.any_op
    %rep = transform.replicate num(%fm2) %p : !transform.any_op, !transform.param<i64>
    transform.foreach %fm2 : !transform.any_op {
    ^bb0(%arg: !transform.any_op):
      transform.print %arg : !transform.any_op
    }
    %fe = transform.foreach %fm2, %col with_zip_shortest : !transform.any_op, !transform.any_op -> !transform.any_op {
    ^bb0(%arg: !transform.any_op, %arg2: !transform.any_op):
      transform.yield %arg : !transform.any_op
    } {foo}
    transform.apply_patterns to %fm2 {
      transform.apply_patterns.canonicalization
      transform.apply_patterns.scf.for_loop_canonicalization
      transform.apply_patterns.linalg.tiling_canonicalization
      transform.apply_patterns.vector.lower_outerproduct
      transform.apply_patterns.tensor.fold_tensor_empty {fold_single_use_only = true}
    } {apply_cse, max_iterations = 5} : !transform.any_op
    transform.apply_patterns to %fm2 {
    } : !transform.any_op
    transform.apply_conversion_patterns to %fm2 {
      transform.apply_conversion_patterns.dialect_to_llvm "math"
      transform.apply_conversion_patterns.func.func_to_llvm
    } with type_converter {
      transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter
    } {legal_dialects = ["func"], partial_conversion} : !transform.any_op
    transform.alternatives %root : !transform.any_op {
    ^bb0(%scope: !transform.any_op):
      transform.yield
    }, {
    ^bb0(%scope: !transform.any_op):
      transform.print %scope : !transform.any_op
    }
    transform.yield
  }
  transform.sequence failures(propagate) {
  ^bb0(%arg: !transform.any_op):
    %r = transform.alternatives %arg : !transform.any_op -> !transform.any_op attributes {foo} {
    ^bb0(%scope: !transform.any_op):
      transform.yield %scope : !transform.any_op
    }
    transform.sequence %r : !transform.any_op failures(suppress) {
    ^bb0(%arg1: !transform.any_op):
    }
    %s = transform.sequence %r, %r, %r : (!transform.any_op, !transform.any_op, !transform.any_op) -> !transform.any_op failures(propagate) attributes {foo} {
    ^bb0(%a1: !transform.any_op, %a2: !transform.any_op, %a3: !transform.any_op):
      transform.yield %a1 : !transform.any_op
    }
  }
  transform.sequence failures(propagate) {
  ^bb0(%arg: !transform.any_op):
    %t, %l:2 = transform.structured.tile_using_for %arg tile_sizes [4, 0, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %p = transform.param.constant 4 : i64 -> !transform.param<i64>
    %t1, %l1:2 = transform.structured.tile_using_for %t tile_sizes [%p, [4]] interchange = [1, 0] {foo} : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %tf, %lf = transform.structured.tile_using_forall %t1 num_threads [10, 20] (mapping = [#gpu.thread<y>, #gpu.thread<x>]) : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %tg, %lg = transform.structured.tile_using_forall %tf tile_sizes [%p, 8] : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %f, %fl = transform.structured.fuse %tg tile_sizes [4] interchange [0] {apply_cleanup} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %fi, %fc = transform.structured.fuse_into_containing_op %f into %fl : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %g = transform.structured.generalize %fi : (!transform.any_op) -> !transform.any_op
    %sp = transform.structured.specialize %g : (!transform.any_op) -> !transform.any_op
    %i = transform.structured.interchange %sp iterator_interchange = [1, 0] : (!transform.any_op) -> !transform.any_op
    %d = transform.structured.decompose %i : (!transform.any_op) -> !transform.any_op
    %v = transform.structured.vectorize_children_and_apply_patterns %d {vectorize_padding} : (!transform.any_op) -> !transform.any_op
    %v1:3 = transform.split_handle %v : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.structured.vectorize %v1#0 vector_sizes [8, [4]] : !transform.any_op
    transform.structured.vectorize %v1#1 : !transform.any_op
    %v2:2 = transform.split_handle %v1#2 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.structured.vectorize %v2#0 vector_sizes [%p, 4] {create_named_contraction} : !transform.any_op, !transform.param<i64>
    %pr = transform.structured.promote %v2#1 {operands_to_promote = [0, 1]} : (!transform.any_op) -> !transform.any_op
    %sc = transform.structured.scalarize %pr : (!transform.any_op) -> !transform.any_op
    %cl = transform.structured.split %sc after 42 {dimension = 0} : !transform.any_op
    %x:2 = transform.split_handle %cl : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %sr, %sc2, %sc3, %sc4 = transform.structured.split_reduction %x#0 {split_factor = 4, insert_split_dimension = 2} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %conv = transform.structured.convert_to_loops %sc2 : (!transform.any_op) -> !transform.any_op
    %op = transform.structured.rewrite_in_destination_passing_style %conv : (!transform.any_op) -> !transform.any_op
    %hoist = transform.structured.hoist_redundant_vector_transfers %op : (!transform.any_op) -> !transform.any_op
  }
  transform.sequence failures(propagate) {
  ^bb0(%arg: !transform.op<"scf.for">):
    %pl:2 = transform.loop.peel %arg {peel_front = true} : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.any_op)
    %c = transform.cast %pl#0 : !transform.any_op to !transform.op<"scf.for">
    %pp = transform.loop.pipeline %c {iteration_interval = 2} : (!transform.op<"scf.for">) -> !transform.any_op
    %o:2 = transform.loop.outline %pp {func_name = "foo"} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %co = transform.loop.coalesce %o#0 : (!transform.any_op) -> !transform.any_op
    %fs = transform.loop.fuse_sibling %co into %o#1 : (!transform.any_op, !transform.any_op) -> !transform.any_op
    %fz:2 = transform.split_handle %fs : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %ff = transform.loop.forall_to_for %fz#0 : (!transform.any_op) -> !transform.any_op
    %fp = transform.loop.forall_to_parallel %ff : (!transform.any_op) -> !transform.any_op
    %fy:2 = transform.split_handle %fp : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.loop.hoist_loop_invariant_subsets %fp : !transform.any_op
    transform.loop.promote_if_one_iteration %fy#0 : !transform.any_op
    transform.loop.unroll_and_jam %fy#1 {factor = 2} : !transform.any_op
    transform.debug.emit_remark_at %arg, "here" : !transform.op<"scf.for">
    %b = transform.bufferization.one_shot_bufferize %fz#1 {bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
    %b2 = transform.bufferization.one_shot_bufferize layout{IdentityLayoutMap} %b : (!transform.any_op) -> !transform.any_op
  }
  transform.with_pdl_patterns {
  ^bb0(%arg0: !transform.any_op):
    pdl.pattern @pdl_target : benefit(1) {
      %0 = pdl.operation "foo.bar"
      pdl.rewrite %0 with "transform.dialect"
    }
    transform.sequence %arg0 : !transform.any_op failures(propagate) {
    ^bb1(%arg1: !transform.any_op):
      %0 = transform.pdl_match @pdl_target in %arg1 : (!transform.any_op) -> !transform.any_op
    }
  }
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @groups(%root: !transform.any_op) {
    transform.apply_patterns to %root {
      transform.apply_patterns.linalg.decompose_pack_unpack
      transform.apply_patterns.linalg.decompose_pad
      transform.apply_patterns.linalg.erase_unnecessary_inputs
      transform.apply_patterns.linalg.fold_add_into_dest
      transform.apply_patterns.linalg.fold_pack_unpack_into_empty
      transform.apply_patterns.linalg.fold_unit_extent_dims_via_reshapes
      transform.apply_patterns.linalg.fold_unit_extent_dims_via_slices
      transform.apply_patterns.linalg.pad_vectorization
      transform.apply_patterns.memref.expand_ops
      transform.apply_patterns.memref.expand_strided_metadata
      transform.apply_patterns.memref.extract_address_computations
      transform.apply_patterns.memref.fold_memref_alias_ops
      transform.apply_patterns.memref.resolve_ranked_shaped_type_result_dims
      transform.apply_patterns.tensor.bubble_up_extract_slice
      transform.apply_patterns.tensor.decompose_concat
      transform.apply_patterns.tensor.drop_redundant_insert_slice_rank_expansion
      transform.apply_patterns.tensor.fold_into_pack_and_unpack
      transform.apply_patterns.tensor.fold_tensor_subset_ops
      transform.apply_patterns.tensor.fold_tensor_subset_ops_into_vector_transfers
      transform.apply_patterns.tensor.merge_consecutive_insert_extract_slice
      transform.apply_patterns.tensor.reassociative_reshape_folding
      transform.apply_patterns.tensor.rewrite_as_constant aggressive {foo}
      transform.apply_patterns.vector.cast_away_vector_leading_one_dim
      transform.apply_patterns.vector.drop_inner_most_unit_dims_from_xfer_ops
      transform.apply_patterns.vector.drop_unit_dims_with_shape_cast
      transform.apply_patterns.vector.elementwise_to_vector
      transform.apply_patterns.vector.fold_arith_extension
      transform.apply_patterns.vector.interleave_to_shuffle
      transform.apply_patterns.vector.lower_bitcast
      transform.apply_patterns.vector.lower_broadcast
      transform.apply_patterns.vector.lower_create_mask
      transform.apply_patterns.vector.lower_gather
      transform.apply_patterns.vector.lower_interleave
      transform.apply_patterns.vector.lower_masked_transfers
      transform.apply_patterns.vector.lower_masks
      transform.apply_patterns.vector.lower_scan
      transform.apply_patterns.vector.lower_shape_cast
      transform.apply_patterns.vector.lower_transfer max_transfer_rank = 2
      transform.apply_patterns.vector.materialize_masks
      transform.apply_patterns.vector.rank_reducing_subview_patterns
      transform.apply_patterns.vector.reduction_to_contract
      transform.apply_patterns.vector.rewrite_narrow_types
      transform.apply_patterns.vector.sink_mem_ops
      transform.apply_patterns.vector.sink_ops
      transform.apply_patterns.vector.transfer_permutation_patterns
      transform.apply_patterns.vector.unroll_from_elements
      transform.apply_patterns.vector.unroll_to_elements
      transform.apply_patterns.tensor.rewrite_as_constant
      transform.apply_patterns.vector.lower_transfer
    } : !transform.any_op
    transform.apply_conversion_patterns to %root {
      transform.apply_conversion_patterns.scf.scf_to_control_flow
      transform.apply_conversion_patterns.scf.structural_conversions
      transform.apply_conversion_patterns.vector.vector_to_llvm {reassociate_fp_reductions = true}
    } : !transform.any_op
    transform.yield
  }
  transform.named_sequence @rest(%root: !transform.any_op) {
    %h:24 = transform.split_handle %root : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %p = transform.param.constant 4 : i64 -> !transform.param<i64>
    transform.bufferization.buffer_loop_hoisting %h#0 : !transform.any_op
    transform.bufferization.eliminate_empty_tensors %h#0 : !transform.any_op
    transform.debug.emit_param_as_remark %p : !transform.param<i64>
    transform.debug.emit_param_as_remark %p, "text" at %h#0 {foo} : !transform.param<i64>, !transform.any_op
    %0 = transform.loop.parallel_for_to_nested_fors %h#1 : (!transform.any_op) -> !transform.any_op
    %1:2 = transform.structured.convert_conv2d_to_img2col %h#2 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %2 = transform.structured.decompose_interface %h#3 : (!transform.any_op) -> !transform.any_op
    transform.structured.eliminate_empty_tensors %h#0 : !transform.any_op
    %3 = transform.structured.flatten_elementwise %h#4 : (!transform.any_op) -> !transform.any_op
    %4 = transform.structured.hoist_redundant_vector_broadcasts %h#5 : (!transform.any_op) -> !transform.any_op
    %5 = transform.structured.insert_slice_to_copy %h#6 : (!transform.any_op) -> !transform.any_op
    %6 = transform.structured.linalg_copy_to_memref %h#7 : (!transform.any_op) -> !transform.any_op
    %7 = transform.cast %h#8 : !transform.any_op to !transform.op<"linalg.pack">
    %8:3 = transform.structured.lower_pack %7 {lowerPadLikeWithInsertSlice = false} : (!transform.op<"linalg.pack">) -> (!transform.op<"tensor.pad">, !transform.op<"tensor.expand_shape">, !transform.op<"linalg.transpose">)
    %9 = transform.cast %h#9 : !transform.any_op to !transform.op<"linalg.unpack">
    %10:4 = transform.structured.lower_unpack %9 : (!transform.op<"linalg.unpack">) -> (!transform.op<"tensor.empty">, !transform.op<"linalg.transpose">, !transform.op<"tensor.collapse_shape">, !transform.op<"tensor.extract_slice">)
    %11 = transform.structured.hoist_pad %8#0 by 1 loops, transpose by [1, 0] : (!transform.op<"tensor.pad">) -> !transform.any_op
    %12 = transform.structured.hoist_pad %h#10 by 2 loops {foo} : (!transform.any_op) -> !transform.any_op
    %13:3 = transform.structured.multitile_sizes %h#11 {dimension = 0, target_size = 4} : (!transform.any_op) -> !transform.any_op
    %14 = transform.structured.pack %h#12 packed_sizes = [0, %1#0, 4] : (!transform.any_op, !transform.any_op) -> !transform.op<"linalg.generic">
    %15:3 = transform.structured.pack_transpose %h#13 with_compute_op(%h#14) outer_perm = [1, 0] inner_perm = [0] : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %16:3 = transform.structured.pad %h#15 pad_to_multiple_of [%p, 8] use_prescribed_tensor_shapes {padding_dimensions = [0, 1], padding_values = [0.0 : f32]} : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %17:3 = transform.structured.pad %h#16 {padding_dimensions = [0]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %18:4 = transform.structured.tile_reduction_using_for %h#17 by tile_sizes = [0, 5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %19:4 = transform.structured.tile_reduction_using_for %h#18 reduction_dims = [1] by tile_sizes = [0, 5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %20 = transform.structured.transpose_conv2d %h#19 : (!transform.any_op) -> !transform.any_op
    %21 = transform.structured.transpose_matmul %h#20 : (!transform.any_op) -> !transform.any_op
    %22 = transform.structured.transpose_matmul %h#21 <rhs> : (!transform.any_op) -> !transform.any_op
    %23 = transform.structured.split %h#22 after %p {dimension = 1, multiway} : !transform.any_op, !transform.param<i64>
    %24:2 = transform.structured.tile_using_forall %h#23 num_threads *(%0) : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
