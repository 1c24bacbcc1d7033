//! What integer operations of several dialects have in common: how poison flows, what a broken promise and a division come
//! to. Knows no operation.

use crate::attribute::Overflow;
use crate::{ElementCtx, ElementResult, Scalar, Unsupported};
use assay_term::arena::TermArena;
use assay_term::node::{Binary, Compare, MAX_WIDTH, TermId};

/// How a quotient is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rounding {
    Zero,
    Floor,
    Ceil,
}

/// Predicates in the order of their numbers.
pub(crate) const PREDICATES: &[&str] = &["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];

impl ElementCtx<'_, '_> {
    /// Whether one of these is poison.
    pub(crate) fn any_poison(&mut self, list: &[Scalar]) -> TermId {
        self.pool.any(list.iter().map(|scalar| scalar.poison))
    }

    /// A number that is poison where an operand is, or where a promise is broken.
    pub(crate) fn unless(&mut self, operands: &[Scalar], broken: TermId, bits: TermId) -> ElementResult {
        let poison = self.any_poison(operands);
        Ok(vec![Scalar { bits, poison: self.pool.or(poison, broken) }])
    }

    /// A number that is poison where an operand is.
    pub(crate) fn total(&mut self, operands: &[Scalar], bits: TermId) -> ElementResult {
        let never = self.pool.boolean(false);
        self.unless(operands, never, bits)
    }
}

/// An operation on two numbers that breaks no promise.
pub(crate) fn without_flags(element: &mut ElementCtx<'_, '_>, op: Binary) -> ElementResult {
    let [a, b] = element.pair()?;
    let bits = element.pool.binary(op, a.bits, b.bits);
    element.total(&[a, b], bits)
}

/// A sum, difference or product that promises not to wrap where the flags say so.
pub(crate) fn wrapping(element: &mut ElementCtx<'_, '_>, op: Binary, flags: Overflow) -> ElementResult {
    let [a, b] = element.pair()?;
    let bits = element.pool.binary(op, a.bits, b.bits);
    let mut broken = element.pool.boolean(false);
    for (flag, signed) in [(flags.signed, true), (flags.unsigned, false)] {
        if element.pool.value(flag) != Some(0) {
            let wraps = wraps(element, op, a.bits, b.bits, bits, signed);
            let both = element.pool.and(flag, wraps);
            broken = element.pool.or(broken, both);
        }
    }
    element.unless(&[a, b], broken, bits)
}

/// Whether the exact result of an operation is not the one of its width.
pub(crate) fn wraps(
    element: &mut ElementCtx<'_, '_>,
    op: Binary,
    a: TermId,
    b: TermId,
    bits: TermId,
    signed: bool,
) -> TermId {
    let width = element.pool.width(a);
    let wide = 2 * width;
    let pool = &mut *element.pool;
    match (op, signed) {
        (Binary::Mul, _) if wide > MAX_WIDTH => product_wraps(pool, a, b, bits, signed),
        (Binary::Add, false) => pool.compare(Compare::ULt, bits, a),
        (Binary::Sub, false) => pool.compare(Compare::ULt, a, b),
        // A sum wraps where its sign is that of neither operand, a difference where it differs from the first operand's,
        // which differs from the second's.
        (Binary::Add | Binary::Sub, true) => {
            let zero = pool.zero(width);
            let [x, y, sum] = [a, b, bits].map(|ex| pool.compare(Compare::SLt, ex, zero));
            let changed = pool.differ(x, sum);
            let alike = pool.equal(x, y);
            let may = if op == Binary::Add { alike } else { pool.not(alike) };
            pool.and(may, changed)
        }
        _ => {
            let extend = |pool: &mut TermArena, ex: TermId| match signed {
                true => pool.sign_extend(ex, wide),
                false => pool.zero_extend(ex, wide),
            };
            let (x, y) = (extend(pool, a), extend(pool, b));
            let exact = pool.binary(op, x, y);
            let kept = extend(pool, bits);
            pool.differ(exact, kept)
        }
    }
}

/// Whether `bits` is not the exact product, where no width holds that: divided by a factor it is not the other one, or it is the
/// least number of all, which is its own opposite.
fn product_wraps(pool: &mut TermArena, a: TermId, b: TermId, bits: TermId, signed: bool) -> TermId {
    let width = pool.width(a);
    let zero = pool.zero(width);
    let some = pool.differ(a, zero);
    let back = pool.binary(if signed { Binary::SDiv } else { Binary::UDiv }, bits, a);
    let other = pool.differ(back, b);
    let wraps = pool.and(some, other);
    if !signed {
        return wraps;
    }
    let (minus, least) = (pool.ones(width), pool.number(width, 1 << (width - 1)));
    let (turned, ends) = (pool.equal(a, minus), pool.equal(b, least));
    let opposite = pool.and(turned, ends);
    pool.or(wraps, opposite)
}

/// The low and the high half of a product.
pub(crate) fn extended_product(element: &mut ElementCtx<'_, '_>, signed: bool) -> ElementResult {
    let [a, b] = element.pair()?;
    let width = element.pool.width(a.bits);
    if 2 * width > MAX_WIDTH {
        return Ok(extended_in_halves(element, [a, b], signed));
    }
    let wide = |element: &mut ElementCtx<'_, '_>, ex| match signed {
        true => element.pool.sign_extend(ex, 2 * width),
        false => element.pool.zero_extend(ex, 2 * width),
    };
    let (x, y) = (wide(element, a.bits), wide(element, b.bits));
    let product = element.pool.binary(Binary::Mul, x, y);
    let low = element.pool.binary(Binary::Mul, a.bits, b.bits);
    let high = element.pool.extract(product, width, width);
    let poison = element.any_poison(&[a, b]);
    Ok(vec![Scalar { bits: low, poison }, Scalar { bits: high, poison }])
}

/// The same where twice the width is too many bits, from the products of halves.
fn extended_in_halves(element: &mut ElementCtx<'_, '_>, [a, b]: [Scalar; 2], signed: bool) -> Vec<Scalar> {
    const HALF: u32 = MAX_WIDTH / 2;
    let width = element.pool.width(a.bits);
    let poison = element.any_poison(&[a, b]);
    let pool = &mut *element.pool;
    pool.width_dependent = true;
    let [(a_low, a_high), (b_low, b_high)] = [a, b].map(|scalar| {
        let full = pool.zero_extend(scalar.bits, MAX_WIDTH);
        let halves = [0, HALF].map(|at| pool.extract(full, at, HALF));
        let [low, high] = halves.map(|half| pool.zero_extend(half, MAX_WIDTH));
        (low, high)
    });
    let upper = |pool: &mut TermArena, ex| {
        let half = pool.extract(ex, HALF, HALF);
        pool.zero_extend(half, MAX_WIDTH)
    };
    let lower = |pool: &mut TermArena, ex| {
        let half = pool.extract(ex, 0, HALF);
        pool.zero_extend(half, MAX_WIDTH)
    };
    let lows = pool.binary(Binary::Mul, a_low, b_low);
    let crossed = pool.binary(Binary::Mul, a_high, b_low);
    let carried = upper(pool, lows);
    let middle = pool.binary(Binary::Add, crossed, carried);
    let crossed = pool.binary(Binary::Mul, a_low, b_high);
    let carried = lower(pool, middle);
    let other = pool.binary(Binary::Add, crossed, carried);
    let highs = pool.binary(Binary::Mul, a_high, b_high);
    let (first, second) = (upper(pool, middle), upper(pool, other));
    let top = pool.binary(Binary::Add, highs, first);
    let top = pool.binary(Binary::Add, top, second);
    // The bits above the width, of which some are in the low number.
    let (kept, rest) = (pool.extract(other, 0, HALF), pool.extract(lows, 0, HALF));
    let bottom = pool.concat(kept, rest);
    let mut high = match MAX_WIDTH - width {
        0 => top,
        missing => {
            let above = pool.extract(bottom, width, missing);
            let more = pool.extract(top, 0, width - missing);
            pool.concat(more, above)
        }
    };
    if signed {
        // A negative number is read as so much more than it is.
        for (number, factor) in [(a.bits, b.bits), (b.bits, a.bits)] {
            let zero = pool.zero(width);
            let negative = pool.compare(Compare::SLt, number, zero);
            let excess = pool.choice(negative, factor, zero);
            high = pool.binary(Binary::Sub, high, excess);
        }
    }
    let low = pool.binary(Binary::Mul, a.bits, b.bits);
    vec![Scalar { bits: low, poison }, Scalar { bits: high, poison }]
}

/// A sum and its carry.
pub(crate) fn extended_sum(element: &mut ElementCtx<'_, '_>) -> ElementResult {
    let [a, b] = element.pair()?;
    let sum = element.pool.binary(Binary::Add, a.bits, b.bits);
    // The sum is less than both where it does not fit; one of them in both orders, a known number if there is one.
    let rank = |ex: &TermId| (element.pool.value(*ex).is_none(), *ex);
    let either = if rank(&b.bits) < rank(&a.bits) { b.bits } else { a.bits };
    let carry = element.pool.compare(Compare::ULt, sum, either);
    let carry = element.pool.bit(carry);
    let poison = element.any_poison(&[a, b]);
    Ok(vec![Scalar { bits: sum, poison }, Scalar { bits: carry, poison }])
}

/// The operands of a division. It is undefined by zero and by poison; signed also where the quotient does not fit, and
/// where the dividend is poison, which may be that number.
pub(crate) fn divisible(element: &mut ElementCtx<'_, '_>, signed: bool) -> Result<[Scalar; 2], Unsupported> {
    let [a, b] = element.pair()?;
    let width = element.pool.width(a.bits);
    let (zero, ones) = (element.pool.zero(width), element.pool.ones(width));
    let by_zero = element.pool.equal(b.bits, zero);
    let mut undefined = element.pool.or(b.poison, by_zero);
    if signed {
        let least = element.pool.signed_min(width);
        let least = element.pool.equal(a.bits, least);
        let least = element.pool.or(a.poison, least);
        let by_minus_one = element.pool.equal(b.bits, ones);
        let overflow = element.pool.and(by_minus_one, least);
        undefined = element.pool.or(undefined, overflow);
    }
    element.undefined_if(undefined);
    Ok([a, b])
}

/// The quotient of two numbers.
pub(crate) fn quotient(
    element: &mut ElementCtx<'_, '_>,
    a: TermId,
    b: TermId,
    signed: bool,
    rounding: Rounding,
) -> TermId {
    let (divide, rest) = if signed { (Binary::SDiv, Binary::SRem) } else { (Binary::UDiv, Binary::URem) };
    let pool = &mut *element.pool;
    let truncated = pool.binary(divide, a, b);
    if rounding == Rounding::Zero {
        return truncated;
    }
    let width = pool.width(a);
    let zero = pool.zero(width);
    let rest = pool.binary(rest, a, b);
    let inexact = pool.differ(rest, zero);
    let up = match signed {
        false => pool.boolean(rounding == Rounding::Ceil),
        true => {
            let negative = [a, b].map(|ex| pool.compare(Compare::SLt, ex, zero));
            let mixed = pool.differ(negative[0], negative[1]);
            if rounding == Rounding::Floor { mixed } else { pool.not(mixed) }
        }
    };
    let moved = pool.and(inexact, up);
    let one = pool.number(width, 1);
    let op = if rounding == Rounding::Ceil { Binary::Add } else { Binary::Sub };
    let next = pool.binary(op, truncated, one);
    pool.choice(moved, next, truncated)
}

/// A division.
pub(crate) fn division(element: &mut ElementCtx<'_, '_>, signed: bool, rounding: Rounding) -> ElementResult {
    let [a, b] = divisible(element, signed)?;
    let bits = quotient(element, a.bits, b.bits, signed, rounding);
    element.total(&[a, b], bits)
}

/// A division that may promise to leave no remainder.
pub(crate) fn exact_division(element: &mut ElementCtx<'_, '_>, signed: bool, exact: TermId) -> ElementResult {
    let [a, b] = divisible(element, signed)?;
    let bits = quotient(element, a.bits, b.bits, signed, Rounding::Zero);
    let mut broken = element.pool.boolean(false);
    if element.pool.value(exact) != Some(0) {
        let op = if signed { Binary::SRem } else { Binary::URem };
        let rest = element.pool.binary(op, a.bits, b.bits);
        let zero = element.pool.zero(element.pool.width(rest));
        let some = element.pool.differ(rest, zero);
        broken = element.pool.and(exact, some);
    }
    element.unless(&[a, b], broken, bits)
}

/// A remainder.
pub(crate) fn remainder(element: &mut ElementCtx<'_, '_>, signed: bool) -> ElementResult {
    let [a, b] = divisible(element, signed)?;
    let bits = element.pool.binary(if signed { Binary::SRem } else { Binary::URem }, a.bits, b.bits);
    element.total(&[a, b], bits)
}

/// Tells if a shift by an amount is by the width or more.
pub(crate) fn is_too_far(element: &mut ElementCtx<'_, '_>, amount: TermId) -> TermId {
    let width = element.pool.width(amount);
    let limit = element.pool.limit(width);
    element.pool.compare(Compare::ULe, limit, amount)
}

/// A shift to the left; the flags promise that shifting back restores the number.
pub(crate) fn shift_left(element: &mut ElementCtx<'_, '_>, flags: Overflow) -> ElementResult {
    let [a, b] = element.pair()?;
    let bits = element.pool.binary(Binary::Shl, a.bits, b.bits);
    let mut broken = is_too_far(element, b.bits);
    for (flag, back) in [(flags.signed, Binary::AShr), (flags.unsigned, Binary::LShr)] {
        if element.pool.value(flag) != Some(0) {
            let restored = element.pool.binary(back, bits, b.bits);
            let lost = element.pool.differ(restored, a.bits);
            let both = element.pool.and(flag, lost);
            broken = element.pool.or(broken, both);
        }
    }
    element.unless(&[a, b], broken, bits)
}

/// A shift to the right; `exact` promises that no one-bit is shifted out.
pub(crate) fn shift_right(element: &mut ElementCtx<'_, '_>, op: Binary, exact: TermId) -> ElementResult {
    let [a, b] = element.pair()?;
    let bits = element.pool.binary(op, a.bits, b.bits);
    let mut broken = is_too_far(element, b.bits);
    if element.pool.value(exact) != Some(0) {
        let down = element.pool.binary(Binary::LShr, a.bits, b.bits);
        let restored = element.pool.binary(Binary::Shl, down, b.bits);
        let lost = element.pool.differ(restored, a.bits);
        let both = element.pool.and(exact, lost);
        broken = element.pool.or(broken, both);
    }
    element.unless(&[a, b], broken, bits)
}

/// The larger or smaller of two numbers: the first where `order` holds of them as they are given.
pub(crate) fn extremum(element: &mut ElementCtx<'_, '_>, order: Compare, larger: bool) -> ElementResult {
    let [a, b] = element.pair()?;
    let bits = extreme(element.pool, order, larger, a.bits, b.bits);
    element.total(&[a, b], bits)
}

/// The larger or the smaller one of two numbers.
pub(crate) fn extreme(pool: &mut TermArena, order: Compare, larger: bool, a: TermId, b: TermId) -> TermId {
    let (low, high) = if larger { (b, a) } else { (a, b) };
    let first = pool.compare(order, low, high);
    pool.choice(first, a, b)
}

/// A comparison by the number of its predicate.
pub(crate) fn comparison(element: &mut ElementCtx<'_, '_>, predicate: TermId) -> ElementResult {
    let [a, b] = element.pair()?;
    let truth = ordered(element, predicate, a.bits, b.bits);
    let bits = element.pool.bit(truth);
    element.total(&[a, b], bits)
}

fn ordered(element: &mut ElementCtx<'_, '_>, predicate: TermId, a: TermId, b: TermId) -> TermId {
    let pool = &mut *element.pool;
    let orders: [fn(&mut TermArena, TermId, TermId) -> TermId; 10] = [
        |pool, a, b| pool.equal(a, b),
        |pool, a, b| pool.differ(a, b),
        |pool, a, b| pool.compare(Compare::SLt, a, b),
        |pool, a, b| pool.compare(Compare::SLe, a, b),
        |pool, a, b| pool.compare(Compare::SLt, b, a),
        |pool, a, b| pool.compare(Compare::SLe, b, a),
        |pool, a, b| pool.compare(Compare::ULt, a, b),
        |pool, a, b| pool.compare(Compare::ULe, a, b),
        |pool, a, b| pool.compare(Compare::ULt, b, a),
        |pool, a, b| pool.compare(Compare::ULe, b, a),
    ];
    if let Some(number) = pool.value(predicate) {
        return orders[(number as usize).min(9)](pool, a, b);
    }
    let mut truth = orders[9](pool, a, b);
    for (number, order) in orders.iter().enumerate().take(9) {
        let number = pool.number(4, number as u128);
        let asked = pool.equal(predicate, number);
        let holds = order(pool, a, b);
        truth = pool.choice(asked, holds, truth);
    }
    truth
}

/// A change of width.
pub(crate) fn resize(element: &mut ElementCtx<'_, '_>, signed: bool) -> ElementResult {
    let [a] = element.numbers()?;
    let (from, to) = (element.pool.width(a.bits), element.result_width()?);
    let bits = match (from < to, signed) {
        (true, true) => element.pool.sign_extend(a.bits, to),
        (true, false) => element.pool.zero_extend(a.bits, to),
        (false, _) => element.pool.extract(a.bits, 0, to),
    };
    element.total(&[a], bits)
}

/// A truncation; the flags promise that extending back restores the number.
pub(crate) fn truncation(element: &mut ElementCtx<'_, '_>, flags: Overflow) -> ElementResult {
    let [a] = element.numbers()?;
    let (from, to) = (element.pool.width(a.bits), element.result_width()?);
    if to > from {
        return Err(Unsupported::Type);
    }
    let bits = element.pool.extract(a.bits, 0, to);
    let mut broken = element.pool.boolean(false);
    for (flag, signed) in [(flags.signed, true), (flags.unsigned, false)] {
        if element.pool.value(flag) != Some(0) {
            let back = match signed {
                true => element.pool.sign_extend(bits, from),
                false => element.pool.zero_extend(bits, from),
            };
            let lost = element.pool.differ(back, a.bits);
            let both = element.pool.and(flag, lost);
            broken = element.pool.or(broken, both);
        }
    }
    element.unless(&[a], broken, bits)
}

/// One of two values; poison where the condition is, or the value that is taken.
pub(crate) fn selection(element: &mut ElementCtx<'_, '_>) -> ElementResult {
    let (condition, then, otherwise) = (element.operand(0)?, element.operand(1)?, element.operand(2)?);
    if element.pool.width(condition.bits) != 1
        || element.pool.sort(then.bits) != element.pool.sort(otherwise.bits)
    {
        return Err(Unsupported::Type);
    }
    let truth = element.pool.truth(condition.bits);
    let bits = element.pool.choice(truth, then.bits, otherwise.bits);
    let taken = element.pool.choice(truth, then.poison, otherwise.poison);
    Ok(vec![Scalar { bits, poison: element.pool.or(condition.poison, taken) }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_term::eval::Evaluator;
    use assay_term::node::Sort;

    #[test]
    fn a_product_wraps_where_division_says_so() {
        for (width, signed) in [1, 2, 3, 4].into_iter().flat_map(|width| [(width, false), (width, true)]) {
            let mut pool = TermArena::default();
            let [a, b] = ["a", "b"].map(|name| pool.variable(name, Sort::Bits(width)));
            let bits = pool.binary(Binary::Mul, a, b);
            let wraps = product_wraps(&mut pool, a, b, bits, signed);
            let mut evaluator = Evaluator::new(&pool, &[wraps]);
            for (x, y) in (0..1u128 << width).flat_map(|x| (0..1u128 << width).map(move |y| (x, y))) {
                evaluator.run(&|var| if var.0 == 0 { x } else { y });
                let number = |bits: u128| match signed && bits >> (width - 1) == 1 {
                    true => bits as i128 - (1 << width),
                    false => bits as i128,
                };
                let exact = number(x) * number(y);
                let range = match signed {
                    true => -(1 << (width - 1))..1 << (width - 1),
                    false => 0..1i128 << width,
                };
                assert_eq!(evaluator.holds(wraps), !range.contains(&exact), "{x} {y} {width} {signed}");
            }
        }
    }
}
