//! `vector` and `tensor` where only elements move, or an elementwise operation is written once more: places are known
//! before it runs.

use assay_ir::data::OpId;

use super::attributes::numbers;
use super::floats::made;
use super::lowering::{Flow, Held, Lanes, Lowered, Lowering};
use super::math::fused;
use super::meaning::Meaning;
use super::types::Form;
use crate::engine::Gap;

type L<'a, 'u, 'p, 'b> = &'a mut Lowering<'u, 'p, 'b>;

pub(super) const OPS: &[Meaning] = &[
    made("vector.fma", fused),
    Meaning::of("vector.broadcast", broadcast),
    Meaning::of("vector.splat", broadcast),
    Meaning::of("vector.extract", extract),
    Meaning::of("vector.insert", insert),
    Meaning::of("vector.from_elements", from_elements),
    Meaning::of("vector.to_elements", to_elements),
    Meaning::of("vector.shape_cast", shape_cast),
    Meaning::of("tensor.from_elements", from_elements),
    Meaning::of("tensor.splat", broadcast),
];

/// The extents and the elements of operand number `index`; no extents for a scalar.
fn shaped(l: &Lowering<'_, '_, '_>, op: OpId, index: usize) -> Result<(Vec<u64>, Lanes), Gap> {
    let name = l.program.operand(op, index).ok_or(Gap::Malformed)?;
    match (l.form(name)?, l.value(name)?) {
        (Form::Lanes { shape, .. }, Held::Lanes(lanes)) => {
            Ok((shape.map(|shape| shape.to_vec()).unwrap_or_default(), lanes))
        }
        _ => Err(Gap::Type),
    }
}

fn result_shape(l: &Lowering<'_, '_, '_>, op: OpId) -> Result<Vec<u64>, Gap> {
    match l.form(l.program.result(op, 0).ok_or(Gap::Malformed)?)? {
        Form::Lanes { shape, .. } => Ok(shape.map(|shape| shape.to_vec()).unwrap_or_default()),
        Form::MemRef(_) => Err(Gap::Type),
    }
}

fn count(shape: &[u64]) -> usize {
    shape.iter().product::<u64>() as usize
}

fn broadcast(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let ((source, lanes), target) = (shaped(l, op, 0)?, result_shape(l, op)?);
    let skipped = target.len().checked_sub(source.len()).ok_or(Gap::Malformed)?;
    let mut all = Lanes::new();
    for index in 0..count(&target) {
        let (mut rest, mut at, mut step) = (index as u64, 0, 1);
        for (dim, extent) in target.iter().enumerate().rev() {
            let place = rest % extent;
            rest /= extent;
            if dim >= skipped {
                let size = source[dim - skipped];
                at += if size == 1 { 0 } else { place * step };
                step *= size;
            }
        }
        all.push(*lanes.get(at as usize).ok_or(Gap::Malformed)?);
    }
    l.give(op, all)
}

/// Where the part at a position that is known begins, and how many elements it has.
fn part(l: &Lowering<'_, '_, '_>, op: OpId, shape: &[u64]) -> Result<(usize, usize), Gap> {
    let position = numbers(l.program, op, "static_position")?;
    if position.len() > shape.len() {
        return Err(Gap::Malformed);
    }
    let size = count(&shape[position.len()..]);
    let mut at = 0u64;
    for (place, extent) in position.iter().zip(shape) {
        // Poison, or computed: not compiled.
        let place = u64::try_from(*place).ok().filter(|place| place < extent).ok_or(Gap::Attribute)?;
        at = at * extent + place;
    }
    Ok((at as usize * size, size))
}

fn extract(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let (shape, lanes) = shaped(l, op, 0)?;
    let (start, size) = part(l, op, &shape)?;
    l.give(op, lanes[start..start + size].iter().copied().collect())
}

fn insert(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let ((_, new), (shape, mut lanes)) = (shaped(l, op, 0)?, shaped(l, op, 1)?);
    let (start, size) = part(l, op, &shape)?;
    if new.len() != size {
        return Err(Gap::Malformed);
    }
    lanes[start..start + size].copy_from_slice(&new);
    l.give(op, lanes)
}

fn from_elements(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let operands = l.program.operands(op).count();
    let lanes: Lanes = (0..operands).map(|index| Ok(l.scalar(op, index)?.1)).collect::<Result<_, Gap>>()?;
    if lanes.len() != count(&result_shape(l, op)?) {
        return Err(Gap::Malformed);
    }
    l.give(op, lanes)
}

fn to_elements(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let (_, lanes) = shaped(l, op, 0)?;
    if lanes.len() != l.program.result_count(op) {
        return Err(Gap::Malformed);
    }
    for (index, lane) in lanes.into_iter().enumerate() {
        l.set_result(op, index, smallvec::smallvec![lane])?;
    }
    Ok(Flow::Next)
}

fn shape_cast(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let (_, lanes) = shaped(l, op, 0)?;
    if lanes.len() != count(&result_shape(l, op)?) {
        return Err(Gap::Malformed);
    }
    l.give(op, lanes)
}
