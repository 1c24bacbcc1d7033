//! Reductions of `tosa` along an axis, which stays with one place, and products of matrices. Sums begin at zero and take the
//! elements in order.

use assay_ir::data::{FloatKind, OpId, TypeKind};

use super::elementwise::{element_kind, larger, nan_counts};
use super::{axis, only, result, tensor};
use crate::engine::Unsupported;
use crate::float::{Float, RoundTo};
use crate::int::Int;
use crate::interp::OpInterpreter;
use crate::interp::integer::pick;
use crate::interp::machine::{Executed, Machine, Stop};
use crate::interp::shapes::{build, element};
use crate::interp::symbolic::Symbolic;
use crate::term::{Term, TermKind};
use crate::value::{Shaped, Value};

pub(super) const OPS: &[OpInterpreter] = &[
    OpInterpreter::without_regions("tosa.argmax", index_of_largest),
    OpInterpreter::without_regions("tosa.matmul", product),
    OpInterpreter::without_regions("tosa.reduce_all", |m, op| {
        reduce(m, op, ["arith.andi"; 2], None, |a, b| Ok(a.and(b)), |_, _| None)
    }),
    OpInterpreter::without_regions("tosa.reduce_any", |m, op| {
        reduce(m, op, ["arith.ori"; 2], None, |a, b| Ok(a.or(b)), |_, _| None)
    }),
    OpInterpreter::without_regions("tosa.reduce_max", |m, op| extremum(m, op, true)),
    OpInterpreter::without_regions("tosa.reduce_min", |m, op| extremum(m, op, false)),
    OpInterpreter::without_regions("tosa.reduce_product", |m, op| {
        reduce(m, op, ["mul"; 2], Some(1.0), |a, b| Ok(a.mul(b)), |a, b| a.checked_mul(b))
    }),
    OpInterpreter::without_regions("tosa.reduce_sum", |m, op| {
        reduce(m, op, ["add"; 2], Some(0.0), |a, b| Ok(a.add(b)), |a, b| a.checked_add(b))
    }),
];

/// The elements along an axis, at a place of the others.
fn line<'v>(source: &'v Shaped, axis: usize, place: &[i64]) -> Result<Vec<&'v Value>, Stop> {
    let at = |number: u64| {
        let mut place = place.to_vec();
        place[axis] = number as i64;
        Ok(element(source, &place).ok_or(Unsupported::Malformed)?)
    };
    (0..source.shape()[axis]).map(at).collect()
}

