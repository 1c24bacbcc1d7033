//! `index`: arithmetic at the width of `index`, without flags.

use crate::integer::{
    PREDICATES, Rounding, comparison, division, extremum, plain, remainder, resize, shift_left, shift_right,
};
use crate::{Lane, Made, Meaning, Scalar};
use assay_term::node::{Binary, Compare};

pub(crate) const OPS: &[Meaning] = &[
    Meaning::each("index.add", |lane| plain(lane, Binary::Add)),
    Meaning::each("index.sub", |lane| plain(lane, Binary::Sub)),
    Meaning::each("index.mul", |lane| plain(lane, Binary::Mul)),
    Meaning::each("index.divs", |lane| division(lane, true, Rounding::Zero)),
    Meaning::each("index.divu", |lane| division(lane, false, Rounding::Zero)),
    Meaning::each("index.ceildivs", |lane| division(lane, true, Rounding::Ceil)),
    Meaning::each("index.ceildivu", |lane| division(lane, false, Rounding::Ceil)),
    Meaning::each("index.floordivs", |lane| division(lane, true, Rounding::Floor)),
    Meaning::each("index.rems", |lane| remainder(lane, true)),
    Meaning::each("index.remu", |lane| remainder(lane, false)),
    Meaning::each("index.maxs", |lane| extremum(lane, Compare::SLe, true)),
    Meaning::each("index.maxu", |lane| extremum(lane, Compare::ULe, true)),
    Meaning::each("index.mins", |lane| extremum(lane, Compare::SLe, false)),
    Meaning::each("index.minu", |lane| extremum(lane, Compare::ULe, false)),
    Meaning::each("index.and", |lane| plain(lane, Binary::And)),
    Meaning::each("index.or", |lane| plain(lane, Binary::Or)),
    Meaning::each("index.xor", |lane| plain(lane, Binary::Xor)),
    Meaning::each("index.shl", |lane| {
        let flags = lane.no_promise();
        shift_left(lane, flags)
    }),
    Meaning::each("index.shrs", |lane| shift(lane, Binary::AShr)),
    Meaning::each("index.shru", |lane| shift(lane, Binary::LShr)),
    Meaning::each("index.casts", |lane| resize(lane, true)),
    Meaning::each("index.castu", |lane| resize(lane, false)),
    Meaning::each("index.cmp", |lane| {
        let predicate = lane.predicate("pred", PREDICATES)?;
        comparison(lane, predicate)
    }),
    Meaning::each("index.sizeof", size),
    Meaning::each("index.constant", |lane| Ok(vec![lane.constant("value")?])),
    Meaning::each("index.bool.constant", |lane| Ok(vec![lane.constant("value")?])),
];

fn shift(lane: &mut Lane<'_, '_>, op: Binary) -> Made {
    let exact = lane.pool.boolean(false);
    shift_right(lane, op, exact)
}

/// The width of `index`.
fn size(lane: &mut Lane<'_, '_>) -> Made {
    let width = lane.result_width()?;
    let bits = lane.pool.number(width, u128::from(width));
    Ok(vec![Scalar { bits, poison: lane.pool.boolean(false) }])
}
