//! `arith` on integers and `index`, as MLIR 22 documents it: poison flows from any operand to all results but through the
//! arm that a `select` does not take; a division by poison is undefined behaviour.

use crate::integer::{
    PREDICATES, Rounding, comparison, division, exact_division, extended_product, extended_sum, extremum,
    remainder, resize, selection, shift_left, shift_right, truncation, without_flags, wrapping,
};
use crate::{Element, ElementCtx, LaneResult, OpSemantics, Scalar, Unsupported};
use assay_term::arena::TermArena;
use assay_term::float::{Family, Format, From, Test};
use assay_term::node::{Binary, Compare, Node, Sort, TermId};

pub(crate) const OPS: &[OpSemantics] = &[
    OpSemantics::each("arith.constant", |lane| Ok(vec![lane.constant("value")?])),
    OpSemantics::each("arith.addi", |lane| flagged(lane, Binary::Add)),
    OpSemantics::each("arith.subi", |lane| flagged(lane, Binary::Sub)),
    OpSemantics::each("arith.muli", |lane| flagged(lane, Binary::Mul)),
    OpSemantics::each("arith.addui_extended", extended_sum),
    OpSemantics::each("arith.mului_extended", |lane| extended_product(lane, false)),
    OpSemantics::each("arith.mulsi_extended", |lane| extended_product(lane, true)),
    OpSemantics::each("arith.divui", |lane| exact(lane, |lane, exact| exact_division(lane, false, exact))),
    OpSemantics::each("arith.divsi", |lane| exact(lane, |lane, exact| exact_division(lane, true, exact))),
    OpSemantics::each("arith.ceildivui", |lane| division(lane, false, Rounding::Ceil)),
    OpSemantics::each("arith.ceildivsi", |lane| division(lane, true, Rounding::Ceil)),
    OpSemantics::each("arith.floordivsi", |lane| division(lane, true, Rounding::Floor)),
    OpSemantics::each("arith.remui", |lane| remainder(lane, false)),
    OpSemantics::each("arith.remsi", |lane| remainder(lane, true)),
    OpSemantics::each("arith.andi", |lane| without_flags(lane, Binary::And)),
    OpSemantics::each("arith.ori", |lane| without_flags(lane, Binary::Or)),
    OpSemantics::each("arith.xori", |lane| without_flags(lane, Binary::Xor)),
    OpSemantics::each("arith.shli", |lane| {
        let flags = lane.overflow()?;
        shift_left(lane, flags)
    }),
    OpSemantics::each("arith.shrui", |lane| {
        exact(lane, |lane, exact| shift_right(lane, Binary::LShr, exact))
    }),
    OpSemantics::each("arith.shrsi", |lane| {
        exact(lane, |lane, exact| shift_right(lane, Binary::AShr, exact))
    }),
    OpSemantics::each("arith.maxsi", |lane| extremum(lane, Compare::SLe, true)),
    OpSemantics::each("arith.maxui", |lane| extremum(lane, Compare::ULe, true)),
    OpSemantics::each("arith.minsi", |lane| extremum(lane, Compare::SLe, false)),
    OpSemantics::each("arith.minui", |lane| extremum(lane, Compare::ULe, false)),
    OpSemantics::each("arith.cmpi", |lane| {
        let predicate = lane.predicate("predicate", PREDICATES)?;
        comparison(lane, predicate)
    }),
    OpSemantics::each("arith.extui", |lane| resize(lane, false)),
    OpSemantics::each("arith.extsi", |lane| resize(lane, true)),
    OpSemantics::each("arith.trunci", |lane| {
        let flags = lane.overflow()?;
        truncation(lane, flags)
    }),
    OpSemantics::each("arith.index_cast", |lane| resize(lane, true)),
    OpSemantics::each("arith.index_castui", |lane| resize(lane, false)),
    OpSemantics::choice("arith.select", selection),
    OpSemantics::each("arith.bitcast", same_bits),
];

fn flagged(lane: &mut ElementCtx<'_, '_>, op: Binary) -> LaneResult {
    let flags = lane.overflow()?;
    wrapping(lane, op, flags)
}

fn exact(
    lane: &mut ElementCtx<'_, '_>,
    run: fn(&mut ElementCtx<'_, '_>, TermId) -> LaneResult,
) -> LaneResult {
    let exact = lane.present("isExact")?;
    run(lane, exact)
}

/// Integers as integers of the same width, or as floating-point numbers.
pub(crate) fn same_bits(lane: &mut ElementCtx<'_, '_>) -> LaneResult {
    let a = lane.operand(0)?;
    let to = lane.subject.results.first().ok_or(Unsupported::Type)?;
    if lane.pool.sort(a.bits) == to.sort() && to.element != Element::Opaque {
        return Ok(vec![a]);
    }
    if let (Sort::Bits(width), Element::Float(format)) = (lane.pool.sort(a.bits), to.element) {
        let bits = lane.pool.float_from(From::Bits, a.bits, format);
        return if width == format.width() {
            Ok(vec![Scalar { bits, poison: a.poison }])
        } else {
            Err(Unsupported::Type)
        };
    }
    if let (Sort::Float(format), Element::Integer) = (lane.pool.sort(a.bits), to.element) {
        // Some numbers of x87 are written in two ways.
        let is_one = to.width == format.width() && format.family != Family::X87;
        return if is_one { bits_of(lane, a, format) } else { Err(Unsupported::Type) };
    }
    if matches!(lane.pool.sort(a.bits), Sort::Float(_))
        || to.element == Element::Opaque
        || to.width != lane.pool.width(a.bits)
    {
        return Err(Unsupported::Type);
    }
    Ok(vec![a])
}

/// The bits of a floating-point number, which of a NaN are any that make one.
fn bits_of(lane: &mut ElementCtx<'_, '_>, a: Scalar, format: Format) -> LaneResult {
    if let Node::FloatFrom(From::Bits, bits, _) = *lane.pool.node(a.bits)
        && lane.pool.value(bits).is_some_and(|known| !format.test(Test::NaN, known))
    {
        return Ok(vec![Scalar { bits, poison: a.poison }]);
    }
    let no_number = lane.pool.float_test(Test::NaN, a.bits);
    let (by, sort) = (lane.chooser(0), Sort::Bits(format.width()));
    let choices = &mut lane.roles.choices;
    let such = |pool: &mut TermArena, bits: TermId| {
        let number = pool.float_from(From::Bits, bits, format);
        pool.equal(number, a.bits)
    };
    let (bits, said) =
        choices.choose_such(lane.pool, by, (sort, no_number, a.bits), such).ok_or(Unsupported::Type)?;
    lane.roles.facts.push(said);
    Ok(vec![Scalar { bits, poison: a.poison }])
}
