//! Exact functions of floating-point numbers: the integral number beside one, the sign of another, the bounds of an interval.

use assay_ir::ops;

use crate::float::{absolute, any_zero, format, larger, numbers, pair, promised};
use crate::{ElementCtx, ElementResult, Unsupported};
use assay_term::float::{Format, Integral, Test};
use assay_term::node::{Sort, TermId};

/// The number rounded to an integral one, with its own sign.
pub(crate) fn integral(element: &mut ElementCtx<'_, '_>, to: Integral) -> ElementResult {
    let [a] = numbers(element)?;
    let format = format(element)?;
    let bits = rounded(element, to, format, a.bits)?;
    promised(element, &[a], bits)
}

/// A number of a format rounded to an integral one.
pub(crate) fn rounded(
    element: &mut ElementCtx<'_, '_>,
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
    Ok(element.pool.float_integral(to, bits))
}

/// The first number with the sign of the second: either one where that is NaN, which has no sign that counts.
pub(crate) fn sign_copied(element: &mut ElementCtx<'_, '_>) -> ElementResult {
    let [a, b] = pair(element)?;
    // The sign of a zero that is copied would be either one.
    if any_zero(element)? || !format(element)?.has_nan() {
        return Err(Unsupported::Attribute);
    }
    let nan = element.pool.float_test(Test::NaN, b.bits);
    let mut negative = element.pool.float_test(Test::Negative, b.bits);
    if element.pool.value(nan) != Some(0) {
        let by = element.chooser(0);
        let choices = &mut element.roles.choices;
        let either = choices.choose(element.pool, by, Sort::Bool, nan).ok_or(Unsupported::Operation)?;
        negative = element.pool.choice(nan, either, negative);
    }
    let plus = absolute(element, a.bits);
    let minus = element.pool.float_negated(plus);
    let bits = element.pool.choice(negative, minus, plus);
    promised(element, &[a, b], bits)
}

/// The square root, rounded once.
pub(crate) fn root(element: &mut ElementCtx<'_, '_>) -> ElementResult {
    let [a] = numbers(element)?;
    if !format(element)?.has_roots() {
        return Err(Unsupported::Type);
    }
    let bits = element.pool.float_root(a.bits);
    promised(element, &[a], bits)
}

/// The product of two numbers and a third one added, rounded once.
pub(crate) fn fused(element: &mut ElementCtx<'_, '_>) -> ElementResult {
    let [a, b, c] = numbers(element)?;
    let sort = element.pool.sort(a.bits);
    let same = [b, c].iter().all(|scalar| element.pool.sort(scalar.bits) == sort);
    if !same || !format(element)?.has_roots() {
        return Err(Unsupported::Type);
    }
    let bits = element.pool.float_fused(a.bits, b.bits, c.bits);
    let record = ops::op(element.subject.name);
    let flags = record.is_some_and(|op| op.is_inherent("fastmath") || op.is_inherent("fastmathFlags"));
    if flags { promised(element, &[a, b, c], bits) } else { element.total(&[a, b, c], bits) }
}

/// The smaller of a number and one bound, then the larger of that and the other: the order in which MLIR defines it.
pub(crate) fn clamped(element: &mut ElementCtx<'_, '_>) -> ElementResult {
    let [a, low, high] = numbers(element)?;
    let bits = larger(element, a.bits, low.bits, false);
    let bits = larger(element, bits, high.bits, true);
    promised(element, &[a, low, high], bits)
}
