//! Parts of tensors: elements, slices, paddings, tensors one after the other, dimensions in groups. Extents are those of the values,
//! and what does not fit them is undefined behaviour; offsets may be any numbers.

use assay_ir::data::{OpId, TypeKind};

use crate::attributes::{groups, integer, mixed};
use crate::computed::computed;
use crate::layout::size;
use crate::layout::{INDEX, number_of};
use crate::machine::{Run, SymbolicExecutor};
use crate::state::{Item, chosen};
use crate::unsupported::EncodeError;
use crate::views::{fixed_shape, places, reassociation};
use assay_semantics::arrange::{linear, shape_of};
use assay_semantics::places::leaves;
use assay_semantics::{Scalar, Value};
use assay_term::node::{Binary, TermId};

pub(crate) const OPS: &[(&str, Run)] = &[
    ("tensor.collapse_shape", collapse),
    ("tensor.concat", concat),
    ("tensor.expand_shape", expand),
    ("tensor.extract", extract),
    ("tensor.extract_slice", extract_slice),
    ("tensor.insert_slice", insert_slice),
];

impl SymbolicExecutor<'_, '_> {
    /// Extents that the type of the result fixes.
    fn wanted(&self, op: OpId) -> Result<Vec<Option<u64>>, EncodeError> {
        match self.program.ctx().type_kind(self.result_type(op, 0)?) {
            TypeKind::RankedTensor { shape, .. } => Ok(shape.to_vec()),
            _ => Err(self.lacks_types(op)),
        }
    }

    /// Tells if extents are those of the result, as far as its type fixes them.
    pub(crate) fn fits_result(&self, op: OpId, shape: &[u64]) -> Result<bool, EncodeError> {
        let wanted = self.wanted(op)?;
        let fits = |(wanted, given): (&Option<u64>, &u64)| wanted.is_none_or(|wanted| wanted == *given);
        Ok(wanted.len() == shape.len() && wanted.iter().zip(shape).all(fits))
    }

    /// Names the only result, which has these extents; the behaviour is undefined where its type has others.
    pub(crate) fn bind_tensor(
        &mut self,
        op: OpId,
        shape: Vec<u64>,
        elements: Vec<Scalar>,
    ) -> Result<(), EncodeError> {
        if size(&shape).is_none_or(|size| size != elements.len() as u64) {
            return Err(self.lacks_types(op));
        }
        if !self.fits_result(op, &shape)? {
            return self.set_undefined(op, Some(&shape));
        }
        self.bind_value(op, Value { shape: Some(shape.into()), elements })
    }
}

/// There is no element in an empty tensor.
fn extract(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    if m.numbers(op, 0)?.elements.is_empty() {
        return m.set_undefined(op, None);
    }
    computed(m, op)
}

/// The extents of a shape of which each group of dimensions is one.
fn grouped(m: &SymbolicExecutor<'_, '_>, op: OpId, shape: &[u64]) -> Result<Vec<u64>, EncodeError> {
    let product = |group: Vec<usize>| {
        let extents: Option<Vec<u64>> = group.iter().map(|dim| shape.get(*dim).copied()).collect();
        extents.and_then(|extents| size(&extents)).ok_or_else(|| m.lacks_types(op))
    };
    reassociation(m, op)?.into_iter().map(product).collect()
}

fn collapse(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let source = m.numbers(op, 0)?;
    let shape = grouped(m, op, shape_of(&source))?;
    if size(&shape) != Some(source.elements.len() as u64) {
        return m.set_undefined(op, Some(&shape));
    }
    m.bind_tensor(op, shape, source.elements)
}

fn expand(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let source = m.numbers(op, 0)?;
    let computed = m.items(op, 1)?;
    let shape = mixed(m, op, "static_output_shape", &computed)?;
    let shape = extents(m, op, &shape)?;
    if grouped(m, op, &shape)? != shape_of(&source) || size(&shape) != Some(source.elements.len() as u64) {
        return m.set_undefined(op, Some(&shape));
    }
    m.bind_tensor(op, shape, source.elements)
}

