//! Custom forms of the llvm dialect's intrinsics. The others (memory transfers, arithmetic with overflow, vector
//! predication) have the generic form only, in MLIR too.

use super::Spec;
use super::format::op;
use super::llvm::FAST;

const INTRINSIC: &str = "`(` $operands `)` attr-dict `:` functional-type($operands, $results)";

const fn intrinsic(name: &'static str) -> Spec {
    op(name).ins("operands*").outs("results*").form(INTRINSIC)
}

const fn float_intrinsic(name: &'static str) -> Spec {
    intrinsic(name).attrs(FAST)
}

const fn on_pointer(name: &'static str) -> Spec {
    op(name).ins("ptr").form("$ptr attr-dict `:` type($ptr)")
}

/// Operands in a row, without brackets.
const fn bare(name: &'static str, ins: &'static str, form: &'static str) -> Spec {
    op(name).ins(ins).outs("res").form(form)
}

/// Rounding and exceptions said by keywords.
const fn constrained(name: &'static str) -> Spec {
    op(name)
        .ins("arg_0")
        .outs("res")
        .attrs("roundingmode:llvm.rounding fpExceptionBehavior:llvm.exceptions")
        .form("$arg_0 $roundingmode $fpExceptionBehavior attr-dict `:` type($arg_0) `to` type($res)")
}

const fn on_equal(name: &'static str) -> Spec {
    op(name).ins("ptr").outs("res").types("ptr=res").form("$ptr attr-dict `:` type($ptr)")
}

