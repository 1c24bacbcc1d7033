//! The intrinsics of `llvm` on integers, as LLVM's language reference has them: sections "Bit Manipulation Intrinsics",
//! "Saturation Arithmetic Intrinsics", `llvm.abs`, `llvm.scmp` and `llvm.ucmp`.

use assay_ir::data::{AttrKind, IntValue};

use crate::integer::{is_too_far, wraps};
use crate::math::{first_one, magnitude, ones};
use crate::{Attribute, ElementCtx, ElementResult, OpSemantics, Unsupported};
use assay_term::node::{Binary, Compare, TermId};

pub(crate) const OPS: &[OpSemantics] = &[
    OpSemantics::each("llvm.intr.abs", |element| {
        let least = |element: &mut ElementCtx<'_, '_>, width| element.pool.number(width, 1 << (width - 1));
        unless_input_is(element, "is_int_min_poison", least, magnitude)
    }),
    OpSemantics::each("llvm.intr.bitreverse", |element| in_reverse(element, 1)),
    OpSemantics::each("llvm.intr.bswap", |element| {
        let [a] = element.numbers()?;
        // An integer of "an even number of bytes".
        if !element.pool.width(a.bits).is_multiple_of(16) {
            return Err(Unsupported::Type);
        }
        in_reverse(element, 8)
    }),
    OpSemantics::each("llvm.intr.ctlz", |element| {
        unless_input_is(element, "is_zero_poison", zero, |element| first_one(element, true))
    }),
    OpSemantics::each("llvm.intr.cttz", |element| {
        unless_input_is(element, "is_zero_poison", zero, |element| first_one(element, false))
    }),
    OpSemantics::each("llvm.intr.ctpop", ones),
    OpSemantics::each("llvm.intr.fshl", |element| funnel(element, true)),
    OpSemantics::each("llvm.intr.fshr", |element| funnel(element, false)),
    OpSemantics::each("llvm.intr.sadd.sat", |element| saturated(element, Binary::Add, true)),
    OpSemantics::each("llvm.intr.ssub.sat", |element| saturated(element, Binary::Sub, true)),
    OpSemantics::each("llvm.intr.uadd.sat", |element| saturated(element, Binary::Add, false)),
    OpSemantics::each("llvm.intr.usub.sat", |element| saturated(element, Binary::Sub, false)),
    OpSemantics::each("llvm.intr.sshl.sat", |element| shifted(element, true)),
    OpSemantics::each("llvm.intr.ushl.sat", |element| shifted(element, false)),
    OpSemantics::each("llvm.intr.scmp", |element| three_way(element, Compare::SLt)),
    OpSemantics::each("llvm.intr.ucmp", |element| three_way(element, Compare::ULt)),
];

fn zero(element: &mut ElementCtx<'_, '_>, width: u32) -> TermId {
    element.pool.zero(width)
}

/// A result that is poison where the input is a certain number and the attribute says so.
fn unless_input_is(
    element: &mut ElementCtx<'_, '_>,
    attribute: &str,
    number: impl Fn(&mut ElementCtx<'_, '_>, u32) -> TermId,
    compute: impl Fn(&mut ElementCtx<'_, '_>) -> ElementResult,
) -> ElementResult {
    // An attribute that is bound may be true or false.
    let Attribute::Known(attr) = element.attribute(attribute) else { return Err(Unsupported::Attribute) };
    let AttrKind::Integer { value: IntValue::Small(promised), .. } = element.subject.ctx.attr_kind(attr)
    else {
        return Err(Unsupported::Attribute);
    };
    let mut results = compute(element)?;
    if *promised != 0 {
        let [a] = element.numbers()?;
        let width = element.pool.width(a.bits);
        let excluded = number(element, width);
        let broken = element.pool.equal(a.bits, excluded);
        for result in &mut results {
            result.poison = element.pool.or(result.poison, broken);
        }
    }
    Ok(results)
}