/// Numbers that are all known, as extents.
fn extents(m: &SymbolicExecutor<'_, '_>, op: OpId, numbers: &[TermId]) -> Result<Vec<u64>, EncodeError> {
    let known = fixed_shape(&m.encoder.pool, numbers).ok_or_else(|| m.lacks_types(op))?;
    let known: Option<Vec<u64>> = known.into_iter().map(|number| u64::try_from(number).ok()).collect();
    known.filter(|known| size(known).is_some()).ok_or_else(|| m.lacks_types(op))
}

fn concat(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let dim = integer(m, op, "dim").and_then(|dim| usize::try_from(dim).ok());
    let dim = dim.ok_or_else(|| m.lacks_attribute(op))?;
    joined(m, op, dim)
}

/// All operands one after the other in a dimension; in the others they have to agree.
pub(crate) fn joined(m: &mut SymbolicExecutor<'_, '_>, op: OpId, dim: usize) -> Result<(), EncodeError> {
    let parts: Vec<Value> =
        (0..m.program.operand_count(op)).map(|at| m.numbers(op, at)).collect::<Result<_, _>>()?;
    let mut shape = parts.first().map(|part| shape_of(part).to_vec()).ok_or_else(|| m.unsupported(op))?;
    let same = |part: &Value| {
        let pairs = shape_of(part).iter().zip(&shape).enumerate();
        shape_of(part).len() == shape.len() && pairs.into_iter().all(|(at, (a, b))| at == dim || a == b)
    };
    if dim >= shape.len() {
        return Err(m.lacks_attribute(op));
    }
    if !parts.iter().all(same) {
        return m.set_undefined(op, Some(&shape));
    }
    shape[dim] = parts.iter().map(|part| shape_of(part)[dim]).sum();
    if size(&shape).is_none() {
        return Err(m.lacks_types(op));
    }
    let mut elements = Vec::new();
    for mut place in places(&shape) {
        let part = parts.iter().find(|part| {
            let extent = shape_of(part)[dim];
            let here = place[dim] < extent;
            if !here {
                place[dim] -= extent;
            }
            here
        });
        elements.extend(part.map(|part| part.elements[linear(shape_of(part), &place)]));
    }
    m.bind_tensor(op, shape, elements)
}

/// A part of a tensor.
struct Slice {
    offsets: Vec<TermId>,
    sizes: Vec<u64>,
    strides: Vec<i64>,
}

impl Slice {
    /// As an operation says, of a tensor with these extents; the behaviour is undefined unless all of it is in the tensor.
    fn for_op(
        m: &mut SymbolicExecutor<'_, '_>,
        op: OpId,
        [offsets, sizes, strides]: [&[Item]; 3],
        shape: &[u64],
    ) -> Result<Slice, EncodeError> {
        let offsets = mixed(m, op, "static_offsets", offsets)?;
        let sizes = mixed(m, op, "static_sizes", sizes)?;
        let strides = mixed(m, op, "static_strides", strides)?;
        let sizes = extents(m, op, &sizes)?;
        let strides = fixed_shape(&m.encoder.pool, &strides).ok_or_else(|| m.lacks_types(op))?;
        if [offsets.len(), sizes.len(), strides.len()] != [shape.len(); 3] {
            return Err(m.unsupported(op));
        }
        for (dim, extent) in shape.iter().enumerate() {
            let pool = m.pool();
            let [size, extent] = [sizes[dim], *extent].map(|number| pool.number(INDEX, u128::from(number)));
            let outside = leaves(pool, (offsets[dim], size, strides[dim]), extent);
            m.undefined_if(outside);
        }
        Ok(Slice { offsets, sizes, strides })
    }

    /// The condition under which a place of the slice is this one of the whole.
    fn is_at(&self, m: &mut SymbolicExecutor<'_, '_>, place: &[u64], whole: &[u64]) -> TermId {
        let mut each = Vec::with_capacity(place.len());
        for (dim, at) in place.iter().enumerate() {
            let pool = m.pool();
            let step = (*at as i64).wrapping_mul(self.strides[dim]);
            let step = pool.number(INDEX, u128::from(step as u64));
            let index = pool.binary(Binary::Add, self.offsets[dim], step);
            let wanted = pool.number(INDEX, u128::from(whole[dim]));
            each.push(pool.equal(index, wanted));
        }
        m.pool().all(each)
    }

