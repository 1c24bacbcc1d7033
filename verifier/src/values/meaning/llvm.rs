//! The integer part of the `llvm` dialect, as LLVM's language reference has it: what `arith` says under other names, with the
//! promises of `or disjoint` and `zext nneg` beside those of `arith`.

use super::integer::{
    PREDICATES, comparison, exact_division, plain, remainder, resize, shift_left, shift_right, truncation,
    wrapping,
};
use super::{Lane, Made, Meaning};
use crate::values::expr::{Binary, Compare};

pub(super) const OPS: &[Meaning] = &[
    Meaning::each("llvm.add", |lane| flagged(lane, Binary::Add)),
    Meaning::each("llvm.sub", |lane| flagged(lane, Binary::Sub)),
    Meaning::each("llvm.mul", |lane| flagged(lane, Binary::Mul)),
    Meaning::each("llvm.shl", |lane| {
        let flags = lane.overflow()?;
        shift_left(lane, flags)
    }),
    Meaning::each("llvm.udiv", |lane| {
        let exact = lane.present("isExact")?;
        exact_division(lane, false, exact)
    }),
    Meaning::each("llvm.sdiv", |lane| {
        let exact = lane.present("isExact")?;
        exact_division(lane, true, exact)
    }),
    Meaning::each("llvm.urem", |lane| remainder(lane, false)),
    Meaning::each("llvm.srem", |lane| remainder(lane, true)),
    Meaning::each("llvm.lshr", |lane| {
        let exact = lane.present("isExact")?;
        shift_right(lane, Binary::LShr, exact)
    }),
    Meaning::each("llvm.ashr", |lane| {
        let exact = lane.present("isExact")?;
        shift_right(lane, Binary::AShr, exact)
    }),
    Meaning::each("llvm.and", |lane| plain(lane, Binary::And)),
    Meaning::each("llvm.xor", |lane| plain(lane, Binary::Xor)),
    Meaning::each("llvm.or", |lane| {
        let disjoint = lane.present("isDisjoint")?;
        let [a, b] = lane.pair()?;
        let bits = lane.pool.binary(Binary::Or, a.bits, b.bits);
        let shared = lane.pool.binary(Binary::And, a.bits, b.bits);
        let zero = lane.pool.zero(lane.pool.width(shared));
        let some = lane.pool.differ(shared, zero);
        let broken = lane.pool.and(disjoint, some);
        lane.unless(&[a, b], broken, bits)
    }),
    Meaning::each("llvm.icmp", |lane| {
        let predicate = lane.predicate("predicate", PREDICATES)?;
        comparison(lane, predicate)
    }),
    Meaning::each("llvm.zext", |lane| {
        let no_sign = lane.present("nonNeg")?;
        let [a] = lane.numbers()?;
        let zero = lane.pool.zero(lane.pool.width(a.bits));
        let negative = lane.pool.compare(Compare::SLt, a.bits, zero);
        let broken = lane.pool.and(no_sign, negative);
        let to = lane.result_width()?;
        let bits = lane.pool.zero_extend(a.bits, to);
        lane.unless(&[a], broken, bits)
    }),
    Meaning::each("llvm.sext", |lane| resize(lane, true)),
    Meaning::each("llvm.trunc", |lane| {
        let flags = lane.overflow()?;
        truncation(lane, flags)
    }),
];

fn flagged(lane: &mut Lane<'_, '_>, op: Binary) -> Made {
    let flags = lane.overflow()?;
    wrapping(lane, op, flags)
}
