//! The arithmetic of the `llvm` dialect. LLVM's language reference says what its operations do; where `arith` or `math`
//! do the same, so does the code.

use assay_ir::data::{OpId, TypeId, TypeKind};
use assay_ir::llvm::Kind;

use super::arith::{bitcast, compare_floats, convert, from_int, from_int_unless, mapped, select, to_int};
use super::attributes::has_unit;
use super::integer::{binary, division, pick, resize, total, unless_broken};
use super::machine::{ControlFlow, Executed, Machine, Stop};
use super::{OpInterpreter, elementwise, pointers, promises};
use crate::constant::{static_shape, value_of};
use crate::engine::Unsupported;
use crate::float::{Float, RoundTo};
use crate::int::Int;
use crate::value::{Pointer, Shaped, Value, count};

pub(super) const OPS: &[OpInterpreter] = &[
    OpInterpreter::without_regions("llvm.add", promises::sum),
    OpInterpreter::without_regions("llvm.sub", promises::difference),
    OpInterpreter::without_regions("llvm.mul", promises::product),
    OpInterpreter::without_regions("llvm.shl", promises::shift_left),
    OpInterpreter::without_regions("llvm.udiv", promises::quotient_unsigned),
    OpInterpreter::without_regions("llvm.sdiv", promises::quotient_signed),
    OpInterpreter::without_regions("llvm.urem", |m, op| division(m, op, false, Int::rem_unsigned)),
    OpInterpreter::without_regions("llvm.srem", |m, op| division(m, op, true, Int::rem_signed)),
    OpInterpreter::without_regions("llvm.lshr", promises::shift_right_unsigned),
    OpInterpreter::without_regions("llvm.ashr", promises::shift_right_signed),
    OpInterpreter::without_regions("llvm.and", |m, op| binary(m, op, Int::and)),
    OpInterpreter::without_regions("llvm.xor", |m, op| binary(m, op, Int::xor)),
    OpInterpreter::without_regions("llvm.or", |m, op| {
        let disjoint = has_unit(m, op, "isDisjoint");
        total(m, op, |[a, b]| unless_broken(disjoint && !a.and(b).is_zero(), a.or(b)))
    }),
    OpInterpreter::without_regions("llvm.icmp", promises::compare_by_predicate),
    OpInterpreter::without_regions("llvm.zext", |m, op| {
        let no_sign = has_unit(m, op, "nonNeg");
        let width = m.result_width(op, 0)?;
        total(m, op, |[int]| {
            let zero = Int::new(int.width(), 0);
            unless_broken(no_sign && int.cmp_signed(&zero).is_lt(), int.resize_unsigned(width))
        })
    }),
    OpInterpreter::without_regions("llvm.sext", |m, op| resize(m, op, Int::resize_signed)),
    OpInterpreter::without_regions("llvm.trunc", |m, op| {
        // MLIR does not compare the shapes.
        elementwise::shaped_alike(m, op)?;
        promises::truncate(m, op)
    }),
    OpInterpreter::without_regions("llvm.fadd", |m, op| mapped(m, op, |[a, b]| a.checked_add(b))),
    OpInterpreter::without_regions("llvm.fsub", |m, op| mapped(m, op, |[a, b]| a.checked_sub(b))),
    OpInterpreter::without_regions("llvm.fmul", |m, op| mapped(m, op, |[a, b]| a.checked_mul(b))),
    OpInterpreter::without_regions("llvm.fdiv", |m, op| mapped(m, op, |[a, b]| a.checked_div(b))),
    OpInterpreter::without_regions("llvm.frem", |m, op| mapped(m, op, |[a, b]| a.checked_rem(b))),
    OpInterpreter::without_regions("llvm.fneg", |m, op| mapped(m, op, |[a]| Some(a.negated()))),
    OpInterpreter::without_regions("llvm.fcmp", compare_floats),
    OpInterpreter::without_regions("llvm.fpext", convert),
    OpInterpreter::without_regions("llvm.fptrunc", convert),
    OpInterpreter::without_regions("llvm.fptosi", |m, op| to_int(m, op, true)),
    OpInterpreter::without_regions("llvm.fptoui", |m, op| to_int(m, op, false)),
    OpInterpreter::without_regions("llvm.sitofp", |m, op| from_int(m, op, true)),
    OpInterpreter::without_regions("llvm.uitofp", |m, op| {
        let no_sign = has_unit(m, op, "nonNeg");
        from_int_unless(m, op, false, move |int| no_sign && int.is_negative())
    }),
    OpInterpreter::without_regions("llvm.select", select),
    OpInterpreter::without_regions("llvm.bitcast", bitcast),
    OpInterpreter::without_regions("llvm.freeze", freeze),
    OpInterpreter::without_regions("llvm.mlir.constant", constant),
    OpInterpreter::without_regions("llvm.mlir.poison", poison),
    OpInterpreter::without_regions("llvm.mlir.zero", zero),
    OpInterpreter::without_regions("llvm.intr.copysign", |m, op| {
        mapped(m, op, |[a, b]| Some(a.copy_sign(b)))
    }),
    OpInterpreter::without_regions("llvm.intr.ceil", |m, op| mapped(m, op, |[a]| a.round(RoundTo::Up))),
    OpInterpreter::without_regions("llvm.intr.fabs", |m, op| mapped(m, op, |[a]| Some(a.abs()))),
    OpInterpreter::without_regions("llvm.intr.floor", |m, op| mapped(m, op, |[a]| a.round(RoundTo::Down))),
    OpInterpreter::without_regions("llvm.intr.fma", |m, op| mapped(m, op, |[a, b, c]| a.fma(b, c))),
    OpInterpreter::without_regions("llvm.intr.maximum", |m, op| mapped(m, op, |[a, b]| a.maximum(b))),
    OpInterpreter::without_regions("llvm.intr.maxnum", |m, op| mapped(m, op, |[a, b]| a.maximum_number(b))),
    OpInterpreter::without_regions("llvm.intr.minimum", |m, op| mapped(m, op, |[a, b]| a.minimum(b))),
    OpInterpreter::without_regions("llvm.intr.minnum", |m, op| mapped(m, op, |[a, b]| a.minimum_number(b))),
    OpInterpreter::without_regions("llvm.intr.round", |m, op| {
        mapped(m, op, |[a]| a.round(RoundTo::NearestAway))
    }),
    OpInterpreter::without_regions("llvm.intr.roundeven", |m, op| {
        mapped(m, op, |[a]| a.round(RoundTo::NearestEven))
    }),
    OpInterpreter::without_regions("llvm.intr.trunc", |m, op| mapped(m, op, |[a]| a.round(RoundTo::Zero))),
    OpInterpreter::without_regions("llvm.intr.smax", |m, op| {
        binary(m, op, |a, b| pick(a, b, a.cmp_signed(b).is_ge()))
    }),
    OpInterpreter::without_regions("llvm.intr.smin", |m, op| {
        binary(m, op, |a, b| pick(a, b, a.cmp_signed(b).is_le()))
    }),
    OpInterpreter::without_regions("llvm.intr.umax", |m, op| {
        binary(m, op, |a, b| pick(a, b, a.cmp_unsigned(b).is_ge()))
    }),
    OpInterpreter::without_regions("llvm.intr.umin", |m, op| {
        binary(m, op, |a, b| pick(a, b, a.cmp_unsigned(b).is_le()))
    }),
];

