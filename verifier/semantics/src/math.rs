//! `math` on integers, and the tests and exact functions of floating-point numbers, as MLIR 22 documents them. Functions of real
//! numbers are left out.

use crate::float::{absolute, broken, numbers, promised, tested};
use crate::rounding::{clamped, fused, integral, root, sign_copied};
use crate::{Element, ElementCtx, LaneResult, OpSemantics, Unsupported};
use assay_term::float::{From, Integral, Order, Test};
use assay_term::node::{Binary, Compare, TermId};

pub(crate) const OPS: &[OpSemantics] = &[
    OpSemantics::each("math.absi", magnitude),
    OpSemantics::each("math.ctlz", |lane| first_one(lane, true)),
    OpSemantics::each("math.cttz", |lane| first_one(lane, false)),
    OpSemantics::each("math.ctpop", ones),
    OpSemantics::each("math.ipowi", power),
    OpSemantics::each("math.absf", |lane| {
        let [a] = numbers(lane)?;
        let bits = absolute(lane, a.bits);
        promised(lane, &[a], bits)
    }),
    OpSemantics::each("math.ceil", |lane| integral(lane, Integral::Up)),
    OpSemantics::each("math.clampf", clamped),
    OpSemantics::each("math.copysign", sign_copied),
    OpSemantics::each("math.fma", fused),
    OpSemantics::each("math.floor", |lane| integral(lane, Integral::Down)),
    OpSemantics::each("math.round", |lane| integral(lane, Integral::NearestAway)),
    OpSemantics::each("math.roundeven", |lane| integral(lane, Integral::NearestEven)),
    OpSemantics::each("math.sqrt", root),
    OpSemantics::each("math.trunc", |lane| integral(lane, Integral::Zero)),
    OpSemantics::each("math.isnormal", is_normal),
    OpSemantics::each("math.isnan", |lane| tested(lane, &[Test::NaN], true)),
    OpSemantics::each("math.isinf", |lane| tested(lane, &[Test::Infinite], true)),
    OpSemantics::each("math.isfinite", |lane| tested(lane, &[Test::NaN, Test::Infinite], false)),
];

/// Neither zero, nor below the smallest number of the full precision, nor infinite, nor NaN.
fn is_normal(lane: &mut ElementCtx<'_, '_>) -> LaneResult {
    let [a] = numbers(lane)?;
    let Some(Element::Float(format)) = lane.subject.operand_elements.first().copied() else {
        return Err(Unsupported::Type);
    };
    let least = lane.pool.number(format.width(), format.least_normal());
    let least = lane.pool.float_from(From::Bits, least, format);
    let size = absolute(lane, a.bits);
    let large = lane.pool.float_order(Order::LessOrEqual, least, size);
    let infinite = lane.pool.float_test(Test::Infinite, a.bits);
    let finite = lane.pool.not(infinite);
    let normal = lane.pool.and(large, finite);
    let bits = lane.pool.bit(normal);
    let broken = broken(lane, &[a.bits])?;
    lane.unless(&[a], broken, bits)
}

/// The smallest signed number is its own magnitude.
pub(crate) fn magnitude(lane: &mut ElementCtx<'_, '_>) -> LaneResult {
    let [a] = lane.numbers()?;
    let zero = lane.pool.zero(lane.pool.width(a.bits));
    let negative = lane.pool.compare(Compare::SLt, a.bits, zero);
    let opposite = lane.pool.binary(Binary::Sub, zero, a.bits);
    let bits = lane.pool.choice(negative, opposite, a.bits);
    lane.total(&[a], bits)
}

/// The zeros above or below the first one-bit; the width where there is none.
pub(crate) fn first_one(lane: &mut ElementCtx<'_, '_>, from_above: bool) -> LaneResult {
    let [a] = lane.numbers()?;
    let width = lane.pool.width(a.bits);
    let mut bits = lane.pool.number(width, u128::from(width));
    // The place that is looked at last decides.
    for zeros in (0..width).rev() {
        let place = if from_above { width - 1 - zeros } else { zeros };
        let bit = lane.pool.extract(a.bits, place, 1);
        let set = lane.pool.truth(bit);
        let count = lane.pool.number(width, u128::from(zeros));
        bits = lane.pool.choice(set, count, bits);
    }
    lane.total(&[a], bits)
}

/// The number of one-bits.
fn ones(lane: &mut ElementCtx<'_, '_>) -> LaneResult {
    let [a] = lane.numbers()?;
    let width = lane.pool.width(a.bits);
    let add = |lane: &mut ElementCtx<'_, '_>, sum: TermId, place: u32| {
        let bit = lane.pool.extract(a.bits, place, 1);
        let bit = lane.pool.zero_extend(bit, width);
        lane.pool.binary(Binary::Add, sum, bit)
    };
    let zero = lane.pool.zero(width);
    let bits = (0..width).fold(zero, |sum, place| add(lane, sum, place));
    lane.total(&[a], bits)
}

/// A number to the power of a signed one, modulo two to the width. A negative power is that of a fraction rounded towards
/// zero: of zero it divides by zero, and of poison, which may be zero, too.
fn power(lane: &mut ElementCtx<'_, '_>) -> LaneResult {
    let [base, exponent] = lane.pair()?;
    let pool = &mut *lane.pool;
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
    lane.undefined_if(undefined);
    lane.total(&[base, exponent], bits)
}
