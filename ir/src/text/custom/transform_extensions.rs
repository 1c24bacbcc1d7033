//! Custom forms of the transform dialect's extensions for single dialects (gpu, nvgpu, func, memref, tune, ..) and
//! of the rarer structured operations: the table.

use super::Spec;
use super::format::op;
use super::pieces::Keywords;
use super::transform_regions as regions;

pub(super) const KEYWORDS: &[Keywords] = &[
    Keywords {
        kind: "transform.contraction",
        cases: &["dot", "llvmintr", "outerproduct", "parallelarith"],
        width: 32,
    },
    Keywords { kind: "transform.reduction", cases: &["innerparallel", "innerreduction"], width: 32 },
    Keywords {
        kind: "transform.transposition",
        cases: &["eltwise", "llvmintr", "shuffle_1d", "shuffle_16x16"],
        width: 32,
    },
    Keywords {
        kind: "transform.splitting",
        cases: &["none", "vector-transfer", "linalg-copy", "force-in-bounds"],
        width: 32,
    },
];

/// `%target {..} : (T) -> U`
const fn maps(name: &'static str) -> Spec {
    op(name).ins("target").outs("results*").form("$target attr-dict `:` functional-type(operands, results)")
}

const fn bare(name: &'static str) -> Spec {
    op(name).form("attr-dict")
}

