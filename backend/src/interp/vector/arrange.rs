//! Operations that move elements, and make masks.

use assay_ir::data::{OpId, TypeId, TypeKind};
use num_bigint::BigUint;

use crate::engine::Unsupported;
use crate::float::is_modelled;
use crate::int::Int;
use crate::interp::OpInterpreter;
use crate::interp::attributes::{counts, numbers};
use crate::interp::machine::{ControlFlow, Executed, Machine, Stop, address, addresses, shaped};
use crate::interp::memory::linear;
use crate::interp::shapes::{all_poison, build, element, part, reshape, with_part};
use crate::interp::slices::{Slice, mixed};
use crate::value::{Shaped, Value, count};

pub(super) const OPS: &[OpInterpreter] = &[
    OpInterpreter::without_regions("vector.bitcast", bitcast),
    OpInterpreter::without_regions("vector.broadcast", broadcast),
    OpInterpreter::without_regions("vector.constant_mask", constant_mask),
    OpInterpreter::without_regions("vector.create_mask", create_mask),
    OpInterpreter::without_regions("vector.deinterleave", deinterleave),
    OpInterpreter::without_regions("vector.extract", extract),
    OpInterpreter::without_regions("vector.extract_strided_slice", extract_slice),
    OpInterpreter::without_regions("vector.from_elements", from_elements),
    OpInterpreter::without_regions("vector.insert", insert),
    OpInterpreter::without_regions("vector.insert_strided_slice", insert_slice),
    OpInterpreter::without_regions("vector.interleave", interleave),
    OpInterpreter::without_regions("vector.shape_cast", shape_cast),
    OpInterpreter::without_regions("vector.shuffle", shuffle),
    OpInterpreter::without_regions("vector.step", step),
    OpInterpreter::without_regions("vector.vscale", vscale),
    OpInterpreter::without_regions("vector.to_elements", to_elements),
    OpInterpreter::without_regions("vector.transpose", transpose),
];

fn next(value: impl Into<Value>) -> Executed {
    Ok(ControlFlow::Next(vec![value.into()]))
}

/// The shape of result number 0.
fn result_shape(m: &Machine<'_>, op: OpId) -> Result<Vec<u64>, Stop> {
    m.shape(m.result_type(op, 0)?, &[])
}

/// Leading dimensions are repeated, and so are those of one place.
fn broadcast(m: &mut Machine<'_>, op: OpId) -> Executed {
    let (source, shape) = (m.operand(op, 0)?, result_shape(m, op)?);
    let Value::Shaped(source) = source else { return next(build(m, &shape, |_| Ok(source.clone()))?) };
    let skipped = shape.len().checked_sub(source.shape().len()).ok_or(Unsupported::Malformed)?;
    next(build(m, &shape, |place| {
        let at = place[skipped..].iter().zip(source.shape());
        let at: Vec<i64> = at.map(|(at, extent)| if *extent == 1 { 0 } else { *at }).collect();
        Ok(element(&source, &at).ok_or(Unsupported::Malformed)?.clone())
    })?)
}

fn shape_cast(m: &mut Machine<'_>, op: OpId) -> Executed {
    next(reshape(&m.shaped(op, 0)?, &result_shape(m, op)?)?)
}

/// A position; -1 where the attribute says so, or the same for what is outside.
fn extract(m: &mut Machine<'_>, op: OpId) -> Executed {
    let source = m.shaped(op, 0)?;
    let indices = m.operands_from(op, 1)?;
    let ty = m.result_type(op, 0)?;
    if indices.iter().any(Value::is_poison) {
        return next(poison_of(m, ty)?);
    }
    let position = mixed(m, op, "static_position", &indices)?;
    match part(&source, &position) {
        // A vector of one element of a type that is a vector of rank zero.
        Some(Value::Shaped(inner)) => next(inner),
        Some(value) => match m.program.ctx().type_kind(ty) {
            TypeKind::Vector { .. } => next(Shaped::new([], [value])),
            _ => next(value),
        },
        None => next(poison_of(m, ty)?),
    }
}

fn poison_of(m: &Machine<'_>, ty: TypeId) -> Result<Value, Stop> {
    Ok(crate::constant::poison(m.program.ctx(), ty)?)
}

fn insert(m: &mut Machine<'_>, op: OpId) -> Executed {
    let (value, target) = (m.operand(op, 0)?, m.shaped(op, 1)?);
    let indices = m.operands_from(op, 2)?;
    if indices.iter().any(Value::is_poison) {
        return next(all_poison(target.shape()));
    }
    let position = mixed(m, op, "static_position", &indices)?;
    let scalar = match &value {
        Value::Shaped(inner) if inner.shape().is_empty() => inner.elements().first().cloned(),
        _ => None,
    };
    match with_part(&target, &position, scalar.as_ref().unwrap_or(&value)) {
        Some(vector) => next(vector),
        None => next(all_poison(target.shape())),
    }
}

