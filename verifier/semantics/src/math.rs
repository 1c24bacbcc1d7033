//! `math` on integers, and the tests and exact functions of floating-point numbers, as MLIR 22 documents them. Functions of real
//! numbers are left out.

use crate::float::{absolute, broken, numbers, promised, tested};
use crate::rounding::{clamped, fused, integral, root, sign_copied};
use crate::{Element, ElementCtx, ElementResult, OpSemantics, Unsupported};
use assay_term::float::{From, Integral, Order, Test};
use assay_term::node::{Binary, Compare, TermId};

pub(crate) const OPS: &[OpSemantics] = &[
    OpSemantics::each("math.absi", magnitude),
    OpSemantics::each("math.ctlz", |element| first_one(element, true)),
    OpSemantics::each("math.cttz", |element| first_one(element, false)),
    OpSemantics::each("math.ctpop", ones),
    OpSemantics::each("math.ipowi", power),
    OpSemantics::each("math.absf", |element| {
        let [a] = numbers(element)?;
        let bits = absolute(element, a.bits);
        promised(element, &[a], bits)
    }),
    OpSemantics::each("math.ceil", |element| integral(element, Integral::Up)),
    OpSemantics::each("math.clampf", clamped),
    OpSemantics::each("math.copysign", sign_copied),
    OpSemantics::each("math.fma", fused),
    OpSemantics::each("math.floor", |element| integral(element, Integral::Down)),
    OpSemantics::each("math.round", |element| integral(element, Integral::NearestAway)),
    OpSemantics::each("math.roundeven", |element| integral(element, Integral::NearestEven)),
    OpSemantics::each("math.sqrt", root),
    OpSemantics::each("math.trunc", |element| integral(element, Integral::Zero)),
    OpSemantics::each("math.isnormal", is_normal),
    OpSemantics::each("math.isnan", |element| tested(element, &[Test::NaN], true)),
    OpSemantics::each("math.isinf", |element| tested(element, &[Test::Infinite], true)),
    OpSemantics::each("math.isfinite", |element| tested(element, &[Test::NaN, Test::Infinite], false)),
];

/// Neither zero, nor below the smallest number of the full precision, nor infinite, nor NaN.
fn is_normal(element: &mut ElementCtx<'_, '_>) -> ElementResult {
    let [a] = numbers(element)?;
    let Some(Element::Float(format)) = element.subject.operand_elements.first().copied() else {
        return Err(Unsupported::Type);
    };
    let least = element.pool.number(format.width(), format.least_normal());
    let least = element.pool.float_from(From::Bits, least, format);
    let size = absolute(element, a.bits);
    let large = element.pool.float_order(Order::LessOrEqual, least, size);
    let infinite = element.pool.float_test(Test::Infinite, a.bits);
    let finite = element.pool.not(infinite);
    let normal = element.pool.and(large, finite);
    let bits = element.pool.bit(normal);
    let broken = broken(element, &[a.bits])?;
    element.unless(&[a], broken, bits)
}

/// The smallest signed number is its own magnitude.
pub(crate) fn magnitude(element: &mut ElementCtx<'_, '_>) -> ElementResult {
    let [a] = element.numbers()?;
    let zero = element.pool.zero(element.pool.width(a.bits));
    let negative = element.pool.compare(Compare::SLt, a.bits, zero);
    let opposite = element.pool.binary(Binary::Sub, zero, a.bits);
    let bits = element.pool.choice(negative, opposite, a.bits);
    element.total(&[a], bits)
}

/// The zeros above or below the first one-bit; the width where there is none.
pub(crate) fn first_one(element: &mut ElementCtx<'_, '_>, from_above: bool) -> ElementResult {
    let [a] = element.numbers()?;
    let width = element.pool.width(a.bits);
    let mut bits = element.pool.number(width, u128::from(width));
    // The place that is looked at last decides.
    for zeros in (0..width).rev() {
        let place = if from_above { width - 1 - zeros } else { zeros };
        let bit = element.pool.extract(a.bits, place, 1);
        let set = element.pool.truth(bit);
        let count = element.pool.number(width, u128::from(zeros));
        bits = element.pool.choice(set, count, bits);
    }
    element.total(&[a], bits)
}

/// The number of one-bits.
pub(crate) fn ones(element: &mut ElementCtx<'_, '_>) -> ElementResult {
    let [a] = element.numbers()?;
    let width = element.pool.width(a.bits);
    let add = |element: &mut ElementCtx<'_, '_>, sum: TermId, place: u32| {
        let bit = element.pool.extract(a.bits, place, 1);
        let bit = element.pool.zero_extend(bit, width);
        element.pool.binary(Binary::Add, sum, bit)
    };
    let zero = element.pool.zero(width);
    let bits = (0..width).fold(zero, |sum, place| add(element, sum, place));
    element.total(&[a], bits)
}

/// A number to the power of a signed one, modulo two to the width. A negative power is that of a fraction rounded towards
/// zero: of zero it divides by zero, and of poison, which may be zero, too.
fn power(element: &mut ElementCtx<'_, '_>) -> ElementResult {
    let [base, exponent] = element.pair()?;
    let pool = &mut *element.pool;
    let width = pool.width(base.bits);
    let (zero, one, ones) = (pool.zero(width), pool.number(width, 1), pool.ones(width));
    let negative = pool.compare(Compare::SLt, exponent.bits, zero);
    let none = pool.equal(base.bits, zero);
    let none = pool.or(base.poison, none);
    let fraction = pool.or(exponent.poison, negative);
    let both = pool.and(base.poison, exponent.poison);
    let undefined = pool.and(none, fraction);
    let defined = pool.not(both);
    let undefined = pool.and(undefined, defined);
    let (mut whole, mut square) = (one, base.bits);
    // The last bit is the sign.
    for place in 0..width - 1 {
        let bit = pool.extract(exponent.bits, place, 1);
        let set = pool.truth(bit);
        let product = pool.binary(Binary::Mul, whole, square);
        whole = pool.choice(set, product, whole);
        square = pool.binary(Binary::Mul, square, square);
    }
    let odd = pool.extract(exponent.bits, 0, 1);
    let odd = pool.truth(odd);
    let of_minus_one = pool.choice(odd, ones, one);
    let is_minus_one = pool.equal(base.bits, ones);
    let is_one = pool.equal(base.bits, one);
    let fraction = pool.choice(is_minus_one, of_minus_one, zero);
    let fraction = pool.choice(is_one, one, fraction);
    let bits = pool.choice(negative, fraction, whole);
    element.undefined_if(undefined);
    element.total(&[base, exponent], bits)
}
