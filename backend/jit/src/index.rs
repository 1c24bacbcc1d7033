//! `index`: arithmetic at the width of `index`, without flags.

use assay_ir::data::{AttrKind, OpId};
use cranelift_codegen::ir::InstBuilder;
use cranelift_codegen::ir::condcodes::IntCC;

use crate::arith::{
    Wrapping, always, bitwise, cast, constant, divide, each_pair, integer_predicate, number, pick, remainder,
    shift_left, shift_right, wrapping,
};
use crate::integers::Round;
use crate::lowering::{Lane, Lowered, Lowering};
use crate::meaning::OpLowering;
use crate::types::Kind;
use assay_backend::engine::Unsupported;

pub(super) const OPS: &[OpLowering] = &[
    OpLowering::new("index.add", |l, op| wrapping(l, op, Wrapping::Add)),
    OpLowering::new("index.sub", |l, op| wrapping(l, op, Wrapping::Sub)),
    OpLowering::new("index.mul", |l, op| wrapping(l, op, Wrapping::Mul)),
    OpLowering::new("index.divs", |l, op| divide(l, op, true, Round::Zero)),
    OpLowering::new("index.divu", |l, op| divide(l, op, false, Round::Zero)),
    OpLowering::new("index.ceildivs", |l, op| divide(l, op, true, Round::Ceil)),
    OpLowering::new("index.ceildivu", |l, op| divide(l, op, false, Round::Ceil)),
    OpLowering::new("index.floordivs", |l, op| divide(l, op, true, Round::Floor)),
    OpLowering::new("index.rems", |l, op| remainder(l, op, true)),
    OpLowering::new("index.remu", |l, op| remainder(l, op, false)),
    OpLowering::new("index.maxs", |l, op| pick(l, op, IntCC::SignedGreaterThan)),
    OpLowering::new("index.maxu", |l, op| pick(l, op, IntCC::UnsignedGreaterThan)),
    OpLowering::new("index.mins", |l, op| pick(l, op, IntCC::SignedLessThan)),
    OpLowering::new("index.minu", |l, op| pick(l, op, IntCC::UnsignedLessThan)),
    OpLowering::new("index.and", |l, op| bitwise(l, op, |l, a, b| l.b.ins().band(a, b))),
    OpLowering::new("index.or", |l, op| bitwise(l, op, |l, a, b| l.b.ins().bor(a, b))),
    OpLowering::new("index.xor", |l, op| bitwise(l, op, |l, a, b| l.b.ins().bxor(a, b))),
    OpLowering::new("index.shl", shift_left).may_poison(always),
    OpLowering::new("index.shrs", |l, op| shift_right(l, op, true)).may_poison(always),
    OpLowering::new("index.shru", |l, op| shift_right(l, op, false)).may_poison(always),
    OpLowering::new("index.casts", |l, op| cast(l, op, true)),
    OpLowering::new("index.castu", |l, op| cast(l, op, false)),
    OpLowering::new("index.cmp", compare),
    OpLowering::new("index.sizeof", size_of),
    OpLowering::new("index.constant", constant),
    OpLowering::new("index.bool.constant", constant),
];

/// Predicates, in the order of their numbers.
const PREDICATES: [&str; 10] = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];

fn predicate(l: &Lowering<'_, '_, '_>, op: OpId) -> Result<IntCC, Unsupported> {
    let ctx = l.program.ctx();
    let at = |word: &str| PREDICATES.iter().position(|known| *known == word).map(|at| at as i64);
    let number = match ctx.attr_kind(l.attr(op, "pred").ok_or(Unsupported::Malformed)?) {
        AttrKind::Integer { value, .. } => value.to_i64(),
        // The kind of the attribute may stand before the word.
        AttrKind::Opaque { body, .. } => ctx.str(*body).split_whitespace().next_back().and_then(at),
        AttrKind::Dialect { params, .. } => match params.first().map(|only| ctx.attr_kind(*only)) {
            Some(AttrKind::String { text, .. }) => at(ctx.str(*text)),
            _ => None,
        },
        _ => None,
    };
    number.and_then(integer_predicate).ok_or(Unsupported::Attribute)
}

fn compare(l: &mut Lowering<'_, '_, '_>, op: OpId) -> Lowered {
    let code = predicate(l, op)?;
    each_pair(l, op, |l, width, a, b| Lane::integer(l.compare(width, code, a.bits, b.bits), None))
}

fn size_of(l: &mut Lowering<'_, '_, '_>, op: OpId) -> Lowered {
    let bits = l.unit.settings.index.bits();
    let lane = number(l, Kind::Int(bits), u128::from(bits));
    l.give(op, smallvec::smallvec![lane])
}
