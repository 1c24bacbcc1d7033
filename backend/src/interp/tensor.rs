//! `tensor`: values of any shape. What an operation leaves unset is poison; an index outside is undefined behaviour.

use assay_ir::data::{OpId, TypeKind};

use super::OpInterpreter;
use super::attributes::{groups, number};
use super::machine::{ControlFlow, Executed, Machine, Stop, address, addresses, extents, shaped};
use super::memory::{linear, places};
use super::shapes::{all_poison, build, element, reshape, with_part};
use super::slices::{Slice, check_shape, mixed, reassociation};
use crate::engine::{Undefined, Unsupported};
use crate::value::{Shaped, Value, count};

pub(super) const OPS: &[OpInterpreter] = &[
    OpInterpreter::without_regions("tensor.cast", cast),
    OpInterpreter::without_regions("tensor.collapse_shape", collapse),
    OpInterpreter::without_regions("tensor.concat", concatenate),
    OpInterpreter::without_regions("tensor.dim", extent),
    OpInterpreter::without_regions("tensor.empty", empty),
    OpInterpreter::without_regions("tensor.expand_shape", expand),
    OpInterpreter::without_regions("tensor.extract", extract),
    OpInterpreter::without_regions("tensor.extract_slice", extract_slice),
    OpInterpreter::without_regions("tensor.from_elements", from_elements),
    OpInterpreter::region("tensor.generate", generate, next_generated),
    OpInterpreter::without_regions("tensor.insert", insert),
    OpInterpreter::without_regions("tensor.insert_slice", insert_slice),
    OpInterpreter::region("tensor.pad", pad, next_padded),
    OpInterpreter::without_regions("tensor.rank", rank),
    OpInterpreter::without_regions("tensor.reshape", reshape_to),
    OpInterpreter::without_regions("tensor.splat", splat),
    OpInterpreter::without_regions("tensor.yield", leave),
];

fn next(value: impl Into<Value>) -> Executed {
    Ok(ControlFlow::Next(vec![value.into()]))
}

fn leave(m: &mut Machine<'_>, op: OpId) -> Executed {
    Ok(ControlFlow::Leave(m.operands_from(op, 0)?))
}

fn cast(m: &mut Machine<'_>, op: OpId) -> Executed {
    let (source, ty) = (m.shaped(op, 0)?, m.result_type(op, 0)?);
    if !matches!(m.program.ctx().type_kind(ty), TypeKind::UnrankedTensor(_)) {
        check_shape(m, ty, source.shape())?;
    }
    next(source)
}

fn extract(m: &mut Machine<'_>, op: OpId) -> Executed {
    let (source, place) = (m.shaped(op, 0)?, addresses(&m.operands_from(op, 1)?)?);
    next(element(&source, &place).ok_or(Undefined::OutOfBounds)?.clone())
}

fn insert(m: &mut Machine<'_>, op: OpId) -> Executed {
    let (value, target) = (m.operand(op, 0)?, m.shaped(op, 1)?);
    let place = addresses(&m.operands_from(op, 2)?)?;
    element(&target, &place).ok_or(Undefined::OutOfBounds)?;
    next(with_part(&target, &place, &value).ok_or(Unsupported::Malformed)?)
}

fn extent(m: &mut Machine<'_>, op: OpId) -> Executed {
    let (source, index) = (m.shaped(op, 0)?, address(&m.operand(op, 1)?)?);
    let size = usize::try_from(index).ok().and_then(|index| source.shape().get(index).copied());
    next(m.index(size.ok_or(Undefined::OutOfBounds)? as i64))
}

fn rank(m: &mut Machine<'_>, op: OpId) -> Executed {
    let rank = m.shaped(op, 0)?.shape().len();
    next(m.index(rank as i64))
}

/// The elements are unspecified: poison.
fn empty(m: &mut Machine<'_>, op: OpId) -> Executed {
    let shape = m.shape(m.result_type(op, 0)?, &extents(&addresses(&m.operands_from(op, 0)?)?)?)?;
    m.charge(count(&shape))?;
    next(all_poison(&shape))
}

fn splat(m: &mut Machine<'_>, op: OpId) -> Executed {
    let shape = m.shape(m.result_type(op, 0)?, &extents(&addresses(&m.operands_from(op, 1)?)?)?)?;
    let value = m.operand(op, 0)?;
    next(build(m, &shape, |_| Ok(value.clone()))?)
}

fn from_elements(m: &mut Machine<'_>, op: OpId) -> Executed {
    let shape = m.shape(m.result_type(op, 0)?, &[])?;
    let elements = m.operands_from(op, 0)?;
    if count(&shape) != Some(elements.len() as u64) {
        return Err(Unsupported::Malformed.into());
    }
    next(Shaped::new(shape, elements))
}

