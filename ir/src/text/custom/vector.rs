//! Custom forms of the vector dialect that a table can say; the others are in `vector_hand` and `transfer`.

use super::format::op;
use super::memref::cast;
use super::{Spec, transfer, vector_hand};

const TRANSFER: &str = "permutation_map:any in_bounds:array operandSegmentSizes:any";

const fn masked_read(name: &'static str) -> Spec {
    op(name)
        .ins("base indices* mask pass_thru")
        .outs("result")
        .attrs("alignment:i64?")
        .types("indices=index")
        .form(
            "$base `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` type($base) `,` type($mask) `,` \
             type($pass_thru) `into` type($result)",
        )
}

const fn masked_write(name: &'static str) -> Spec {
    op(name).ins("base indices* mask valueToStore").attrs("alignment:i64?").types("indices=index").form(
        "$base `[` $indices `]` `,` $mask `,` $valueToStore attr-dict `:` type($base) `,` type($mask) `,` \
         type($valueToStore)",
    )
}

pub(super) const OPS: &[Spec] = &[
    cast("vector.broadcast"),
    cast("vector.bitcast"),
    cast("vector.shape_cast"),
    op("vector.extract")
        .ins("source dynamic_position*")
        .outs("result")
        .attrs("static_position:i64array")
        .types("dynamic_position=index")
        .form(
            "$source `` custom<Dyn:dynamic_position:static_position> attr-dict `:` type($result) `from` type($source)",
        ),
    op("vector.insert")
        .ins("valueToStore dest dynamic_position*")
        .outs("result")
        .attrs("static_position:i64array")
        .types("dynamic_position=index dest=result")
        .form(
            "$valueToStore `,` $dest custom<Dyn:dynamic_position:static_position> attr-dict `:` \
             type($valueToStore) `into` type($dest)",
        ),
    op("vector.transpose")
        .ins("vector")
        .outs("result")
        .attrs("permutation:i64array")
        .form("$vector `,` $permutation attr-dict `:` type($vector) `to` type($result)"),
    op("vector.shuffle")
        .ins("v1 v2")
        .outs("vector")
        .attrs("mask:i64array")
        .types("vector=shuffled(v1)")
        .form("operands $mask attr-dict `:` type(operands)"),
    op("vector.fma")
        .ins("lhs rhs acc")
        .outs("result")
        .types("lhs=rhs=acc=result")
        .form("$lhs `,` $rhs `,` $acc attr-dict `:` type($lhs)"),
    op("vector.load")
        .ins("base indices*")
        .outs("result")
        .attrs("nontemporal:bool? alignment:i64?")
        .types("indices=index")
        .form("$base `[` $indices `]` attr-dict `:` type($base) `,` type($result)"),
    op("vector.store")
        .ins("valueToStore base indices*")
        .attrs("nontemporal:bool? alignment:i64?")
        .types("indices=index")
        .form("$valueToStore `,` $base `[` $indices `]` attr-dict `:` type($base) `,` type($valueToStore)"),
    op("vector.extract_strided_slice")
        .ins("source")
        .outs("result")
        .attrs("offsets:array sizes:array strides:array")
        .form("$source attr-dict `:` type($source) `to` type($result)"),
    op("vector.insert_strided_slice")
        .ins("valueToStore dest")
        .outs("res")
        .attrs("offsets:array strides:array")
        .types("dest=res")
        .form("$valueToStore `,` $dest attr-dict `:` type($valueToStore) `into` type($dest)"),
    op("vector.create_mask")
        .ins("sizes*")
        .outs("result")
        .types("sizes=index")
        .form("$sizes attr-dict `:` type($result)"),
    op("vector.constant_mask")
        .outs("result")
        .attrs("mask_dim_sizes:i64array")
        .form("$mask_dim_sizes attr-dict `:` type($result)"),
    op("vector.step").outs("result").form("attr-dict `:` type($result)"),
    op("vector.from_elements")
        .ins("elements*")
        .outs("dest")
        .types("elements=element(dest)")
        .form("$elements attr-dict `:` type($dest)"),
    op("vector.to_elements")
        .ins("source")
        .outs("elements*")
        .types("elements=all_elements(source)")
        .form("$source attr-dict `:` type($source)"),
    op("vector.interleave")
        .ins("lhs rhs")
        .outs("result")
        .types("lhs=rhs")
        .form("$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)"),
    op("vector.deinterleave")
        .ins("source")
        .outs("res1 res2")
        .types("res1=res2")
        .form("$source attr-dict `:` type($source) `->` type($res1)"),
    op("vector.reduction")
        .ins("vector acc?")
        .outs("dest")
        .attrs("kind:flags(vector.kind) fastmath:flags(arith.fastmath)=#arith.fastmath<none>")
        .types("acc=dest")
        .form(
            "$kind `,` $vector (`,` $acc^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($vector) `into` \
             type($dest)",
        ),
    op("vector.yield").ins("args*").form("attr-dict ($args^ `:` type($args))?"),
    cast("vector.type_cast"),
    op("vector.vscale").outs("res").types("res=index").form("attr-dict"),
    op("vector.multi_reduction")
        .ins("source acc")
        .outs("dest")
        .attrs("kind:flags(vector.kind) reduction_dims:i64array")
        .types("acc=dest")
        .form("$kind `,` $source `,` $acc attr-dict $reduction_dims `:` type($source) `to` type($dest)"),
    op("vector.scan")
        .ins("source initial_value")
        .outs("dest accumulated_value")
        .attrs("kind:flags(vector.kind) reduction_dim:i64 inclusive:bool")
        .types("dest=source accumulated_value=initial_value")
        .form("$kind `,` $source `,` $initial_value attr-dict `:` type($source) `,` type($initial_value)"),
    op("vector.scalable.extract")
        .ins("source")
        .outs("result")
        .attrs("pos:i64")
        .form("$source `[` $pos `]` attr-dict `:` type($result) `from` type($source)"),
    op("vector.scalable.insert")
        .ins("valueToStore dest")
        .outs("result")
        .attrs("pos:i64")
        .types("dest=result")
        .form("$valueToStore `,` $dest `[` $pos `]` attr-dict `:` type($valueToStore) `into` type($dest)"),
    masked_read("vector.maskedload"),
    masked_read("vector.expandload"),
    masked_write("vector.maskedstore"),
    masked_write("vector.compressstore"),
    op("vector.gather")
        .ins("base offsets* indices mask pass_thru")
        .outs("result")
        .attrs("alignment:i64?")
        .types("offsets=index")
        .form(
            "$base `[` $offsets `]` `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` type($base) `,` \
             type($indices) `,` type($mask) `,` type($pass_thru) `into` type($result)",
        ),
    op("vector.scatter")
        .ins("base offsets* indices mask valueToStore")
        .outs("result?")
        .attrs("alignment:i64?")
        .types("offsets=index")
        .form(
            "$base `[` $offsets `]` `[` $indices `]` `,` $mask `,` $valueToStore attr-dict `:` type($base) `,` \
             type($indices) `,` type($mask) `,` type($valueToStore) (`->` type($result)^)?",
        ),
    op("vector.outerproduct")
        .attrs("kind:any=#vector.kind<add>")
        .hand(vector_hand::read_outer, vector_hand::print_outer),
    op("vector.print")
        .ins("source?")
        .attrs("punctuation:flags(vector.punctuation)=#vector.punctuation<newline> stringLiteral:str?")
        .form("($source^ `:` type($source))? (`str` $stringLiteral^)? (`punctuation` $punctuation^)? attr-dict"),
    op("vector.contract")
        .attrs("indexing_maps:array iterator_types:array kind:any=#vector.kind<add>")
        .hand(vector_hand::read_contract, vector_hand::print_contract),
    op("vector.transfer_read").attrs(TRANSFER).hand(transfer::read_read, transfer::print_read),
    op("vector.transfer_write").attrs(TRANSFER).hand(transfer::read_write, transfer::print_write),
    op("vector.mask").hand(vector_hand::read_mask, vector_hand::print_mask),
];
