//! `arith` on integers and `index`, as MLIR 22 documents it: poison flows from any operand to all results but through the
//! arm that a `select` does not take; a division by poison is undefined behaviour.

use crate::integer::{
    PREDICATES, Rounding, comparison, division, exact_division, extended_product, extended_sum, extremum,
    remainder, resize, selection, shift_left, shift_right, truncation, without_flags, wrapping,
};
use crate::{Element, ElementCtx, ElementResult, OpSemantics, Scalar, Unsupported};
use assay_term::arena::TermArena;
use assay_term::float::{Family, Format, From, Test};
use assay_term::node::{Binary, Compare, Node, Sort, TermId};

pub(crate) const OPS: &[OpSemantics] = &[
    OpSemantics::each("arith.constant", |element| Ok(vec![element.constant("value")?])),
    OpSemantics::each("arith.addi", |element| flagged(element, Binary::Add)),
    OpSemantics::each("arith.subi", |element| flagged(element, Binary::Sub)),
    OpSemantics::each("arith.muli", |element| flagged(element, Binary::Mul)),
    OpSemantics::each("arith.addui_extended", extended_sum),
    OpSemantics::each("arith.mului_extended", |element| extended_product(element, false)),
    OpSemantics::each("arith.mulsi_extended", |element| extended_product(element, true)),
    OpSemantics::each("arith.divui", |element| {
        exact(element, |element, exact| exact_division(element, false, exact))
    }),
    OpSemantics::each("arith.divsi", |element| {
        exact(element, |element, exact| exact_division(element, true, exact))
    }),
    OpSemantics::each("arith.ceildivui", |element| division(element, false, Rounding::Ceil)),
    OpSemantics::each("arith.ceildivsi", |element| division(element, true, Rounding::Ceil)),
    OpSemantics::each("arith.floordivsi", |element| division(element, true, Rounding::Floor)),
    OpSemantics::each("arith.remui", |element| remainder(element, false)),
    OpSemantics::each("arith.remsi", |element| remainder(element, true)),
    OpSemantics::each("arith.andi", |element| without_flags(element, Binary::And)),
    OpSemantics::each("arith.ori", |element| without_flags(element, Binary::Or)),
    OpSemantics::each("arith.xori", |element| without_flags(element, Binary::Xor)),
    OpSemantics::each("arith.shli", |element| {
        let flags = element.overflow()?;
        shift_left(element, flags)
    }),
    OpSemantics::each("arith.shrui", |element| {
        exact(element, |element, exact| shift_right(element, Binary::LShr, exact))
    }),
    OpSemantics::each("arith.shrsi", |element| {
        exact(element, |element, exact| shift_right(element, Binary::AShr, exact))
    }),
    OpSemantics::each("arith.maxsi", |element| extremum(element, Compare::SLe, true)),
    OpSemantics::each("arith.maxui", |element| extremum(element, Compare::ULe, true)),
    OpSemantics::each("arith.minsi", |element| extremum(element, Compare::SLe, false)),
    OpSemantics::each("arith.minui", |element| extremum(element, Compare::ULe, false)),
    OpSemantics::each("arith.cmpi", |element| {
        let predicate = element.predicate("predicate", PREDICATES)?;
        comparison(element, predicate)
    }),
    OpSemantics::each("arith.extui", |element| resize(element, false)),
    OpSemantics::each("arith.extsi", |element| resize(element, true)),
    OpSemantics::each("arith.trunci", |element| {
        let flags = element.overflow()?;
        truncation(element, flags)
    }),
    OpSemantics::each("arith.index_cast", |element| resize(element, true)),
    OpSemantics::each("arith.index_castui", |element| resize(element, false)),
    OpSemantics::choice("arith.select", selection),
    OpSemantics::each("arith.bitcast", same_bits),
];

fn flagged(element: &mut ElementCtx<'_, '_>, op: Binary) -> ElementResult {
    let flags = element.overflow()?;
    wrapping(element, op, flags)
}

fn exact(
    element: &mut ElementCtx<'_, '_>,
    run: fn(&mut ElementCtx<'_, '_>, TermId) -> ElementResult,
) -> ElementResult {
    let exact = element.present("isExact")?;
    run(element, exact)
}

/// Integers as integers of the same width, or as floating-point numbers.
pub(crate) fn same_bits(element: &mut ElementCtx<'_, '_>) -> ElementResult {
    let a = element.operand(0)?;
    let to = element.subject.results.first().ok_or(Unsupported::Type)?;
    if element.pool.sort(a.bits) == to.sort() && to.element != Element::Opaque {
        return Ok(vec![a]);
    }
    if let (Sort::Bits(width), Element::Float(format)) = (element.pool.sort(a.bits), to.element) {
        let bits = element.pool.float_from(From::Bits, a.bits, format);
        return if width == format.width() {
            Ok(vec![Scalar { bits, poison: a.poison }])
        } else {
            Err(Unsupported::Type)
        };
    }
    if let (Sort::Float(format), Element::Integer) = (element.pool.sort(a.bits), to.element) {
        // Some numbers of x87 are written in two ways.
        let is_one = to.width == format.width() && format.family != Family::X87;
        return if is_one { bits_of(element, a, format) } else { Err(Unsupported::Type) };
    }
    if matches!(element.pool.sort(a.bits), Sort::Float(_))
        || to.element == Element::Opaque
        || to.width != element.pool.width(a.bits)
    {
        return Err(Unsupported::Type);
    }
    Ok(vec![a])
}

/// The bits of a floating-point number, which of a NaN are any that make one.
fn bits_of(element: &mut ElementCtx<'_, '_>, a: Scalar, format: Format) -> ElementResult {
    if let Node::FloatFrom(From::Bits, bits, _) = *element.pool.node(a.bits)
        && element.pool.value(bits).is_some_and(|known| !format.test(Test::NaN, known))
    {
        return Ok(vec![Scalar { bits, poison: a.poison }]);
    }
    let no_number = element.pool.float_test(Test::NaN, a.bits);
    let (by, sort) = (element.chooser(0), Sort::Bits(format.width()));
    let choices = &mut element.roles.choices;
    let such = |pool: &mut TermArena, bits: TermId| {
        let number = pool.float_from(From::Bits, bits, format);
        pool.equal(number, a.bits)
    };
    let (bits, said) =
        choices.choose_such(element.pool, by, (sort, no_number, a.bits), such).ok_or(Unsupported::Type)?;
    element.roles.facts.push(said);
    Ok(vec![Scalar { bits, poison: a.poison }])
}
