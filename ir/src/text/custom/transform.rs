//! Custom forms of the transform dialect and its extensions: the table. What lists of sizes, positions and options
//! need is in `transform_pieces`, operations with regions of their own kind in `transform_regions`.

use super::Spec;
use super::format::op;
use super::func::{print_func, read_func};
use super::pieces::{GAP, Keywords};
use super::transform_regions as regions;

pub(super) const KEYWORDS: &[Keywords] = &[
    Keywords { kind: "transform.failures", cases: &[GAP, "propagate", "suppress"], width: 32 },
    Keywords { kind: "transform.cmpi", cases: &["eq", "ne", "lt", "le", "gt", "ge"], width: 32 },
    Keywords {
        kind: "transform.interface",
        cases: &["LinalgOp", "TilingInterface", "LoopLikeInterface"],
        width: 32,
    },
    Keywords {
        kind: "transform.layout",
        cases: &["InferLayoutMap", "IdentityLayoutMap", "FullyDynamicLayoutMap"],
        width: 32,
    },
    Keywords { kind: "transform.matmul_input", cases: &["lhs", "rhs"], width: 32 },
];

/// `%target {..} : T`
const fn on(name: &'static str) -> Spec {
    op(name).ins("target").form("$target attr-dict `:` type($target)")
}

/// `to %target {..} : T`
const fn to(name: &'static str) -> Spec {
    op(name).ins("target").form("`to` $target attr-dict `:` type($target)")
}

/// `%target {..} : (T) -> U`
const fn maps(name: &'static str) -> Spec {
    op(name).ins("target").outs("results*").form("$target attr-dict `:` functional-type($target, $results)")
}

const POSITIONS: &str = "raw_position_list:any is_inverted:unit is_all:unit";
const AT_POSITIONS: &str =
    "$target `[` custom<transform.Positions> `]` attr-dict `:` functional-type($target, $result)";

