//! `math`: elementwise functions of floating-point numbers and integers.

use assay_ir::data::{OpId, TypeKind};

use super::OpInterpreter;
use super::arith::{compared, mapped};
use super::attributes::fast_math;
use super::elementwise::{floats, map, only_integers, only_numbers};
use super::integer::{leading_zeros, magnitude, ones, pick, total, trailing_zeros};
use super::machine::{Executed, Machine};
use crate::elementary;
use crate::engine::{Undefined, Unsupported};
use crate::float::{Float, RoundTo, is_modelled};
use crate::int::Int;
use crate::value::Value;

pub(super) const OPS: &[OpInterpreter] = &[
    OpInterpreter::without_regions("math.absf", |m, op| mapped(m, op, |[a]| Some(a.abs()))),
    OpInterpreter::without_regions("math.ceil", |m, op| mapped(m, op, |[a]| a.round(RoundTo::Up))),
    OpInterpreter::without_regions("math.floor", |m, op| mapped(m, op, |[a]| a.round(RoundTo::Down))),
    OpInterpreter::without_regions("math.trunc", |m, op| mapped(m, op, |[a]| a.round(RoundTo::Zero))),
    OpInterpreter::without_regions("math.round", |m, op| mapped(m, op, |[a]| a.round(RoundTo::NearestAway))),
    OpInterpreter::without_regions("math.roundeven", |m, op| {
        mapped(m, op, |[a]| a.round(RoundTo::NearestEven))
    }),
    OpInterpreter::without_regions("math.copysign", |m, op| mapped(m, op, |[a, b]| Some(a.copy_sign(b)))),
    OpInterpreter::without_regions("math.fma", |m, op| mapped(m, op, |[a, b, c]| a.fma(b, c))),
    // The bounds look as if they were the wrong way round; that is how MLIR defines and expands the operation.
    OpInterpreter::without_regions("math.clampf", |m, op| {
        mapped(m, op, |[value, low, high]| value.minimum(low)?.maximum(high))
    }),
    OpInterpreter::without_regions("math.isfinite", |m, op| {
        compared(m, op, |[a]| !a.is_nan() && !a.is_infinite())
    }),
    OpInterpreter::without_regions("math.isinf", |m, op| compared(m, op, |[a]| a.is_infinite())),
    OpInterpreter::without_regions("math.isnan", |m, op| compared(m, op, |[a]| a.is_nan())),
    OpInterpreter::without_regions("math.isnormal", |m, op| compared(m, op, |[a]| a.is_normal())),
    OpInterpreter::without_regions("math.acos", elementary),
    OpInterpreter::without_regions("math.acosh", elementary),
    OpInterpreter::without_regions("math.asin", elementary),
    OpInterpreter::without_regions("math.asinh", elementary),
    OpInterpreter::without_regions("math.atan", elementary),
    OpInterpreter::without_regions("math.atanh", elementary),
    OpInterpreter::without_regions("math.cbrt", elementary),
    OpInterpreter::without_regions("math.cos", elementary),
    OpInterpreter::without_regions("math.cosh", elementary),
    OpInterpreter::without_regions("math.erf", elementary),
    OpInterpreter::without_regions("math.erfc", elementary),
    OpInterpreter::without_regions("math.exp", elementary),
    OpInterpreter::without_regions("math.exp2", elementary),
    OpInterpreter::without_regions("math.expm1", elementary),
    OpInterpreter::without_regions("math.log", elementary),
    OpInterpreter::without_regions("math.log10", elementary),
    OpInterpreter::without_regions("math.log1p", elementary),
    OpInterpreter::without_regions("math.log2", elementary),
    OpInterpreter::without_regions("math.rsqrt", elementary),
    OpInterpreter::without_regions("math.sin", elementary),
    OpInterpreter::without_regions("math.sinh", elementary),
    OpInterpreter::without_regions("math.sqrt", elementary),
    OpInterpreter::without_regions("math.tan", elementary),
    OpInterpreter::without_regions("math.tanh", elementary),
    OpInterpreter::without_regions("math.atan2", elementary_of_two),
    OpInterpreter::without_regions("math.powf", elementary_of_two),
    OpInterpreter::without_regions("math.sincos", sine_and_cosine),
    OpInterpreter::without_regions("math.fpowi", power_of_float),
    OpInterpreter::without_regions("math.ipowi", power),
    OpInterpreter::without_regions("math.absi", |m, op| total(m, op, |[a]| magnitude(a))),
    OpInterpreter::without_regions("math.ctlz", |m, op| total(m, op, |[a]| leading_zeros(a))),
    OpInterpreter::without_regions("math.cttz", |m, op| total(m, op, |[a]| trailing_zeros(a))),
    OpInterpreter::without_regions("math.ctpop", |m, op| total(m, op, |[a]| ones(a))),
];

