//! The arithmetic of the `llvm` dialect, as LLVM's language reference has it: what `arith` says under other names, with the
//! promises of `or disjoint`, `zext nneg` and `uitofp nneg` beside those of `arith`.

use assay_ir::data::{AttrKind, TypeKind};

use crate::arith::same_bits;
use crate::float::{self, absolute, arithmetic, compared, converted, from_integer, numbers, promised};
use crate::integer::{
    PREDICATES, comparison, exact_division, extremum, remainder, resize, selection, shift_left, shift_right,
    truncation, without_flags, wrapping,
};
use crate::rounding::{fused, integral, sign_copied};
use crate::{Attribute, Element, ElementCtx, LaneResult, OpSemantics, Scalar, Unsupported};
use assay_term::float::{Arithmetic, From, Integral};
use assay_term::node::{Binary, Compare};

pub(crate) const OPS: &[OpSemantics] = &[
    OpSemantics::each("llvm.add", |lane| flagged(lane, Binary::Add)),
    OpSemantics::each("llvm.sub", |lane| flagged(lane, Binary::Sub)),
    OpSemantics::each("llvm.mul", |lane| flagged(lane, Binary::Mul)),
    OpSemantics::each("llvm.shl", |lane| {
        let flags = lane.overflow()?;
        shift_left(lane, flags)
    }),
    OpSemantics::each("llvm.udiv", |lane| {
        let exact = lane.present("isExact")?;
        exact_division(lane, false, exact)
    }),
    OpSemantics::each("llvm.sdiv", |lane| {
        let exact = lane.present("isExact")?;
        exact_division(lane, true, exact)
    }),
    OpSemantics::each("llvm.urem", |lane| remainder(lane, false)),
    OpSemantics::each("llvm.srem", |lane| remainder(lane, true)),
    OpSemantics::each("llvm.lshr", |lane| {
        let exact = lane.present("isExact")?;
        shift_right(lane, Binary::LShr, exact)
    }),
    OpSemantics::each("llvm.ashr", |lane| {
        let exact = lane.present("isExact")?;
        shift_right(lane, Binary::AShr, exact)
    }),
    OpSemantics::each("llvm.and", |lane| without_flags(lane, Binary::And)),
    OpSemantics::each("llvm.xor", |lane| without_flags(lane, Binary::Xor)),
    OpSemantics::each("llvm.or", |lane| {
        let disjoint = lane.present("isDisjoint")?;
        let [a, b] = lane.pair()?;
        let bits = lane.pool.binary(Binary::Or, a.bits, b.bits);
        let shared = lane.pool.binary(Binary::And, a.bits, b.bits);
        let zero = lane.pool.zero(lane.pool.width(shared));
        let some = lane.pool.differ(shared, zero);
        let broken = lane.pool.and(disjoint, some);
        lane.unless(&[a, b], broken, bits)
    }),
    OpSemantics::each("llvm.icmp", |lane| {
        let predicate = lane.predicate("predicate", PREDICATES)?;
        comparison(lane, predicate)
    }),
    OpSemantics::each("llvm.zext", |lane| {
        let no_sign = lane.present("nonNeg")?;
        let [a] = lane.numbers()?;
        let zero = lane.pool.zero(lane.pool.width(a.bits));
        let negative = lane.pool.compare(Compare::SLt, a.bits, zero);
        let broken = lane.pool.and(no_sign, negative);
        let to = lane.result_width()?;
        let bits = lane.pool.zero_extend(a.bits, to);
        lane.unless(&[a], broken, bits)
    }),
    OpSemantics::each("llvm.sext", |lane| resize(lane, true)),
    OpSemantics::each("llvm.trunc", |lane| {
        let flags = lane.overflow()?;
        truncation(lane, flags)
    }),
    OpSemantics::each("llvm.fadd", |lane| arithmetic(lane, Arithmetic::Add)),
    OpSemantics::each("llvm.fsub", |lane| arithmetic(lane, Arithmetic::Sub)),
    OpSemantics::each("llvm.fmul", |lane| arithmetic(lane, Arithmetic::Mul)),
    OpSemantics::each("llvm.fdiv", |lane| arithmetic(lane, Arithmetic::Div)),
    OpSemantics::each("llvm.fneg", |lane| {
        let [a] = numbers(lane)?;
        let bits = lane.pool.float_negated(a.bits);
        promised(lane, &[a], bits)
    }),
    OpSemantics::each("llvm.fcmp", compared),
    OpSemantics::each("llvm.fpext", converted),
    OpSemantics::each("llvm.fptrunc", converted),
    OpSemantics::each("llvm.fptosi", |lane| float::to_integer(lane, true)),
    OpSemantics::each("llvm.fptoui", |lane| float::to_integer(lane, false)),
    OpSemantics::each("llvm.sitofp", |lane| from_integer(lane, From::Signed)),
    OpSemantics::each("llvm.uitofp", |lane| {
        let no_sign = lane.present("nonNeg")?;
        let [a] = lane.numbers()?;
        let zero = lane.pool.zero(lane.pool.width(a.bits));
        let negative = lane.pool.compare(Compare::SLt, a.bits, zero);
        let broken = lane.pool.and(no_sign, negative);
        let made = from_integer(lane, From::Unsigned)?;
        lane.unless(&[a], broken, made.first().ok_or(Unsupported::Type)?.bits)
    }),
    OpSemantics::choice("llvm.select", |lane| {
        // What the flags of a choice promise is left out.
        let float = matches!(lane.subject.results.first().map(|to| to.element), Some(Element::Float(_)));
        match lane.attribute("fastmathFlags") {
            Attribute::Absent => selection(lane),
            _ if !float => selection(lane),
            _ => Err(Unsupported::Attribute),
        }
    }),
    OpSemantics::each("llvm.bitcast", same_bits),
    OpSemantics::each("llvm.freeze", frozen),
    OpSemantics::each("llvm.mlir.constant", constant),
    OpSemantics::each("llvm.mlir.zero", |lane| {
        let of = lane.subject.results.first().ok_or(Unsupported::Type)?.element;
        if of == Element::Opaque || !lane.operands.is_empty() {
            return Err(Unsupported::Type);
        }
        Ok(vec![Scalar { bits: lane.blank()?, poison: lane.pool.boolean(false) }])
    }),
    OpSemantics::each("llvm.mlir.poison", |lane| {
        Ok(vec![Scalar { bits: lane.blank()?, poison: lane.pool.boolean(true) }])
    }),
    OpSemantics::each("llvm.intr.ceil", |lane| integral(lane, Integral::Up)),
    OpSemantics::each("llvm.intr.copysign", sign_copied),
    OpSemantics::each("llvm.intr.fma", fused),
    OpSemantics::each("llvm.intr.floor", |lane| integral(lane, Integral::Down)),
    OpSemantics::each("llvm.intr.round", |lane| integral(lane, Integral::NearestAway)),
    OpSemantics::each("llvm.intr.trunc", |lane| integral(lane, Integral::Zero)),
    OpSemantics::each("llvm.intr.roundeven", |lane| integral(lane, Integral::NearestEven)),
    OpSemantics::each("llvm.intr.fabs", |lane| {
        let [a] = numbers(lane)?;
        let bits = absolute(lane, a.bits);
        promised(lane, &[a], bits)
    }),
    OpSemantics::each("llvm.intr.maxnum", |lane| float::number_extremum(lane, true)),
    OpSemantics::each("llvm.intr.minnum", |lane| float::number_extremum(lane, false)),
    OpSemantics::each("llvm.intr.maximum", |lane| float::extremum(lane, true)),
    OpSemantics::each("llvm.intr.minimum", |lane| float::extremum(lane, false)),
    OpSemantics::each("llvm.intr.smax", |lane| extremum(lane, Compare::SLe, true)),
    OpSemantics::each("llvm.intr.smin", |lane| extremum(lane, Compare::SLe, false)),
    OpSemantics::each("llvm.intr.umax", |lane| extremum(lane, Compare::ULe, true)),
    OpSemantics::each("llvm.intr.umin", |lane| extremum(lane, Compare::ULe, false)),
];