fn constant(m: &mut Machine<'_>, op: OpId) -> Executed {
    let attr = m.attr(op, "value").ok_or(Unsupported::Malformed)?;
    Ok(ControlFlow::Next(vec![value_of(m.program.ctx(), attr, m.result_type(op, 0)?, m.options.index)?]))
}

/// Poison. An undefined value, `llvm.mlir.undef`, is one unspecified value at each use and no poison: it has no meaning here.
fn poison(m: &mut Machine<'_>, op: OpId) -> Executed {
    Ok(ControlFlow::Next(vec![pointers::poison(m, m.result_type(op, 0)?)?]))
}

/// The null value of a type: "the zero value" of numbers, "all zeros" in each field of a structure.
fn zero(m: &mut Machine<'_>, op: OpId) -> Executed {
    Ok(ControlFlow::Next(vec![zero_of(m, m.result_type(op, 0)?)?]))
}

fn zero_of(m: &Machine<'_>, ty: TypeId) -> Result<Value, Stop> {
    let scalar = |ty: TypeId| -> Result<Value, Stop> {
        match *m.program.ctx().type_kind(ty) {
            TypeKind::Integer { width, .. } => Ok(Value::int(width, 0)),
            TypeKind::Float(kind) => Ok(Float { kind, bits: 0 }.into()),
            _ if m.llvm_kind(ty).as_deref() == Some(&Kind::Pointer) => {
                Ok(Pointer { buffer: None, offset: 0 }.into())
            }
            _ => Err(Unsupported::Type.into()),
        }
    };
    let other = |ty: TypeId| match static_shape(m.program.ctx(), ty) {
        None => scalar(ty),
        Some((shape, element)) => {
            let size = count(&shape).filter(|size| *size <= 1 << 20).ok_or(Unsupported::Type)?;
            Ok(Shaped::new(shape, vec![scalar(element)?; size as usize]).into())
        }
    };
    pointers::fields(m, ty, &zero_of, &|_, ty| other(ty))
}

/// "If the argument is undef or poison, 'freeze' returns an arbitrary, but fixed, value": none is chosen here. "Otherwise,
/// this instruction is a no-op and returns the input argument."
fn freeze(m: &mut Machine<'_>, op: OpId) -> Executed {
    let value = m.operand(op, 0)?;
    if value.has_poison() { Err(Unsupported::Choice.into()) } else { Ok(ControlFlow::Next(vec![value])) }
}