pub(super) const OPS: &[Spec] = &[
    op("transform.alternatives")
        .regions("alternatives")
        .isolated()
        .hand(regions::read_alternatives, regions::print_alternatives),
    op("transform.annotate")
        .ins("target param?")
        .attrs("name:str")
        .form("$target $name attr-dict (`=` $param^)? `:` type($target) (`,` type($param)^)?"),
    to("transform.apply_cse"),
    to("transform.apply_dce"),
    to("transform.apply_licm"),
    op("transform.apply_conversion_patterns")
        .attrs(
            "legal_ops:array? illegal_ops:array? legal_dialects:array? illegal_dialects:array? \
             partial_conversion:unit preserve_handles:unit",
        )
        .regions("patterns")
        .hand(regions::read_conversion, regions::print_conversion),
    op("transform.apply_conversion_patterns.dialect_to_llvm")
        .attrs("dialect_name:str")
        .form("$dialect_name attr-dict"),
    op("transform.apply_patterns")
        .ins("target")
        .attrs("apply_cse:unit max_iterations:i64=-1:i64 max_num_rewrites:i64=-1:i64")
        .regions("patterns")
        .form("`to` $target custom<OneBlock> attr-dict `:` type($target)"),
    op("transform.apply_registered_pass")
        .ins("target dynamic_options*")
        .outs("result")
        .attrs("pass_name:str options:any={}")
        .form(
            "$pass_name custom<transform.PassOptions> `to` $target attr-dict `:` \
             functional-type(operands, results)",
        ),
    op("transform.cast").ins("input").outs("output").form("$input attr-dict `:` type($input) `to` type($output)"),
    maps("transform.num_associations"),
    op("transform.collect_matching")
        .ins("root")
        .outs("results*")
        .attrs("matcher:sym")
        .form("$matcher `in` $root attr-dict `:` functional-type($root, $results)"),
    op("transform.foreach")
        .ins("targets*")
        .outs("results*")
        .attrs("with_zip_shortest:unit")
        .regions("body")
        .form(
            "$targets (`with_zip_shortest` $with_zip_shortest^)? `:` type($targets) (`->` type($results)^)? \
             custom<transform.Body> attr-dict",
        ),
    op("transform.foreach_match")
        .ins("root forwarded_inputs*")
        .outs("updated forwarded_outputs*")
        .attrs("restrict_root:unit flatten_results:unit matchers:array actions:array")
        .form(
            "custom<transform.MatchFlags> `in` $root (`,` $forwarded_inputs^)? custom<transform.MatchActions> \
             attr-dict `:` functional-type(operands, results)",
        ),
    op("transform.get_consumers_of_result")
        .ins("target")
        .outs("consumers")
        .attrs("result_number:i64")
        .form("$target `[` $result_number `]` attr-dict `:` functional-type(operands, results)"),
    maps("transform.get_defining_op"),
    maps("transform.get_parent_op").attrs(
        "isolated_from_above:unit allow_empty_results:unit op_name:str? deduplicate:unit nth_parent:i64=1:i64",
    ),
    op("transform.get_producer_of_operand")
        .ins("target")
        .outs("producer")
        .attrs("operand_number:i64")
        .form("$target `[` $operand_number `]` attr-dict `:` functional-type(operands, results)"),
    op("transform.get_operand").ins("target").outs("result").attrs(POSITIONS).form(AT_POSITIONS),
    op("transform.get_result").ins("target").outs("result").attrs(POSITIONS).form(AT_POSITIONS),
    op("transform.get_type")
        .ins("value")
        .outs("type_param")
        .attrs("elemental:unit")
        .form("(`elemental` $elemental^)? $value attr-dict `:` functional-type(operands, results)"),
    op("transform.include")
        .ins("operands*")
        .outs("results*")
        .attrs("target:sym failure_propagation_mode:transform.failures arg_attrs:array? res_attrs:array?")
        .form(
            "$target `failures` `(` $failure_propagation_mode `)` `(` $operands `)` attr-dict `:` \
             functional-type($operands, $results)",
        ),
    on("transform.match.operation_empty"),
    op("transform.match.operation_name")
        .ins("target")
        .attrs("op_names:array")
        .form("$target $op_names attr-dict `:` type($target)"),
    op("transform.match.param.cmpi")
        .ins("param reference")
        .attrs("predicate:transform.cmpi")
        .types("param=reference")
        .form("$predicate $param `,` $reference attr-dict `:` type($param)"),
    op("transform.merge_handles")
        .ins("handles*")
        .outs("result")
        .attrs("deduplicate:unit")
        .types("handles=result")
        .form("(`deduplicate` $deduplicate^)? $handles attr-dict `:` type($result)"),
    op("transform.named_sequence")
        .attrs("sym_name:symname function_type:type sym_visibility:str? arg_attrs:array? res_attrs:array?")
        .regions("body")
        .isolated()
        .hand(read_func, print_func),
    maps("transform.split_handle").ins("target").attrs(
        "pass_through_empty_handle:bool=true fail_on_payload_too_small:bool=true overflow_result:i64?",
    ),
    op("transform.param.constant").outs("param").attrs("value:any").form("$value attr-dict `->` type($param)"),
    op("transform.print")
        .ins("target?")
        .attrs("name:str? assume_verified:unit use_local_scope:unit skip_regions:unit")
        .form("$target attr-dict (`:` type($target)^)?"),
    op("transform.replicate")
        .ins("pattern handles*")
        .outs("replicated*")
        .types("handles=replicated")
        .form("`num` `(` $pattern `)` $handles attr-dict `:` type($pattern) `,` type($handles)"),
    op("transform.select")
        .ins("target")
        .outs("result")
        .attrs("op_name:str")
        .form("$op_name `in` $target attr-dict `:` functional-type(operands, results)"),
    op("transform.sequence")
        .attrs("failure_propagation_mode:transform.failures")
        .regions("body")
        .segments()
        .dialect("transform")
        .hand(regions::read_sequence, regions::print_sequence),
    on("transform.verify"),
    op("transform.yield").ins("args*").form("$args attr-dict (`:` type($args)^)?"),
    op("transform.pdl_match")
        .ins("root")
        .outs("matched")
        .attrs("pattern_name:sym")
        .form("$pattern_name `in` $root attr-dict `:` functional-type(operands, results)"),
    op("transform.with_pdl_patterns")
        .ins("root?")
        .regions("body")
        .dialect("transform")
        .form("($root^ `:` type($root))? attr-dict-with-keyword custom<OneBlock>"),
    op("transform.debug.emit_remark_at")
        .ins("at")
        .attrs("message:str")
        .form("$at `,` $message attr-dict `:` type($at)"),
    op("transform.debug.emit_param_as_remark")
        .ins("param anchor?")
        .attrs("message:str?")
        .form("$param (`,` $message^)? (`at` $anchor^)? attr-dict `:` type($param) (`,` type($anchor)^)?"),
    // --- loops
    maps("transform.loop.forall_to_for"),
    maps("transform.loop.forall_to_parallel"),
    maps("transform.loop.parallel_for_to_nested_fors"),
    maps("transform.loop.outline").attrs("func_name:str"),
    maps("transform.loop.peel").attrs("peel_front:bool=false fail_if_already_divisible:bool=false"),
    maps("transform.loop.pipeline").attrs("iteration_interval:i64=1:i64 read_latency:i64=10:i64"),
    maps("transform.loop.coalesce"),
    on("transform.loop.promote_if_one_iteration"),
    on("transform.loop.unroll").attrs("factor:i64"),
    on("transform.loop.unroll_and_jam").attrs("factor:i64"),
    on("transform.loop.hoist_loop_invariant_subsets"),
    op("transform.loop.fuse_sibling")
        .ins("target source")
        .outs("fused")
        .form("$target `into` $source attr-dict `:` functional-type(operands, results)"),
    // --- bufferization
    maps("transform.bufferization.one_shot_bufferize")
        .attrs(
            "function_boundary_type_conversion:transform.layout? allow_return_allocs_from_loops:bool=false \
             allow_unknown_ops:bool=false bufferize_function_boundaries:bool=false dump_alias_sets:bool=false \
             test_analysis_only:bool=false print_conflicts:bool=false check_parallel_regions:bool=true \
             memcpy_op:str=\"memref.copy\"",
        )
        .form(
            "(`layout` `{` $function_boundary_type_conversion^ `}`)? $target attr-dict `:` \
             functional-type($target, $results)",
        ),
    on("transform.bufferization.eliminate_empty_tensors"),
    on("transform.bufferization.buffer_loop_hoisting"),
    // --- structured operations
    on("transform.structured.eliminate_empty_tensors"),
    maps("transform.structured.convert_conv2d_to_img2col"),
    maps("transform.structured.convert_to_loops"),
    maps("transform.structured.decompose"),
    maps("transform.structured.decompose_interface"),
    maps("transform.structured.flatten_elementwise"),
    maps("transform.structured.generalize"),
    maps("transform.structured.specialize"),
    maps("transform.structured.hoist_redundant_vector_broadcasts"),
    maps("transform.structured.hoist_redundant_vector_transfers").attrs("verify_non_zero_trip:unit"),
    maps("transform.structured.insert_slice_to_copy"),
    maps("transform.structured.interchange").attrs("iterator_interchange:i64array?").form(
        "$target (`iterator_interchange` `=` $iterator_interchange^)? attr-dict `:` \
         functional-type($target, $results)",
    ),
    maps("transform.structured.linalg_copy_to_memref"),
    maps("transform.structured.lower_pack").attrs("lowerPadLikeWithInsertSlice:bool=true"),
    maps("transform.structured.lower_unpack").attrs("lowerUnpadLikeWithExtractSlice:bool=true"),
    maps("transform.structured.promote").attrs(
        "operands_to_promote:array=[] use_full_tile_buffers:array=[] use_full_tiles_by_default:unit \
         use_original_subview_size:unit use_alloca:unit memory_space:any? mapping:array? alignment:i64?",
    ),
    maps("transform.structured.rewrite_in_destination_passing_style"),
    maps("transform.structured.scalarize"),
    maps("transform.structured.split_reduction").attrs(
        "split_factor:i64=0:i64 insert_split_dimension:i64=0:i64 inner_parallel:unit use_scaling_algorithm:unit \
         use_alloc:unit",
    ),
    maps("transform.structured.transpose_conv2d"),
    maps("transform.structured.transpose_matmul")
        .attrs("inputToTranspose:transform.matmul_input=0:i32")
        .form("$target (`<` $inputToTranspose^ `>`)? attr-dict `:` functional-type($target, $results)"),
    maps("transform.structured.vectorize_children_and_apply_patterns").attrs(
        "fold_type_extensions_into_contract:unit vectorize_padding:unit vectorize_nd_extract:unit \
         flatten_1d_depthwise_conv:unit disable_multi_reduction_to_contract_patterns:unit \
         disable_transfer_permutation_map_lowering_patterns:unit",
    ),
    op("transform.structured.fuse")
        .ins("target tile_sizes* tile_interchange*")
        .outs("transformed loops*")
        .attrs("static_tile_sizes:any? static_tile_interchange:any? apply_cleanup:unit use_forall:unit")
        .segments()
        .form("$target custom<transform.FuseSizes> attr-dict `:` functional-type(operands, results)"),
    op("transform.structured.fuse_into_containing_op")
        .ins("producer containing")
        .outs("fused new_containing")
        .form("$producer `into` $containing attr-dict `:` functional-type(operands, results)"),
    op("transform.structured.hoist_pad")
        .ins("target")
        .outs("transformed")
        .attrs("num_loops:i64 transpose:i64array=array<i64>")
        .form(
            "$target `by` $num_loops `loops` (`,` `transpose` `by` $transpose^)? attr-dict `:` \
             functional-type(operands, results)",
        ),
    op("transform.structured.match")
        .ins("target")
        .outs("results")
        .attrs(
            "ops:array? interface:transform.interface? op_attrs:any? filter_result_type:type? \
             filter_operand_types:array?",
        )
        .form(
            "(`ops` `{` $ops^ `}`)? (`interface` `{` $interface^ `}`)? (`attributes` $op_attrs^)? \
             (`filter_result_type` `=` $filter_result_type^)? \
             (`filter_operand_types` `=` $filter_operand_types^)? `in` $target attr-dict `:` \
             functional-type($target, results)",
        ),
    op("transform.structured.multitile_sizes")
        .ins("target")
        .outs("low high split_point")
        .attrs("dimension:i64 target_size:i64 divisor:i64=1:i64")
        .types("low=high=split_point")
        .form("$target attr-dict `:` functional-type($target, $low)"),
    op("transform.structured.pack")
        .ins("target packed_sizes*")
        .outs("packed_op")
        .attrs("static_packed_sizes:any=array<i64>")
        .form(
            "$target `packed_sizes` `=` custom<transform.PackedSizes> attr-dict `:` \
             functional-type(operands, results)",
        ),
    op("transform.structured.pack_transpose")
        .ins("packed target")
        .outs("packed_op pack_op un_pack_op")
        .attrs("outer_perm:i64array? inner_perm:i64array?")
        .form(
            "$packed `with_compute_op` `(` $target `)` (`outer_perm` `=` $outer_perm^)? \
             (`inner_perm` `=` $inner_perm^)? attr-dict `:` functional-type(operands, results)",
        ),
    op("transform.structured.pad")
        .ins("target pad_to_multiple_of*")
        .outs("padded pad copy")
        .attrs(
            "padding_values:array=[] padding_dimensions:array=[] static_pad_to_multiple_of:any? \
             nofold_flags:array=[] transpose_paddings:array=[] \
             copy_back_op:str=\"bufferization.materialize_in_destination\" use_prescribed_tensor_shapes:unit",
        )
        .form(
            "$target custom<transform.PadMultiples> \
             (`use_prescribed_tensor_shapes` $use_prescribed_tensor_shapes^)? attr-dict `:` \
             functional-type(operands, results)",
        ),
    op("transform.structured.split")
        .ins("target dynamic_chunk_sizes?")
        .outs("split_list")
        .attrs("dimension:i64 static_chunk_sizes:i64 multiway:unit")
        .types("target=split_list")
        .form(
            "$target `after` custom<transform.SplitPoint> attr-dict `:` type($target) \
             (`,` type($dynamic_chunk_sizes)^)?",
        ),
    op("transform.structured.tile_reduction_using_for")
        .ins("target")
        .outs("results*")
        .attrs("reduction_dims:array=[] tile_sizes:array=[]")
        .form(
            "$target (`reduction_dims` `=` $reduction_dims^)? `by` `tile_sizes` `=` $tile_sizes attr-dict `:` \
             functional-type($target, $results)",
        ),
    op("transform.structured.tile_using_for")
        .ins("target dynamic_sizes*")
        .outs("tiled loops*")
        .attrs("static_sizes:any? interchange:i64array? scalable_sizes:any?")
        .form(
            "$target `tile_sizes` custom<transform.TileSizes> (`interchange` `=` $interchange^)? attr-dict `:` \
             functional-type(operands, results)",
        ),
    op("transform.structured.tile_using_forall")
        .ins("target num_threads* tile_sizes* packed_num_threads? packed_tile_sizes?")
        .outs("tiled forall")
        .attrs("static_num_threads:any? static_tile_sizes:any? mapping:array?")
        .segments()
        .form(
            "$target custom<transform.ForallSizes> (`(` `mapping` `=` $mapping^ `)`)? attr-dict `:` \
             functional-type(operands, results)",
        ),
    op("transform.structured.vectorize")
        .ins("target vector_sizes*")
        .attrs(
            "static_vector_sizes:any? vectorize_nd_extract:unit assume_dynamic_dims_match_vec_sizes:unit \
             create_named_contraction:unit scalable_sizes:any?",
        )
        .form(
            "$target custom<transform.VectorSizes> attr-dict `:` type($target) (`,` type($vector_sizes)^)?",
        ),
    // --- groups of patterns
    op("transform.apply_conversion_patterns.func.func_to_llvm"),
    op("transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter")
        .attrs("use_aligned_alloc:bool=false index_bitwidth:i64=64:i64 use_generic_functions:bool=false use_bare_ptr_call_conv:bool=false data_layout:str?"),
    op("transform.apply_conversion_patterns.scf.scf_to_control_flow"),
    op("transform.apply_conversion_patterns.scf.structural_conversions"),
    op("transform.apply_conversion_patterns.vector.vector_to_llvm").attrs(
        "reassociate_fp_reductions:bool=false force_32bit_vector_indices:bool=true use_vector_alignment:bool=false",
    ),
    op("transform.apply_patterns.canonicalization"),
    op("transform.apply_patterns.linalg.decompose_pack_unpack"),
    op("transform.apply_patterns.linalg.decompose_pad"),
    op("transform.apply_patterns.linalg.erase_unnecessary_inputs"),
    op("transform.apply_patterns.linalg.fold_add_into_dest"),
    op("transform.apply_patterns.linalg.fold_pack_unpack_into_empty").attrs("fold_single_use_only:bool=false"),
    op("transform.apply_patterns.linalg.fold_unit_extent_dims_via_reshapes"),
    op("transform.apply_patterns.linalg.fold_unit_extent_dims_via_slices"),
    op("transform.apply_patterns.linalg.pad_vectorization"),
    op("transform.apply_patterns.linalg.tiling_canonicalization"),
    op("transform.apply_patterns.memref.expand_ops"),
    op("transform.apply_patterns.memref.expand_strided_metadata"),
    op("transform.apply_patterns.memref.extract_address_computations"),
    op("transform.apply_patterns.memref.fold_memref_alias_ops"),
    op("transform.apply_patterns.memref.resolve_ranked_shaped_type_result_dims"),
    op("transform.apply_patterns.scf.for_loop_canonicalization"),
    op("transform.apply_patterns.tensor.bubble_up_extract_slice"),
    op("transform.apply_patterns.tensor.decompose_concat"),
    op("transform.apply_patterns.tensor.drop_redundant_insert_slice_rank_expansion"),
    op("transform.apply_patterns.tensor.fold_into_pack_and_unpack"),
    op("transform.apply_patterns.tensor.fold_tensor_empty").attrs("fold_single_use_only:bool=false"),
    op("transform.apply_patterns.tensor.fold_tensor_subset_ops"),
    op("transform.apply_patterns.tensor.fold_tensor_subset_ops_into_vector_transfers"),
    op("transform.apply_patterns.tensor.merge_consecutive_insert_extract_slice"),
    op("transform.apply_patterns.tensor.reassociative_reshape_folding"),
    op("transform.apply_patterns.tensor.rewrite_as_constant")
        .attrs("aggressive:unit")
        .form("(`aggressive` $aggressive^)? attr-dict"),
    op("transform.apply_patterns.vector.cast_away_vector_leading_one_dim"),
    op("transform.apply_patterns.vector.drop_inner_most_unit_dims_from_xfer_ops"),
    op("transform.apply_patterns.vector.drop_unit_dims_with_shape_cast"),
    op("transform.apply_patterns.vector.elementwise_to_vector"),
    op("transform.apply_patterns.vector.fold_arith_extension"),
    op("transform.apply_patterns.vector.interleave_to_shuffle"),
    op("transform.apply_patterns.vector.lower_bitcast"),
    op("transform.apply_patterns.vector.lower_broadcast"),
    op("transform.apply_patterns.vector.lower_create_mask"),
    op("transform.apply_patterns.vector.lower_gather"),
    op("transform.apply_patterns.vector.lower_interleave"),
    op("transform.apply_patterns.vector.lower_masked_transfers"),
    op("transform.apply_patterns.vector.lower_masks"),
    op("transform.apply_patterns.vector.lower_outerproduct"),
    op("transform.apply_patterns.vector.lower_scan"),
    op("transform.apply_patterns.vector.lower_shape_cast"),
    op("transform.apply_patterns.vector.lower_transfer")
        .attrs("max_transfer_rank:i64=1:i64")
        .form("(`max_transfer_rank` `=` $max_transfer_rank^)? attr-dict"),
    op("transform.apply_patterns.vector.materialize_masks"),
    op("transform.apply_patterns.vector.rank_reducing_subview_patterns"),
    op("transform.apply_patterns.vector.reduction_to_contract"),
    op("transform.apply_patterns.vector.rewrite_narrow_types"),
    op("transform.apply_patterns.vector.sink_mem_ops"),
    op("transform.apply_patterns.vector.sink_ops"),
    op("transform.apply_patterns.vector.transfer_permutation_patterns"),
    op("transform.apply_patterns.vector.unroll_from_elements"),
    op("transform.apply_patterns.vector.unroll_to_elements"),
];