/// Two elements as one, by an operation of these names on integers and on floating-point numbers.
fn combined(
    symbolic: Option<&Symbolic<'_>>,
    names: [&'static str; 2],
    [a, b]: [&Value; 2],
    of_ints: &impl Fn(&Int, &Int) -> Result<Int, Stop>,
    of_floats: &impl Fn(Float, Float) -> Option<Float>,
) -> Result<Value, Stop> {
    match (a, b) {
        (Value::Term(Term { kind, .. }), _) | (_, Value::Term(Term { kind, .. })) => {
            let name = names[usize::from(matches!(kind, TermKind::Float(_)))];
            symbolic.ok_or(Unsupported::Term)?.combined(name, *kind, [a, b])
        }
        (Value::Poison, _) | (_, Value::Poison) => Ok(Value::Poison),
        (Value::Int(a), Value::Int(b)) if a.width() == b.width() => Ok(of_ints(a, b)?.into()),
        (Value::Float(a), Value::Float(b)) if a.kind == b.kind => {
            Ok(of_floats(*a, *b).ok_or(Unsupported::Type)?.into())
        }
        _ => Err(Unsupported::Type.into()),
    }
}

/// A number of a type.
fn number(m: &Machine<'_>, kind: &TypeKind, number: f64) -> Result<Value, Stop> {
    Ok(match kind {
        TypeKind::Float(kind) => Float::from_f64(*kind, number).ok_or(Unsupported::Type)?.into(),
        TypeKind::Integer { width, .. } => Value::int(*width, number as u128),
        TypeKind::Index => Value::int(m.options.index.bits(), number as u128),
        _ => return Err(Unsupported::Type.into()),
    })
}

fn reduce(
    m: &mut Machine<'_>,
    op: OpId,
    names: [&'static str; 2],
    start: Option<f64>,
    of_ints: impl Fn(&Int, &Int) -> Result<Int, Stop>,
    of_floats: impl Fn(Float, Float) -> Option<Float>,
) -> Executed {
    let symbolic = m.symbolic();
    let source = tensor(m, op, 0)?;
    let axis = axis(m, op, &source)?;
    let kind = m.program.ctx().type_kind(m.element_type(m.operand_type(op, 0)?)).clone();
    let start = start.map(|start| number(m, &kind, start)).transpose()?;
    let mut shape = source.shape().to_vec();
    shape[axis] = 1;
    m.charge(Some(source.len()))?;
    let tensor = build(m, &shape, |place| {
        let line = line(&source, axis, place)?;
        let all: Vec<&Value> = start.iter().chain(line).collect();
        let (first, rest) = all.split_first().ok_or(Unsupported::Type)?;
        rest.iter().try_fold((*first).clone(), |sum, value| {
            combined(symbolic, names, [&sum, value], &of_ints, &of_floats)
        })
    })?;
    result(m, op, tensor)
}

fn extremum(m: &mut Machine<'_>, op: OpId, largest: bool) -> Executed {
    let counts = nan_counts(m, op)?;
    let names = match largest {
        true => ["maxs", if counts { "maximum" } else { "maxnum" }],
        false => ["mins", if counts { "minimum" } else { "minnum" }],
    };
    reduce(
        m,
        op,
        names,
        None,
        |a, b| Ok(pick(a, b, if largest { a.cmp_signed(b).is_ge() } else { a.cmp_signed(b).is_le() })),
        |a, b| larger(a, b, largest, counts),
    )
}

/// "If multiple locations have equal values, returns the first match along the search axis." Of a NaN the result is not
/// documented.
fn index_of_largest(m: &mut Machine<'_>, op: OpId) -> Executed {
    let source = tensor(m, op, 0)?;
    let axis = axis(m, op, &source)?;
    element_kind(m, op)?;
    let width = m.result_width(op, 0)?;
    let mut shape = source.shape().to_vec();
    shape.remove(axis);
    m.charge(Some(source.len()))?;
    let tensor = build(m, &shape, |place| {
        let mut place = place.to_vec();
        place.insert(axis, 0);
        let line = line(&source, axis, &place)?;
        let mut best = 0;
        for (at, value) in line.iter().enumerate() {
            let above = match (value, line[best]) {
                (Value::Poison, _) | (_, Value::Poison) => return Ok(Value::Poison),
                (Value::Int(a), Value::Int(b)) if a.width() == b.width() => a.cmp_signed(b).is_gt(),
                (Value::Float(a), Value::Float(b)) => a.compare(*b).ok_or(Unsupported::Choice)?.is_gt(),
                _ => return Err(Unsupported::Type.into()),
            };
            if above {
                best = at;
            }
        }
        if line.is_empty() { Err(Unsupported::Type.into()) } else { Ok(Value::int(width, best as u128)) }
    })?;
    result(m, op, tensor)
}

/// Batches of products; the zero points are taken from the elements before, in the type of the result.
fn product(m: &mut Machine<'_>, op: OpId) -> Executed {
    let symbolic = m.symbolic();
    let (left, right) = (tensor(m, op, 0)?, tensor(m, op, 1)?);
    let zeros = match m.program.operand_count(op) {
        4 => Some((only(m, op, 2)?, only(m, op, 3)?)),
        2 => None,
        _ => return Err(Unsupported::Malformed.into()),
    };
    let ([batches, rows, inner], [others, depth, columns]) = (left.shape(), right.shape()) else {
        return Err(Unsupported::Malformed.into());
    };
    if batches != others || inner != depth {
        return Err(crate::engine::Undefined::BadExtent.into());
    }
    let kind = m.program.ctx().type_kind(m.element_type(m.result_type(op, 0)?)).clone();
    let start = number(m, &kind, 0.0)?;
    let shape = [*batches, *rows, *columns];
    m.charge(crate::value::count(&[*batches, *rows, *inner]).and_then(|count| count.checked_mul(*columns)))?;
    let tensor = build(m, &shape, |place| {
        let [batch, row, column] = place else { return Err(Unsupported::Malformed.into()) };
        let mut sum = start.clone();
        for at in 0..*inner as i64 {
            let a = element(&left, &[*batch, *row, at]).ok_or(Unsupported::Malformed)?;
            let b = element(&right, &[*batch, at, *column]).ok_or(Unsupported::Malformed)?;
            let a = shifted(&kind, a, zeros.as_ref().map(|(zero, _)| zero))?;
            let b = shifted(&kind, b, zeros.as_ref().map(|(_, zero)| zero))?;
            let product = combined(symbolic, ["mul"; 2], [&a, &b], &|a, b| Ok(a.mul(b)), &|a: Float, b| {
                a.checked_mul(b)
            })?;
            sum = combined(symbolic, ["add"; 2], [&sum, &product], &|a, b| Ok(a.add(b)), &|a: Float, b| {
                a.checked_add(b)
            })?;
        }
        Ok(sum)
    })?;
    result(m, op, tensor)
}

/// A number without its zero point, in the type of a result. A zero point of floating-point numbers is zero.
fn shifted(kind: &TypeKind, value: &Value, zero: Option<&Value>) -> Result<Value, Stop> {
    match (kind, value, zero) {
        (_, Value::Poison, _) | (_, _, Some(Value::Poison)) => Ok(Value::Poison),
        (TypeKind::Integer { width, .. }, Value::Int(int), zero) => {
            let int = int.resize_signed(*width);
            Ok(match zero {
                Some(Value::Int(zero)) => int.sub(&zero.resize_signed(*width)).into(),
                None => int.into(),
                _ => return Err(Unsupported::Type.into()),
            })
        }
        (TypeKind::Float(kind), Value::Float(float), zero) => {
            if let Some(Value::Float(zero)) = zero
                && !zero.is_zero()
            {
                return Err(Unsupported::Type.into());
            }
            converted(*float, *kind)
        }
        (TypeKind::Float(kind), Value::Term(term), zero) if term.kind == TermKind::Float(*kind) => match zero
        {
            Some(Value::Float(zero)) if zero.is_zero() => Ok(value.clone()),
            None => Ok(value.clone()),
            _ => Err(Unsupported::Term.into()),
        },
        (TypeKind::Integer { .. } | TypeKind::Float(_), Value::Term(_), _) => Err(Unsupported::Term.into()),
        _ => Err(Unsupported::Type.into()),
    }
}

fn converted(float: Float, kind: FloatKind) -> Result<Value, Stop> {
    if float.kind == kind {
        return Ok(float.into());
    }
    Ok(float.convert(kind, RoundTo::NearestEven).ok_or(Unsupported::Type)?.into())
}