pub(super) const OPS: &[Spec] = &[
    // --- affine, scf, memref, tensor, bufferization
    op("transform.affine.simplify_bounded_affine_ops")
        .ins("target bounded_values*")
        .attrs("lower_bounds:i64array upper_bounds:i64array")
        .form(
            "$target `with` `[` ($bounded_values^ `:` type($bounded_values))? `]` `within` $lower_bounds `and` \
             $upper_bounds attr-dict `:` type($target)",
        ),
    op("transform.affine.simplify_min_max_affine_ops").ins("target").form("$target attr-dict `:` type($target)"),
    op("transform.scf.take_assumed_branch")
        .ins("target")
        .attrs("take_else_branch:unit")
        .form(
            "$target (`take_else_branch` $take_else_branch^)? attr-dict `:` functional-type(operands, results)",
        ),
    maps("transform.memref.alloca_to_global"),
    maps("transform.memref.erase_dead_alloc_and_stores"),
    maps("transform.memref.make_loop_independent").attrs("num_loops:i64"),
    maps("transform.memref.multibuffer").attrs("factor:i64 skip_analysis:unit"),
    maps("transform.tensor.make_loop_independent").attrs("num_loops:i64"),
    op("transform.type_conversion.tensor.cast_shape_dynamic_dims")
        .attrs("ignore_dynamic_info:unit")
        .form("(`ignore_dynamic_info` $ignore_dynamic_info^)? attr-dict"),
    maps("transform.bufferization.empty_tensor_to_alloc_tensor"),
    // --- func, dlti, irdl, smt, tune
    op("transform.func.cast_and_call")
        .ins("insertion_point inputs? outputs? function?")
        .outs("result")
        .attrs("insert_after:unit function_name:sym?")
        .regions("conversions")
        .segments()
        .form(
            "($function_name^)? ($function^)? (`(` $inputs^ `)`)? (`->` $outputs^)? \
             (`after` $insert_after^):(`before`)? $insertion_point ($conversions^)? attr-dict `:` \
             functional-type(operands, results)",
        ),
    op("transform.func.deduplicate_func_args")
        .ins("module")
        .outs("transformed_module transformed_function")
        .attrs("function_name:sym")
        .form("$function_name `at` $module attr-dict `:` functional-type(operands, results)"),
    op("transform.func.replace_func_signature")
        .ins("module")
        .outs("transformed_module transformed_function")
        .attrs(
            "function_name:sym args_interchange:i32array results_interchange:i32array adjust_func_calls:unit",
        )
        .form(
            "$function_name `args_interchange` `=` $args_interchange `results_interchange` `=` \
             $results_interchange `at` $module attr-dict `:` functional-type(operands, results)",
        ),
    op("transform.dlti.query")
        .ins("target")
        .outs("associated_attr")
        .attrs("keys:array")
        .form("$keys `at` $target attr-dict `:` functional-type(operands, results)"),
    op("transform.irdl.collect_matching")
        .ins("root")
        .outs("matched")
        .regions("body")
        .form("`in` $root `:` functional-type(operands, results) attr-dict-with-keyword $body"),
    op("transform.smt.constrain_params")
        .ins("params*")
        .outs("results*")
        .regions("body")
        .form("`(` $params `)` attr-dict `:` functional-type(operands, results) $body"),
    op("transform.tune.alternatives")
        .attrs("name:str selected_region_attr:index?")
        .regions("alternatives")
        .hand(regions::read_tuned, regions::print_tuned),
    op("transform.tune.knob")
        .outs("result")
        .attrs("name:str options:any selected:any?")
        .form("`<` $name `>` (`=` $selected^ `from`)? `options` `=` $options attr-dict `->` type($result)"),
    // --- gpu, nvgpu
    op("transform.gpu.map_forall_to_blocks")
        .ins("target")
        .outs("result")
        .attrs("grid_dims:i64array? generate_gpu_launch:unit")
        .form(
            "$target (`generate_gpu_launch` $generate_gpu_launch^)? (`grid_dims` `=` $grid_dims^)? attr-dict \
             `:` functional-type(operands, results)",
        ),
    op("transform.gpu.map_nested_forall_to_threads")
        .ins("target")
        .outs("result")
        .attrs("block_dims:i64array=array<i64> sync_after_distribute:bool=true warp_size:i64=32:i64")
        .form(
            "$target `block_dims` `=` $block_dims (`sync_after_distribute` `=` $sync_after_distribute^)? \
             (`warp_size` `=` $warp_size^)? attr-dict `:` functional-type(operands, results)",
        ),
    op("transform.structured.gpu.map_copy_to_threads")
        .ins("target")
        .outs("forall_op tiled_op")
        .attrs("total_num_threads:i64 desired_bit_alignment:i64")
        .form(
            "$target `total_num_threads` `=` $total_num_threads `desired_bit_alignment` `=` \
             $desired_bit_alignment attr-dict `:` functional-type(operands, results)",
        ),
    maps("transform.nvgpu.create_async_groups").attrs("bypass_l1:unit"),
    maps("transform.nvgpu.rewrite_copy_as_tma"),
    maps("transform.nvgpu.rewrite_matmul_as_mma_sync"),
    maps("transform.xegpu.get_desc_op"),
    maps("transform.sparse_tensor.match.sparse_inout"),
    // --- structured operations
    op("transform.structured.bufferize_to_allocation")
        .ins("target")
        .outs("allocated_buffer new_ops")
        .attrs(
            "memory_space:any? memcpy_op:str=\"bufferization.materialize_in_destination\" \
             alloc_op:str=\"memref.alloc\" bufferize_destination_only:unit emit_dealloc:unit",
        )
        .types("allocated_buffer=!transform.any_value new_ops=!transform.any_op")
        .form("$target attr-dict `:` type($target)"),
    maps("transform.structured.decompose_winograd_op"),
    maps("transform.structured.winograd_conv2d").attrs("fmr:any"),
    op("transform.structured.hoist_pad.build_packing_loop_nest")
        .ins("target loop")
        .outs("packing_loop")
        .attrs("transpose:i64array=array<i64>")
        .form(
            "$target `above` $loop (`,` `transpose` `by` $transpose^)? attr-dict `:` \
             functional-type(operands, results)",
        ),
    op("transform.structured.continuous_tile_sizes")
        .ins("target")
        .outs("tile_sizes chunk_sizes")
        .attrs("dimension:i64 target_size:i64")
        .types("tile_sizes=chunk_sizes")
        .form("$target attr-dict `:` functional-type($target, $tile_sizes)"),
    op("transform.structured.pad_tiling_interface")
        .ins("target padding_sizes*")
        .outs("padded pad")
        .attrs("padding_values:array=[] static_padding_sizes:any=array<i64> pad_to_multiple_of:unit")
        .form(
            "$target `to` custom<transform.PaddingSizes> (`pad_to_multiple_of` $pad_to_multiple_of^)? \
             attr-dict `:` functional-type(operands, results)",
        ),
    op("transform.structured.pack_greedily")
        .ins("target matmul_packed_sizes*")
        .outs("packed_op")
        .attrs(
            "static_matmul_packed_sizes:any=array<i64> matmul_padded_sizes_next_multiple_of:i64array=array<i64> \
             matmul_inner_dims_order:i64array=array<i64>",
        )
        .form(
            "$target custom<transform.GreedySizes> attr-dict `:` functional-type(operands, results)",
        ),
    op("transform.structured.promote_tensor")
        .ins("tensor")
        .outs("promoted")
        .attrs("memory_space:any?")
        .types("tensor=promoted")
        .form("(`to` $memory_space^)? $tensor attr-dict `:` type($tensor)"),
    op("transform.structured.tile_reduction_using_forall")
        .ins("target")
        .outs("results*")
        .attrs(
            "reduction_dims:array=[] num_threads:i64array=array<i64> tile_sizes:i64array=array<i64> \
             mapping:array?",
        )
        .form(
            "$target (`reduction_dims` `=` $reduction_dims^)? `by` (`num_threads` `=` $num_threads^)? \
             (`tile_sizes` `=` $tile_sizes^)? (`mapping` `=` $mapping^)? attr-dict `:` \
             functional-type(operands, results)",
        ),
    // --- groups of patterns
    bare("transform.apply_conversion_patterns.gpu.gpu_subgroup_reduce_to_nvvm"),
    bare("transform.apply_conversion_patterns.gpu.gpu_to_nvvm").attrs("benefit:any=1:i16"),
    op("transform.apply_conversion_patterns.gpu.gpu_to_rocdl")
        .attrs("chipset:str")
        .form("`chipset` `=` $chipset attr-dict"),
    bare("transform.apply_conversion_patterns.gpu.gpu_wmma_to_nvvm"),
    bare("transform.apply_conversion_patterns.nvgpu.nvgpu_to_nvvm"),
    bare("transform.apply_patterns.arm_neon.vector_contract_to_bfmmla"),
    bare("transform.apply_patterns.arm_neon.vector_contract_to_i8mm"),
    bare("transform.apply_patterns.arm_sve.vector_contract_to_bfmmla"),
    bare("transform.apply_patterns.arm_sve.vector_contract_to_i8mm"),
    bare("transform.apply_patterns.gpu.eliminate_barriers"),
    bare("transform.apply_patterns.gpu.gpu_rewrite_patterns"),
    op("transform.apply_patterns.gpu.gpu_shuffle_to_amdgpu")
        .attrs("chipset:str?")
        .form("(`chipset` `=` $chipset^)? attr-dict"),
    op("transform.apply_patterns.gpu.unroll_vectors_subgroup_mma")
        .attrs("m:i64 n:i64 k:i64")
        .form("`[` $m `,` $n `,` $k `]` attr-dict"),
    op("transform.apply_patterns.memref.alloc_to_alloca")
        .attrs("size_limit:i64?")
        .form("(`size_limit` `(` $size_limit^ `)`)? attr-dict"),
    op("transform.apply_patterns.vector.lower_contraction")
        .attrs("lowering_strategy:transform.contraction=2:i32")
        .form("(`lowering_strategy` `=` $lowering_strategy^)? attr-dict"),
    op("transform.apply_patterns.vector.lower_multi_reduction")
        .attrs("lowering_strategy:transform.reduction=0:i32")
        .form("(`lowering_strategy` `=` $lowering_strategy^)? attr-dict"),
    op("transform.apply_patterns.vector.lower_transpose")
        .attrs("lowering_strategy:transform.transposition=0:i32 avx2_lowering_strategy:bool=false")
        .form(
            "(`lowering_strategy` `=` $lowering_strategy^)? \
             (`avx2_lowering_strategy` `=` $avx2_lowering_strategy^)? attr-dict",
        ),
    op("transform.apply_patterns.vector.split_transfer_full_partial")
        .attrs("split_transfer_strategy:transform.splitting=2:i32")
        .form("(`split_transfer_strategy` `=` $split_transfer_strategy^)? attr-dict"),
    op("transform.apply_patterns.vector.transfer_to_scf")
        .attrs("max_transfer_rank:i64=1:i64 full_unroll:bool=false")
        .form("(`max_transfer_rank` `=` $max_transfer_rank^)? (`full_unroll` `=` $full_unroll^)? attr-dict"),
    bare("transform.apply_patterns.x86vector.sink_vector_producer_ops"),
    bare("transform.apply_patterns.x86vector.vector_contract_bf16_to_fma"),
    bare("transform.apply_patterns.x86vector.vector_contract_to_fma"),
    bare("transform.apply_patterns.x86vector.vector_contract_to_packed_type_dot_product"),
];
