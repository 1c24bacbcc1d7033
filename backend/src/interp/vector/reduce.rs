//! Operations that combine elements, and products.

use std::rc::Rc;

use assay_ir::data::{AttrId, AttrKind, OpId};

use super::mask::{mask_of, runs};
use crate::engine::Unsupported;
use crate::interp::OpInterpreter;
use crate::interp::arith::mapped;
use crate::interp::attributes::{FastMath, counts, fast_math, has_unit, number};
use crate::interp::combine::Kind;
use crate::interp::machine::{ControlFlow, Executed, Machine, Stop};
use crate::interp::memory::{linear, places};
use crate::interp::shapes::{build, element};
use crate::interp::symbolic::Symbolic;
use crate::value::{Shaped, Value, count};
use assay_ir::affine::Map;

pub(super) const OPS: &[OpInterpreter] = &[
    OpInterpreter::without_regions("vector.contract", contract).masked(),
    OpInterpreter::without_regions("vector.fma", |m, op| mapped(m, op, |[a, b, c]| a.fma(b, c))),
    OpInterpreter::without_regions("vector.multi_reduction", reduce_dims).masked(),
    OpInterpreter::without_regions("vector.outerproduct", outer_product),
    OpInterpreter::without_regions("vector.reduction", reduce).masked(),
    OpInterpreter::without_regions("vector.scan", scan),
];

fn next(value: impl Into<Value>) -> Executed {
    Ok(ControlFlow::Next(vec![value.into()]))
}

/// A sum with the number of a lane, where that runs; poison where it may or may not.
fn added(
    (kind, flags, symbolic): (Kind, FastMath, Option<&Symbolic<'_>>),
    runs: &Value,
    sum: &Value,
    value: &Value,
) -> Result<Value, Stop> {
    match runs {
        Value::Int(bit) if bit.is_zero() => Ok(sum.clone()),
        Value::Int(_) => kind.apply(symbolic, flags, sum, value),
        Value::Poison => Ok(Value::Poison),
        _ => Err(Unsupported::Data.into()),
    }
}

/// All elements that run, from the second operand where there is one. Of none the result is not documented.
fn reduce(m: &mut Machine<'_>, op: OpId) -> Executed {
    let symbolic = m.symbolic();
    let (kind, flags) = (Kind::for_op(m, op)?, fast_math(m, op)?);
    let (source, mask) = (m.shaped(op, 0)?, mask_of(m, op)?);
    let mut sum = m.operands_from(op, 1)?.into_iter().next();
    for (lane, value) in source.elements().iter().enumerate() {
        let bit = runs(mask.as_ref(), lane)?;
        sum = match (sum, bit) {
            (Some(sum), bit) => Some(added((kind, flags, symbolic), &bit, &sum, value)?),
            (None, Value::Int(bit)) if bit.is_zero() => None,
            (None, Value::Int(_)) => Some(value.clone()),
            (None, _) => Some(Value::Poison),
        };
    }
    next(sum.ok_or(if mask.is_some() { Unsupported::Choice } else { Unsupported::Malformed })?)
}

/// The elements whose other dimensions are those of a place of the result, in row-major order.
fn reduce_dims(m: &mut Machine<'_>, op: OpId) -> Executed {
    let symbolic = m.symbolic();
    let (kind, flags) = (Kind::for_op(m, op)?, FastMath::default());
    let (source, start, mask) = (m.shaped(op, 0)?, m.operand(op, 1)?, mask_of(m, op)?);
    let reduced = counts(m, op, "reduction_dims")?;
    let (shape, mut sums) = match start {
        Value::Shaped(start) => (Some(start.shape().to_vec()), start.elements().to_vec()),
        scalar => (None, vec![scalar]),
    };
    m.charge(Some(source.elements().len() as u64))?;
    for (lane, (place, value)) in places(source.shape()).zip(source.elements()).enumerate() {
        let kept = place.iter().enumerate().filter(|(dim, _)| !reduced.contains(dim));
        let kept: Vec<i64> = kept.map(|(_, at)| *at).collect();
        let at = linear(shape.as_deref().unwrap_or(&[]), &kept).ok_or(Unsupported::Malformed)? as usize;
        sums[at] = added((kind, flags, symbolic), &runs(mask.as_ref(), lane)?, &sums[at], value)?;
    }
    match shape {
        Some(shape) => next(Shaped::new(shape, sums)),
        None => next(sums.swap_remove(0)),
    }
}

fn outer_product(m: &mut Machine<'_>, op: OpId) -> Executed {
    let symbolic = m.symbolic();
    let (kind, flags) = (Kind::for_op(m, op)?, FastMath::default());
    let (left, right) = (m.shaped(op, 0)?, m.operand(op, 1)?);
    let sum = m.operands_from(op, 2)?;
    let sum = sum.first().map(|sum| sum.as_shaped().cloned().ok_or(Unsupported::Type)).transpose()?;
    let shape = m.shape(m.result_type(op, 0)?, &[])?;
    next(build(m, &shape, |place| {
        let (row, rest) = place.split_at_checked(1).ok_or(Unsupported::Malformed)?;
        let a = element(&left, row).ok_or(Unsupported::Malformed)?;
        let b = match &right {
            Value::Shaped(right) => element(right, rest).ok_or(Unsupported::Malformed)?,
            scalar => scalar,
        };
        let product = Kind::Mul.apply(symbolic, flags, a, b)?;
        match &sum {
            Some(sum) => {
                kind.apply(symbolic, flags, element(sum, place).ok_or(Unsupported::Malformed)?, &product)
            }
            None => Ok(product),
        }
    })?)
}

/// The attributes of a list.
fn list<'a>(m: &Machine<'a>, op: OpId, name: &str) -> Result<&'a [AttrId], Stop> {
    match m.program.ctx().attr_kind(m.attr(op, name).ok_or(Unsupported::Malformed)?) {
        AttrKind::Array(all) => Ok(all),
        _ => Err(Unsupported::Attribute.into()),
    }
}

