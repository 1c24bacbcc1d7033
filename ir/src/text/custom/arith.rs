//! Custom forms of the arith, math, index, ub and complex dialects.

use super::Spec;
use super::format::op;
use super::read::Reading;
use crate::data::OpId;
use crate::text::lexer::Kind;
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

const OVERFLOW: &str = "overflowFlags:flags(arith.overflow)=#arith.overflow<none>";
const FASTMATH: &str = "fastmath:flags(arith.fastmath)=#arith.fastmath<none>";
const CAST: &str = "$in attr-dict `:` type($in) `to` type($out)";

const fn binary(name: &'static str) -> Spec {
    op(name)
        .ins("lhs rhs")
        .outs("result")
        .types("lhs=rhs=result")
        .form("$lhs `,` $rhs attr-dict `:` type($result)")
}

const fn wrapping(name: &'static str) -> Spec {
    binary(name)
        .attrs(OVERFLOW)
        .form("$lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($result)")
}

const fn exact(name: &'static str) -> Spec {
    binary(name).attrs("isExact:unit").form("$lhs `,` $rhs (`exact` $isExact^)? attr-dict `:` type($result)")
}

const fn float(name: &'static str) -> Spec {
    binary(name).attrs(FASTMATH).form("$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)")
}

const fn cast(name: &'static str) -> Spec {
    op(name).ins("in").outs("out").form(CAST)
}

const fn extended(name: &'static str) -> Spec {
    op(name)
        .ins("lhs rhs")
        .outs("low high")
        .types("lhs=rhs=low=high")
        .form("$lhs `,` $rhs attr-dict `:` type($lhs)")
}

const fn unary_math(name: &'static str) -> Spec {
    op(name)
        .ins("operand")
        .outs("result")
        .attrs(FASTMATH)
        .types("operand=result")
        .form("$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)")
}

const fn float_class(name: &'static str) -> Spec {
    op(name)
        .ins("operand")
        .outs("result")
        .attrs(FASTMATH)
        .types("result=i1like(operand)")
        .form("$operand attr-dict `:` type($operand)")
}

const fn unary_int(name: &'static str) -> Spec {
    op(name)
        .ins("operand")
        .outs("result")
        .types("operand=result")
        .form("$operand attr-dict `:` type($result)")
}

const fn index_binary(name: &'static str) -> Spec {
    op(name)
        .ins("lhs rhs")
        .outs("result")
        .types("lhs=index rhs=index result=index")
        .form("$lhs `,` $rhs attr-dict")
}

