//! The arithmetic of the `llvm` dialect, as LLVM's language reference has it: what `arith` says under other names, with the
//! promises of `or disjoint`, `zext nneg` and `uitofp nneg` beside those of `arith`.

use assay_ir::data::{AttrKind, TypeKind};

use crate::arith::same_bits;
use crate::float::{self, absolute, arithmetic, compared, converted, from_integer, numbers, promised};
use crate::integer::{
    PREDICATES, comparison, exact_division, extremum, plain, remainder, resize, selection, shift_left,
    shift_right, truncation, wrapping,
};
use crate::rounding::{fused, integral, sign_copied};
use crate::{Attribute, Element, Lack, Lane, Made, Meaning, Scalar};
use assay_term::float::{Arithmetic, From, Integral};
use assay_term::node::{Binary, Compare};

pub(crate) const OPS: &[Meaning] = &[
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
    Meaning::each("llvm.fadd", |lane| arithmetic(lane, Arithmetic::Add)),
    Meaning::each("llvm.fsub", |lane| arithmetic(lane, Arithmetic::Sub)),
    Meaning::each("llvm.fmul", |lane| arithmetic(lane, Arithmetic::Mul)),
    Meaning::each("llvm.fdiv", |lane| arithmetic(lane, Arithmetic::Div)),
    Meaning::each("llvm.fneg", |lane| {
        let [a] = numbers(lane)?;
        let bits = lane.pool.float_negated(a.bits);
        promised(lane, &[a], bits)
    }),
    Meaning::each("llvm.fcmp", compared),
    Meaning::each("llvm.fpext", converted),
    Meaning::each("llvm.fptrunc", converted),
    Meaning::each("llvm.fptosi", |lane| float::to_integer(lane, true)),
    Meaning::each("llvm.fptoui", |lane| float::to_integer(lane, false)),
    Meaning::each("llvm.sitofp", |lane| from_integer(lane, From::Signed)),
    Meaning::each("llvm.uitofp", |lane| {
        let no_sign = lane.present("nonNeg")?;
        let [a] = lane.numbers()?;
        let zero = lane.pool.zero(lane.pool.width(a.bits));
        let negative = lane.pool.compare(Compare::SLt, a.bits, zero);
        let broken = lane.pool.and(no_sign, negative);
        let made = from_integer(lane, From::Unsigned)?;
        lane.unless(&[a], broken, made.first().ok_or(Lack::Type)?.bits)
    }),
    Meaning::choice("llvm.select", |lane| {
        // What the flags of a choice promise is left out.
        let float = matches!(lane.subject.results.first().map(|to| to.element), Some(Element::Float(_)));
        match lane.attribute("fastmathFlags") {
            Attribute::Absent => selection(lane),
            _ if !float => selection(lane),
            _ => Err(Lack::Attribute),
        }
    }),
    Meaning::each("llvm.bitcast", same_bits),
    Meaning::each("llvm.freeze", frozen),
    Meaning::each("llvm.mlir.constant", constant),
    Meaning::each("llvm.mlir.zero", |lane| {
        let of = lane.subject.results.first().ok_or(Lack::Type)?.element;
        if of == Element::Opaque || !lane.operands.is_empty() {
            return Err(Lack::Type);
        }
        Ok(vec![Scalar { bits: lane.blank()?, poison: lane.pool.boolean(false) }])
    }),
    Meaning::each("llvm.mlir.poison", |lane| {
        Ok(vec![Scalar { bits: lane.blank()?, poison: lane.pool.boolean(true) }])
    }),
    Meaning::each("llvm.intr.ceil", |lane| integral(lane, Integral::Up)),
    Meaning::each("llvm.intr.copysign", sign_copied),
    Meaning::each("llvm.intr.fma", fused),
    Meaning::each("llvm.intr.floor", |lane| integral(lane, Integral::Down)),
    Meaning::each("llvm.intr.round", |lane| integral(lane, Integral::NearestAway)),
    Meaning::each("llvm.intr.trunc", |lane| integral(lane, Integral::Zero)),
    Meaning::each("llvm.intr.roundeven", |lane| integral(lane, Integral::NearestEven)),
    Meaning::each("llvm.intr.fabs", |lane| {
        let [a] = numbers(lane)?;
        let bits = absolute(lane, a.bits);
        promised(lane, &[a], bits)
    }),
    Meaning::each("llvm.intr.maxnum", |lane| float::number_extremum(lane, true)),
    Meaning::each("llvm.intr.minnum", |lane| float::number_extremum(lane, false)),
    Meaning::each("llvm.intr.maximum", |lane| float::extremum(lane, true)),
    Meaning::each("llvm.intr.minimum", |lane| float::extremum(lane, false)),
    Meaning::each("llvm.intr.smax", |lane| extremum(lane, Compare::SLe, true)),
    Meaning::each("llvm.intr.smin", |lane| extremum(lane, Compare::SLe, false)),
    Meaning::each("llvm.intr.umax", |lane| extremum(lane, Compare::ULe, true)),
    Meaning::each("llvm.intr.umin", |lane| extremum(lane, Compare::ULe, false)),
];

/// A constant whose attribute has as many bits as the result, 64 where it is of `index`; another one would be extended or cut.
fn constant(lane: &mut Lane<'_, '_>) -> Made {
    let width = lane.result_width()?;
    if let Attribute::Known(attr) = lane.attribute("value") {
        let ctx = lane.subject.ctx;
        let bits = match ctx.attr_kind(attr) {
            AttrKind::Integer { ty, .. } => match ctx.type_kind(*ty) {
                TypeKind::Integer { width, .. } => *width,
                TypeKind::Index => 64,
                _ => return Err(Lack::Attribute),
            },
            _ => width,
        };
        if bits != width {
            return Err(Lack::Attribute);
        }
    }
    Ok(vec![lane.constant("value")?])
}

/// The operand; where that is poison, any value.
fn frozen(lane: &mut Lane<'_, '_>) -> Made {
    let a = lane.operand(0)?;
    let to = lane.subject.results.first().ok_or(Lack::Type)?;
    if to.element == Element::Empty || lane.operands.len() != 1 || lane.pool.sort(a.bits) != to.sort() {
        return Err(Lack::Type);
    }
    let (by, sort) = (lane.chooser(0), to.sort());
    let choices = &mut lane.roles.choices;
    let any = choices.choose(lane.pool, by, sort, a.poison).ok_or(Lack::Operation)?;
    let bits = lane.pool.choice(a.poison, any, a.bits);
    Ok(vec![Scalar { bits, poison: lane.pool.boolean(false) }])
}

fn flagged(lane: &mut Lane<'_, '_>, op: Binary) -> Made {
    let flags = lane.overflow()?;
    wrapping(lane, op, flags)
}
