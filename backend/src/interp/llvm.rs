//! The arithmetic of the `llvm` dialect. LLVM's language reference says what its operations do; where `arith` or `math`
//! do the same, so does the code.

use assay_ir::data::{OpId, TypeId, TypeKind};
use assay_ir::llvm::Kind;

use super::arith::{bitcast, compare_floats, convert, from_int, from_int_unless, mapped, select, to_int};
use super::attributes::has_unit;
use super::integer::{binary, division, pick, resize, total, unless_broken};
use super::machine::{Executed, Flow, Machine, Stop};
use super::{Meaning, elementwise, pointers, promises};
use crate::constant::{static_shape, value_of};
use crate::engine::Gap;
use crate::float::{Float, RoundTo};
use crate::int::Int;
use crate::value::{Pointer, Shaped, Value, count};

pub(super) const OPS: &[Meaning] = &[
    Meaning::plain("llvm.add", promises::sum),
    Meaning::plain("llvm.sub", promises::difference),
    Meaning::plain("llvm.mul", promises::product),
    Meaning::plain("llvm.shl", promises::shift_left),
    Meaning::plain("llvm.udiv", promises::quotient_unsigned),
    Meaning::plain("llvm.sdiv", promises::quotient_signed),
    Meaning::plain("llvm.urem", |m, op| division(m, op, false, Int::rem_unsigned)),
    Meaning::plain("llvm.srem", |m, op| division(m, op, true, Int::rem_signed)),
    Meaning::plain("llvm.lshr", promises::shift_right_unsigned),
    Meaning::plain("llvm.ashr", promises::shift_right_signed),
    Meaning::plain("llvm.and", |m, op| binary(m, op, Int::and)),
    Meaning::plain("llvm.xor", |m, op| binary(m, op, Int::xor)),
    Meaning::plain("llvm.or", |m, op| {
        let disjoint = has_unit(m, op, "isDisjoint");
        total(m, op, |[a, b]| unless_broken(disjoint && !a.and(b).is_zero(), a.or(b)))
    }),
    Meaning::plain("llvm.icmp", promises::compare_by_predicate),
    Meaning::plain("llvm.zext", |m, op| {
        let no_sign = has_unit(m, op, "nonNeg");
        let width = m.result_width(op, 0)?;
        total(m, op, |[int]| {
            let zero = Int::new(int.width(), 0);
            unless_broken(no_sign && int.cmp_signed(&zero).is_lt(), int.resize_unsigned(width))
        })
    }),
    Meaning::plain("llvm.sext", |m, op| resize(m, op, Int::resize_signed)),
    Meaning::plain("llvm.trunc", |m, op| {
        // MLIR does not compare the shapes.
        elementwise::shaped_alike(m, op)?;
        promises::truncate(m, op)
    }),
    Meaning::plain("llvm.fadd", |m, op| mapped(m, op, |[a, b]| a.checked_add(b))),
    Meaning::plain("llvm.fsub", |m, op| mapped(m, op, |[a, b]| a.checked_sub(b))),
    Meaning::plain("llvm.fmul", |m, op| mapped(m, op, |[a, b]| a.checked_mul(b))),
    Meaning::plain("llvm.fdiv", |m, op| mapped(m, op, |[a, b]| a.checked_div(b))),
    Meaning::plain("llvm.frem", |m, op| mapped(m, op, |[a, b]| a.checked_rem(b))),
    Meaning::plain("llvm.fneg", |m, op| mapped(m, op, |[a]| Some(a.negated()))),
    Meaning::plain("llvm.fcmp", compare_floats),
    Meaning::plain("llvm.fpext", convert),
    Meaning::plain("llvm.fptrunc", convert),
    Meaning::plain("llvm.fptosi", |m, op| to_int(m, op, true)),
    Meaning::plain("llvm.fptoui", |m, op| to_int(m, op, false)),
    Meaning::plain("llvm.sitofp", |m, op| from_int(m, op, true)),
    Meaning::plain("llvm.uitofp", |m, op| {
        let no_sign = has_unit(m, op, "nonNeg");
        from_int_unless(m, op, false, move |int| no_sign && int.is_negative())
    }),
    Meaning::plain("llvm.select", select),
    Meaning::plain("llvm.bitcast", bitcast),
    Meaning::plain("llvm.freeze", freeze),
    Meaning::plain("llvm.mlir.constant", constant),
    Meaning::plain("llvm.mlir.poison", poison),
    Meaning::plain("llvm.mlir.zero", zero),
    Meaning::plain("llvm.intr.copysign", |m, op| mapped(m, op, |[a, b]| Some(a.copy_sign(b)))),
    Meaning::plain("llvm.intr.ceil", |m, op| mapped(m, op, |[a]| a.round(RoundTo::Up))),
    Meaning::plain("llvm.intr.fabs", |m, op| mapped(m, op, |[a]| Some(a.abs()))),
    Meaning::plain("llvm.intr.floor", |m, op| mapped(m, op, |[a]| a.round(RoundTo::Down))),
    Meaning::plain("llvm.intr.fma", |m, op| mapped(m, op, |[a, b, c]| a.fma(b, c))),
    Meaning::plain("llvm.intr.maximum", |m, op| mapped(m, op, |[a, b]| a.maximum(b))),
    Meaning::plain("llvm.intr.maxnum", |m, op| mapped(m, op, |[a, b]| a.maximum_number(b))),
    Meaning::plain("llvm.intr.minimum", |m, op| mapped(m, op, |[a, b]| a.minimum(b))),
    Meaning::plain("llvm.intr.minnum", |m, op| mapped(m, op, |[a, b]| a.minimum_number(b))),
    Meaning::plain("llvm.intr.round", |m, op| mapped(m, op, |[a]| a.round(RoundTo::NearestAway))),
    Meaning::plain("llvm.intr.roundeven", |m, op| mapped(m, op, |[a]| a.round(RoundTo::NearestEven))),
    Meaning::plain("llvm.intr.trunc", |m, op| mapped(m, op, |[a]| a.round(RoundTo::Zero))),
    Meaning::plain("llvm.intr.smax", |m, op| binary(m, op, |a, b| pick(a, b, a.cmp_signed(b).is_ge()))),
    Meaning::plain("llvm.intr.smin", |m, op| binary(m, op, |a, b| pick(a, b, a.cmp_signed(b).is_le()))),
    Meaning::plain("llvm.intr.umax", |m, op| binary(m, op, |a, b| pick(a, b, a.cmp_unsigned(b).is_ge()))),
    Meaning::plain("llvm.intr.umin", |m, op| binary(m, op, |a, b| pick(a, b, a.cmp_unsigned(b).is_le()))),
];

