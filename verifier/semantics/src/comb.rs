//! CIRCT's `comb` and `hw.constant`: combinational logic of two states, where nothing is undefined behaviour and no promise
//! makes poison. The result of a division by zero is unspecified and carried as poison. A shift by the width or more
//! leaves zeros, or copies of the sign.

use assay_ir::data::{AttrKind, IntValue};

use crate::integer::{PREDICATES, Rounding, comparison, quotient, selection, without_flags};
use crate::{Attribute, ElementCtx, LaneResult, OpSemantics, Scalar, Unsupported};
use assay_term::arena::TermArena;
use assay_term::node::{Binary, MAX_WIDTH, TermId};

pub(crate) const OPS: &[OpSemantics] = &[
    OpSemantics::each("comb.add", |lane| folded(lane, Binary::Add)),
    OpSemantics::each("comb.mul", |lane| folded(lane, Binary::Mul)),
    OpSemantics::each("comb.and", |lane| folded(lane, Binary::And)),
    OpSemantics::each("comb.or", |lane| folded(lane, Binary::Or)),
    OpSemantics::each("comb.xor", |lane| folded(lane, Binary::Xor)),
    OpSemantics::each("comb.sub", |lane| without_flags(lane, Binary::Sub)),
    OpSemantics::each("comb.divu", |lane| {
        divided(lane, |lane, a, b| quotient(lane, a, b, false, Rounding::Zero))
    }),
    OpSemantics::each("comb.divs", |lane| {
        divided(lane, |lane, a, b| quotient(lane, a, b, true, Rounding::Zero))
    }),
    OpSemantics::each("comb.modu", |lane| divided(lane, |lane, a, b| lane.pool.binary(Binary::URem, a, b))),
    OpSemantics::each("comb.mods", |lane| divided(lane, |lane, a, b| lane.pool.binary(Binary::SRem, a, b))),
    OpSemantics::each("comb.shl", |lane| without_flags(lane, Binary::Shl)),
    OpSemantics::each("comb.shru", |lane| without_flags(lane, Binary::LShr)),
    OpSemantics::each("comb.shrs", |lane| without_flags(lane, Binary::AShr)),
    OpSemantics::each("comb.icmp", compared),
    OpSemantics::each("comb.parity", parity),
    OpSemantics::each("comb.reverse", reversed),
    OpSemantics::each("comb.extract", extracted),
    OpSemantics::each("comb.concat", |lane| joined(lane.operands.to_vec(), lane)),
    OpSemantics::each("comb.replicate", |lane| {
        let [only] = lane.numbers()?;
        let (part, whole) = (lane.pool.width(only.bits), lane.result_width()?);
        joined(vec![only; (whole / part) as usize], lane)
    }),
    OpSemantics::choice("comb.mux", selection),
    OpSemantics::each("comb.truth_table", looked_up),
    OpSemantics::each("hw.constant", |lane| Ok(vec![lane.constant("value")?])),
];

/// One number or more of one width.
fn folded(lane: &mut ElementCtx<'_, '_>, op: Binary) -> LaneResult {
    let list = lane.operands.to_vec();
    let first = list.first().ok_or(Unsupported::Type)?;
    let width = lane.pool.width(first.bits);
    if list.iter().any(|scalar| lane.pool.width(scalar.bits) != width) {
        return Err(Unsupported::Type);
    }
    let bits = list[1..].iter().fold(first.bits, |all, one| lane.pool.binary(op, all, one.bits));
    Ok(vec![Scalar { bits, poison: lane.any_poison(&list) }])
}

fn divided(
    lane: &mut ElementCtx<'_, '_>,
    apply: fn(&mut ElementCtx<'_, '_>, TermId, TermId) -> TermId,
) -> LaneResult {
    let [a, b] = lane.pair()?;
    let bits = apply(lane, a.bits, b.bits);
    let zero = lane.pool.zero(lane.pool.width(b.bits));
    let by_zero = lane.pool.equal(b.bits, zero);
    lane.unless(&[a, b], by_zero, bits)
}

