//! `complex`: pairs of floating-point numbers. MLIR documents the operations by their names; our reading is the formula
//! of the textbook, each step of it rounded: what infinities and zeros make of it is what the steps make of them. A
//! number is poison as a whole. Functions that are no such formulas (`exp`, `div` and their kin) have no meaning here.

use assay_ir::data::{FloatKind, OpId, TypeKind};

use super::OpInterpreter;
use super::attributes::fast_math;
use super::elementwise::{complexes, floats, map, only};
use super::machine::{ControlFlow, Executed, Machine, Stop};
use crate::constant::value_of;
use crate::elementary;
use crate::engine::Unsupported;
use crate::float::{Float, is_modelled};
use crate::value::Value;

pub(super) const OPS: &[OpInterpreter] = &[
    OpInterpreter::without_regions("complex.abs", |m, op| {
        part_of(m, op, |[real, imaginary]| magnitude(real, imaginary))
    }),
    OpInterpreter::without_regions("complex.add", |m, op| {
        of_two(m, op, |[a, b], [c, d]| Some([a.checked_add(c)?, b.checked_add(d)?]))
    }),
    OpInterpreter::without_regions("complex.angle", |m, op| {
        part_of(m, op, |[real, imaginary]| elementary::binary("atan2")?.apply(imaginary, real))
    }),
    OpInterpreter::without_regions("complex.conj", |m, op| of_one(m, op, |[a, b]| Some([a, b.negated()]))),
    OpInterpreter::without_regions("complex.constant", constant),
    OpInterpreter::without_regions("complex.create", create),
    OpInterpreter::without_regions("complex.eq", |m, op| compare(m, op, true)),
    OpInterpreter::without_regions("complex.im", |m, op| part_of(m, op, |[_, imaginary]| Some(imaginary))),
    // (a + bi)(c + di) = (ac - bd) + (ad + bc)i
    OpInterpreter::without_regions("complex.mul", |m, op| {
        of_two(m, op, |[a, b], [c, d]| {
            let real = a.checked_mul(c)?.checked_sub(b.checked_mul(d)?)?;
            Some([real, a.checked_mul(d)?.checked_add(b.checked_mul(c)?)?])
        })
    }),
    OpInterpreter::without_regions("complex.neg", |m, op| {
        of_one(m, op, |[a, b]| Some([a.negated(), b.negated()]))
    }),
    OpInterpreter::without_regions("complex.neq", |m, op| compare(m, op, false)),
    OpInterpreter::without_regions("complex.re", |m, op| part_of(m, op, |[real, _]| Some(real))),
    OpInterpreter::without_regions("complex.sub", |m, op| {
        of_two(m, op, |[a, b], [c, d]| Some([a.checked_sub(c)?, b.checked_sub(d)?]))
    }),
];

/// The kind of the parts of a type, or of a floating-point type itself.
fn kind_of_parts(m: &Machine<'_>, kind: &TypeKind) -> Option<FloatKind> {
    match kind {
        TypeKind::Complex(part) => kind_of_parts(m, m.program.ctx().type_kind(*part)),
        TypeKind::Float(kind) => Some(*kind).filter(|kind| is_modelled(*kind)),
        _ => None,
    }
}

fn only_modelled(m: &Machine<'_>, op: OpId) -> Result<(), Stop> {
    let is_bit = |kind: &TypeKind| matches!(kind, TypeKind::Integer { width: 1, .. });
    only(m, op, |kind| is_bit(kind) || kind_of_parts(m, kind).is_some())
}

fn constant(m: &mut Machine<'_>, op: OpId) -> Executed {
    let attr = m.attr(op, "value").ok_or(Unsupported::Malformed)?;
    Ok(ControlFlow::Next(vec![value_of(m.program.ctx(), attr, m.result_type(op, 0)?, m.options.index)?]))
}

fn create(m: &mut Machine<'_>, op: OpId) -> Executed {
    only_modelled(m, op)?;
    map(m, op, |values: [&Value; 2]| {
        let Some(parts) = floats(&values)? else { return Ok([Value::Poison]) };
        if parts[0].kind == parts[1].kind { Ok([parts.into()]) } else { Err(Unsupported::Malformed.into()) }
    })
}

/// Numbers whose parts are all of one kind.
fn of_one_kind<const N: usize>(values: &[&Value; N]) -> Result<Option<[[Float; 2]; N]>, Stop> {
    let Some(numbers) = complexes(values)? else { return Ok(None) };
    let mut parts = numbers.iter().flatten();
    let kind = parts.next().map(|part| part.kind);
    if parts.all(|part| Some(part.kind) == kind) {
        Ok(Some(numbers))
    } else {
        Err(Unsupported::Malformed.into())
    }
}

/// An operation on numbers with a result that it makes of them and of their parts; poison where a fast-math flag is broken
/// by a part of an operand or of the result.
fn mapped<const N: usize, const R: usize>(
    m: &mut Machine<'_>,
    op: OpId,
    apply: impl Fn([[Float; 2]; N]) -> Option<[Float; R]>,
    result: impl Fn([Float; R]) -> Value,
) -> Executed {
    only_modelled(m, op)?;
    let flags = fast_math(m, op)?;
    map(m, op, |values: [&Value; N]| {
        let Some(numbers) = of_one_kind(&values)? else { return Ok([Value::Poison]) };
        let parts = apply(numbers).ok_or(Unsupported::Type)?;
        let kept = numbers.iter().all(|number| flags.allow(*number)) && flags.allow(parts);
        Ok([if kept { result(parts) } else { Value::Poison }])
    })
}

fn of_one(m: &mut Machine<'_>, op: OpId, apply: fn([Float; 2]) -> Option<[Float; 2]>) -> Executed {
    mapped(m, op, |[a]| apply(a), Value::from)
}

fn of_two(
    m: &mut Machine<'_>,
    op: OpId,
    apply: fn([Float; 2], [Float; 2]) -> Option<[Float; 2]>,
) -> Executed {
    mapped(m, op, |[a, b]| apply(a, b), Value::from)
}

/// An operation with a floating-point number as its result.
fn part_of(m: &mut Machine<'_>, op: OpId, apply: fn([Float; 2]) -> Option<Float>) -> Executed {
    mapped(m, op, |[a]| Some([apply(a)?]), |[part]| part.into())
}

/// The square root of the sum of the squares, in a format where neither overflows if there is one.
fn magnitude(real: Float, imaginary: Float) -> Option<Float> {
    let (a, b) = (real.to_f64()?, imaginary.to_f64()?);
    Float::from_f64(real.kind, libm::hypot(a, b)).filter(|_| real.kind.bits() <= 64)
}

/// Equal where both parts are, by the order of floating-point numbers.
fn compare(m: &mut Machine<'_>, op: OpId, equal: bool) -> Executed {
    only_modelled(m, op)?;
    map(m, op, |values: [&Value; 2]| {
        let Some([a, b]) = of_one_kind(&values)? else { return Ok([Value::Poison]) };
        let same = (0..2).all(|part| a[part].compare(b[part]).is_some_and(std::cmp::Ordering::is_eq));
        Ok([Value::bool(same == equal)])
    })
}
