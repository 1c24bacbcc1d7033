//! `comb` and `hw.constant`: logic without promises, where nothing is undefined. A division by zero gives poison: it
//! divides by one instead, so that it cannot trap.

use assay_ir::data::{AttrKind, IntValue, OpId};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I32;
use cranelift_codegen::ir::{InstBuilder, Value};

use crate::arith::{chosen, constant, each_pair, integer_predicate};
use crate::attributes::integer;
use crate::integers::{ones, sign_bit};
use crate::lowering::{Lane, Lowered, Lowering};
use crate::meaning::OpLowering;
use crate::types::Kind;
use assay_backend::engine::Unsupported;

type L<'a, 'u, 'p, 'b> = &'a mut Lowering<'u, 'p, 'b>;

pub(super) const OPS: &[OpLowering] = &[
    OpLowering::new("comb.add", |l, op| variadic(l, op, |l, a, b| l.b.ins().iadd(a, b))),
    OpLowering::new("comb.mul", |l, op| variadic(l, op, |l, a, b| l.b.ins().imul(a, b))),
    OpLowering::new("comb.and", |l, op| variadic(l, op, |l, a, b| l.b.ins().band(a, b))),
    OpLowering::new("comb.or", |l, op| variadic(l, op, |l, a, b| l.b.ins().bor(a, b))),
    OpLowering::new("comb.xor", |l, op| variadic(l, op, |l, a, b| l.b.ins().bxor(a, b))),
    OpLowering::new("comb.sub", subtract),
    OpLowering::new("comb.divu", |l, op| divide(l, op, false, true)).may_poison(|_, _| true),
    OpLowering::new("comb.divs", |l, op| divide(l, op, true, true)).may_poison(|_, _| true),
    OpLowering::new("comb.modu", |l, op| divide(l, op, false, false)).may_poison(|_, _| true),
    OpLowering::new("comb.mods", |l, op| divide(l, op, true, false)).may_poison(|_, _| true),
    OpLowering::new("comb.shl", |l, op| shift(l, op, Shift::Left)),
    OpLowering::new("comb.shru", |l, op| shift(l, op, Shift::Right)),
    OpLowering::new("comb.shrs", |l, op| shift(l, op, Shift::RightSigned)),
    OpLowering::new("comb.icmp", compare),
    OpLowering::new("comb.parity", parity),
    OpLowering::new("comb.reverse", reverse),
    OpLowering::new("comb.extract", extract),
    OpLowering::new("comb.concat", |l, op| concatenate(l, op, false)),
    OpLowering::new("comb.replicate", |l, op| concatenate(l, op, true)),
    OpLowering::new("comb.mux", choose),
    OpLowering::new("comb.truth_table", look_up),
    OpLowering::new("hw.constant", constant),
];

/// Operand number `index`, an integer, and its width.
fn number(l: &Lowering<'_, '_, '_>, op: OpId, index: usize) -> Result<(u32, Lane), Unsupported> {
    match l.scalar(op, index)? {
        (Kind::Int(width), lane) => Ok((width, lane)),
        _ => Err(Unsupported::Type),
    }
}

fn numbers(l: &Lowering<'_, '_, '_>, op: OpId) -> Result<Vec<(u32, Lane)>, Unsupported> {
    (0..l.program.operands(op).count()).map(|index| number(l, op, index)).collect()
}

fn any_poison(l: L<'_, '_, '_, '_>, numbers: &[(u32, Lane)]) -> Option<Value> {
    numbers.iter().fold(None, |all, (_, lane)| l.or(all, lane.poison))
}

fn result_width(l: &Lowering<'_, '_, '_>, op: OpId) -> Result<u32, Unsupported> {
    match l.result_kind(op, 0)? {
        (Kind::Int(width), 1) => Ok(width),
        _ => Err(Unsupported::Type),
    }
}

fn give(l: L<'_, '_, '_, '_>, op: OpId, bits: Value, poison: Option<Value>) -> Lowered {
    l.give(op, smallvec::smallvec![Lane::integer(bits, poison)])
}

/// An operation on one operand or more.
fn variadic(l: L<'_, '_, '_, '_>, op: OpId, apply: fn(L<'_, '_, '_, '_>, Value, Value) -> Value) -> Lowered {
    let all = numbers(l, op)?;
    let (width, first) = *all.first().ok_or(Unsupported::Malformed)?;
    if all.iter().any(|(other, _)| *other != width) {
        return Err(Unsupported::Malformed);
    }
    let mut bits = first.bits;
    for (_, lane) in &all[1..] {
        bits = apply(l, bits, lane.bits);
    }
    let bits = l.mask(width, bits);
    let poison = any_poison(l, &all);
    give(l, op, bits, poison)
}

fn subtract(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    each_pair(l, op, |l, width, a, b| {
        let bits = l.b.ins().isub(a.bits, b.bits);
        Lane::integer(l.mask(width, bits), None)
    })
}