/// Predicates of `arith`, then (in)equality that tells unknown bits apart, and that takes them as wild cards: of two
/// states, all are the same.
fn compared(lane: &mut ElementCtx<'_, '_>) -> LaneResult {
    let known = match lane.attribute("predicate") {
        Attribute::Known(attr) => match lane.subject.ctx.attr_kind(attr) {
            AttrKind::Integer { value: IntValue::Small(10 | 12), .. } => Some(0),
            AttrKind::Integer { value: IntValue::Small(11 | 13), .. } => Some(1),
            _ => None,
        },
        _ => None,
    };
    let predicate = match known {
        Some(number) => lane.pool.number(4, number),
        None => lane.predicate("predicate", PREDICATES)?,
    };
    comparison(lane, predicate)
}

fn parity(lane: &mut ElementCtx<'_, '_>) -> LaneResult {
    by_bits(lane, |pool, odd, bit| pool.binary(Binary::Xor, odd, bit))
}

fn reversed(lane: &mut ElementCtx<'_, '_>) -> LaneResult {
    by_bits(lane, TermArena::concat)
}

/// The bits of a number put together from the lowest on, which is another expression at each width.
fn by_bits(
    lane: &mut ElementCtx<'_, '_>,
    put: impl Fn(&mut TermArena, TermId, TermId) -> TermId,
) -> LaneResult {
    let [a] = lane.numbers()?;
    lane.pool.uneven = true;
    let width = lane.pool.width(a.bits);
    let mut bits = lane.pool.extract(a.bits, 0, 1);
    for at in 1..width {
        let bit = lane.pool.extract(a.bits, at, 1);
        bits = put(lane.pool, bits, bit);
    }
    Ok(vec![Scalar { bits, poison: a.poison }])
}

fn extracted(lane: &mut ElementCtx<'_, '_>) -> LaneResult {
    let [a] = lane.numbers()?;
    let (low, width) = (lane.count("lowBit")?, lane.result_width()?);
    lane.pool.uneven |= width != lane.pool.width(a.bits);
    match low.checked_add(width) {
        Some(end) if end <= lane.pool.width(a.bits) => {
            Ok(vec![Scalar { bits: lane.pool.extract(a.bits, low, width), poison: a.poison }])
        }
        _ => Err(Unsupported::Invalid),
    }
}

/// The first operand is the highest part.
fn joined(list: Vec<Scalar>, lane: &mut ElementCtx<'_, '_>) -> LaneResult {
    lane.pool.uneven |= list.len() > 1;
    let total: u32 = list.iter().map(|scalar| lane.pool.width(scalar.bits)).sum();
    if total != lane.result_width()? {
        return Err(Unsupported::Invalid);
    }
    if total > MAX_WIDTH {
        return Err(Unsupported::Type);
    }
    let first = list.first().ok_or(Unsupported::Type)?;
    let bits = list[1..].iter().fold(first.bits, |all, one| lane.pool.concat(all, one.bits));
    Ok(vec![Scalar { bits, poison: lane.any_poison(&list) }])
}

/// The operands are the number of an entry, the first one its highest bit.
fn looked_up(lane: &mut ElementCtx<'_, '_>) -> LaneResult {
    let list = lane.operands.to_vec();
    let Attribute::Known(table) = lane.attribute("lookupTable") else { return Err(Unsupported::Attribute) };
    let ctx = lane.subject.ctx;
    let entries = match ctx.attr_kind(table) {
        AttrKind::Array(entries) | AttrKind::DenseArray { values: entries, .. } => entries,
        _ => return Err(Unsupported::Attribute),
    };
    if list.len() > 12 || entries.len() != 1 << list.len() {
        return Err(Unsupported::Attribute);
    }
    let mut level: Vec<TermId> = Vec::with_capacity(entries.len());
    for entry in entries {
        let AttrKind::Integer { value, .. } = ctx.attr_kind(*entry) else {
            return Err(Unsupported::Attribute);
        };
        let set = *value != IntValue::Small(0);
        level.push(lane.pool.number(1, u128::from(set)));
    }
    for scalar in list.iter().rev() {
        let truth = lane.pool.truth(scalar.bits);
        level = level.chunks(2).map(|pair| lane.pool.choice(truth, pair[1], pair[0])).collect();
    }
    Ok(vec![Scalar { bits: level[0], poison: lane.any_poison(&list) }])
}