/// Products of the elements that the maps lead to, each rounded, added up over all places in row-major order.
fn contract(m: &mut Machine<'_>, op: OpId) -> Executed {
    let symbolic = m.symbolic();
    let (kind, flags) = (Kind::for_op(m, op)?, fast_math(m, op)?);
    let maps = list(m, op, "indexing_maps")?.iter().map(|attr| m.affine_map(*attr));
    let [of_left, of_right, of_sum]: [Rc<Map>; 3] =
        maps.collect::<Result<Vec<_>, Stop>>()?.try_into().map_err(|_| Unsupported::Malformed)?;
    let [left, right, sum]: [Value; 3] =
        m.operands_from(op, 0)?.try_into().map_err(|_| Unsupported::Malformed)?;
    let (left, right) =
        (left.as_shaped().ok_or(Unsupported::Type)?, right.as_shaped().ok_or(Unsupported::Type)?);
    // Each dimension's extent is that of an operand's dimension that it is.
    let mut extents = vec![None; of_left.dims];
    for (map, vector) in [(&of_left, left), (&of_right, right)] {
        for (index, extent) in vector.shape().iter().enumerate() {
            let dim = map.dim(index).ok_or(Unsupported::Attribute)?;
            *extents.get_mut(dim).ok_or(Unsupported::Malformed)? = Some(*extent);
        }
    }
    let extents: Vec<u64> = extents.into_iter().collect::<Option<_>>().ok_or(Unsupported::Malformed)?;
    m.charge(count(&extents))?;
    let (shape, mut sums) = match sum {
        Value::Shaped(sum) => (Some(sum.shape().to_vec()), sum.elements().to_vec()),
        scalar => (None, vec![scalar]),
    };
    let mask = mask_of(m, op)?;
    for (lane, place) in places(&extents).enumerate() {
        let at = |map: &Map| map.at(&place, &[]).ok_or(Unsupported::Malformed);
        let a = element(left, &at(&of_left)?).ok_or(Unsupported::Malformed)?;
        let b = element(right, &at(&of_right)?).ok_or(Unsupported::Malformed)?;
        let target =
            linear(shape.as_deref().unwrap_or(&[]), &at(&of_sum)?).ok_or(Unsupported::Malformed)? as usize;
        let product = Kind::Mul.apply(symbolic, flags, a, b)?;
        sums[target] = added((kind, flags, symbolic), &runs(mask.as_ref(), lane)?, &sums[target], &product)?;
    }
    match shape {
        Some(shape) => next(Shaped::new(shape, sums)),
        None => next(sums.swap_remove(0)),
    }
}

/// Running sums along one dimension, and the last ones; each from an initial value. An exclusive one begins with that
/// value, an inclusive one with the first element alone.
fn scan(m: &mut Machine<'_>, op: OpId) -> Executed {
    let symbolic = m.symbolic();
    let kind = Kind::for_op(m, op)?;
    let (source, initial) = (m.shaped(op, 0)?, m.shaped(op, 1)?);
    let dim = usize::try_from(number(m, op, "reduction_dim")?).map_err(|_| Unsupported::Attribute)?;
    let inclusive = has_unit(m, op, "inclusive");
    let mut sums = initial.elements().to_vec();
    let mut results = source.elements().to_vec();
    m.charge(Some(results.len() as u64))?;
    for (number, place) in places(source.shape()).enumerate() {
        let mut kept = place.clone();
        if dim >= kept.len() {
            return Err(Unsupported::Malformed.into());
        }
        let step = kept.remove(dim);
        let line = linear(initial.shape(), &kept).ok_or(Unsupported::Malformed)? as usize;
        let value = &source.elements()[number];
        let mut before = place.clone();
        before[dim] = step - 1;
        results[number] = match (inclusive, step) {
            (true, 0) => value.clone(),
            (true, _) => kind.apply(symbolic, FastMath::default(), &sums[line], value)?,
            (false, 0) => initial.elements()[line].clone(),
            (false, _) => {
                let before = element(&source, &before).ok_or(Unsupported::Malformed)?;
                kind.apply(symbolic, FastMath::default(), &sums[line], before)?
            }
        };
        sums[line] = results[number].clone();
    }
    Ok(ControlFlow::Next(vec![
        Shaped::new(source.shape(), results).into(),
        Shaped::new(initial.shape(), sums).into(),
    ]))
}