fn divide(l: L<'_, '_, '_, '_>, op: OpId, signed: bool, quotient: bool) -> Lowered {
    each_pair(l, op, |l, width, a, b| {
        let zero = l.is(width, b.bits, 0);
        let mut replaced = zero;
        if signed {
            // The quotient that does not fit wraps to the dividend, as by one.
            let smallest = l.is(width, a.bits, sign_bit(width));
            let minus_one = l.is(width, b.bits, ones(width));
            let overflow = l.b.ins().band(smallest, minus_one);
            replaced = l.b.ins().bor(replaced, overflow);
        }
        let one = l.constant(width, 1);
        let divisor = l.b.ins().select(replaced, one, b.bits);
        let (whole, rest) = l.divided(width, signed, a.bits, divisor);
        Lane::integer(if quotient { whole } else { rest }, Some(zero))
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shift {
    Left,
    Right,
    RightSigned,
}

/// By the width or more: zeros, or copies of the sign.
fn shift(l: L<'_, '_, '_, '_>, op: OpId, shift: Shift) -> Lowered {
    each_pair(l, op, |l, width, a, b| {
        let most = l.constant(width, u128::from(width - 1));
        let far = l.b.ins().icmp(IntCC::UnsignedGreaterThan, b.bits, most);
        let amount = l.amount(width, b.bits);
        let zero = l.constant(width, 0);
        let (near, beyond) = match shift {
            Shift::Left => (l.shl(width, a.bits, amount), zero),
            Shift::Right => (l.shr(width, false, a.bits, amount), zero),
            Shift::RightSigned => {
                let negative = l.compare(width, IntCC::SignedLessThan, a.bits, zero);
                let ones = l.constant(width, u128::MAX);
                let sign = l.b.ins().select(negative, ones, zero);
                (l.shr(width, true, a.bits, amount), sign)
            }
        };
        Lane::integer(l.b.ins().select(far, beyond, near), None)
    })
}

/// Those of `arith`, then (in)equality of four states and with wild cards: of two states, all are the same.
fn compare(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let code = match integer(l.program, op, "predicate")? {
        10 | 12 => IntCC::Equal,
        11 | 13 => IntCC::NotEqual,
        known => integer_predicate(known).ok_or(Unsupported::Attribute)?,
    };
    each_pair(l, op, |l, width, a, b| Lane::integer(l.compare(width, code, a.bits, b.bits), None))
}

fn parity(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let (width, lane) = number(l, op, 0)?;
    let ones = l.b.ins().popcnt(lane.bits);
    let bits = l.resized(width, 1, ones);
    let one = l.constant(1, 1);
    let bits = l.b.ins().band(bits, one);
    give(l, op, bits, lane.poison)
}

fn reverse(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let (width, lane) = number(l, op, 0)?;
    let unused = Kind::Int(width).container().bits() - width;
    let reversed = l.b.ins().bitrev(lane.bits);
    let unused = l.b.ins().iconst(I32, i64::from(unused));
    let bits = l.b.ins().ushr(reversed, unused);
    give(l, op, bits, lane.poison)
}

fn extract(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let low = u32::try_from(integer(l.program, op, "lowBit")?).map_err(|_| Unsupported::Attribute)?;
    let (from, lane) = number(l, op, 0)?;
    let to = result_width(l, op)?;
    if low.checked_add(to).is_none_or(|high| high > from) {
        return Err(Unsupported::Malformed);
    }
    let amount = l.b.ins().iconst(I32, i64::from(low));
    let moved = l.b.ins().ushr(lane.bits, amount);
    let bits = l.resized(from, to, moved);
    give(l, op, bits, lane.poison)
}

/// The first operand is the highest part; the one that is `repeated` fills the result.
fn concatenate(l: L<'_, '_, '_, '_>, op: OpId, repeated: bool) -> Lowered {
    let to = result_width(l, op)?;
    let mut parts = numbers(l, op)?;
    let poison = any_poison(l, &parts);
    if let [only] = parts[..]
        && repeated
    {
        parts = vec![only; (to / only.0) as usize];
    }
    if parts.iter().map(|(width, _)| width).sum::<u32>() != to {
        return Err(Unsupported::Malformed);
    }
    let mut all = l.constant(to, 0);
    let mut low = to;
    for (width, lane) in parts {
        low -= width;
        let part = l.resized(width, to, lane.bits);
        let amount = l.b.ins().iconst(I32, i64::from(low));
        let part = l.b.ins().ishl(part, amount);
        all = l.b.ins().bor(all, part);
    }
    give(l, op, all, poison)
}

fn choose(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let (_, condition) = number(l, op, 0)?;
    let ((kind, a), (other, b)) = (l.lanes(op, 1)?, l.lanes(op, 2)?);
    if kind != other || a.len() != b.len() {
        return Err(Unsupported::Malformed);
    }
    let lanes = a.iter().zip(&b).map(|(a, b)| chosen(l, kind, &condition, *a, *b)).collect();
    l.give(op, lanes)
}

/// The operands are the number of an entry, the first one its highest bit. The entries are the bits of a constant.
fn look_up(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let inputs = numbers(l, op)?;
    let ctx = l.program.ctx();
    let entries = match ctx.attr_kind(l.attr(op, "lookupTable").ok_or(Unsupported::Malformed)?) {
        AttrKind::Array(entries) | AttrKind::DenseArray { values: entries, .. } => entries,
        _ => return Err(Unsupported::Attribute),
    };
    if inputs.len() > 7 || entries.len() != 1 << inputs.len() || inputs.iter().any(|(width, _)| *width != 1) {
        return Err(Unsupported::Attribute);
    }
    let mut table = 0u128;
    for (index, entry) in entries.iter().enumerate() {
        let AttrKind::Integer { value, .. } = ctx.attr_kind(*entry) else {
            return Err(Unsupported::Attribute);
        };
        table |= u128::from(*value != IntValue::Small(0)) << index;
    }
    let mut at = l.b.ins().iconst(I32, 0);
    for (_, lane) in &inputs {
        let bit = l.b.ins().uextend(I32, lane.bits);
        let one = l.b.ins().iconst(I32, 1);
        let twice = l.b.ins().ishl(at, one);
        at = l.b.ins().bor(twice, bit);
    }
    let width = (entries.len() as u32).max(8);
    let table = l.constant(width, table);
    let moved = l.b.ins().ushr(table, at);
    let bits = l.resized(width, 1, moved);
    let poison = any_poison(l, &inputs);
    give(l, op, bits, poison)
}
