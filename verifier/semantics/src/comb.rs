//! CIRCT's `comb` and `hw.constant`: combinational logic of two states, where nothing is undefined behaviour and no promise
//! makes poison. The result of a division by zero is unspecified and carried as poison. A shift by the width or more
//! leaves zeros, or copies of the sign.

use assay_ir::data::{AttrKind, IntValue};

use crate::integer::{PREDICATES, Rounding, comparison, quotient, selection, without_flags};
use crate::{Attribute, ElementCtx, ElementResult, OpSemantics, Scalar, Unsupported};
use assay_term::arena::TermArena;
use assay_term::node::{Binary, MAX_WIDTH, TermId};

pub(crate) const OPS: &[OpSemantics] = &[
    OpSemantics::each("comb.add", |element| folded(element, Binary::Add)),
    OpSemantics::each("comb.mul", |element| folded(element, Binary::Mul)),
    OpSemantics::each("comb.and", |element| folded(element, Binary::And)),
    OpSemantics::each("comb.or", |element| folded(element, Binary::Or)),
    OpSemantics::each("comb.xor", |element| folded(element, Binary::Xor)),
    OpSemantics::each("comb.sub", |element| without_flags(element, Binary::Sub)),
    OpSemantics::each("comb.divu", |element| {
        divided(element, |element, a, b| quotient(element, a, b, false, Rounding::Zero))
    }),
    OpSemantics::each("comb.divs", |element| {
        divided(element, |element, a, b| quotient(element, a, b, true, Rounding::Zero))
    }),
    OpSemantics::each("comb.modu", |element| {
        divided(element, |element, a, b| element.pool.binary(Binary::URem, a, b))
    }),
    OpSemantics::each("comb.mods", |element| {
        divided(element, |element, a, b| element.pool.binary(Binary::SRem, a, b))
    }),
    OpSemantics::each("comb.shl", |element| without_flags(element, Binary::Shl)),
    OpSemantics::each("comb.shru", |element| without_flags(element, Binary::LShr)),
    OpSemantics::each("comb.shrs", |element| without_flags(element, Binary::AShr)),
    OpSemantics::each("comb.icmp", compared),
    OpSemantics::each("comb.parity", parity),
    OpSemantics::each("comb.reverse", reversed),
    OpSemantics::each("comb.extract", extracted),
    OpSemantics::each("comb.concat", |element| joined(element.operands.to_vec(), element)),
    OpSemantics::each("comb.replicate", |element| {
        let [only] = element.numbers()?;
        let (part, whole) = (element.pool.width(only.bits), element.result_width()?);
        joined(vec![only; (whole / part) as usize], element)
    }),
    OpSemantics::choice("comb.mux", selection),
    OpSemantics::each("comb.truth_table", looked_up),
    OpSemantics::each("hw.constant", |element| Ok(vec![element.constant("value")?])),
];

/// One number or more of one width.
fn folded(element: &mut ElementCtx<'_, '_>, op: Binary) -> ElementResult {
    let list = element.operands.to_vec();
    let first = list.first().ok_or(Unsupported::Type)?;
    let width = element.pool.width(first.bits);
    if list.iter().any(|scalar| element.pool.width(scalar.bits) != width) {
        return Err(Unsupported::Type);
    }
    let bits = list[1..].iter().fold(first.bits, |all, one| element.pool.binary(op, all, one.bits));
    Ok(vec![Scalar { bits, poison: element.any_poison(&list) }])
}

fn divided(
    element: &mut ElementCtx<'_, '_>,
    apply: fn(&mut ElementCtx<'_, '_>, TermId, TermId) -> TermId,
) -> ElementResult {
    let [a, b] = element.pair()?;
    let bits = apply(element, a.bits, b.bits);
    let zero = element.pool.zero(element.pool.width(b.bits));
    let by_zero = element.pool.equal(b.bits, zero);
    element.unless(&[a, b], by_zero, bits)
}

/// Predicates of `arith`, then (in)equality that tells unknown bits apart, and that takes them as wild cards: of two
/// states, all are the same.
fn compared(element: &mut ElementCtx<'_, '_>) -> ElementResult {
    let known = match element.attribute("predicate") {
        Attribute::Known(attr) => match element.subject.ctx.attr_kind(attr) {
            AttrKind::Integer { value: IntValue::Small(10 | 12), .. } => Some(0),
            AttrKind::Integer { value: IntValue::Small(11 | 13), .. } => Some(1),
            _ => None,
        },
        _ => None,
    };
    let predicate = match known {
        Some(number) => element.pool.number(4, number),
        None => element.predicate("predicate", PREDICATES)?,
    };
    comparison(element, predicate)
}

fn parity(element: &mut ElementCtx<'_, '_>) -> ElementResult {
    by_bits(element, |pool, odd, bit| pool.binary(Binary::Xor, odd, bit))
}

fn reversed(element: &mut ElementCtx<'_, '_>) -> ElementResult {
    by_bits(element, TermArena::concat)
}

/// The bits of a number put together from the lowest on, which is another expression at each width.
fn by_bits(
    element: &mut ElementCtx<'_, '_>,
    put: impl Fn(&mut TermArena, TermId, TermId) -> TermId,
) -> ElementResult {
    let [a] = element.numbers()?;
    element.pool.width_dependent = true;
    let width = element.pool.width(a.bits);
    let mut bits = element.pool.extract(a.bits, 0, 1);
    for at in 1..width {
        let bit = element.pool.extract(a.bits, at, 1);
        bits = put(element.pool, bits, bit);
    }
    Ok(vec![Scalar { bits, poison: a.poison }])
}

fn extracted(element: &mut ElementCtx<'_, '_>) -> ElementResult {
    let [a] = element.numbers()?;
    let (low, width) = (element.count("lowBit")?, element.result_width()?);
    element.pool.width_dependent |= width != element.pool.width(a.bits);
    match low.checked_add(width) {
        Some(end) if end <= element.pool.width(a.bits) => {
            Ok(vec![Scalar { bits: element.pool.extract(a.bits, low, width), poison: a.poison }])
        }
        _ => Err(Unsupported::Invalid),
    }
}

/// The first operand is the highest part.
fn joined(list: Vec<Scalar>, element: &mut ElementCtx<'_, '_>) -> ElementResult {
    element.pool.width_dependent |= list.len() > 1;
    let total: u32 = list.iter().map(|scalar| element.pool.width(scalar.bits)).sum();
    if total != element.result_width()? {
        return Err(Unsupported::Invalid);
    }
    if total > MAX_WIDTH {
        return Err(Unsupported::Type);
    }
    let first = list.first().ok_or(Unsupported::Type)?;
    let bits = list[1..].iter().fold(first.bits, |all, one| element.pool.concat(all, one.bits));
    Ok(vec![Scalar { bits, poison: element.any_poison(&list) }])
}

/// The operands are the number of an entry, the first one its highest bit.
fn looked_up(element: &mut ElementCtx<'_, '_>) -> ElementResult {
    let list = element.operands.to_vec();
    let Attribute::Known(table) = element.attribute("lookupTable") else {
        return Err(Unsupported::Attribute);
    };
    let ctx = element.subject.ctx;
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
        level.push(element.pool.number(1, u128::from(set)));
    }
    for scalar in list.iter().rev() {
        let truth = element.pool.truth(scalar.bits);
        level = level.chunks(2).map(|pair| element.pool.choice(truth, pair[1], pair[0])).collect();
    }
    Ok(vec![Scalar { bits: level[0], poison: element.any_poison(&list) }])
}
