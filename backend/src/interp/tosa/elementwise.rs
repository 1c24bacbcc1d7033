//! Operations of `tosa` on elements: "Axis of size 1 will be broadcast, as necessary. Rank of input tensors must match."

use std::cmp::Ordering;

use assay_ir::data::{AttrKind, FloatKind, OpId, TypeKind};
use assay_ir::ops;

use super::{result, tensor};
use crate::constant::value_of;
use crate::elementary;
use crate::engine::Unsupported;
use crate::float::{Float, RoundTo, is_modelled};
use crate::int::{Int, Rounding};
use crate::interp::OpInterpreter;
use crate::interp::attributes::{enumerant, has_unit};
use crate::interp::elementwise::{floats, ints};
use crate::interp::integer::{divisible, pick};
use crate::interp::machine::{ControlFlow, Executed, Machine, Stop};
use crate::interp::shapes::{build, element};
use crate::interp::terms::TermOperation;
use crate::term::{Term, TermKind};
use crate::value::{Shaped, Value};

pub(super) const OPS: &[OpInterpreter] = &[
    OpInterpreter::without_regions("tosa.abs", |m, op| {
        numbers(
            m,
            op,
            |[a]| Ok(if a.is_negative() { zero(a).sub(a) } else { a.clone() }),
            |[a]| Some(a.abs()),
        )
    }),
    OpInterpreter::without_regions("tosa.add", |m, op| {
        numbers(m, op, |[a, b]| Ok(a.add(b)), |[a, b]| a.checked_add(b))
    }),
    OpInterpreter::without_regions("tosa.arithmetic_right_shift", shift_right),
    OpInterpreter::without_regions("tosa.bitwise_and", |m, op| integers(m, op, |[a, b]| Ok(a.and(b).into()))),
    OpInterpreter::without_regions("tosa.bitwise_not", |m, op| {
        integers(m, op, |[a]| Ok(a.xor(&Int::all_ones(a.width())).into()))
    }),
    OpInterpreter::without_regions("tosa.bitwise_or", |m, op| integers(m, op, |[a, b]| Ok(a.or(b).into()))),
    OpInterpreter::without_regions("tosa.bitwise_xor", |m, op| integers(m, op, |[a, b]| Ok(a.xor(b).into()))),
    OpInterpreter::without_regions("tosa.cast", cast),
    OpInterpreter::without_regions("tosa.ceil", |m, op| only_floats(m, op, |[a]| a.round(RoundTo::Up))),
    OpInterpreter::without_regions("tosa.clamp", clamp),
    OpInterpreter::without_regions("tosa.clz", |m, op| {
        integers(m, op, |[a]| {
            let zeros = u64::from(a.width()) - a.to_unsigned().bits();
            Ok(Int::new(a.width(), zeros.into()).into())
        })
    }),
    OpInterpreter::without_regions("tosa.cos", elementary),
    OpInterpreter::without_regions("tosa.equal", |m, op| compare(m, op, Ordering::is_eq)),
    OpInterpreter::without_regions("tosa.erf", elementary),
    OpInterpreter::without_regions("tosa.exp", elementary),
    OpInterpreter::without_regions("tosa.floor", |m, op| only_floats(m, op, |[a]| a.round(RoundTo::Down))),
    OpInterpreter::without_regions("tosa.greater", |m, op| compare(m, op, Ordering::is_gt)),
    OpInterpreter::without_regions("tosa.greater_equal", |m, op| compare(m, op, Ordering::is_ge)),
    OpInterpreter::without_regions("tosa.identity", |m, op| {
        Ok(ControlFlow::Next(vec![tensor(m, op, 0)?.into()]))
    }),
    OpInterpreter::without_regions("tosa.intdiv", divide),
    OpInterpreter::without_regions("tosa.log", elementary),
    OpInterpreter::without_regions("tosa.logical_and", |m, op| integers(m, op, |[a, b]| Ok(a.and(b).into()))),
    OpInterpreter::without_regions("tosa.logical_left_shift", |m, op| shift(m, op, Int::shl)),
    OpInterpreter::without_regions("tosa.logical_not", |m, op| {
        integers(m, op, |[a]| Ok(Value::bool(a.is_zero())))
    }),
    OpInterpreter::without_regions("tosa.logical_or", |m, op| integers(m, op, |[a, b]| Ok(a.or(b).into()))),
    OpInterpreter::without_regions("tosa.logical_right_shift", |m, op| shift(m, op, Int::shr_unsigned)),
    OpInterpreter::without_regions("tosa.logical_xor", |m, op| integers(m, op, |[a, b]| Ok(a.xor(b).into()))),
    OpInterpreter::without_regions("tosa.maximum", |m, op| extremum(m, op, true)),
    OpInterpreter::without_regions("tosa.minimum", |m, op| extremum(m, op, false)),
    OpInterpreter::without_regions("tosa.reciprocal", |m, op| {
        let symbolic = m.symbolic();
        each_as(m, op, executed, |[value]| match (symbolic, value) {
            (Some(symbolic), Value::Term(Term { kind: kind @ TermKind::Float(float), .. })) => {
                let one = Float::from_f64(*float, 1.0).ok_or(Unsupported::Type)?.into();
                symbolic.combined("div", *kind, [&one, value])
            }
            _ => of_floats(&[value], |[a]| Float::from_f64(a.kind, 1.0)?.checked_div(a)),
        })
    }),
    OpInterpreter::without_regions("tosa.rsqrt", elementary),
    OpInterpreter::without_regions("tosa.select", select),
    OpInterpreter::without_regions("tosa.sin", elementary),
    OpInterpreter::without_regions("tosa.sub", |m, op| {
        numbers(m, op, |[a, b]| Ok(a.sub(b)), |[a, b]| a.checked_sub(b))
    }),
    OpInterpreter::without_regions("tosa.tanh", elementary),
    OpInterpreter::without_regions("tosa.const", constant),
    OpInterpreter::without_regions("tosa.const_shape", constant),
];