pub(super) const OPS: &[Spec] = &[
    intrinsic("llvm.intr.bitreverse"),
    intrinsic("llvm.intr.bswap"),
    intrinsic("llvm.intr.ctpop"),
    intrinsic("llvm.intr.fshl"),
    intrinsic("llvm.intr.fshr"),
    intrinsic("llvm.intr.sadd.sat"),
    intrinsic("llvm.intr.scmp"),
    intrinsic("llvm.intr.smax"),
    intrinsic("llvm.intr.smin"),
    intrinsic("llvm.intr.sshl.sat"),
    intrinsic("llvm.intr.ssub.sat"),
    intrinsic("llvm.intr.uadd.sat"),
    intrinsic("llvm.intr.ucmp"),
    intrinsic("llvm.intr.umax"),
    intrinsic("llvm.intr.umin"),
    intrinsic("llvm.intr.ushl.sat"),
    intrinsic("llvm.intr.usub.sat"),
    float_intrinsic("llvm.intr.ceil"),
    float_intrinsic("llvm.intr.copysign"),
    float_intrinsic("llvm.intr.cos"),
    float_intrinsic("llvm.intr.exp"),
    float_intrinsic("llvm.intr.exp2"),
    float_intrinsic("llvm.intr.fabs"),
    float_intrinsic("llvm.intr.floor"),
    float_intrinsic("llvm.intr.fma"),
    float_intrinsic("llvm.intr.fmuladd"),
    float_intrinsic("llvm.intr.log"),
    float_intrinsic("llvm.intr.log2"),
    float_intrinsic("llvm.intr.log10"),
    float_intrinsic("llvm.intr.maximum"),
    float_intrinsic("llvm.intr.maxnum"),
    float_intrinsic("llvm.intr.minimum"),
    float_intrinsic("llvm.intr.minnum"),
    float_intrinsic("llvm.intr.pow"),
    float_intrinsic("llvm.intr.round"),
    float_intrinsic("llvm.intr.roundeven"),
    float_intrinsic("llvm.intr.sin"),
    float_intrinsic("llvm.intr.sqrt"),
    float_intrinsic("llvm.intr.trunc"),
    on_pointer("llvm.intr.lifetime.start"),
    on_pointer("llvm.intr.lifetime.end"),
    op("llvm.intr.assume")
        .ins("cond op_bundle_operands*")
        .attrs("op_bundle_sizes:any=array<i32> op_bundle_tags:array?")
        .types("cond=i1")
        .form("$cond custom<llvm.Bundles> attr-dict `:` type($cond)"),
    op("llvm.intr.expect")
        .ins("val expected")
        .outs("res")
        .types("val=expected=res")
        .form("$val `,` $expected attr-dict `:` type($val)"),
    // --- arithmetic
    float_intrinsic("llvm.intr.acos"),
    float_intrinsic("llvm.intr.asin"),
    float_intrinsic("llvm.intr.atan"),
    float_intrinsic("llvm.intr.atan2"),
    float_intrinsic("llvm.intr.cosh"),
    float_intrinsic("llvm.intr.exp10"),
    float_intrinsic("llvm.intr.frexp"),
    float_intrinsic("llvm.intr.ldexp"),
    float_intrinsic("llvm.intr.nearbyint"),
    float_intrinsic("llvm.intr.powi"),
    float_intrinsic("llvm.intr.rint"),
    float_intrinsic("llvm.intr.sincos"),
    float_intrinsic("llvm.intr.sinh"),
    float_intrinsic("llvm.intr.tan"),
    float_intrinsic("llvm.intr.tanh"),
    float_intrinsic("llvm.intr.vector.reduce.fmax"),
    float_intrinsic("llvm.intr.vector.reduce.fmaximum"),
    float_intrinsic("llvm.intr.vector.reduce.fmin"),
    float_intrinsic("llvm.intr.vector.reduce.fminimum"),
    intrinsic("llvm.intr.llrint"),
    intrinsic("llvm.intr.llround"),
    intrinsic("llvm.intr.lrint"),
    intrinsic("llvm.intr.lround"),
    op("llvm.intr.expect.with.probability")
        .ins("val expected")
        .outs("res")
        .attrs("prob:f64")
        .types("val=expected=res")
        .form("$val `,` $expected `,` $prob attr-dict `:` type($val)"),
    op("llvm.intr.experimental.constrained.fpext")
        .ins("arg_0")
        .outs("res")
        .attrs("fpExceptionBehavior:llvm.exceptions")
        .form("$arg_0 $fpExceptionBehavior attr-dict `:` type($arg_0) `to` type($res)"),
    constrained("llvm.intr.experimental.constrained.fptrunc"),
    constrained("llvm.intr.experimental.constrained.sitofp"),
    constrained("llvm.intr.experimental.constrained.uitofp"),
    op("llvm.intr.ssa.copy")
        .ins("operand")
        .outs("res")
        .types("operand=res")
        .form("$operand attr-dict `:` type($operand)"),
    // --- memory
    op("llvm.intr.experimental.noalias.scope.decl")
        .attrs("scope:flags(llvm.alias_scope)")
        .form("$scope attr-dict"),
    op("llvm.intr.invariant.start")
        .ins("ptr")
        .outs("res")
        .attrs("size:i64")
        .types("res=!llvm.ptr")
        .form("$size `,` $ptr attr-dict `:` type($ptr)"),
    op("llvm.intr.invariant.end")
        .ins("start ptr")
        .attrs("size:i64")
        .types("start=!llvm.ptr")
        .form("$start `,` $size `,` $ptr attr-dict `:` type($ptr)"),
    on_equal("llvm.intr.launder.invariant.group"),
    on_equal("llvm.intr.strip.invariant.group"),
    bare("llvm.intr.ptrmask", "ptr mask", "$ptr `,` $mask attr-dict `:` functional-type(operands, results)"),
    on_pointer("llvm.intr.stackrestore"),
    op("llvm.intr.stacksave").outs("res").form("attr-dict `:` type($res)"),
    op("llvm.intr.vastart").ins("arg_list").form("$arg_list attr-dict `:` type($arg_list)"),
    op("llvm.intr.vaend").ins("arg_list").form("$arg_list attr-dict `:` type($arg_list)"),
    op("llvm.intr.vacopy")
        .ins("dest_list src_list")
        .form("$src_list `to` $dest_list attr-dict `:` type($dest_list) `,` type($src_list)"),
    // --- vectors
    op("llvm.intr.get.active.lane.mask")
        .ins("base n")
        .outs("res")
        .form("$base `,` $n attr-dict `:` type($base) `,` type($n) `to` type($res)"),
    op("llvm.intr.masked.load")
        .ins("data mask pass_thru*")
        .outs("res")
        .attrs("alignment:i32 nontemporal:unit")
        .form("operands attr-dict `:` functional-type(operands, results)"),
    op("llvm.intr.masked.store")
        .ins("value data mask")
        .attrs("alignment:i32")
        .form("$value `,` $data `,` $mask attr-dict `:` type($value) `,` type($mask) `into` type($data)"),
    op("llvm.intr.masked.gather")
        .ins("ptrs mask pass_thru*")
        .outs("res")
        .attrs("alignment:i32")
        .form("operands attr-dict `:` functional-type(operands, results)"),
    op("llvm.intr.masked.scatter")
        .ins("value ptrs mask")
        .attrs("alignment:i32")
        .form("$value `,` $ptrs `,` $mask attr-dict `:` type($value) `,` type($mask) `into` type($ptrs)"),
    op("llvm.intr.matrix.column.major.load")
        .ins("data stride")
        .outs("res")
        .attrs("isVolatile:any rows:i32 columns:i32")
        .form(
            "$data `,` `<` `stride` `=` $stride `>` attr-dict `:` type($res) `from` type($data) `stride` \
             type($stride)",
        ),
    op("llvm.intr.matrix.column.major.store")
        .ins("matrix data stride")
        .attrs("isVolatile:any rows:i32 columns:i32")
        .form(
            "$matrix `,` $data `,` `<` `stride` `=` $stride `>` attr-dict `:` type($matrix) `to` type($data) \
             `stride` type($stride)",
        ),
    op("llvm.intr.matrix.multiply")
        .ins("lhs rhs")
        .outs("res")
        .attrs("lhs_rows:i32 lhs_columns:i32 rhs_columns:i32")
        .form("$lhs `,` $rhs attr-dict `:` `(` type($lhs) `,` type($rhs) `)` `->` type($res)"),
    op("llvm.intr.matrix.transpose")
        .ins("matrix")
        .outs("res")
        .attrs("rows:i32 columns:i32")
        .form("$matrix attr-dict `:` type($matrix) `into` type($res)"),
    op("llvm.intr.stepvector").outs("res").form("attr-dict `:` type($res)"),
    op("llvm.intr.vector.extract")
        .ins("srcvec")
        .outs("res")
        .attrs("pos:i64")
        .form("$srcvec `[` $pos `]` attr-dict `:` type($res) `from` type($srcvec)"),
    op("llvm.intr.vector.insert")
        .ins("dstvec srcvec")
        .outs("res")
        .attrs("pos:i64")
        .types("dstvec=res")
        .form("$srcvec `,` $dstvec `[` $pos `]` attr-dict `:` type($srcvec) `into` type($res)"),
    // --- coroutines, exceptions, traps
    op("llvm.intr.coro.align").outs("res").form("attr-dict `:` type($res)"),
    bare(
        "llvm.intr.coro.begin",
        "token mem",
        "$token `,` $mem attr-dict `:` functional-type(operands, results)",
    ),
    bare(
        "llvm.intr.coro.end",
        "handle unwind retvals",
        "$handle `,` $unwind `,` $retvals attr-dict `:` functional-type(operands, results)",
    ),
    bare(
        "llvm.intr.coro.free",
        "id handle",
        "$id `,` $handle attr-dict `:` functional-type(operands, results)",
    ),
    bare(
        "llvm.intr.coro.id",
        "align promise coroaddr fnaddrs",
        "$align `,` $promise `,` $coroaddr `,` $fnaddrs attr-dict `:` functional-type(operands, results)",
    ),
    bare(
        "llvm.intr.coro.promise",
        "handle align from",
        "$handle `,` $align `,` $from attr-dict `:` functional-type(operands, results)",
    ),
    op("llvm.intr.coro.resume").ins("handle").form("$handle attr-dict `:` type($handle)"),
    bare("llvm.intr.coro.save", "handle", "$handle attr-dict `:` functional-type(operands, results)"),
    op("llvm.intr.coro.size").outs("res").form("attr-dict `:` type($res)"),
    op("llvm.intr.coro.suspend")
        .ins("save final")
        .outs("res")
        .types("save=!llvm.token final=i1")
        .form("$save `,` $final attr-dict `:` type($res)"),
    bare(
        "llvm.intr.eh.typeid.for",
        "type_info",
        "$type_info attr-dict `:` functional-type(operands, results)",
    ),
    op("llvm.intr.trap").form("attr-dict"),
    op("llvm.intr.debugtrap").form("attr-dict"),
    op("llvm.intr.ubsantrap").attrs("failureKind:any").form("custom<llvm.Properties> attr-dict"),
    // --- debug information
    op("llvm.intr.dbg.declare")
        .ins("addr")
        .attrs("varInfo:any locationExpr:any=#llvm.di_expression<>")
        .form("$varInfo ($locationExpr^)? `=` $addr `:` type($addr) attr-dict"),
    op("llvm.intr.dbg.value")
        .ins("value")
        .attrs("varInfo:any locationExpr:any=#llvm.di_expression<>")
        .form("$varInfo ($locationExpr^)? `=` $value `:` type($value) attr-dict"),
    op("llvm.intr.dbg.label").attrs("label:flags(llvm.di_label)").form("$label attr-dict"),
];