/// The name behind the dialect's.
fn short<'a>(m: &Machine<'a>, op: OpId) -> &'a str {
    m.program.op_name(op).trim_start_matches("math.")
}

fn elementary(m: &mut Machine<'_>, op: OpId) -> Executed {
    let function = elementary::unary(short(m, op)).ok_or(Unsupported::Operation)?;
    mapped(m, op, |[a]| function.apply(a))
}

fn elementary_of_two(m: &mut Machine<'_>, op: OpId) -> Executed {
    let function = elementary::binary(short(m, op)).ok_or(Unsupported::Operation)?;
    mapped(m, op, |[a, b]| function.apply(a, b))
}

fn sine_and_cosine(m: &mut Machine<'_>, op: OpId) -> Executed {
    only_numbers(m, op)?;
    let flags = fast_math(m, op)?;
    let (sine, cosine) =
        elementary::unary("sin").zip(elementary::unary("cos")).ok_or(Unsupported::Operation)?;
    map(m, op, |values: [&Value; 1]| {
        let Some([number]) = floats(&values)? else { return Ok([Value::Poison, Value::Poison]) };
        let results = sine.apply(number).zip(cosine.apply(number)).ok_or(Unsupported::Type)?;
        let guard = |result: Float| match flags.allow([number, result]) {
            true => result.into(),
            false => Value::Poison,
        };
        Ok([guard(results.0), guard(results.1)])
    })
}

/// A number to the power of a signed integer, by way of `f64`.
fn power_of_float(m: &mut Machine<'_>, op: OpId) -> Executed {
    only_numbers(m, op)?;
    let flags = fast_math(m, op)?;
    let element = m.element_type(m.result_type(op, 0)?);
    let TypeKind::Float(kind) = *m.program.ctx().type_kind(element) else {
        return Err(Unsupported::Type.into());
    };
    if !is_modelled(kind) || kind.bits() > 64 {
        return Err(Unsupported::Type.into());
    }
    let power = elementary::binary("powf").ok_or(Unsupported::Operation)?.double;
    map(m, op, |values: [&Value; 2]| {
        let (base, exponent) = match values {
            [Value::Float(base), Value::Int(exponent)] => (*base, exponent),
            [Value::Poison, _] | [_, Value::Poison] => return Ok([Value::Poison]),
            _ => return Err(Unsupported::Type.into()),
        };
        let exponent = Float::from_int(assay_ir::data::FloatKind::F64, exponent, true);
        let (base_f64, exponent) =
            base.to_f64().zip(exponent.and_then(Float::to_f64)).ok_or(Unsupported::Type)?;
        let result = Float::from_f64(kind, power(base_f64, exponent)).ok_or(Unsupported::Type)?;
        Ok([if flags.allow([base, result]) { result.into() } else { Value::Poison }])
    })
}

/// An integer to the power of a signed one, modulo two to the width. A negative power is that of a fraction rounded
/// towards zero; of zero, it divides by zero.
fn power(m: &mut Machine<'_>, op: OpId) -> Executed {
    only_integers(m, op)?;
    map(m, op, |values: [&Value; 2]| {
        let [base, exponent] = match values {
            [Value::Int(base), Value::Int(exponent)] if base.width() == exponent.width() => [base, exponent],
            [Value::Poison, Value::Int(exponent)] if exponent.is_negative() => {
                return Err(Undefined::DivisionByPoison.into());
            }
            [Value::Int(base), Value::Poison] if base.is_zero() => {
                return Err(Undefined::DivisionByPoison.into());
            }
            [Value::Poison, _] | [_, Value::Poison] => return Ok([Value::Poison]),
            _ => return Err(Unsupported::Malformed.into()),
        };
        let (zero, one) = (Int::new(base.width(), 0), Int::new(base.width(), 1));
        if exponent.is_negative() {
            let odd = !exponent.and(&one).is_zero();
            return match base {
                base if base.is_zero() => Err(Undefined::DivisionByZero.into()),
                base if *base == one => Ok([one.into()]),
                base if *base == Int::all_ones(base.width()) => Ok([pick(base, &one, odd).into()]),
                _ => Ok([zero.into()]),
            };
        }
        let (mut result, mut square, exponent) = (one, base.clone(), exponent.to_unsigned());
        for bit in 0..exponent.bits() {
            if exponent.bit(bit) {
                result = result.mul(&square);
            }
            square = square.mul(&square.clone());
        }
        Ok([result.into()])
    })
}
