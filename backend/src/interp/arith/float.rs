//! `arith` on floating-point numbers: IEEE, rounded to nearest even unless a rounding mode says otherwise. What a
//! conversion to integers cannot represent is poison, as it is in LLVM, to which MLIR lowers it.

use std::cmp::Ordering;

use assay_ir::data::{FloatKind, OpId, TypeKind};

use crate::engine::Unsupported;
use crate::float::{Float, RoundTo, is_modelled};
use crate::int::Int;
use crate::interp::OpInterpreter;
use crate::interp::attributes::{fast_math, number};
use crate::interp::elementwise::{floats, ints, map, only, only_numbers};
use crate::interp::machine::{Executed, Machine, Stop};
use crate::value::Value;

pub(super) const OPS: &[OpInterpreter] = &[
    OpInterpreter::without_regions("arith.addf", |m, op| mapped(m, op, |[a, b]| a.checked_add(b))),
    OpInterpreter::without_regions("arith.subf", |m, op| mapped(m, op, |[a, b]| a.checked_sub(b))),
    OpInterpreter::without_regions("arith.mulf", |m, op| mapped(m, op, |[a, b]| a.checked_mul(b))),
    OpInterpreter::without_regions("arith.divf", |m, op| mapped(m, op, |[a, b]| a.checked_div(b))),
    OpInterpreter::without_regions("arith.remf", |m, op| mapped(m, op, |[a, b]| a.checked_rem(b))),
    OpInterpreter::without_regions("arith.negf", |m, op| mapped(m, op, |[a]| Some(a.negated()))),
    OpInterpreter::without_regions("arith.maximumf", |m, op| mapped(m, op, |[a, b]| a.maximum(b))),
    OpInterpreter::without_regions("arith.minimumf", |m, op| mapped(m, op, |[a, b]| a.minimum(b))),
    OpInterpreter::without_regions("arith.maxnumf", |m, op| mapped(m, op, |[a, b]| a.maximum_number(b))),
    OpInterpreter::without_regions("arith.minnumf", |m, op| mapped(m, op, |[a, b]| a.minimum_number(b))),
    OpInterpreter::without_regions("arith.cmpf", compare),
    OpInterpreter::without_regions("arith.extf", convert),
    OpInterpreter::without_regions("arith.truncf", convert),
    OpInterpreter::without_regions("arith.scaling_extf", |m, op| {
        scaled(m, op, |kind, number, scale| {
            number.convert(kind, RoundTo::NearestEven)?.checked_mul(power_of_two(kind, scale)?)
        })
    }),
    OpInterpreter::without_regions("arith.scaling_truncf", |m, op| {
        let round = rounding(m, op)?;
        scaled(m, op, |kind, number, scale| {
            number.checked_div(power_of_two(number.kind, scale)?)?.convert(kind, round)
        })
    }),
    OpInterpreter::without_regions("arith.sitofp", |m, op| from_int(m, op, true)),
    OpInterpreter::without_regions("arith.uitofp", |m, op| from_int(m, op, false)),
    OpInterpreter::without_regions("arith.fptosi", |m, op| to_int(m, op, true)),
    OpInterpreter::without_regions("arith.fptoui", |m, op| to_int(m, op, false)),
];

/// An operation on numbers that have arithmetic, with a result of a floating-point type. Its function answers `None`
/// only on kinds without arithmetic.
pub(in crate::interp) fn mapped<const N: usize>(
    m: &mut Machine<'_>,
    op: OpId,
    apply: impl Fn([Float; N]) -> Option<Float>,
) -> Executed {
    only(m, op, |kind| matches!(kind, TypeKind::Float(kind) if is_modelled(*kind)))?;
    let flags = fast_math(m, op)?;
    map(m, op, |values: [&Value; N]| {
        let Some(numbers) = floats(&values)? else { return Ok([Value::Poison]) };
        let result = apply(numbers).ok_or(Unsupported::Type)?;
        let kept = flags.allow(numbers) && flags.allow([result]);
        Ok([if kept { result.into() } else { Value::Poison }])
    })
}

/// An operation on numbers that have arithmetic, with a bit as its result.
pub(in crate::interp) fn compared<const N: usize>(
    m: &mut Machine<'_>,
    op: OpId,
    apply: impl Fn([Float; N]) -> bool,
) -> Executed {
    only_numbers(m, op)?;
    let flags = fast_math(m, op)?;
    let kind = float_kind(m, m.operand_type(op, 0)?);
    kind.filter(|kind| is_modelled(*kind)).ok_or(Unsupported::Type)?;
    map(m, op, |values: [&Value; N]| {
        let Some(numbers) = floats(&values)? else { return Ok([Value::Poison]) };
        Ok([if flags.allow(numbers) { Value::bool(apply(numbers)) } else { Value::Poison }])
    })
}

fn float_kind(m: &Machine<'_>, ty: assay_ir::data::TypeId) -> Option<FloatKind> {
    match m.program.ctx().type_kind(m.element_type(ty)) {
        TypeKind::Float(kind) => Some(*kind),
        _ => None,
    }
}

