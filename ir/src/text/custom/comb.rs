//! Custom forms of CIRCT's comb dialect. No MLIR binary reads them: they follow CIRCT's documentation.

use smallvec::smallvec;

use super::Spec;
use super::format::{Target, op};
use super::pieces::{Keywords, Piece, Spelling};
use super::read::Reading;
use super::scf::operand_types;
use super::write::Groups;
use crate::data::{AttrId, AttrKind, Context, OpId, Signedness, TypeId, TypeKind};
use crate::text::lexer::Kind;
use crate::text::ops::OpState;
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

pub(super) const KEYWORDS: &[Keywords] = &[Keywords {
    kind: "comb.icmp",
    cases: &["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge", "ceq", "cne", "weq", "wne"],
    width: 64,
}];

const fn variadic(name: &'static str) -> Spec {
    op(name)
        .ins("inputs*")
        .outs("result")
        .attrs("twoState:unit")
        .types("inputs=result")
        .form("(`bin` $twoState^)? $inputs attr-dict `:` type($result)")
}

const fn binary(name: &'static str) -> Spec {
    op(name)
        .ins("lhs rhs")
        .outs("result")
        .attrs("twoState:unit")
        .types("lhs=rhs=result")
        .form("(`bin` $twoState^)? $lhs `,` $rhs attr-dict `:` type($result)")
}

pub(super) const OPS: &[Spec] = &[
    variadic("comb.add"),
    variadic("comb.mul"),
    variadic("comb.and"),
    variadic("comb.or"),
    variadic("comb.xor"),
    binary("comb.sub"),
    binary("comb.divu"),
    binary("comb.divs"),
    binary("comb.modu"),
    binary("comb.mods"),
    binary("comb.shl"),
    binary("comb.shru"),
    binary("comb.shrs"),
    op("comb.icmp")
        .ins("lhs rhs")
        .outs("result")
        .attrs("predicate:comb.icmp twoState:unit")
        .types("lhs=rhs result=i1")
        .form("(`bin` $twoState^)? $predicate $lhs `,` $rhs attr-dict `:` type($lhs)"),
    op("comb.parity")
        .ins("input")
        .outs("result")
        .attrs("twoState:unit")
        .types("result=i1")
        .form("(`bin` $twoState^)? $input attr-dict `:` type($input)"),
    op("comb.extract")
        .ins("input")
        .outs("result")
        .attrs("lowBit:i32")
        .form("$input `from` $lowBit attr-dict `:` functional-type($input, $result)"),
    op("comb.concat")
        .ins("inputs*")
        .outs("result")
        .form("$inputs attr-dict `:` type($inputs) custom<comb.SumOfWidths>"),
    op("comb.replicate")
        .ins("input")
        .outs("result")
        .form("$input attr-dict `:` functional-type($input, $result)"),
    op("comb.mux")
        .ins("cond trueValue falseValue")
        .outs("result")
        .attrs("twoState:unit")
        .types("cond=i1 trueValue=falseValue=result")
        .form("(`bin` $twoState^)? $cond `,` $trueValue `,` $falseValue attr-dict `:` type($result)"),
    op("comb.truth_table")
        .ins("inputs*")
        .outs("result")
        .attrs("lookupTable:#comb.bits")
        .types("inputs=i1 result=i1")
        .form("$inputs `->` $lookupTable attr-dict"),
];

pub(super) const PIECES: &[Piece] = &[Piece {
    name: "comb.SumOfWidths",
    read: read_concat,
    print: print_concat,
    attrs: &[],
    types: &[Target::Results],
}];

pub(super) const SPELLINGS: &[Spelling] =
    &[Spelling { kind: "#comb.bits", starts: |p| p.at(Kind::LSquare), read: read_bits, print: print_bits }];

/// Bits of all signless integers together; `None` when there are none, or others among them.
fn widths(ctx: &Context, types: &[TypeId]) -> Option<u32> {
    let width = |ty: &TypeId| match *ctx.type_kind(*ty) {
        TypeKind::Integer { width, signedness: Signedness::Signless } => Some(width),
        _ => None,
    };
    let sum = types.iter().try_fold(0u32, |sum, ty| sum.checked_add(width(ty)?))?;
    (sum > 0 && sum < 1 << 24).then_some(sum)
}

fn read_concat<'s>(p: &mut Parser<'s>, _: &mut OpState, reading: &mut Reading<'s>) -> Read<()> {
    match reading.in_types[0].as_ref().and_then(|types| widths(&p.ctx, types)) {
        Some(width) => {
            reading.out_types[0] = Some(smallvec![p.ctx.integer(width)]);
            Ok(())
        }
        None => p.error_here("only integers can be concatenated"),
    }
}

fn print_concat(p: &mut Printer<'_>, op: OpId, _groups: &Groups) -> Option<()> {
    let width = widths(p.ctx, &operand_types(p, op))?;
    (p.program.value_type(p.program.result(op, 0)?) == p.ctx.integer(width)).then_some(())
}

/// `[true, false]` as `array<i1: true, false>`.
fn read_bits(p: &mut Parser<'_>) -> Read<AttrId> {
    let element = p.ctx.integer(1);
    let mut values = Vec::new();
    p.expect(Kind::LSquare, "`[` and `true` or `false`")?;
    p.list_until(Kind::RSquare, "`]` or `,`", |p| {
        match p.spelling() {
            "true" | "false" => values.push(p.read_attr(Some(element))?),
            _ => return p.expected("`true` or `false`"),
        }
        Ok(())
    })?;
    Ok(p.ctx.attr(AttrKind::DenseArray { element, values: values.into() }))
}

fn print_bits(p: &mut Printer<'_>, attr: AttrId) -> Option<()> {
    let AttrKind::DenseArray { element, values } = p.ctx.attr_kind(attr) else { return None };
    if *element != p.ctx.integer(1) {
        return None;
    }
    p.write("[");
    for (index, value) in values.iter().enumerate() {
        p.write(if index > 0 { ", " } else { "" });
        p.number(*value);
    }
    p.write("]");
    Some(())
}