/// Operands of the first dimension one after the other; -1 is poison.
fn shuffle(m: &mut Machine<'_>, op: OpId) -> Executed {
    let (a, b) = (m.shaped(op, 0)?, m.shaped(op, 1)?);
    let mask = numbers(m, op, "mask")?;
    // Of rank zero, an operand counts as one element.
    let rows = |vector: &Shaped| vector.shape().first().map_or(1, |extent| *extent as i64);
    let shape = result_shape(m, op)?;
    next(build(m, &shape, |place| {
        let (first, rest) = place.split_first().ok_or(Unsupported::Malformed)?;
        let row = *mask.get(*first as usize).ok_or(Unsupported::Malformed)?;
        if row < 0 {
            return Ok(Value::Poison);
        }
        let (source, row) = if row < rows(&a) { (&a, row) } else { (&b, row - rows(&a)) };
        let place: Vec<i64> = match source.shape().is_empty() {
            true => Vec::new(),
            false => std::iter::once(row).chain(rest.iter().copied()).collect(),
        };
        Ok(element(source, &place).ok_or(Unsupported::Malformed)?.clone())
    })?)
}

/// A slice that is written in attributes, of the leading dimensions.
fn slice_of(m: &Machine<'_>, op: OpId, sizes: Vec<u64>, shape: &[u64]) -> Result<Slice, Stop> {
    let mut slice = Slice { offsets: numbers(m, op, "offsets")?, sizes, strides: numbers(m, op, "strides")? };
    for extent in &shape[slice.offsets.len().min(shape.len())..] {
        slice.offsets.push(0);
        if slice.sizes.len() < slice.offsets.len() {
            slice.sizes.push(*extent);
        }
        slice.strides.push(1);
    }
    slice.strides.resize(shape.len(), 1);
    slice.check(shape).map_err(|_| Unsupported::Malformed)?;
    Ok(slice)
}

fn extract_slice(m: &mut Machine<'_>, op: OpId) -> Executed {
    let source = m.shaped(op, 0)?;
    let sizes = counts(m, op, "sizes")?.into_iter().map(|size| size as u64).collect();
    let slice = slice_of(m, op, sizes, source.shape())?;
    next(build(m, &slice.sizes.clone(), |place| {
        Ok(element(&source, &slice.place(place)).ok_or(Unsupported::Malformed)?.clone())
    })?)
}

/// The source may have a smaller rank; then it goes to one place of the leading dimensions.
fn insert_slice(m: &mut Machine<'_>, op: OpId) -> Executed {
    let (source, target) = (m.shaped(op, 0)?, m.shaped(op, 1)?);
    let missing = target.shape().len().checked_sub(source.shape().len()).ok_or(Unsupported::Malformed)?;
    let sizes: Vec<u64> = std::iter::repeat_n(1, missing).chain(source.shape().iter().copied()).collect();
    let mut slice = Slice { offsets: numbers(m, op, "offsets")?, sizes, strides: vec![1; missing] };
    slice.strides.extend(numbers(m, op, "strides")?);
    slice.check(target.shape()).map_err(|_| Unsupported::Malformed)?;
    let mut elements = target.elements().to_vec();
    for (place, value) in crate::interp::memory::places(&slice.sizes).zip(source.elements()) {
        let at = linear(target.shape(), &slice.place(&place)).ok_or(Unsupported::Malformed)?;
        elements[at as usize] = value.clone();
    }
    next(Shaped::new(target.shape(), elements))
}

fn from_elements(m: &mut Machine<'_>, op: OpId) -> Executed {
    let (shape, elements) = (result_shape(m, op)?, m.operands_from(op, 0)?);
    if count(&shape) != Some(elements.len() as u64) {
        return Err(Unsupported::Malformed.into());
    }
    next(Shaped::new(shape, elements))
}

fn to_elements(m: &mut Machine<'_>, op: OpId) -> Executed {
    Ok(ControlFlow::Next(m.shaped(op, 0)?.elements().to_vec()))
}

fn transpose(m: &mut Machine<'_>, op: OpId) -> Executed {
    let (source, shape) = (m.shaped(op, 0)?, result_shape(m, op)?);
    let order = counts(m, op, "permutation")?;
    next(build(m, &shape, |place| {
        let mut from = vec![0; source.shape().len()];
        for (at, dim) in place.iter().zip(&order) {
            *from.get_mut(*dim).ok_or(Unsupported::Malformed)? = *at;
        }
        Ok(element(&source, &from).ok_or(Unsupported::Malformed)?.clone())
    })?)
}

fn interleave(m: &mut Machine<'_>, op: OpId) -> Executed {
    let (even, odd, shape) = (m.shaped(op, 0)?, m.shaped(op, 1)?, result_shape(m, op)?);
    next(build(m, &shape, |place| {
        let mut from = place.to_vec();
        let last = from.last_mut().ok_or(Unsupported::Malformed)?;
        let source = if *last % 2 == 0 { &even } else { &odd };
        *last /= 2;
        if source.shape().is_empty() {
            from.clear();
        }
        Ok(element(source, &from).ok_or(Unsupported::Malformed)?.clone())
    })?)
}

