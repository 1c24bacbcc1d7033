//! Scalar operations and literals of array programs: those of `arith` without flags.

use assay_ir::data::{Context, Source, Span};
use assay_rise::primitive::Primitive;
use assay_rise::types::Scalar;
use num_bigint::BigInt;

use super::data::Stop;
use crate::arguments::argument;
use crate::engine::{Engine as _, IndexWidth, Options, Outcome};
use crate::int::Int;
use crate::interp::{Interpreter, find_function};
use crate::value::{Float, Value};

/// A scalar operation on two numbers of one type; poison of poison.
pub(super) fn operation(primitive: Primitive, one: &Value, two: &Value) -> Option<Value> {
    match (one, two) {
        (Value::Poison, _) | (_, Value::Poison) => Some(Value::Poison),
        (Value::Int(one), Value::Int(two)) => Some(integers(primitive, one, two)?.into()),
        (Value::Float(one), Value::Float(two)) => Some(floats(primitive, *one, *two)?.into()),
        _ => None,
    }
}

fn integers(primitive: Primitive, one: &Int, two: &Int) -> Option<Int> {
    Some(match primitive {
        Primitive::Add => one.add(two),
        Primitive::Sub => one.sub(two),
        Primitive::Mul => one.mul(two),
        Primitive::Min if one.cmp_signed(two).is_le() => one.clone(),
        Primitive::Max if one.cmp_signed(two).is_ge() => one.clone(),
        Primitive::Min | Primitive::Max => two.clone(),
        _ => return None,
    })
}

fn floats(primitive: Primitive, one: Float, two: Float) -> Option<Float> {
    match primitive {
        Primitive::Add => one.checked_add(two),
        Primitive::Sub => one.checked_sub(two),
        Primitive::Mul => one.checked_mul(two),
        Primitive::Min => one.minimum(two),
        Primitive::Max => one.maximum(two),
        _ => None,
    }
}

/// The value of a literal.
pub fn literal(digits: &str, scalar: Scalar) -> Option<Value> {
    let width = match scalar {
        Scalar::Int(width) => width,
        Scalar::Index => 64,
        Scalar::Float(_) => {
            let ctx = Context::new();
            let ty = assay_ir::text::parse_type(&ctx, &scalar.to_string()).ok()?;
            return argument(&ctx, digits, ty, IndexWidth::W64).ok();
        }
    };
    Some(Int::from_big(width, &digits.parse::<BigInt>().ok()?).into())
}

/// An operation of a dialect on numbers of one type.
pub(super) fn embedded(operation: &str, on: Scalar, operands: &[Value], at: Span) -> Result<Value, Stop> {
    let names: Vec<String> = (0..operands.len()).map(|number| format!("%{number}")).collect();
    let parameters: Vec<String> = names.iter().map(|name| format!("{name}: {on}")).collect();
    let types = vec![on.to_string(); operands.len()];
    let text = format!(
        "func.func @f({}) -> {on} {{\n  %r = \"{operation}\"({}) : ({}) -> {on}\n  return %r : {on}\n}}",
        parameters.join(", "),
        names.join(", "),
        types.join(", ")
    );
    let parsed = assay_ir::text::parse(&Context::new(), &Source::new("embed", text));
    let unsupported = || Stop::Unsupported(at, format!("`{operation}` on {on}"));
    let function = find_function(&parsed.program, "f").ok_or_else(unsupported)?;
    let run = Interpreter.run(&parsed.program, function, operands, &Options::default());
    match run.map(|run| run.outcome) {
        Ok(Outcome::Values(values)) => values.into_iter().next().ok_or_else(unsupported),
        Ok(Outcome::Ub { why, .. }) => Err(Stop::Undefined(at, format!("{why} in `{operation}`"))),
        _ => Err(unsupported()),
    }
}
