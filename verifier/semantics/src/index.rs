//! `index`: arithmetic at the width of `index`, without flags.

use crate::integer::{
    PREDICATES, Rounding, comparison, division, extremum, remainder, resize, shift_left, shift_right,
    without_flags,
};
use crate::{ElementCtx, ElementResult, OpSemantics, Scalar};
use assay_term::node::{Binary, Compare};

pub(crate) const OPS: &[OpSemantics] = &[
    OpSemantics::each("index.add", |element| without_flags(element, Binary::Add)),
    OpSemantics::each("index.sub", |element| without_flags(element, Binary::Sub)),
    OpSemantics::each("index.mul", |element| without_flags(element, Binary::Mul)),
    OpSemantics::each("index.divs", |element| division(element, true, Rounding::Zero)),
    OpSemantics::each("index.divu", |element| division(element, false, Rounding::Zero)),
    OpSemantics::each("index.ceildivs", |element| division(element, true, Rounding::Ceil)),
    OpSemantics::each("index.ceildivu", |element| division(element, false, Rounding::Ceil)),
    OpSemantics::each("index.floordivs", |element| division(element, true, Rounding::Floor)),
    OpSemantics::each("index.rems", |element| remainder(element, true)),
    OpSemantics::each("index.remu", |element| remainder(element, false)),
    OpSemantics::each("index.maxs", |element| extremum(element, Compare::SLe, true)),
    OpSemantics::each("index.maxu", |element| extremum(element, Compare::ULe, true)),
    OpSemantics::each("index.mins", |element| extremum(element, Compare::SLe, false)),
    OpSemantics::each("index.minu", |element| extremum(element, Compare::ULe, false)),
    OpSemantics::each("index.and", |element| without_flags(element, Binary::And)),
    OpSemantics::each("index.or", |element| without_flags(element, Binary::Or)),
    OpSemantics::each("index.xor", |element| without_flags(element, Binary::Xor)),
    OpSemantics::each("index.shl", |element| {
        let flags = element.no_promise();
        shift_left(element, flags)
    }),
    OpSemantics::each("index.shrs", |element| shift(element, Binary::AShr)),
    OpSemantics::each("index.shru", |element| shift(element, Binary::LShr)),
    OpSemantics::each("index.casts", |element| resize(element, true)),
    OpSemantics::each("index.castu", |element| resize(element, false)),
    OpSemantics::each("index.cmp", |element| {
        let predicate = element.predicate("pred", PREDICATES)?;
        comparison(element, predicate)
    }),
    OpSemantics::each("index.sizeof", size),
    OpSemantics::each("index.constant", |element| Ok(vec![element.constant("value")?])),
    OpSemantics::each("index.bool.constant", |element| Ok(vec![element.constant("value")?])),
];

fn shift(element: &mut ElementCtx<'_, '_>, op: Binary) -> ElementResult {
    let exact = element.pool.boolean(false);
    shift_right(element, op, exact)
}

/// The width of `index`.
fn size(element: &mut ElementCtx<'_, '_>) -> ElementResult {
    let width = element.result_width()?;
    let bits = element.pool.number(width, u128::from(width));
    Ok(vec![Scalar { bits, poison: element.pool.boolean(false) }])
}