/// The result's shape and the source's, where what an operation writes has to fit a type with open extents.
fn reshaped(m: &mut Machine<'_>, op: OpId, shape: &[u64]) -> Executed {
    let source = m.shaped(op, 0)?;
    if count(shape) != Some(source.elements().len() as u64) {
        return Err(Undefined::BadExtent.into());
    }
    check_shape(m, m.result_type(op, 0)?, shape)?;
    next(reshape(&source, shape)?)
}

fn reshape_to(m: &mut Machine<'_>, op: OpId) -> Executed {
    let shape = extents(&addresses(m.shaped(op, 1)?.elements())?)?;
    reshaped(m, op, &shape)
}

/// The extents of a shape of which each group of dimensions is one.
fn grouped(m: &Machine<'_>, op: OpId, shape: &[u64]) -> Result<Vec<u64>, Stop> {
    let product = |group: &Vec<usize>| {
        let sizes: Option<Vec<u64>> = group.iter().map(|dim| shape.get(*dim).copied()).collect();
        Ok(count(&sizes.ok_or(Unsupported::Malformed)?).ok_or(Undefined::BadExtent)?)
    };
    reassociation(m, op)?.iter().map(product).collect()
}

/// "The reassociation maps applied to the result tensor with the higher rank must result in the operand tensor with the smaller
/// rank."
fn expand(m: &mut Machine<'_>, op: OpId) -> Executed {
    let shape = extents(&mixed(m, op, "static_output_shape", &m.operands_from(op, 1)?)?)?;
    if grouped(m, op, &shape)?[..] != *m.shaped(op, 0)?.shape() {
        return Err(Undefined::BadExtent.into());
    }
    reshaped(m, op, &shape)
}

fn collapse(m: &mut Machine<'_>, op: OpId) -> Executed {
    let shape = grouped(m, op, m.shaped(op, 0)?.shape())?;
    reshaped(m, op, &shape)
}

fn extract_slice(m: &mut Machine<'_>, op: OpId) -> Executed {
    let [_, offsets, sizes, strides] = groups::<4>(m, op)?;
    let (source, ty) = (m.shaped(op, 0)?, m.result_type(op, 0)?);
    let slice = Slice::for_op(m, op, &offsets, &sizes, &strides)?;
    slice.check(source.shape())?;
    let kept = slice.retained_dims(m, ty)?;
    let taken = build(m, &slice.sizes.clone(), |place| {
        Ok(element(&source, &slice.place(place)).ok_or(Undefined::OutOfBounds)?.clone())
    })?;
    let shape: Vec<u64> = kept.iter().map(|dim| slice.sizes[*dim]).collect();
    next(reshape(&taken, &shape)?)
}

fn insert_slice(m: &mut Machine<'_>, op: OpId) -> Executed {
    let [_, target, ..] = groups::<5>(m, op)?;
    let [target] = &target[..] else { return Err(Unsupported::Malformed.into()) };
    let target = shaped(target)?.clone();
    next(inserted(m, op, &target)?)
}

/// A target with the source of an insertion of a slice in it.
pub(super) fn inserted(m: &mut Machine<'_>, op: OpId, target: &Shaped) -> Result<Shaped, Stop> {
    let mut elements = target.elements().to_vec();
    for (at, value) in insertions(m, op, target)? {
        elements[at as usize] = value;
    }
    Ok(Shaped::new(target.shape(), elements))
}

/// The elements of a target that an insertion of a slice writes, each by its number in row-major order.
pub(super) fn insertions(m: &mut Machine<'_>, op: OpId, target: &Shaped) -> Result<Vec<(u64, Value)>, Stop> {
    let [source, _, offsets, sizes, strides] = groups::<5>(m, op)?;
    let [source] = &source[..] else { return Err(Unsupported::Malformed.into()) };
    let source = shaped(source)?;
    let slice = Slice::for_op(m, op, &offsets, &sizes, &strides)?;
    slice.check(target.shape())?;
    if count(&slice.sizes) != Some(source.elements().len() as u64) {
        return Err(Undefined::BadExtent.into());
    }
    m.charge(Some(target.len()))?;
    let places = places(&slice.sizes).zip(source.elements());
    let written = places.map(|(place, value)| {
        let at = linear(target.shape(), &slice.place(&place)).ok_or(Undefined::OutOfBounds)?;
        Ok((at, value.clone()))
    });
    written.collect()
}

fn concatenate(m: &mut Machine<'_>, op: OpId) -> Executed {
    let dim = usize::try_from(number(m, op, "dim")?).map_err(|_| Unsupported::Attribute)?;
    let values = m.operands_from(op, 0)?;
    let tensor = joined(m, &values, dim)?;
    check_shape(m, m.result_type(op, 0)?, tensor.shape())?;
    next(tensor)
}

