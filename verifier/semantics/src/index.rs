//! `index`: arithmetic at the width of `index`, without flags.

use crate::integer::{
    PREDICATES, Rounding, comparison, division, extremum, remainder, resize, shift_left, shift_right,
    without_flags,
};
use crate::{ElementCtx, LaneResult, OpSemantics, Scalar};
use assay_term::node::{Binary, Compare};

pub(crate) const OPS: &[OpSemantics] = &[
    OpSemantics::each("index.add", |lane| without_flags(lane, Binary::Add)),
    OpSemantics::each("index.sub", |lane| without_flags(lane, Binary::Sub)),
    OpSemantics::each("index.mul", |lane| without_flags(lane, Binary::Mul)),
    OpSemantics::each("index.divs", |lane| division(lane, true, Rounding::Zero)),
    OpSemantics::each("index.divu", |lane| division(lane, false, Rounding::Zero)),
    OpSemantics::each("index.ceildivs", |lane| division(lane, true, Rounding::Ceil)),
    OpSemantics::each("index.ceildivu", |lane| division(lane, false, Rounding::Ceil)),
    OpSemantics::each("index.floordivs", |lane| division(lane, true, Rounding::Floor)),
    OpSemantics::each("index.rems", |lane| remainder(lane, true)),
    OpSemantics::each("index.remu", |lane| remainder(lane, false)),
    OpSemantics::each("index.maxs", |lane| extremum(lane, Compare::SLe, true)),
    OpSemantics::each("index.maxu", |lane| extremum(lane, Compare::ULe, true)),
    OpSemantics::each("index.mins", |lane| extremum(lane, Compare::SLe, false)),
    OpSemantics::each("index.minu", |lane| extremum(lane, Compare::ULe, false)),
    OpSemantics::each("index.and", |lane| without_flags(lane, Binary::And)),
    OpSemantics::each("index.or", |lane| without_flags(lane, Binary::Or)),
    OpSemantics::each("index.xor", |lane| without_flags(lane, Binary::Xor)),
    OpSemantics::each("index.shl", |lane| {
        let flags = lane.no_promise();
        shift_left(lane, flags)
    }),
    OpSemantics::each("index.shrs", |lane| shift(lane, Binary::AShr)),
    OpSemantics::each("index.shru", |lane| shift(lane, Binary::LShr)),
    OpSemantics::each("index.casts", |lane| resize(lane, true)),
    OpSemantics::each("index.castu", |lane| resize(lane, false)),
    OpSemantics::each("index.cmp", |lane| {
        let predicate = lane.predicate("pred", PREDICATES)?;
        comparison(lane, predicate)
    }),
    OpSemantics::each("index.sizeof", size),
    OpSemantics::each("index.constant", |lane| Ok(vec![lane.constant("value")?])),
    OpSemantics::each("index.bool.constant", |lane| Ok(vec![lane.constant("value")?])),
];

fn shift(lane: &mut ElementCtx<'_, '_>, op: Binary) -> LaneResult {
    let exact = lane.pool.boolean(false);
    shift_right(lane, op, exact)
}

/// The width of `index`.
fn size(lane: &mut ElementCtx<'_, '_>) -> LaneResult {
    let width = lane.result_width()?;
    let bits = lane.pool.number(width, u128::from(width));
    Ok(vec![Scalar { bits, poison: lane.pool.boolean(false) }])
}
