//! Operations of `vector`, and their kin of `tensor`, that move elements or make masks: which element goes where is known
//! before it runs, but for computed positions, which are compared with all that there are.

use assay_ir::data::{OpId, Program, ValueId};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, Value};

use crate::arith::{self, chosen};
use crate::attributes::numbers;
use crate::floats::canonical_nan;
use crate::lowering::{ControlFlow, Extent, HeldValue, Lane, Lanes, Lowered, Lowering};
use crate::math::fused;
use crate::meaning::OpLowering;
use crate::memref::{plus, times};
use crate::types::{Form, Kind};
use assay_backend::engine::Unsupported;

type L<'a, 'u, 'p, 'b> = &'a mut Lowering<'u, 'p, 'b>;

pub(crate) const OPS: &[OpLowering] = &[
    canonical_nan("vector.fma", fused),
    OpLowering::new("vector.broadcast", broadcast),
    OpLowering::new("vector.constant_mask", constant_mask),
    OpLowering::new("vector.create_mask", create_mask),
    OpLowering::new("vector.deinterleave", deinterleave),
    OpLowering::new("vector.extract", extract).may_poison(may_be_outside),
    OpLowering::new("vector.extract_strided_slice", extract_slice),
    OpLowering::new("vector.insert", insert).may_poison(may_be_outside),
    OpLowering::new("vector.insert_strided_slice", insert_slice),
    OpLowering::new("vector.interleave", interleave),
    OpLowering::new("vector.from_elements", from_elements),
    OpLowering::new("vector.to_elements", to_elements),
    OpLowering::new("vector.shape_cast", shape_cast),
    OpLowering::new("vector.shuffle", shuffle).may_poison(may_shuffle_poison),
    OpLowering::new("vector.step", step),
    OpLowering::new("vector.vscale", vscale),
    OpLowering::new("vector.transpose", transpose),
    OpLowering::new("tensor.collapse_shape", shape_cast),
    OpLowering::new("tensor.expand_shape", shape_cast),
    OpLowering::new("tensor.from_elements", from_elements),
    OpLowering::new("tensor.splat", broadcast),
];

/// The extents and the elements of operand number `index`; no extents for a scalar.
pub(crate) fn shaped(
    l: &Lowering<'_, '_, '_>,
    op: OpId,
    index: usize,
) -> Result<(Vec<u64>, Lanes), Unsupported> {
    let name = l.program.operand(op, index).ok_or(Unsupported::Malformed)?;
    match (l.form(name)?, l.value(name)?) {
        (Form::Lanes { shape, .. }, HeldValue::Lanes(lanes)) => {
            Ok((shape.map(|shape| shape.to_vec()).unwrap_or_default(), lanes))
        }
        _ => Err(Unsupported::Type),
    }
}

pub(crate) fn result_shape(l: &Lowering<'_, '_, '_>, op: OpId) -> Result<Vec<u64>, Unsupported> {
    match l.form(l.program.result(op, 0).ok_or(Unsupported::Malformed)?)? {
        Form::Lanes { shape, .. } => Ok(shape.map(|shape| shape.to_vec()).unwrap_or_default()),
        Form::MemRef(_) => Err(Unsupported::Type),
    }
}

pub(crate) fn count(shape: &[u64]) -> usize {
    shape.iter().product::<u64>() as usize
}

fn broadcast(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let ((source, lanes), target) = (shaped(l, op, 0)?, result_shape(l, op)?);
    let skipped = target.len().checked_sub(source.len()).ok_or(Unsupported::Malformed)?;
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
        all.push(*lanes.get(at as usize).ok_or(Unsupported::Malformed)?);
    }
    l.give(op, all)
}

/// The number of the part at a position in row-major order, and how many elements it has; `None` where the position is outside,
/// which is poison. Places that are computed are given with their operands.
fn part(l: L<'_, '_, '_, '_>, op: OpId, shape: &[u64], computed: usize) -> Result<Part, Unsupported> {
    let names: Vec<ValueId> = l.program.operands(op).skip(computed).collect();
    let mut left = names.iter();
    let position = numbers(l.program, op, "static_position")?;
    if position.len() > shape.len() {
        return Err(Unsupported::Malformed);
    }
    let size = count(&shape[position.len()..]);
    let (mut at, mut outside) = (Extent::Known(0), None);
    for (place, extent) in position.iter().zip(shape) {
        let (place, bad) = match *place {
            i64::MIN => index_or_poison(l, *left.next().ok_or(Unsupported::Malformed)?)?,
            place => (Extent::Known(place), None),
        };
        outside = l.or(outside, bad);
        match place {
            Extent::Known(place) if (0..*extent as i64).contains(&place) => {}
            place => {
                let (place, extent) = (l.number(place), l.b.ins().iconst(I64, *extent as i64));
                let bad = l.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, place, extent);
                outside = l.or(outside, Some(bad));
            }
        }
        let above = times(l, at, Extent::Known(*extent as i64));
        at = plus(l, above, place);
    }
    Ok(Part { at, size, outside })
}

