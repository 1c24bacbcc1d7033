//! Operations of `tosa` that multiply and shift: exact on integers of any width, then cut as each says.

use assay_ir::data::OpId;
use num_bigint::BigInt;

use super::elementwise::{each, element_kind};
use super::{only, result, tensor};
use crate::engine::Unsupported;
use crate::int::Int;
use crate::interp::OpInterpreter;
use crate::interp::attributes::{enumerant, has_unit};
use crate::interp::elementwise::{floats, ints};
use crate::interp::machine::{Executed, Machine, Stop};
use crate::interp::shapes::build;
use crate::value::Value;

pub(super) const OPS: &[OpInterpreter] = &[
    OpInterpreter::without_regions("tosa.mul", multiply),
    OpInterpreter::without_regions("tosa.negate", negate),
    OpInterpreter::without_regions("tosa.rescale", rescale),
];

/// A number, of a tensor of one element.
fn number(value: &Value) -> Result<Option<BigInt>, Stop> {
    match value {
        Value::Int(int) => Ok(Some(int.to_signed())),
        Value::Poison => Ok(None),
        _ => Err(Unsupported::Type.into()),
    }
}

/// The exact product shifted to the right, rounded half up, modulo two to the width of the result.
fn multiply(m: &mut Machine<'_>, op: OpId) -> Executed {
    if element_kind(m, op)?.is_some() {
        return each(m, op, |values: [&Value; 2]| {
            let Some([a, b]) = floats(&values)? else { return Ok(Value::Poison) };
            Ok(a.checked_mul(b).ok_or(Unsupported::Type)?.into())
        });
    }
    let width = m.result_width(op, 0)?;
    let shift = number(&only(m, op, 2)?)?;
    let shift = shift.map(|shift| u32::try_from(shift).map_err(|_| Unsupported::Type)).transpose()?;
    each(m, op, |values: [&Value; 2]| {
        let (Some([a, b]), Some(shift)) = (ints(&values)?, shift) else { return Ok(Value::Poison) };
        let product = a.to_signed() * b.to_signed();
        let rounded = if shift > 0 { (product + (BigInt::from(1) << (shift - 1))) >> shift } else { product };
        Ok(Int::from_big(width, &rounded).into())
    })
}

/// Zero points are added back and the difference is cut to the range, so that the smallest number becomes the largest one.
fn negate(m: &mut Machine<'_>, op: OpId) -> Executed {
    if element_kind(m, op)?.is_some() {
        return each(m, op, |values: [&Value; 1]| {
            let Some([a]) = floats(&values)? else { return Ok(Value::Poison) };
            Ok(a.negated().into())
        });
    }
    let zeros = match m.program.operand_count(op) {
        1 => Some(BigInt::ZERO),
        3 => match (number(&only(m, op, 1)?)?, number(&only(m, op, 2)?)?) {
            (Some(input), Some(output)) => Some(input + output),
            _ => None,
        },
        _ => return Err(Unsupported::Malformed.into()),
    };
    let width = m.result_width(op, 0)?;
    each(m, op, |values: [&Value; 1]| {
        let (Some([a]), Some(zeros)) = (ints(&values)?, &zeros) else { return Ok(Value::Poison) };
        Ok(cut(width, true, zeros - a.to_signed()).into())
    })
}

/// A number cut to the range of a width.
fn cut(width: u32, signed: bool, number: BigInt) -> Int {
    let least = if signed { Int::signed_min(width).to_signed() } else { BigInt::ZERO };
    let most = &least + (BigInt::from(1) << width) - 1;
    Int::from_big(width, &number.clamp(least, most))
}

/// How a number is scaled.
struct Scale {
    multiplier: BigInt,
    shift: u32,
    double_round: bool,
}

impl Scale {
    /// The product, rounded half up and shifted to 32 bits; with two roundings, a shift above 31 rounds away from zero at
    /// bit 30 first.
    fn apply(&self, value: &BigInt) -> BigInt {
        let mut product = value * &self.multiplier + (BigInt::from(1) << (self.shift - 1));
        if self.double_round && self.shift > 31 {
            let half = BigInt::from(1i64 << 30);
            product += if *value >= BigInt::ZERO { half } else { -half };
        }
        Int::from_big(32, &(product >> self.shift)).to_signed()
    }
}

/// "RESCALE is defined using an integer multiply, add, and shift": the number without its zero point is scaled, gets the other
/// zero point, and is cut to the range of the result. "The limit of 62 on shift allows the shift to be decomposed".
fn rescale(m: &mut Machine<'_>, op: OpId) -> Executed {
    let source = tensor(m, op, 0)?;
    let (multipliers, shifts) = (m.shaped(op, 1)?, m.shaped(op, 2)?);
    let (input_zero, output_zero) = (only(m, op, 3)?, only(m, op, 4)?);
    let double_round = match enumerant(
        m,
        op,
        "rounding_mode",
        &["UNKNOWN", "SINGLE_ROUND", "INEXACT_ROUND", "DOUBLE_ROUND"],
    )? {
        1 => false,
        3 => true,
        _ => return Err(Unsupported::Attribute.into()),
    };
    let per_channel = has_unit(m, op, "per_channel");
    let (input_unsigned, output_unsigned) =
        (has_unit(m, op, "input_unsigned"), has_unit(m, op, "output_unsigned"));
    let width = m.result_width(op, 0)?;
    let read = |value: &Value, unsigned: bool| match value {
        Value::Int(int) if unsigned => Ok(Some(BigInt::from(int.to_unsigned()))),
        value => number(value),
    };
    let zeros = (read(&input_zero, input_unsigned)?, read(&output_zero, output_unsigned)?);
    let (Some(input_zero), Some(output_zero)) = zeros else { return Err(Unsupported::Type.into()) };
    let scale = |channel: usize| -> Result<Option<Scale>, Stop> {
        let at = if per_channel { channel } else { 0 };
        let (Some(multiplier), Some(shift)) = (multipliers.elements().get(at), shifts.elements().get(at))
        else {
            return Err(Unsupported::Malformed.into());
        };
        let (Some(multiplier), Some(shift)) = (number(multiplier)?, number(shift)?) else { return Ok(None) };
        let shift =
            u32::try_from(shift).ok().filter(|shift| (2..=62).contains(shift)).ok_or(Unsupported::Type)?;
        Ok(Some(Scale { multiplier, shift, double_round }))
    };
    let tensor = build(m, source.shape(), |place| {
        let value = crate::interp::shapes::element(&source, place).ok_or(Unsupported::Malformed)?;
        let scale = scale(place.last().map_or(0, |at| *at as usize))?;
        let (Some(value), Some(scale)) = (read(value, input_unsigned)?, scale) else {
            return Ok(Value::Poison);
        };
        let scaled = scale.apply(&(value - &input_zero)) + &output_zero;
        Ok(cut(width, !output_unsigned, scaled).into())
    })?;
    result(m, op, tensor)
}
