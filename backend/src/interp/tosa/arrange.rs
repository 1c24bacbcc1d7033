//! Operations of `tosa` that move elements.

use assay_ir::data::OpId;

use super::{axis, only, result, shape_operand, tensor};
use crate::engine::{Undefined, Unsupported};
use crate::interp::OpInterpreter;
use crate::interp::attributes::counts;
use crate::interp::machine::{Executed, Machine, address, extents, shaped};
use crate::interp::shapes::{build, element, reshape};
use crate::interp::slices::extents_of;
use crate::interp::tensor::joined;
use crate::value::{Value, count};

pub(super) const OPS: &[OpInterpreter] = &[
    OpInterpreter::without_regions("tosa.concat", |m, op| {
        for at in 0..m.program.operand_count(op) {
            tensor(m, op, at)?;
        }
        let values = m.operands_from(op, 0)?;
        let axis = axis(m, op, shaped(values.first().ok_or(Unsupported::Malformed)?)?)?;
        let tensor = joined(m, &values, axis)?;
        result(m, op, tensor)
    }),
    OpInterpreter::without_regions("tosa.gather", gather),
    OpInterpreter::without_regions("tosa.pad", pad),
    OpInterpreter::without_regions("tosa.reshape", change_shape),
    OpInterpreter::without_regions("tosa.reverse", reverse),
    OpInterpreter::without_regions("tosa.slice", slice),
    OpInterpreter::without_regions("tosa.tile", tile),
    OpInterpreter::without_regions("tosa.transpose", transpose),
];

/// "each element in the output is a subtensor of the values tensor based on the indices". An index outside is undefined.
fn gather(m: &mut Machine<'_>, op: OpId) -> Executed {
    let (values, indices) = (tensor(m, op, 0)?, tensor(m, op, 1)?);
    let ([_, _, channels], [batches, width]) = (values.shape(), indices.shape()) else {
        return Err(Unsupported::Malformed.into());
    };
    let shape = [*batches, *width, *channels];
    let tensor = build(m, &shape, |place| {
        let row = address(element(&indices, &place[..2]).ok_or(Unsupported::Malformed)?)?;
        Ok(element(&values, &[place[0], row, place[2]]).ok_or(Undefined::OutOfBounds)?.clone())
    })?;
    result(m, op, tensor)
}

/// Places before and after each dimension by iterations, which show the constant.
fn pad(m: &mut Machine<'_>, op: OpId) -> Executed {
    let (source, padding, constant) = (tensor(m, op, 0)?, shape_operand(m, op, 1)?, only(m, op, 2)?);
    if padding.len() != 2 * source.shape().len() {
        return Err(Unsupported::Malformed.into());
    }
    let padding = extents(&padding)?;
    let size = |(pair, extent): (&[u64], &u64)| pair[0].checked_add(*extent)?.checked_add(pair[1]);
    let shape: Option<Vec<u64>> = padding.chunks(2).zip(source.shape()).map(size).collect();
    let tensor = build(m, &shape.ok_or(Unsupported::Malformed)?, |place| {
        let from: Option<Vec<i64>> =
            place.iter().zip(padding.chunks(2)).map(|(at, pair)| at.checked_sub_unsigned(pair[0])).collect();
        Ok(from.and_then(|from| element(&source, &from).cloned()).unwrap_or_else(|| constant.clone()))
    })?;
    result(m, op, tensor)
}

/// An extent of minus one is what the others leave.
fn change_shape(m: &mut Machine<'_>, op: OpId) -> Executed {
    let (source, wanted) = (tensor(m, op, 0)?, shape_operand(m, op, 1)?);
    let known: Vec<i64> = wanted.iter().copied().filter(|extent| *extent != -1).collect();
    let others = count(&extents(&known)?).filter(|others| *others > 0);
    let rest = others.map_or(0, |others| source.len() / others);
    let shape: Vec<i64> =
        wanted.iter().map(|extent| if *extent == -1 { rest as i64 } else { *extent }).collect();
    let shape = extents(&shape)?;
    if count(&shape) != Some(source.len()) {
        return Err(Undefined::BadExtent.into());
    }
    let tensor = reshape(&source, &shape)?;
    result(m, op, tensor)
}

fn reverse(m: &mut Machine<'_>, op: OpId) -> Executed {
    let source = tensor(m, op, 0)?;
    let axis = axis(m, op, &source)?;
    let last = source.shape()[axis] as i64 - 1;
    let tensor = build(m, source.shape(), |place| {
        let mut from = place.to_vec();
        from[axis] = last - from[axis];
        Ok(element(&source, &from).ok_or(Unsupported::Malformed)?.clone())
    })?;
    result(m, op, tensor)
}

/// A size of minus one is what is left of the dimension, as MLIR's lowering has it.
fn slice(m: &mut Machine<'_>, op: OpId) -> Executed {
    let (source, start) = (tensor(m, op, 0)?, shape_operand(m, op, 1)?);
    let mut sizes = shape_operand(m, op, 2)?;
    if start.len() != source.shape().len() || sizes.len() != start.len() {
        return Err(Unsupported::Malformed.into());
    }
    for ((size, start), extent) in sizes.iter_mut().zip(&start).zip(source.shape()) {
        if *size == -1 {
            *size = (*extent as i64).saturating_sub(*start);
        }
    }
    let tensor = build(m, &extents(&sizes)?, |place| {
        let from: Option<Vec<i64>> =
            place.iter().zip(&start).map(|(at, start)| at.checked_add(*start)).collect();
        Ok(from.and_then(|from| element(&source, &from).cloned()).ok_or(Undefined::OutOfBounds)?)
    })?;
    result(m, op, tensor)
}

/// Each dimension as often as a number says; of minus one, as often as the type of the result says.
fn tile(m: &mut Machine<'_>, op: OpId) -> Executed {
    let (source, times) = (tensor(m, op, 0)?, shape_operand(m, op, 1)?);
    let wanted = extents_of(m, m.result_type(op, 0)?)?;
    if times.len() != source.shape().len() || wanted.len() != times.len() {
        return Err(Unsupported::Malformed.into());
    }
    let size = |dim: usize| match times[dim] {
        -1 => wanted[dim],
        times => u64::try_from(times).ok()?.checked_mul(source.shape()[dim]),
    };
    let shape: Option<Vec<u64>> = (0..times.len()).map(size).collect();
    let tensor = build(m, &shape.ok_or(Unsupported::Malformed)?, |place| {
        let from: Vec<i64> =
            place.iter().zip(source.shape()).map(|(at, extent)| at % (*extent as i64).max(1)).collect();
        Ok(element(&source, &from).ok_or(Unsupported::Malformed)?.clone())
    })?;
    result(m, op, tensor)
}

/// Dimension i of the result is dimension `perms[i]` of the source.
fn transpose(m: &mut Machine<'_>, op: OpId) -> Executed {
    let (source, order) = (tensor(m, op, 0)?, counts(m, op, "perms")?);
    let shape: Option<Vec<u64>> = order.iter().map(|dim| source.shape().get(*dim).copied()).collect();
    let shape = shape.filter(|shape| shape.len() == source.shape().len()).ok_or(Unsupported::Malformed)?;
    let tensor = build(m, &shape, |place| {
        let mut from = vec![0; order.len()];
        place.iter().zip(&order).for_each(|(at, dim)| from[*dim] = *at);
        let value: Value = element(&source, &from).ok_or(Unsupported::Malformed)?.clone();
        Ok(value)
    })?;
    result(m, op, tensor)
}