fn constant(m: &mut Machine<'_>, op: OpId) -> Executed {
    let attr = m.attr(op, "value").ok_or(Gap::Malformed)?;
    Ok(Flow::Next(vec![value_of(m.program.ctx(), attr, m.result_type(op, 0)?, m.options.index)?]))
}

/// Poison. An undefined value, `llvm.mlir.undef`, is one unspecified value at each use and no poison: it has no meaning here.
fn poison(m: &mut Machine<'_>, op: OpId) -> Executed {
    Ok(Flow::Next(vec![pointers::poison(m, m.result_type(op, 0)?)?]))
}

/// The null value of a type: "the zero value" of numbers, "all zeros" in each field of a structure.
fn zero(m: &mut Machine<'_>, op: OpId) -> Executed {
    Ok(Flow::Next(vec![zero_of(m, m.result_type(op, 0)?)?]))
}

fn zero_of(m: &Machine<'_>, ty: TypeId) -> Result<Value, Stop> {
    let scalar = |ty: TypeId| -> Result<Value, Stop> {
        match *m.program.ctx().type_kind(ty) {
            TypeKind::Integer { width, .. } => Ok(Value::int(width, 0)),
            TypeKind::Float(kind) => Ok(Float { kind, bits: 0 }.into()),
            _ if m.llvm_kind(ty).as_deref() == Some(&Kind::Pointer) => {
                Ok(Pointer { buffer: None, offset: 0 }.into())
            }
            _ => Err(Gap::Type.into()),
        }
    };
    let other = |ty: TypeId| match static_shape(m.program.ctx(), ty) {
        None => scalar(ty),
        Some((shape, element)) => {
            let size = count(&shape).filter(|size| *size <= 1 << 20).ok_or(Gap::Type)?;
            Ok(Shaped::new(shape, vec![scalar(element)?; size as usize]).into())
        }
    };
    pointers::fields(m, ty, &zero_of, &|_, ty| other(ty))
}

/// "If the argument is undef or poison, 'freeze' returns an arbitrary, but fixed, value": none is chosen here. "Otherwise,
/// this instruction is a no-op and returns the input argument."
fn freeze(m: &mut Machine<'_>, op: OpId) -> Executed {
    let value = m.operand(op, 0)?;
    if value.has_poison() { Err(Gap::Choice.into()) } else { Ok(Flow::Next(vec![value])) }
}
