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
use crate::{Attribute, Element, ElementCtx, ElementResult, OpSemantics, Scalar, Unsupported};
use assay_term::float::{Arithmetic, From, Integral};
use assay_term::node::{Binary, Compare};

pub(crate) const OPS: &[OpSemantics] = &[
    OpSemantics::each("llvm.add", |element| flagged(element, Binary::Add)),
    OpSemantics::each("llvm.sub", |element| flagged(element, Binary::Sub)),
    OpSemantics::each("llvm.mul", |element| flagged(element, Binary::Mul)),
    OpSemantics::each("llvm.shl", |element| {
        let flags = element.overflow()?;
        shift_left(element, flags)
    }),
    OpSemantics::each("llvm.udiv", |element| {
        let exact = element.present("isExact")?;
        exact_division(element, false, exact)
    }),
    OpSemantics::each("llvm.sdiv", |element| {
        let exact = element.present("isExact")?;
        exact_division(element, true, exact)
    }),
    OpSemantics::each("llvm.urem", |element| remainder(element, false)),
    OpSemantics::each("llvm.srem", |element| remainder(element, true)),
    OpSemantics::each("llvm.lshr", |element| {
        let exact = element.present("isExact")?;
        shift_right(element, Binary::LShr, exact)
    }),
    OpSemantics::each("llvm.ashr", |element| {
        let exact = element.present("isExact")?;
        shift_right(element, Binary::AShr, exact)
    }),
    OpSemantics::each("llvm.and", |element| without_flags(element, Binary::And)),
    OpSemantics::each("llvm.xor", |element| without_flags(element, Binary::Xor)),
    OpSemantics::each("llvm.or", |element| {
        let disjoint = element.present("isDisjoint")?;
        let [a, b] = element.pair()?;
        let bits = element.pool.binary(Binary::Or, a.bits, b.bits);
        let shared = element.pool.binary(Binary::And, a.bits, b.bits);
        let zero = element.pool.zero(element.pool.width(shared));
        let some = element.pool.differ(shared, zero);
        let broken = element.pool.and(disjoint, some);
        element.unless(&[a, b], broken, bits)
    }),
    OpSemantics::each("llvm.icmp", |element| {
        let predicate = element.predicate("predicate", PREDICATES)?;
        comparison(element, predicate)
    }),
    OpSemantics::each("llvm.zext", |element| {
        let no_sign = element.present("nonNeg")?;
        let [a] = element.numbers()?;
        let zero = element.pool.zero(element.pool.width(a.bits));
        let negative = element.pool.compare(Compare::SLt, a.bits, zero);
        let broken = element.pool.and(no_sign, negative);
        let to = element.result_width()?;
        let bits = element.pool.zero_extend(a.bits, to);
        element.unless(&[a], broken, bits)
    }),
    OpSemantics::each("llvm.sext", |element| resize(element, true)),
    OpSemantics::each("llvm.trunc", |element| {
        let flags = element.overflow()?;
        truncation(element, flags)
    }),
    OpSemantics::each("llvm.fadd", |element| arithmetic(element, Arithmetic::Add)),
    OpSemantics::each("llvm.fsub", |element| arithmetic(element, Arithmetic::Sub)),
    OpSemantics::each("llvm.fmul", |element| arithmetic(element, Arithmetic::Mul)),
    OpSemantics::each("llvm.fdiv", |element| arithmetic(element, Arithmetic::Div)),
    OpSemantics::each("llvm.fneg", |element| {
        let [a] = numbers(element)?;
        let bits = element.pool.float_negated(a.bits);
        promised(element, &[a], bits)
    }),
    OpSemantics::each("llvm.fcmp", compared),
    OpSemantics::each("llvm.fpext", converted),
    OpSemantics::each("llvm.fptrunc", converted),
    OpSemantics::each("llvm.fptosi", |element| float::to_integer(element, true)),
    OpSemantics::each("llvm.fptoui", |element| float::to_integer(element, false)),
    OpSemantics::each("llvm.sitofp", |element| from_integer(element, From::Signed)),
    OpSemantics::each("llvm.uitofp", |element| {
        let no_sign = element.present("nonNeg")?;
        let [a] = element.numbers()?;
        let zero = element.pool.zero(element.pool.width(a.bits));
        let negative = element.pool.compare(Compare::SLt, a.bits, zero);
        let broken = element.pool.and(no_sign, negative);
        let made = from_integer(element, From::Unsigned)?;
        element.unless(&[a], broken, made.first().ok_or(Unsupported::Type)?.bits)
    }),
    OpSemantics::choice("llvm.select", |element| {
        // What the flags of a choice promise is left out.
        let float = matches!(element.subject.results.first().map(|to| to.element), Some(Element::Float(_)));
        match element.attribute("fastmathFlags") {
            Attribute::Absent => selection(element),
            _ if !float => selection(element),
            _ => Err(Unsupported::Attribute),
        }
    }),
    OpSemantics::each("llvm.bitcast", same_bits),
    OpSemantics::each("llvm.freeze", frozen),
    OpSemantics::each("llvm.mlir.constant", constant),
    OpSemantics::each("llvm.mlir.zero", |element| {
        let of = element.subject.results.first().ok_or(Unsupported::Type)?.element;
        if of == Element::Opaque || !element.operands.is_empty() {
            return Err(Unsupported::Type);
        }
        Ok(vec![Scalar { bits: element.blank()?, poison: element.pool.boolean(false) }])
    }),
    OpSemantics::each("llvm.mlir.poison", |element| {
        Ok(vec![Scalar { bits: element.blank()?, poison: element.pool.boolean(true) }])
    }),
    OpSemantics::each("llvm.intr.ceil", |element| integral(element, Integral::Up)),
    OpSemantics::each("llvm.intr.copysign", sign_copied),
    OpSemantics::each("llvm.intr.fma", fused),
    OpSemantics::each("llvm.intr.floor", |element| integral(element, Integral::Down)),
    OpSemantics::each("llvm.intr.round", |element| integral(element, Integral::NearestAway)),
    OpSemantics::each("llvm.intr.trunc", |element| integral(element, Integral::Zero)),
    OpSemantics::each("llvm.intr.roundeven", |element| integral(element, Integral::NearestEven)),
    OpSemantics::each("llvm.intr.fabs", |element| {
        let [a] = numbers(element)?;
        let bits = absolute(element, a.bits);
        promised(element, &[a], bits)
    }),
    OpSemantics::each("llvm.intr.maxnum", |element| float::number_extremum(element, true)),
    OpSemantics::each("llvm.intr.minnum", |element| float::number_extremum(element, false)),
    OpSemantics::each("llvm.intr.maximum", |element| float::extremum(element, true)),
    OpSemantics::each("llvm.intr.minimum", |element| float::extremum(element, false)),
    OpSemantics::each("llvm.intr.smax", |element| extremum(element, Compare::SLe, true)),
    OpSemantics::each("llvm.intr.smin", |element| extremum(element, Compare::SLe, false)),
    OpSemantics::each("llvm.intr.umax", |element| extremum(element, Compare::ULe, true)),
    OpSemantics::each("llvm.intr.umin", |element| extremum(element, Compare::ULe, false)),
];