/// Tensors one after the other in a dimension; the others have to agree.
pub(super) fn joined(m: &mut Machine<'_>, values: &[Value], dim: usize) -> Result<Shaped, Stop> {
    let parts: Vec<&Shaped> = values.iter().map(shaped).collect::<Result<_, _>>()?;
    let first = parts.first().ok_or(Unsupported::Malformed)?;
    let mut shape = first.shape().to_vec();
    let same = |part: &&Shaped| {
        part.shape().len() == shape.len()
            && part.shape().iter().zip(&shape).enumerate().all(|(at, (a, b))| at == dim || a == b)
    };
    if dim >= shape.len() || !parts.iter().all(same) {
        return Err(Undefined::BadExtent.into());
    }
    let sum = parts.iter().try_fold(0u64, |sum, part| sum.checked_add(part.shape()[dim]));
    shape[dim] = sum.ok_or(Unsupported::Type)?;
    build(m, &shape, |place| {
        let mut place = place.to_vec();
        for part in &parts {
            let size = part.shape()[dim] as i64;
            if place[dim] < size {
                return Ok(element(part, &place).ok_or(Unsupported::Malformed)?.clone());
            }
            place[dim] -= size;
        }
        Err(Unsupported::Malformed.into())
    })
}

/// The arguments of a region that gets a place.
fn enter(m: &mut Machine<'_>, op: OpId, place: &[i64]) -> Executed {
    let arguments = place.iter().map(|at| m.index(*at)).collect();
    Ok(ControlFlow::Enter(m.region(op, 0)?, arguments))
}

fn generate(m: &mut Machine<'_>, op: OpId) -> Executed {
    let shape = m.shape(m.result_type(op, 0)?, &extents(&addresses(&m.operands_from(op, 0)?)?)?)?;
    m.charge(count(&shape))?;
    m.begin(op, places(&shape), Vec::new());
    iteration(m, op, shape)
}

fn iteration(m: &mut Machine<'_>, op: OpId, shape: Vec<u64>) -> Executed {
    match m.next_place(op)? {
        Ok(place) => enter(m, op, &place),
        Err(values) if count(&shape) == Some(values.len() as u64) => next(Shaped::new(shape, values)),
        Err(_) => Err(Unsupported::Malformed.into()),
    }
}

fn next_generated(m: &mut Machine<'_>, op: OpId, _: OpId, values: Vec<Value>) -> Executed {
    m.progress(op)?.values.extend(values);
    let shape = m.shape(m.result_type(op, 0)?, &extents(&addresses(&m.operands_from(op, 0)?)?)?)?;
    iteration(m, op, shape)
}

/// The source's place in what it is padded to, and that shape.
fn padding(m: &mut Machine<'_>, op: OpId) -> Result<(Shaped, Vec<i64>, Vec<u64>), Stop> {
    let [_, low, high] = groups::<3>(m, op)?;
    let (low, high) = (mixed(m, op, "static_low", &low)?, mixed(m, op, "static_high", &high)?);
    let source = m.shaped(op, 0)?;
    let size = |dim: usize| {
        let size = i128::from(source.shape()[dim]) + i128::from(*low.get(dim)?) + i128::from(*high.get(dim)?);
        i64::try_from(size).ok()
    };
    if low.iter().chain(&high).any(|padding| *padding < 0) {
        return Err(Undefined::BadExtent.into());
    }
    let sizes: Option<Vec<i64>> = (0..source.shape().len()).map(size).collect();
    let shape = extents(&sizes.ok_or(Unsupported::Malformed)?)?;
    check_shape(m, m.result_type(op, 0)?, &shape)?;
    Ok((source, low, shape))
}

/// The element of the source that a place of the result shows.
fn source_element<'v>(source: &'v Shaped, low: &[i64], place: &[i64]) -> Option<&'v Value> {
    let place: Vec<i64> = place.iter().zip(low).map(|(at, low)| at - low).collect();
    element(source, &place)
}

fn pad(m: &mut Machine<'_>, op: OpId) -> Executed {
    let (_, _, shape) = padding(m, op)?;
    m.charge(count(&shape))?;
    m.begin(op, places(&shape), Vec::new());
    iteration_padded(m, op)
}

/// Copies what the source shows; the region makes the rest.
fn iteration_padded(m: &mut Machine<'_>, op: OpId) -> Executed {
    let (source, low, shape) = padding(m, op)?;
    loop {
        match m.next_place(op)? {
            Ok(place) => match source_element(&source, &low, &place) {
                Some(value) => m.progress(op)?.values.push(value.clone()),
                None => return enter(m, op, &place),
            },
            Err(values) if count(&shape) == Some(values.len() as u64) => {
                return next(Shaped::new(shape, values));
            }
            Err(_) => return Err(Unsupported::Malformed.into()),
        }
    }
}

fn next_padded(m: &mut Machine<'_>, op: OpId, _: OpId, values: Vec<Value>) -> Executed {
    m.progress(op)?.values.extend(values);
    iteration_padded(m, op)
}