pub(super) const OPS: &[Spec] = &[
    op("arith.constant").outs("result").attrs("value:any").types("result=valuetype()").form("attr-dict $value"),
    wrapping("arith.addi"),
    wrapping("arith.subi"),
    wrapping("arith.muli"),
    wrapping("arith.shli"),
    exact("arith.divui"),
    exact("arith.divsi"),
    exact("arith.shrui"),
    exact("arith.shrsi"),
    binary("arith.ceildivui"),
    binary("arith.ceildivsi"),
    binary("arith.floordivsi"),
    binary("arith.remui"),
    binary("arith.remsi"),
    binary("arith.andi"),
    binary("arith.ori"),
    binary("arith.xori"),
    binary("arith.maxsi"),
    binary("arith.maxui"),
    binary("arith.minsi"),
    binary("arith.minui"),
    float("arith.addf"),
    float("arith.subf"),
    float("arith.mulf"),
    float("arith.divf"),
    float("arith.remf"),
    float("arith.maximumf"),
    float("arith.minimumf"),
    float("arith.maxnumf"),
    float("arith.minnumf"),
    unary_math("arith.negf"),
    op("arith.addui_extended")
        .ins("lhs rhs")
        .outs("sum overflow")
        .types("lhs=rhs=sum")
        .form("$lhs `,` $rhs attr-dict `:` type($sum) `,` type($overflow)"),
    extended("arith.mulsi_extended"),
    extended("arith.mului_extended"),
    cast("arith.extui"),
    cast("arith.extsi"),
    cast("arith.sitofp"),
    cast("arith.uitofp"),
    cast("arith.fptosi"),
    cast("arith.fptoui"),
    cast("arith.index_cast"),
    cast("arith.index_castui"),
    cast("arith.bitcast"),
    cast("arith.trunci")
        .attrs(OVERFLOW)
        .form("$in (`overflow` `` $overflowFlags^)? attr-dict `:` type($in) `to` type($out)"),
    cast("arith.extf")
        .attrs("fastmath:flags(arith.fastmath)?")
        .form("$in (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)"),
    cast("arith.truncf")
        .attrs("roundingmode:rounding? fastmath:flags(arith.fastmath)?")
        .form("$in ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)"),
    op("arith.scaling_extf").ins("in scale").outs("out").attrs("fastmath:flags(arith.fastmath)?").form(
        "$in `,` $scale (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `,` type($scale) `to` type($out)",
    ),
    op("arith.scaling_truncf")
        .ins("in scale")
        .outs("out")
        .attrs("roundingmode:rounding? fastmath:flags(arith.fastmath)?")
        .form(
            "$in `,` $scale ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `,` type($scale) \
             `to` type($out)",
        ),
    op("arith.cmpi")
        .ins("lhs rhs")
        .outs("result")
        .attrs("predicate:cmpi")
        .types("lhs=rhs result=i1like(lhs)")
        .form("$predicate `,` $lhs `,` $rhs attr-dict `:` type($lhs)"),
    op("arith.cmpf")
        .ins("lhs rhs")
        .outs("result")
        .attrs("predicate:cmpf fastmath:flags(arith.fastmath)=#arith.fastmath<none>")
        .types("lhs=rhs result=i1like(lhs)")
        .form("$predicate `,` $lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs)"),
    op("arith.select")
        .ins("condition true_value false_value")
        .outs("result")
        .types("true_value=false_value=result")
        .form("$condition `,` $true_value `,` $false_value attr-dict `:` custom<SelectType>"),
    op("ub.poison").outs("result").attrs("value:any=#ub.poison").form("attr-dict (`<` $value^ `>`)? `:` type($result)"),
    op("ub.unreachable").form("attr-dict"),
    unary_math("math.absf"),
    unary_math("math.acos"),
    unary_math("math.acosh"),
    unary_math("math.asin"),
    unary_math("math.asinh"),
    unary_math("math.atan"),
    unary_math("math.atanh"),
    unary_math("math.cbrt"),
    unary_math("math.ceil"),
    unary_math("math.cos"),
    unary_math("math.cosh"),
    unary_math("math.erf"),
    unary_math("math.erfc"),
    unary_math("math.exp"),
    unary_math("math.exp2"),
    unary_math("math.expm1"),
    unary_math("math.floor"),
    unary_math("math.log"),
    unary_math("math.log10"),
    unary_math("math.log1p"),
    unary_math("math.log2"),
    unary_math("math.round"),
    unary_math("math.roundeven"),
    unary_math("math.rsqrt"),
    unary_math("math.sin"),
    unary_math("math.sinh"),
    unary_math("math.sqrt"),
    unary_math("math.tan"),
    unary_math("math.tanh"),
    unary_math("math.trunc"),
    float("math.atan2"),
    float("math.copysign"),
    float("math.powf"),
    unary_int("math.absi"),
    unary_int("math.ctlz"),
    unary_int("math.ctpop"),
    unary_int("math.cttz"),
    binary("math.ipowi"),
    op("math.fpowi")
        .ins("lhs rhs")
        .outs("result")
        .attrs(FASTMATH)
        .types("lhs=result")
        .form("$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs) `,` type($rhs)"),
    op("math.fma")
        .ins("a b c")
        .outs("result")
        .attrs(FASTMATH)
        .types("a=b=c=result")
        .form("$a `,` $b `,` $c (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"),
    op("math.clampf")
        .ins("value min max")
        .outs("result")
        .attrs(FASTMATH)
        .types("value=min=max=result")
        .form(
            "$value `to` ` ` `[` $min `,` $max `]` (`fastmath` `` $fastmath^)? attr-dict `:` type($result)",
        ),
    float_class("math.isfinite"),
    float_class("math.isinf"),
    float_class("math.isnan"),
    float_class("math.isnormal"),
    op("math.sincos")
        .ins("operand")
        .outs("sin cos")
        .attrs(FASTMATH)
        .types("operand=sin=cos")
        .form("$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($operand)"),
    op("index.constant").outs("result").attrs("value:index").types("result=index").form("attr-dict $value"),
    op("index.bool.constant").outs("result").attrs("value:bool").types("result=i1").form("attr-dict $value"),
    op("index.sizeof").outs("result").types("result=index").form("attr-dict"),
    op("index.cmp")
        .ins("lhs rhs")
        .outs("result")
        .attrs("pred:indexcmp")
        .types("lhs=index rhs=index result=i1")
        .form("$pred `(` $lhs `,` $rhs `)` attr-dict"),
    op("index.casts").ins("input").outs("output").form("$input attr-dict `:` type($input) `to` type($output)"),
    op("index.castu").ins("input").outs("output").form("$input attr-dict `:` type($input) `to` type($output)"),
    index_binary("index.add"),
    index_binary("index.sub"),
    index_binary("index.mul"),
    index_binary("index.divs"),
    index_binary("index.divu"),
    index_binary("index.ceildivs"),
    index_binary("index.ceildivu"),
    index_binary("index.floordivs"),
    index_binary("index.rems"),
    index_binary("index.remu"),
    index_binary("index.maxs"),
    index_binary("index.maxu"),
    index_binary("index.mins"),
    index_binary("index.minu"),
    index_binary("index.shl"),
    index_binary("index.shrs"),
    index_binary("index.shru"),
    index_binary("index.and"),
    index_binary("index.or"),
    index_binary("index.xor"),
];

/// `type`, or `condition type, type` when the condition is no `i1`.
pub(super) fn read_select_type<'s>(p: &mut Parser<'s>, reading: &mut Reading<'s>) -> Read<()> {
    let mut condition = p.ctx.integer(1);
    let mut ty = p.read_type()?;
    if p.eat(Kind::Comma) {
        condition = ty;
        ty = p.read_type()?;
    }
    reading.in_types[0] = Some(smallvec::smallvec![condition]);
    reading.out_types[0] = Some(smallvec::smallvec![ty]);
    Ok(())
}

pub(super) fn print_select_type(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    let condition = p.program.value_type(p.program.operand(op, 0)?);
    let ty = p.program.value_type(p.program.result(op, 0)?);
    if condition != p.ctx.integer(1) {
        p.ty(condition);
        p.write(", ");
    }
    p.ty(ty);
    Some(())
}