/// A constant whose attribute has as many bits as the result, 64 where it is of `index`; another one would be extended or cut.
fn constant(lane: &mut ElementCtx<'_, '_>) -> LaneResult {
    let width = lane.result_width()?;
    if let Attribute::Known(attr) = lane.attribute("value") {
        let ctx = lane.subject.ctx;
        let bits = match ctx.attr_kind(attr) {
            AttrKind::Integer { ty, .. } => match ctx.type_kind(*ty) {
                TypeKind::Integer { width, .. } => *width,
                TypeKind::Index => 64,
                _ => return Err(Unsupported::Attribute),
            },
            _ => width,
        };
        if bits != width {
            return Err(Unsupported::Attribute);
        }
    }
    Ok(vec![lane.constant("value")?])
}

/// The operand; where that is poison, any value.
fn frozen(lane: &mut ElementCtx<'_, '_>) -> LaneResult {
    let a = lane.operand(0)?;
    let to = lane.subject.results.first().ok_or(Unsupported::Type)?;
    if to.element == Element::Empty || lane.operands.len() != 1 || lane.pool.sort(a.bits) != to.sort() {
        return Err(Unsupported::Type);
    }
    let (by, sort) = (lane.chooser(0), to.sort());
    let choices = &mut lane.roles.choices;
    let any = choices.choose(lane.pool, by, sort, a.poison).ok_or(Unsupported::Operation)?;
    let bits = lane.pool.choice(a.poison, any, a.bits);
    Ok(vec![Scalar { bits, poison: lane.pool.boolean(false) }])
}

fn flagged(lane: &mut ElementCtx<'_, '_>, op: Binary) -> LaneResult {
    let flags = lane.overflow()?;
    wrapping(lane, op, flags)
}