/// The groups of `size` bits from the last to the first.
fn in_reverse(element: &mut ElementCtx<'_, '_>, size: u32) -> ElementResult {
    let [a] = element.numbers()?;
    element.pool.width_dependent = true;
    let width = element.pool.width(a.bits);
    let mut bits = element.pool.extract(a.bits, 0, size);
    for at in (size..width).step_by(size as usize) {
        let group = element.pool.extract(a.bits, at, size);
        bits = element.pool.concat(bits, group);
    }
    element.total(&[a], bits)
}

/// The upper or lower half of two numbers in a row, shifted by a third one modulo the width.
fn funnel(element: &mut ElementCtx<'_, '_>, left: bool) -> ElementResult {
    let [a, b, amount] = element.numbers()?;
    element.pool.width_dependent = true;
    let width = element.pool.width(a.bits);
    let size = element.pool.number(width, u128::from(width));
    let by = element.pool.binary(Binary::URem, amount.bits, size);
    let rest = element.pool.binary(Binary::Sub, size, by);
    let (up, down) = if left { (by, rest) } else { (rest, by) };
    let high = element.pool.binary(Binary::Shl, a.bits, up);
    let low = element.pool.binary(Binary::LShr, b.bits, down);
    let both = element.pool.binary(Binary::Or, high, low);
    let none = element.pool.zero(width);
    let whole = element.pool.equal(by, none);
    let bits = element.pool.choice(whole, if left { a.bits } else { b.bits }, both);
    element.total(&[a, b, amount], bits)
}

/// The signed bound on the side of a number: the least one of a negative number, else the greatest.
fn bound_of(element: &mut ElementCtx<'_, '_>, a: TermId) -> TermId {
    let width = element.pool.width(a);
    let zero = element.pool.zero(width);
    let negative = element.pool.compare(Compare::SLt, a, zero);
    let least = element.pool.number(width, 1 << (width - 1));
    let greatest = element.pool.number(width, (1 << (width - 1)) - 1);
    element.pool.choice(negative, least, greatest)
}

/// A sum or difference, or the bound that it goes beyond.
fn saturated(element: &mut ElementCtx<'_, '_>, op: Binary, signed: bool) -> ElementResult {
    let [a, b] = element.pair()?;
    element.pool.width_dependent = true;
    let width = element.pool.width(a.bits);
    let bits = element.pool.binary(op, a.bits, b.bits);
    let wraps = wraps(element, op, a.bits, b.bits, bits, signed);
    let bound = match (signed, op) {
        (true, _) => bound_of(element, a.bits),
        (false, Binary::Sub) => element.pool.zero(width),
        (false, _) => element.pool.ones(width),
    };
    let bits = element.pool.choice(wraps, bound, bits);
    element.total(&[a, b], bits)
}

/// A shift to the left that saturates where shifting back does not restore the number; poison where the amount is too large.
fn shifted(element: &mut ElementCtx<'_, '_>, signed: bool) -> ElementResult {
    let [a, b] = element.pair()?;
    element.pool.width_dependent = true;
    let shifted = element.pool.binary(Binary::Shl, a.bits, b.bits);
    let back = if signed { Binary::AShr } else { Binary::LShr };
    let restored = element.pool.binary(back, shifted, b.bits);
    let lost = element.pool.differ(restored, a.bits);
    let width = element.pool.width(a.bits);
    let bound = if signed { bound_of(element, a.bits) } else { element.pool.ones(width) };
    let bits = element.pool.choice(lost, bound, shifted);
    let far = is_too_far(element, b.bits);
    element.unless(&[a, b], far, bits)
}

/// -1, 0 or 1; "the return type must be at least as wide as i2".
fn three_way(element: &mut ElementCtx<'_, '_>, less: Compare) -> ElementResult {
    let [a, b] = element.pair()?;
    let to = element.result_width()?;
    if to < 2 {
        return Err(Unsupported::Type);
    }
    let below = element.pool.compare(less, a.bits, b.bits);
    let above = element.pool.compare(less, b.bits, a.bits);
    let (minus, none, one) = (element.pool.ones(to), element.pool.zero(to), element.pool.number(to, 1));
    let bits = element.pool.choice(above, one, none);
    let bits = element.pool.choice(below, minus, bits);
    element.total(&[a, b], bits)
}