/// A constant whose attribute has as many bits as the result, 64 where it is of `index`; another one would be extended or cut.
fn constant(element: &mut ElementCtx<'_, '_>) -> ElementResult {
    let width = element.result_width()?;
    if let Attribute::Known(attr) = element.attribute("value") {
        let ctx = element.subject.ctx;
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
    Ok(vec![element.constant("value")?])
}

/// The operand; where that is poison, any value.
fn frozen(element: &mut ElementCtx<'_, '_>) -> ElementResult {
    let a = element.operand(0)?;
    let to = element.subject.results.first().ok_or(Unsupported::Type)?;
    if to.element == Element::Empty || element.operands.len() != 1 || element.pool.sort(a.bits) != to.sort() {
        return Err(Unsupported::Type);
    }
    let (by, sort) = (element.chooser(0), to.sort());
    let choices = &mut element.roles.choices;
    let any = choices.choose(element.pool, by, sort, a.poison).ok_or(Unsupported::Operation)?;
    let bits = element.pool.choice(a.poison, any, a.bits);
    Ok(vec![Scalar { bits, poison: element.pool.boolean(false) }])
}

fn flagged(element: &mut ElementCtx<'_, '_>, op: Binary) -> ElementResult {
    let flags = element.overflow()?;
    wrapping(element, op, flags)
}