/// A part of the elements of a vector.
struct Part {
    at: Extent,
    size: usize,
    /// A flag that is set where there is no such part.
    outside: Option<Value>,
}

/// An index as a signed number, and a flag that is set where it is poison.
fn index_or_poison(l: L<'_, '_, '_, '_>, name: ValueId) -> Result<(Extent, Option<Value>), Unsupported> {
    let (HeldValue::Lanes(lanes), Form::Lanes { kind: Kind::Int(width @ 1..=64), shape: None, .. }) =
        (l.value(name)?, l.form(name)?)
    else {
        return Err(Unsupported::Type);
    };
    Ok((Extent::At(l.resized_signed(width, 64, lanes[0].bits)), lanes[0].poison))
}

/// A lane that is poison where a flag is set.
fn spoiled(l: L<'_, '_, '_, '_>, lane: Lane, flag: Option<Value>) -> Lane {
    match flag {
        None => lane,
        flag => Lane { poison: l.or(lane.poison, flag), constant: None, ..lane },
    }
}

fn may_be_outside(program: &Program, op: OpId) -> bool {
    let position = numbers(program, op, "static_position").unwrap_or_default();
    position.iter().any(|place| *place < 0)
}

fn extract(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let (shape, lanes) = shaped(l, op, 0)?;
    let (kind, _) = l.lanes(op, 0)?;
    let part = part(l, op, &shape, 1)?;
    let lanes: Lanes = match part.at {
        Extent::Known(at) => {
            let start = at.max(0) as usize * part.size;
            let found = lanes.get(start..start + part.size).unwrap_or(&lanes[..part.size.min(lanes.len())]);
            found.iter().copied().collect()
        }
        Extent::At(at) => {
            let mut found: Lanes = lanes[..part.size.min(lanes.len())].iter().copied().collect();
            for (number, lanes) in lanes.chunks_exact(part.size.max(1)).enumerate().skip(1) {
                let hit = l.is(64, at, number as u128);
                let hit = Lane::integer(hit, None);
                for (found, lane) in found.iter_mut().zip(lanes) {
                    *found = chosen(l, kind, &hit, *lane, *found);
                }
            }
            found
        }
    };
    let lanes = lanes.into_iter().map(|lane| spoiled(l, lane, part.outside)).collect();
    l.give(op, lanes)
}

fn insert(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let ((_, new), (shape, mut lanes)) = (shaped(l, op, 0)?, shaped(l, op, 1)?);
    let (kind, other) = (l.lanes(op, 1)?.0, l.lanes(op, 0)?.0);
    let part = part(l, op, &shape, 2)?;
    if new.len() != part.size || kind != other {
        return Err(Unsupported::Malformed);
    }
    for (number, lanes) in lanes.chunks_exact_mut(part.size.max(1)).enumerate() {
        match part.at {
            Extent::Known(at) if at == number as i64 => lanes.copy_from_slice(&new),
            Extent::Known(_) => {}
            Extent::At(at) => {
                let hit = l.is(64, at, number as u128);
                let hit = Lane::integer(hit, None);
                for (lane, new) in lanes.iter_mut().zip(&new) {
                    *lane = chosen(l, kind, &hit, *new, *lane);
                }
            }
        }
    }
    let lanes = lanes.into_iter().map(|lane| spoiled(l, lane, part.outside)).collect();
    l.give(op, lanes)
}

/// A result of lanes of operands: the function says which one shows at a place, or none where it is poison.
fn moved(
    l: L<'_, '_, '_, '_>,
    op: OpId,
    result: usize,
    from: impl Fn(&[u64]) -> Result<Option<Lane>, Unsupported>,
) -> Result<(), Unsupported> {
    let name = l.program.result(op, result).ok_or(Unsupported::Malformed)?;
    let Form::Lanes { kind, shape, .. } = l.form(name)? else { return Err(Unsupported::Type) };
    let shape = shape.map(|shape| shape.to_vec()).unwrap_or_default();
    let mut all = Lanes::new();
    for number in 0..count(&shape) {
        let lane = match from(&place(&shape, number))? {
            Some(lane) => lane,
            None => {
                let lane = arith::number(l, kind, 0);
                Lane { poison: Some(l.constant(1, 1)), constant: None, ..lane }
            }
        };
        all.push(lane);
    }
    l.set_result(op, result, all)
}