    /// Extents of the dimensions that stay in a type of the same or a smaller rank: those that go have one place.
    fn retained_extents(&self, wanted: &[Option<u64>]) -> Option<Vec<u64>> {
        let mut kept = Vec::with_capacity(wanted.len());
        for (dim, size) in self.sizes.iter().enumerate() {
            let left = self.sizes.len() - dim;
            match wanted.get(kept.len()) {
                Some(extent) if extent.is_none_or(|extent| extent == *size) => {
                    // An open extent may go to a later dimension if this one has one place and there are enough.
                    if extent.is_some() || *size != 1 || left == wanted.len() - kept.len() {
                        kept.push(*size);
                    }
                }
                _ if *size == 1 => {}
                _ => return None,
            }
        }
        (kept.len() == wanted.len()).then_some(kept)
    }
}

fn extract_slice(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let [_, offsets, sizes, strides] = groups::<4>(m, op)?;
    let source = m.numbers(op, 0)?;
    let slice = Slice::for_op(m, op, [&offsets, &sizes, &strides], shape_of(&source))?;
    let Some(shape) = slice.retained_extents(&m.wanted(op)?) else {
        return m.set_undefined(op, Some(&slice.sizes));
    };
    let layout = number_of(m.program.ctx(), m.result_type(op, 0)?)?;
    let whole = places(shape_of(&source));
    let mut elements = Vec::new();
    for place in places(&slice.sizes) {
        let mut found = match source.elements.first() {
            Some(first) => *first,
            None => m.poison(&layout),
        };
        for (other, element) in whole.iter().zip(&source.elements).skip(1) {
            let here = slice.is_at(m, &place, other);
            found = chosen(m.pool(), here, *element, found);
        }
        elements.push(found);
    }
    m.bind_tensor(op, shape, elements)
}

fn insert_slice(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let [_, _, offsets, sizes, strides] = groups::<5>(m, op)?;
    let (source, target) = (m.numbers(op, 0)?, m.numbers(op, 1)?);
    let shape = shape_of(&target).to_vec();
    let slice = Slice::for_op(m, op, [&offsets, &sizes, &strides], &shape)?;
    if size(&slice.sizes) != Some(source.elements.len() as u64) {
        return m.set_undefined(op, Some(&shape));
    }
    let parts = places(&slice.sizes);
    let mut elements = target.elements;
    for (place, element) in places(&shape).iter().zip(&mut elements) {
        for (part, new) in parts.iter().zip(&source.elements) {
            let here = slice.is_at(m, part, place);
            *element = chosen(m.pool(), here, *new, *element);
        }
    }
    m.bind_tensor(op, shape, elements)
}

/// Places before and after each dimension, for which a region says the elements. A negative padding is undefined behaviour.
pub(crate) struct Padding {
    pub(crate) source: Value,
    low: Vec<i64>,
    pub(crate) shape: Vec<u64>,
}

impl Padding {
    /// As an operation says; `None` if it is undefined.
    pub(crate) fn new(source: Value, low: Vec<i64>, high: &[i64]) -> Option<Padding> {
        let extents = shape_of(&source).iter().zip(&low).zip(high);
        let all = extents.map(|((extent, low), high)| {
            let (low, high) = (u64::try_from(*low).ok()?, u64::try_from(*high).ok()?);
            extent.checked_add(low)?.checked_add(high)
        });
        let shape = all.collect::<Option<Vec<u64>>>()?;
        Some(Padding { source, low, shape })
    }

    /// The element of the source that a place shows; `None` for one of the padding.
    pub(crate) fn source_element(&self, place: &[u64]) -> Option<Scalar> {
        let from = place.iter().zip(&self.low).map(|(at, low)| at.checked_sub(u64::try_from(*low).ok()?));
        let from: Vec<u64> = from.collect::<Option<_>>()?;
        let shape = shape_of(&self.source);
        let inside = from.iter().zip(shape).all(|(at, extent)| at < extent);
        self.source.elements.get(linear(shape, &from)).copied().filter(|_| inside)
    }
}
