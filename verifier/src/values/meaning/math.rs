//! `math` on integers, and the tests of floating-point numbers: what MLIR 22 documents of them, none of which rounds. Functions
//! of real numbers are left out.

use super::float::tested;
use super::{Lane, Made, Meaning};
use crate::values::expr::{Binary, Compare, Ex};
use crate::values::float::Test;

pub(super) const OPS: &[Meaning] = &[
    Meaning::each("math.absi", magnitude),
    Meaning::each("math.ctlz", |lane| first_one(lane, true)),
    Meaning::each("math.cttz", |lane| first_one(lane, false)),
    Meaning::each("math.ctpop", ones),
    Meaning::each("math.isnan", |lane| tested(lane, &[Test::NaN], true)),
    Meaning::each("math.isinf", |lane| tested(lane, &[Test::Infinite], true)),
    Meaning::each("math.isfinite", |lane| tested(lane, &[Test::NaN, Test::Infinite], false)),
];

/// The smallest signed number is its own magnitude.
fn magnitude(lane: &mut Lane<'_, '_>) -> Made {
    let [a] = lane.numbers()?;
    let zero = lane.pool.zero(lane.pool.width(a.bits));
    let negative = lane.pool.compare(Compare::SLt, a.bits, zero);
    let opposite = lane.pool.binary(Binary::Sub, zero, a.bits);
    let bits = lane.pool.choice(negative, opposite, a.bits);
    lane.total(&[a], bits)
}

/// The zeros above or below the first one-bit; the width where there is none.
fn first_one(lane: &mut Lane<'_, '_>, from_above: bool) -> Made {
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
fn ones(lane: &mut Lane<'_, '_>) -> Made {
    let [a] = lane.numbers()?;
    let width = lane.pool.width(a.bits);
    let add = |lane: &mut Lane<'_, '_>, sum: Ex, place: u32| {
        let bit = lane.pool.extract(a.bits, place, 1);
        let bit = lane.pool.zero_extend(bit, width);
        lane.pool.binary(Binary::Add, sum, bit)
    };
    let zero = lane.pool.zero(width);
    let bits = (0..width).fold(zero, |sum, place| add(lane, sum, place));
    lane.total(&[a], bits)
}