/// The place of an element by its number in row-major order.
pub(crate) fn place(shape: &[u64], number: usize) -> Vec<u64> {
    let mut rest = number as u64;
    let mut place = vec![0; shape.len()];
    for (at, extent) in place.iter_mut().zip(shape).rev() {
        *at = rest % extent;
        rest /= extent;
    }
    place
}

/// The number of a place; `None` outside.
pub(crate) fn number_of(shape: &[u64], place: &[u64]) -> Option<usize> {
    let inside = shape.len() == place.len() && place.iter().zip(shape).all(|(at, extent)| at < extent);
    inside.then(|| {
        place.iter().zip(shape).fold(0, |number, (at, extent)| number * *extent as usize + *at as usize)
    })
}

/// The lane at a place.
fn lane_at(shape: &[u64], lanes: &Lanes, place: &[u64]) -> Result<Option<Lane>, Unsupported> {
    number_of(shape, place)
        .and_then(|number| lanes.get(number).copied())
        .map(Some)
        .ok_or(Unsupported::Malformed)
}

fn small(numbers: Vec<i64>) -> Result<Vec<u64>, Unsupported> {
    numbers.into_iter().map(|number| u64::try_from(number).map_err(|_| Unsupported::Malformed)).collect()
}

fn transpose(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let (shape, lanes) = shaped(l, op, 0)?;
    let order = small(numbers(l.program, op, "permutation")?)?;
    moved(l, op, 0, |place| {
        let mut from = vec![0; shape.len()];
        for (at, dim) in place.iter().zip(&order) {
            *from.get_mut(*dim as usize).ok_or(Unsupported::Malformed)? = *at;
        }
        lane_at(&shape, &lanes, &from)
    })?;
    Ok(ControlFlow::Next)
}

fn shuffle(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let ((a, first), (b, second)) = (shaped(l, op, 0)?, shaped(l, op, 1)?);
    let mask = numbers(l.program, op, "mask")?;
    let rows = a.first().copied().unwrap_or(1);
    moved(l, op, 0, |place| {
        let (at, rest) = place.split_first().ok_or(Unsupported::Malformed)?;
        let Ok(row) = u64::try_from(*mask.get(*at as usize).ok_or(Unsupported::Malformed)?) else {
            return Ok(None);
        };
        let (shape, lanes, row) = if row < rows { (&a, &first, row) } else { (&b, &second, row - rows) };
        let place: Vec<u64> = match shape.is_empty() {
            true => Vec::new(),
            false => std::iter::once(row).chain(rest.iter().copied()).collect(),
        };
        lane_at(shape, lanes, &place)
    })?;
    Ok(ControlFlow::Next)
}

fn may_shuffle_poison(program: &Program, op: OpId) -> bool {
    numbers(program, op, "mask").unwrap_or_default().iter().any(|row| *row < 0)
}

fn interleave(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let ((shape, even), (_, odd)) = (shaped(l, op, 0)?, shaped(l, op, 1)?);
    moved(l, op, 0, |place| {
        let mut from = place.to_vec();
        let last = from.last_mut().ok_or(Unsupported::Malformed)?;
        let lanes = if *last % 2 == 0 { &even } else { &odd };
        *last /= 2;
        if shape.is_empty() {
            from.clear();
        }
        lane_at(&shape, lanes, &from)
    })?;
    Ok(ControlFlow::Next)
}

fn deinterleave(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let (shape, lanes) = shaped(l, op, 0)?;
    for odd in 0..2 {
        moved(l, op, odd, |place| {
            let mut from = place.to_vec();
            let last = from.last_mut().ok_or(Unsupported::Malformed)?;
            *last = *last * 2 + odd as u64;
            lane_at(&shape, &lanes, &from)
        })?;
    }
    Ok(ControlFlow::Next)
}