fn zero(a: &Int) -> Int {
    Int::new(a.width(), 0)
}

/// A tensor of the elements that a function makes of those of the first `N` operands, whose axes of one place are repeated.
pub(super) fn each<const N: usize>(
    m: &mut Machine<'_>,
    op: OpId,
    apply: impl Fn([&Value; N]) -> Result<Value, Stop>,
) -> Executed {
    each_as(m, op, term_operation, apply)
}

/// The same, of terms by an operation.
fn each_as<const N: usize>(
    m: &mut Machine<'_>,
    op: OpId,
    operation: fn(&Machine<'_>, OpId) -> Result<TermOperation, Stop>,
    apply: impl Fn([&Value; N]) -> Result<Value, Stop>,
) -> Executed {
    let operands: Vec<Shaped> = (0..N).map(|at| tensor(m, op, at)).collect::<Result<_, Stop>>()?;
    let mut shape = operands.first().ok_or(Unsupported::Malformed)?.shape().to_vec();
    for operand in &operands {
        if operand.shape().len() != shape.len() {
            return Err(Unsupported::Malformed.into());
        }
        for (extent, given) in shape.iter_mut().zip(operand.shape()) {
            match (*extent, *given) {
                (extent, given) if extent == given || given == 1 => {}
                (1, given) => *extent = given,
                _ => return Err(crate::engine::Undefined::BadExtent.into()),
            }
        }
    }
    let symbolic = m.symbolic().map(|symbolic| (symbolic, symbolic.known(m, op)));
    let is_whole = N == m.program.operand_count(op);
    let operation = if symbolic.is_some() { operation(m, op)? } else { TermOperation::Itself };
    let apply = |values: [&Value; N]| match &symbolic {
        None => apply(values),
        // Other operands say what is computed.
        Some(_) if !is_whole && operation == TermOperation::Itself => Err(Unsupported::Term.into()),
        Some((symbolic, known)) => match symbolic.at_place(known, &values, operation)? {
            Some([result]) => Ok(result),
            None => apply(values),
        },
    };
    let tensor = build(m, &shape, |place| {
        let mut values: Vec<&Value> = Vec::with_capacity(N);
        for operand in &operands {
            let at = place.iter().zip(operand.shape());
            let at: Vec<i64> = at.map(|(at, extent)| if *extent == 1 { 0 } else { *at }).collect();
            values.push(element(operand, &at).ok_or(Unsupported::Malformed)?);
        }
        apply(values.try_into().map_err(|_| Unsupported::Malformed)?)
    })?;
    result(m, op, tensor)
}

/// Tells if the elements of the first operand are floating-point numbers.
fn has_floats(m: &Machine<'_>, op: OpId) -> Result<bool, Stop> {
    let element = m.element_type(m.operand_type(op, 0)?);
    Ok(matches!(m.program.ctx().type_kind(element), TypeKind::Float(_)))
}

/// The operation of `arith` or `math` that computes the same on elements, where there is one.
fn term_operation(m: &Machine<'_>, op: OpId) -> Result<TermOperation, Stop> {
    let record = ops::op(m.program.op_name(op));
    let fact = |word| record.and_then(|record| record.fact(word));
    let name = match has_floats(m, op)? {
        // The other number may count in the place of a NaN.
        true if matches!(fact("float"), Some("maximum" | "minimum")) && !nan_counts(m, op)? => None,
        true => fact("float").and_then(ops::float_op),
        false => fact("integer").and_then(ops::integer_op),
    };
    Ok(name.map_or(TermOperation::Itself, TermOperation::Another))
}

/// Terms of floating-point numbers by what the execution computes.
fn executed(m: &Machine<'_>, op: OpId) -> Result<TermOperation, Stop> {
    Ok(if has_floats(m, op)? { TermOperation::Executed } else { TermOperation::Itself })
}

/// An operation on integers of one width.
pub(super) fn integers<const N: usize>(
    m: &mut Machine<'_>,
    op: OpId,
    apply: impl Fn([&Int; N]) -> Result<Value, Stop>,
) -> Executed {
    each(m, op, |values: [&Value; N]| match ints(&values)? {
        Some(ints) if ints.iter().any(|int| int.width() != ints[0].width()) => {
            Err(Unsupported::Malformed.into())
        }
        Some(ints) => apply(ints),
        None => Ok(Value::Poison),
    })
}

/// An operation on numbers of one kind with arithmetic.
fn only_floats<const N: usize>(
    m: &mut Machine<'_>,
    op: OpId,
    apply: impl Fn([Float; N]) -> Option<Float>,
) -> Executed {
    each(m, op, |values: [&Value; N]| of_floats(&values, &apply))
}

fn of_floats<const N: usize>(
    values: &[&Value; N],
    apply: impl Fn([Float; N]) -> Option<Float>,
) -> Result<Value, Stop> {
    match floats(values)? {
        Some(floats) if floats.iter().any(|float| float.kind != floats[0].kind) => {
            Err(Unsupported::Malformed.into())
        }
        Some(floats) => Ok(apply(floats).ok_or(Unsupported::Type)?.into()),
        None => Ok(Value::Poison),
    }
}

/// An operation on integers, or on floating-point numbers.
fn numbers<const N: usize>(
    m: &mut Machine<'_>,
    op: OpId,
    of_ints: impl Fn([&Int; N]) -> Result<Int, Stop>,
    of_numbers: impl Fn([Float; N]) -> Option<Float>,
) -> Executed {
    if element_kind(m, op)?.is_some() {
        return only_floats(m, op, of_numbers);
    }
    integers(m, op, |ints| Ok(of_ints(ints)?.into()))
}

/// The kind of the elements of the first operand, of floating-point numbers.
pub(super) fn element_kind(m: &Machine<'_>, op: OpId) -> Result<Option<FloatKind>, Stop> {
    match m.program.ctx().type_kind(m.element_type(m.operand_type(op, 0)?)) {
        TypeKind::Float(kind) if is_modelled(*kind) => Ok(Some(*kind)),
        TypeKind::Integer { .. } => Ok(None),
        _ => Err(Unsupported::Type.into()),
    }
}

/// An amount that is negative or not below the width is poison, as of the shift that it lowers to.
fn shift(m: &mut Machine<'_>, op: OpId, apply: fn(&Int, u32) -> Int) -> Executed {
    integers(m, op, |[a, b]| Ok(b.shift_amount().map_or(Value::Poison, |amount| apply(a, amount).into())))
}

/// With `round`, the last bit that is shifted out is added.
fn shift_right(m: &mut Machine<'_>, op: OpId) -> Executed {
    let round = has_unit(m, op, "round");
    integers(m, op, |[a, b]| {
        let Some(amount) = b.shift_amount() else { return Ok(Value::Poison) };
        let shifted = a.shr_signed(amount);
        let last = amount.checked_sub(1).filter(|_| round);
        let last = last.map_or(zero(a), |amount| a.shr_signed(amount).and(&Int::new(a.width(), 1)));
        Ok(shifted.add(&last).into())
    })
}

/// "The result of the divide is truncated towards zero."
fn divide(m: &mut Machine<'_>, op: OpId) -> Executed {
    each(m, op, |values: [&Value; 2]| {
        let Some([a, b]) = divisible(&values, true)? else { return Ok(Value::Poison) };
        Ok(a.div_signed(b, Rounding::Zero).ok_or(Unsupported::Malformed)?.into())
    })
}

/// Returns true when a NaN counts; otherwise the other number does.
pub(super) fn nan_counts(m: &Machine<'_>, op: OpId) -> Result<bool, Stop> {
    if m.attr(op, "nan_mode").is_none() {
        return Ok(true);
    }
    match enumerant(m, op, "nan_mode", &["UNKNOWN", "PROPAGATE", "IGNORE"])? {
        1 => Ok(true),
        2 => Ok(false),
        _ => Err(Unsupported::Attribute.into()),
    }
}

/// The larger or smaller of two numbers of one kind.
pub(super) fn larger(a: Float, b: Float, largest: bool, nan_counts: bool) -> Option<Float> {
    match (largest, nan_counts) {
        (true, true) => a.maximum(b),
        (true, false) => a.maximum_number(b),
        (false, true) => a.minimum(b),
        (false, false) => a.minimum_number(b),
    }
}

fn extremum(m: &mut Machine<'_>, op: OpId, largest: bool) -> Executed {
    let counts = nan_counts(m, op)?;
    numbers(
        m,
        op,
        |[a, b]| Ok(pick(a, b, if largest { a.cmp_signed(b).is_ge() } else { a.cmp_signed(b).is_le() })),
        |[a, b]| larger(a, b, largest, counts),
    )
}

/// "Clamp to an arbitrary minimum and maximum value."
fn clamp(m: &mut Machine<'_>, op: OpId) -> Executed {
    let ty = m.element_type(m.result_type(op, 0)?);
    let bound = |name: &str| -> Result<Value, Stop> {
        let attr = m.attr(op, name).ok_or(Unsupported::Malformed)?;
        Ok(value_of(m.program.ctx(), attr, ty, m.options.index)?)
    };
    let (least, most) = (bound("min_val")?, bound("max_val")?);
    if !nan_counts(m, op)? && element_kind(m, op)?.is_some() {
        return Err(Unsupported::Attribute.into());
    }
    let symbolic = m.symbolic();
    each_as(m, op, executed, |[value]| match (value, &least, &most) {
        (Value::Int(int), Value::Int(least), Value::Int(most)) if int.width() == least.width() => {
            let above = pick(int, least, int.cmp_signed(least).is_ge());
            Ok(pick(&above, most, above.cmp_signed(most).is_le()).into())
        }
        (Value::Float(float), Value::Float(least), Value::Float(most)) if float.kind == least.kind => {
            let below = float.minimum(*most).ok_or(Unsupported::Type)?;
            Ok(below.maximum(*least).ok_or(Unsupported::Type)?.into())
        }
        (Value::Term(Term { kind: kind @ TermKind::Float(_), .. }), ..) => {
            let symbolic = symbolic.ok_or(Unsupported::Term)?;
            let below = symbolic.combined("minimum", *kind, [value, &most])?;
            symbolic.combined("maximum", *kind, [&below, &least])
        }
        (Value::Poison, ..) => Ok(Value::Poison),
        _ => Err(Unsupported::Type.into()),
    })
}

fn compare(m: &mut Machine<'_>, op: OpId, holds: fn(Ordering) -> bool) -> Executed {
    if element_kind(m, op)?.is_none() {
        return integers(m, op, |[a, b]| Ok(Value::bool(holds(a.cmp_signed(b)))));
    }
    each(m, op, |values: [&Value; 2]| {
        let Some([a, b]) = floats(&values)? else { return Ok(Value::Poison) };
        Ok(Value::bool(a.compare(b).is_some_and(holds)))
    })
}

fn select(m: &mut Machine<'_>, op: OpId) -> Executed {
    each(m, op, |[condition, a, b]| match condition {
        Value::Int(bit) if bit.width() == 1 => Ok(if bit.is_zero() { b.clone() } else { a.clone() }),
        Value::Poison => Ok(Value::Poison),
        _ => Err(Unsupported::Type.into()),
    })
}

fn elementary(m: &mut Machine<'_>, op: OpId) -> Executed {
    let name = m.program.op_name(op).trim_start_matches("tosa.");
    let function = elementary::unary(name).ok_or(Unsupported::Operation)?;
    only_floats(m, op, |[a]| function.apply(a))
}

fn constant(m: &mut Machine<'_>, op: OpId) -> Executed {
    let ctx = m.program.ctx();
    let attr = m.attr(op, "values").ok_or(Unsupported::Malformed)?;
    let AttrKind::Dense { ty, .. } = ctx.attr_kind(attr) else { return Err(Unsupported::Attribute.into()) };
    Ok(ControlFlow::Next(vec![value_of(ctx, attr, *ty, m.options.index)?]))
}

/// A bit is zero or one as a number, and any number but zero a set bit; integers are extended with their sign; a number with a
/// fraction is rounded to the nearest integer, ties to even, and cut to the range, and a NaN is poison there.
fn cast(m: &mut Machine<'_>, op: OpId) -> Executed {
    let ty = m.element_type(m.result_type(op, 0)?);
    let to = m.program.ctx().type_kind(ty).clone();
    each(m, op, |[value]| {
        Ok(match (value, &to) {
            (Value::Poison, _) => Value::Poison,
            (Value::Int(int), TypeKind::Integer { width: 1, .. }) => Value::bool(!int.is_zero()),
            (Value::Int(int), TypeKind::Integer { width, .. }) if int.width() == 1 => {
                int.resize_unsigned(*width).into()
            }
            (Value::Int(int), TypeKind::Integer { width, .. }) => int.resize_signed(*width).into(),
            (Value::Int(int), TypeKind::Float(kind)) => {
                Float::from_int(*kind, int, int.width() > 1).ok_or(Unsupported::Type)?.into()
            }
            (Value::Float(float), TypeKind::Float(kind)) => {
                float.convert(*kind, RoundTo::NearestEven).ok_or(Unsupported::Type)?.into()
            }
            (Value::Float(float), TypeKind::Integer { width: 1, .. }) => Value::bool(!float.is_zero()),
            (Value::Float(float), TypeKind::Integer { width, .. }) => saturated(*float, *width)?,
            _ => return Err(Unsupported::Type.into()),
        })
    })
}

fn saturated(float: Float, width: u32) -> Result<Value, Stop> {
    if float.is_nan() {
        return Ok(Value::Poison);
    }
    let whole = float.round(RoundTo::NearestEven).ok_or(Unsupported::Type)?;
    let least = Int::signed_min(width);
    Ok(whole
        .to_int(width, true)
        .unwrap_or(if whole.is_negative() { least.clone() } else { least.sub(&Int::new(width, 1)) })
        .into())
}