/// Predicates in the order in which `arith` numbers them: bits for equal, greater, less and unordered.
pub(in crate::interp) fn compare(m: &mut Machine<'_>, op: OpId) -> Executed {
    let predicate = number(m, op, "predicate")?;
    let [equal, greater, less, unordered] = *match predicate {
        0 => &[false, false, false, false],
        1 => &[true, false, false, false],
        2 => &[false, true, false, false],
        3 => &[true, true, false, false],
        4 => &[false, false, true, false],
        5 => &[true, false, true, false],
        6 => &[false, true, true, false],
        7 => &[true, true, true, false],
        8 => &[true, false, false, true],
        9 => &[false, true, false, true],
        10 => &[true, true, false, true],
        11 => &[false, false, true, true],
        12 => &[true, false, true, true],
        13 => &[false, true, true, true],
        14 => &[false, false, false, true],
        15 => &[true, true, true, true],
        _ => return Err(Unsupported::Attribute.into()),
    };
    compared(m, op, |[a, b]| match a.compare(b) {
        Some(Ordering::Equal) => equal,
        Some(Ordering::Greater) => greater,
        Some(Ordering::Less) => less,
        None => unordered,
    })
}

fn rounding(m: &Machine<'_>, op: OpId) -> Result<RoundTo, Stop> {
    if m.attr(op, "roundingmode").is_none() {
        return Ok(RoundTo::NearestEven);
    }
    Ok(match number(m, op, "roundingmode")? {
        0 => RoundTo::NearestEven,
        1 => RoundTo::Down,
        2 => RoundTo::Up,
        3 => RoundTo::Zero,
        4 => RoundTo::NearestAway,
        _ => return Err(Unsupported::Attribute.into()),
    })
}

pub(in crate::interp) fn convert(m: &mut Machine<'_>, op: OpId) -> Executed {
    let round = rounding(m, op)?;
    let to = float_kind(m, m.result_type(op, 0)?).ok_or(Unsupported::Type)?;
    mapped(m, op, |[a]| a.convert(to, round))
}

/// An operation on a number and a scale, which is an `f8E8M0FNU` or loses all but its exponent, as MLIR expands it.
/// Its function is given the kind of the result and the eight bits of the exponent.
fn scaled(m: &mut Machine<'_>, op: OpId, apply: impl Fn(FloatKind, Float, u8) -> Option<Float>) -> Executed {
    let flags = fast_math(m, op)?;
    let kind = |ty| float_kind(m, ty).ok_or(Unsupported::Type);
    let (from, scale) = (kind(m.operand_type(op, 0)?)?, kind(m.operand_type(op, 1)?)?);
    let to = kind(m.result_type(op, 0)?)?;
    let is_scale = scale == FloatKind::F8E8M0FNU || is_modelled(scale) && scale.bits() >= 16;
    if !is_scale || !is_modelled(from) || !is_modelled(to) {
        return Err(Unsupported::Type.into());
    }
    map(m, op, |values: [&Value; 2]| {
        let Some([number, scale]) = floats(&values)? else { return Ok([Value::Poison]) };
        let exponent = match scale.kind {
            FloatKind::F8E8M0FNU => scale.bits as u8,
            _ => {
                (scale.convert(FloatKind::F32, RoundTo::NearestEven).ok_or(Unsupported::Type)?.bits >> 23)
                    as u8
            }
        };
        let result = apply(to, number, exponent).ok_or(Unsupported::Type)?;
        Ok([if flags.allow([number, result]) { result.into() } else { Value::Poison }])
    })
}

/// The number that an exponent in eight bits with a bias of 127 means.
fn power_of_two(kind: FloatKind, exponent: u8) -> Option<Float> {
    match exponent {
        u8::MAX => Float::nan(kind),
        exponent => Float::from_f64(kind, f64::powi(2.0, i32::from(exponent) - 127)),
    }
}

pub(in crate::interp) fn from_int(m: &mut Machine<'_>, op: OpId, signed: bool) -> Executed {
    from_int_unless(m, op, signed, |_| false)
}

/// A conversion that is poison of integers that break a promise.
pub(in crate::interp) fn from_int_unless(
    m: &mut Machine<'_>,
    op: OpId,
    signed: bool,
    breaks: impl Fn(&Int) -> bool,
) -> Executed {
    only_numbers(m, op)?;
    let kind =
        float_kind(m, m.result_type(op, 0)?).filter(|kind| is_modelled(*kind)).ok_or(Unsupported::Type)?;
    map(m, op, |values: [&Value; 1]| {
        let Some([int]) = ints(&values)?.filter(|[int]| !breaks(int)) else { return Ok([Value::Poison]) };
        Ok([Float::from_int(kind, int, signed).ok_or(Unsupported::Type)?.into()])
    })
}

pub(in crate::interp) fn to_int(m: &mut Machine<'_>, op: OpId, signed: bool) -> Executed {
    only_numbers(m, op)?;
    let width = m.result_width(op, 0)?;
    let kind = float_kind(m, m.operand_type(op, 0)?);
    kind.filter(|kind| is_modelled(*kind)).ok_or(Unsupported::Type)?;
    map(m, op, |values: [&Value; 1]| {
        let Some([number]) = floats(&values)? else { return Ok([Value::Poison]) };
        Ok([number.to_int(width, signed).map_or(Value::Poison, |int: Int| int.into())])
    })
}