fn extract_slice(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let (shape, lanes) = shaped(l, op, 0)?;
    let offsets = small(numbers(l.program, op, "offsets")?)?;
    let strides = small(numbers(l.program, op, "strides")?)?;
    moved(l, op, 0, |place| {
        let from = place.iter().enumerate().map(|(dim, at)| {
            let step = at.checked_mul(strides.get(dim).copied().unwrap_or(1))?;
            step.checked_add(offsets.get(dim).copied().unwrap_or(0))
        });
        lane_at(&shape, &lanes, &from.collect::<Option<Vec<u64>>>().ok_or(Unsupported::Malformed)?)
    })?;
    Ok(ControlFlow::Next)
}

/// The source may have a smaller rank; then it goes to one place of the leading dimensions.
fn insert_slice(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let ((part, new), (shape, mut lanes)) = (shaped(l, op, 0)?, shaped(l, op, 1)?);
    let offsets = small(numbers(l.program, op, "offsets")?)?;
    let strides = small(numbers(l.program, op, "strides")?)?;
    let missing = shape.len().checked_sub(part.len()).ok_or(Unsupported::Malformed)?;
    if offsets.len() != shape.len() || strides.len() != part.len() || l.lanes(op, 0)?.0 != l.lanes(op, 1)?.0 {
        return Err(Unsupported::Malformed);
    }
    for (number, lane) in new.iter().enumerate() {
        let mut to = offsets.clone();
        for (dim, at) in place(&part, number).into_iter().enumerate() {
            let step = at.checked_mul(strides[dim]).ok_or(Unsupported::Malformed)?;
            to[missing + dim] = to[missing + dim].checked_add(step).ok_or(Unsupported::Malformed)?;
        }
        *lanes
            .get_mut(number_of(&shape, &to).ok_or(Unsupported::Malformed)?)
            .ok_or(Unsupported::Malformed)? = *lane;
    }
    l.give(op, lanes)
}

fn step(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let (kind, length) = l.result_kind(op, 0)?;
    let lanes = (0..length).map(|at| arith::number(l, kind, at as u128)).collect();
    l.give(op, lanes)
}

/// The `vscale` of the machine that programs run on.
fn vscale(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let (kind, _) = l.result_kind(op, 0)?;
    let one = arith::number(l, kind, 1);
    l.give(op, [one].into_iter().collect())
}

/// One bit for each place, set where it lies below a bound in every dimension.
fn mask(l: L<'_, '_, '_, '_>, op: OpId, bounds: &[Extent], poison: Option<Value>) -> Lowered {
    let shape = result_shape(l, op)?;
    if bounds.len() != shape.len().max(1) {
        return Err(Unsupported::Malformed);
    }
    let mut lanes = Lanes::new();
    for number in 0..count(&shape) {
        let mut place = place(&shape, number);
        if shape.is_empty() {
            place.push(0);
        }
        let mut set = l.constant(1, 1);
        for (at, bound) in place.iter().zip(bounds) {
            let (at, bound) = (l.b.ins().iconst(I64, *at as i64), l.number(*bound));
            let below = l.b.ins().icmp(IntCC::SignedLessThan, at, bound);
            set = l.b.ins().band(set, below);
        }
        lanes.push(Lane::integer(set, poison));
    }
    l.give(op, lanes)
}

fn constant_mask(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let bounds: Vec<Extent> =
        numbers(l.program, op, "mask_dim_sizes")?.into_iter().map(Extent::Known).collect();
    mask(l, op, &bounds, None)
}

fn create_mask(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let names: Vec<ValueId> = l.program.operands(op).collect();
    let (mut bounds, mut poison) = (Vec::new(), None);
    for name in names {
        let (bound, bad) = index_or_poison(l, name)?;
        bounds.push(bound);
        poison = l.or(poison, bad);
    }
    mask(l, op, &bounds, poison)
}

fn from_elements(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let operands = l.program.operands(op).count();
    let lanes: Lanes =
        (0..operands).map(|index| Ok(l.scalar(op, index)?.1)).collect::<Result<_, Unsupported>>()?;
    if lanes.len() != count(&result_shape(l, op)?) {
        return Err(Unsupported::Malformed);
    }
    l.give(op, lanes)
}

fn to_elements(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let (_, lanes) = shaped(l, op, 0)?;
    if lanes.len() != l.program.result_count(op) {
        return Err(Unsupported::Malformed);
    }
    for (index, lane) in lanes.into_iter().enumerate() {
        l.set_result(op, index, smallvec::smallvec![lane])?;
    }
    Ok(ControlFlow::Next)
}

fn shape_cast(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let (_, lanes) = shaped(l, op, 0)?;
    if lanes.len() != count(&result_shape(l, op)?) {
        return Err(Unsupported::Malformed);
    }
    l.give(op, lanes)
}