fn deinterleave(m: &mut Machine<'_>, op: OpId) -> Executed {
    let (source, shape) = (m.shaped(op, 0)?, result_shape(m, op)?);
    let mut half = |odd: i64| {
        build(m, &shape, |place| {
            let mut from = place.to_vec();
            let last = from.last_mut().ok_or(Unsupported::Malformed)?;
            *last = *last * 2 + odd;
            Ok(element(&source, &from).ok_or(Unsupported::Malformed)?.clone())
        })
    };
    Ok(ControlFlow::Next(vec![half(0)?.into(), half(1)?.into()]))
}

fn step(m: &mut Machine<'_>, op: OpId) -> Executed {
    let shape = result_shape(m, op)?;
    let bits = m.options.index.bits();
    next(build(m, &shape, |place| Ok(Int::from_i128(bits, place.iter().sum::<i64>().into()).into()))?)
}

/// The `vscale` of the machine that programs run on.
fn vscale(m: &mut Machine<'_>, _: OpId) -> Executed {
    next(Int::from_i128(m.options.index.bits(), 1))
}

/// One bit for each place, set where it lies below a bound in every dimension.
fn mask(m: &mut Machine<'_>, op: OpId, bounds: &[i64]) -> Executed {
    let shape = result_shape(m, op)?;
    if bounds.len() != shape.len().max(1) {
        return Err(Unsupported::Malformed.into());
    }
    // A mask of rank zero has one bound: whether it is set.
    next(build(m, &shape, |place| match place.is_empty() {
        true => Ok(Value::bool(bounds[0] > 0)),
        false => Ok(Value::bool(place.iter().zip(bounds).all(|(at, bound)| at < bound))),
    })?)
}

fn constant_mask(m: &mut Machine<'_>, op: OpId) -> Executed {
    let bounds = numbers(m, op, "mask_dim_sizes")?;
    mask(m, op, &bounds)
}

/// A poison bound makes all of it poison.
fn create_mask(m: &mut Machine<'_>, op: OpId) -> Executed {
    let bounds = m.operands_from(op, 0)?;
    if bounds.iter().any(Value::is_poison) {
        return next(all_poison(&result_shape(m, op)?));
    }
    mask(m, op, &addresses(&bounds)?)
}

/// The bits of the innermost dimension, the first element lowest, cut into elements of another width. An element that
/// takes a bit of poison is poison.
fn bitcast(m: &mut Machine<'_>, op: OpId) -> Executed {
    let (source, shape) = (m.shaped(op, 0)?, result_shape(m, op)?);
    let element = m.element_type(m.result_type(op, 0)?);
    let target = m.program.ctx().type_kind(element).clone();
    let wide = match target {
        TypeKind::Float(kind) if is_modelled(kind) => kind.bits(),
        TypeKind::Integer { width, .. } => width,
        _ => return Err(Unsupported::Type.into()),
    };
    let narrow = m.element_type(m.operand_type(op, 0)?);
    let narrow = match m.program.ctx().type_kind(narrow) {
        TypeKind::Float(kind) => kind.bits(),
        TypeKind::Integer { width, .. } => *width,
        _ => return Err(Unsupported::Type.into()),
    };
    if wide == 0 || narrow == 0 || wide.max(narrow) % wide.min(narrow) != 0 {
        return Err(Unsupported::Type.into());
    }
    let bits = |value: &Value| match value {
        Value::Int(int) => Some(int.to_unsigned()),
        Value::Float(float) => Some(BigUint::from(float.bits)),
        _ => None,
    };
    let make = |bits: Option<BigUint>| {
        let Some(bits) = bits else { return Value::Poison };
        let int = Int::from_big(wide, &bits.into());
        match target {
            TypeKind::Float(kind) => Value::float(kind, int.to_u128().unwrap_or_default()),
            _ => int.into(),
        }
    };
    let elements: Vec<Value> = if wide >= narrow {
        let join = |parts: &[Value]| {
            parts.iter().rev().try_fold(BigUint::ZERO, |all, part| Some((all << narrow) | bits(part)?))
        };
        source.elements().chunks((wide / narrow) as usize).map(|parts| make(join(parts))).collect()
    } else {
        let cut = |value: &Value, part: u32| make(bits(value).map(|bits| bits >> (part * wide)));
        source
            .elements()
            .iter()
            .flat_map(|value| (0..narrow / wide).map(move |part| (value, part)))
            .map(|(value, part)| cut(value, part))
            .collect()
    };
    if count(&shape) != Some(elements.len() as u64) {
        return Err(Unsupported::Malformed.into());
    }
    next(Shaped::new(shape, elements))
}

/// The places of an index vector as numbers.
pub(super) fn index_at(indices: &Value, place: &[i64]) -> Result<i64, Stop> {
    address(element(shaped(indices)?, place).ok_or(Unsupported::Malformed)?)
}
