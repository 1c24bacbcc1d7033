//! Exact functions of floating-point numbers: the integral number beside one, the sign of another, the bounds of an interval.

use crate::float::{absolute, any_zero, format, larger, numbers, pair, promised};
use crate::{ElementCtx, LaneResult, Unsupported};
use assay_term::float::{Format, Integral, Test};
use assay_term::node::{Sort, TermId};

/// The number rounded to an integral one, with its own sign.
pub(crate) fn integral(lane: &mut ElementCtx<'_, '_>, to: Integral) -> LaneResult {
    let [a] = numbers(lane)?;
    let format = format(lane)?;
    let bits = rounded(lane, to, format, a.bits)?;
    promised(lane, &[a], bits)
}

/// A number of a format rounded to an integral one.
pub(crate) fn rounded(
    lane: &mut ElementCtx<'_, '_>,
    to: Integral,
    format: Format,
    bits: TermId,
) -> Result<TermId, Unsupported> {
    // From a power of two on numbers have no digits behind the point; one above is a number, too, or the next integral number
    // may be none.
    let last = format.fraction() as i32 + 1;
    if format.to_f64(format.nearest(false, 1, last)) != 2f64.powi(last) {
        return Err(Unsupported::Type);
    }
    Ok(lane.pool.float_integral(to, bits))
}

/// The first number with the sign of the second: either one where that is NaN, which has no sign that counts.
pub(crate) fn sign_copied(lane: &mut ElementCtx<'_, '_>) -> LaneResult {
    let [a, b] = pair(lane)?;
    // The sign of a zero that is copied would be either one.
    if any_zero(lane)? || !format(lane)?.has_nan() {
        return Err(Unsupported::Attribute);
    }
    let nan = lane.pool.float_test(Test::NaN, b.bits);
    let mut negative = lane.pool.float_test(Test::Negative, b.bits);
    if lane.pool.value(nan) != Some(0) {
        let by = lane.chooser(0);
        let choices = &mut lane.roles.choices;
        let either = choices.choose(lane.pool, by, Sort::Bool, nan).ok_or(Unsupported::Operation)?;
        negative = lane.pool.choice(nan, either, negative);
    }
    let plus = absolute(lane, a.bits);
    let minus = lane.pool.float_negated(plus);
    let bits = lane.pool.choice(negative, minus, plus);
    promised(lane, &[a, b], bits)
}

/// The square root, rounded once.
pub(crate) fn root(lane: &mut ElementCtx<'_, '_>) -> LaneResult {
    let [a] = numbers(lane)?;
    if !format(lane)?.has_roots() {
        return Err(Unsupported::Type);
    }
    let bits = lane.pool.float_root(a.bits);
    promised(lane, &[a], bits)
}

/// The product of two numbers and a third one added, rounded once.
pub(crate) fn fused(lane: &mut ElementCtx<'_, '_>) -> LaneResult {
    let [a, b, c] = numbers(lane)?;
    let sort = lane.pool.sort(a.bits);
    let same = [b, c].iter().all(|scalar| lane.pool.sort(scalar.bits) == sort);
    if !same || !format(lane)?.has_roots() {
        return Err(Unsupported::Type);
    }
    let bits = lane.pool.float_fused(a.bits, b.bits, c.bits);
    match lane.subject.name {
        // It has no flags.
        "vector.fma" => lane.total(&[a, b, c], bits),
        _ => promised(lane, &[a, b, c], bits),
    }
}

/// The smaller of a number and one bound, then the larger of that and the other: the order in which MLIR defines it.
pub(crate) fn clamped(lane: &mut ElementCtx<'_, '_>) -> LaneResult {
    let [a, low, high] = numbers(lane)?;
    let bits = larger(lane, a.bits, low.bits, false);
    let bits = larger(lane, bits, high.bits, true);
    promised(lane, &[a, low, high], bits)
}
