//! Views of blocks of memory: an offset and strides for each dimension. A view that leaves its source, or that is none of its type,
//! is undefined behaviour.

use crate::state::View;
use assay_ir::data::{AttrKind, OpId, TypeId, TypeKind};
pub(crate) use assay_semantics::arrange::places;

use crate::attributes::{addresses, groups, mixed};
use crate::layout::{INDEX, size};
use crate::machine::{Run, SymbolicExecutor};
use crate::state::Item;
use crate::unsupported::EncodeError;
use assay_semantics::Value;
use assay_semantics::places::{leaves, row_major};
use assay_term::arena::TermArena;
use assay_term::node::{Binary, Compare, TermId};

pub(crate) const OPS: &[(&str, Run)] = &[
    ("memref.assume_alignment", same),
    ("memref.cast", cast),
    ("memref.collapse_shape", collapse),
    ("memref.dim", extent),
    ("memref.expand_shape", expand),
    ("memref.extract_strided_metadata", metadata),
    ("memref.memory_space_cast", same),
    ("memref.reinterpret_cast", reinterpret),
    ("memref.reshape", reshape),
    ("memref.subview", subview),
];

impl SymbolicExecutor<'_, '_> {
    /// All of a block.
    pub(crate) fn whole(&mut self, block: usize, extents: &[u64]) -> View {
        let pool = self.pool();
        let sizes = extents.iter().map(|extent| pool.number(INDEX, u128::from(*extent))).collect();
        let zero = pool.number(INDEX, 0);
        View { block, start: zero, offset: zero, sizes, strides: row_major(extents) }
    }

    /// Binds a view as the result; what its type fixes and is not so is undefined.
    pub(crate) fn bind_view(&mut self, op: OpId, view: View) -> Result<(), EncodeError> {
        let ty = self.result_type(op, 0)?;
        let (shape, offset, strides) = self.fixed(op, ty)?;
        if shape.len() != view.sizes.len() {
            return Err(self.unsupported(op));
        }
        let pool = &mut self.encoder.pool;
        let mut wrong = pool.boolean(false);
        let mut empty = pool.boolean(false);
        let (zero, one) = (pool.number(INDEX, 0), pool.number(INDEX, 1));
        for (dim, size) in view.sizes.iter().enumerate() {
            let none = pool.equal(*size, zero);
            empty = pool.or(empty, none);
            if strides[dim].is_some_and(|stride| stride != view.strides[dim]) {
                // The stride of one place leads nowhere.
                let several = pool.compare(Compare::ULt, one, *size);
                wrong = pool.or(wrong, several);
            }
        }
        if let Some(offset) = offset {
            let wanted = pool.number(INDEX, offset as u128);
            let other = pool.differ(wanted, view.offset);
            wrong = pool.or(wrong, other);
        }
        let some = pool.not(empty);
        wrong = pool.and(wrong, some);
        for (extent, size) in shape.iter().zip(&view.sizes) {
            if let Some(extent) = extent {
                let wanted = pool.number(INDEX, u128::from(*extent));
                let other = pool.differ(wanted, *size);
                wrong = pool.or(wrong, other);
            }
        }
        self.undefined_if(wrong);
        self.bind(op, vec![Item::View(view)])
    }

    /// Extents, offset and strides that a memref type fixes.
    fn fixed(&self, op: OpId, ty: TypeId) -> Result<Fixed, EncodeError> {
        let ctx = self.program.ctx();
        let TypeKind::MemRef { shape, layout, .. } = ctx.type_kind(ty) else {
            return Err(self.lacks_types(op));
        };
        match layout.map(|layout| ctx.attr_kind(layout)) {
            None => {
                // Row-major: known from the right up to the first open extent.
                let mut stride = Some(1i64);
                let mut strides: Vec<Option<i64>> = Vec::new();
                for extent in shape.iter().rev() {
                    strides.push(stride);
                    stride = stride.zip(*extent).map(|(stride, extent)| stride.wrapping_mul(extent as i64));
                }
                strides.reverse();
                Ok((shape.to_vec(), Some(0), strides))
            }
            Some(AttrKind::Strided { strides, offset }) => Ok((shape.to_vec(), *offset, strides.to_vec())),
            Some(_) => Err(self.lacks_types(op)),
        }
    }
}

type Fixed = (Vec<Option<u64>>, Option<i64>, Vec<Option<i64>>);

fn same(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let item = m.item(op, 0)?;
    m.bind(op, vec![item])
}

fn cast(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let view = m.view(op, 0)?;
    m.bind_view(op, view)
}

fn extent(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let view = m.view(op, 0)?;
    let items = m.items(op, 1)?;
    let [index] = addresses(m, op, &items)?[..] else { return Err(m.unsupported(op)) };
    let pool = &mut m.encoder.pool;
    let mut size = view.sizes.first().copied().unwrap_or_else(|| pool.zero(INDEX));
    for (dim, other) in view.sizes.iter().enumerate().skip(1) {
        let dim = pool.number(INDEX, dim as u128);
        let here = pool.equal(index, dim);
        size = pool.choice(here, *other, size);
    }
    let rank = pool.number(INDEX, view.sizes.len() as u128);
    let beyond = pool.compare(Compare::ULe, rank, index);
    m.undefined_if(beyond);
    let size = m.sound(size);
    m.bind_value(op, Value { shape: None, elements: vec![size] })
}

/// Numbers that are all known.
pub(crate) fn fixed_shape(pool: &TermArena, numbers: &[TermId]) -> Option<Vec<i64>> {
    numbers.iter().map(|number| pool.value(*number).map(|number| number as i64)).collect()
}

/// Offsets and sizes of a slice, with known strides.
struct Slice {
    offsets: Vec<TermId>,
    sizes: Vec<TermId>,
    strides: Vec<i64>,
}

/// Undefined behaviour unless all of a slice lies in a shape.
fn inside(m: &mut SymbolicExecutor<'_, '_>, slice: &Slice, shape: &[TermId]) {
    for (dim, extent) in shape.iter().enumerate() {
        let slice = (slice.offsets[dim], slice.sizes[dim], slice.strides[dim]);
        let wrong = leaves(m.pool(), slice, *extent);
        m.undefined_if(wrong);
    }
}

fn subview(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let [_, offsets, sizes, strides] = groups::<4>(m, op)?;
    let source = m.view(op, 0)?;
    let offsets = mixed(m, op, "static_offsets", &offsets)?;
    let sizes = mixed(m, op, "static_sizes", &sizes)?;
    let strides = mixed(m, op, "static_strides", &strides)?;
    let strides = fixed_shape(&m.encoder.pool, &strides).ok_or_else(|| m.lacks_types(op))?;
    let slice = Slice { offsets, sizes, strides };
    if [slice.offsets.len(), slice.sizes.len(), slice.strides.len()] != [source.sizes.len(); 3] {
        return Err(m.unsupported(op));
    }
    inside(m, &slice, &source.sizes);
    let kept = retained_dims(m, op, &slice.sizes)?;
    let mut offset = source.offset;
    for (first, stride) in slice.offsets.iter().zip(&source.strides) {
        let pool = &mut m.encoder.pool;
        let stride = pool.number(INDEX, *stride as u128);
        let step = pool.binary(Binary::Mul, *first, stride);
        offset = pool.binary(Binary::Add, offset, step);
    }
    let step = |dim: &usize| slice.strides[*dim].checked_mul(source.strides[*dim]);
    let strides: Option<Vec<i64>> = kept.iter().map(step).collect();
    let strides = strides.ok_or_else(|| m.lacks_types(op))?;
    let sizes = kept.iter().map(|dim| slice.sizes[*dim]).collect();
    m.bind_view(op, View { offset, sizes, strides, ..source })
}

/// Other numbers for the block of a view.
fn reinterpret(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let [_, offsets, sizes, strides] = groups::<4>(m, op)?;
    let source = m.view(op, 0)?;
    let offsets = mixed(m, op, "static_offsets", &offsets)?;
    let sizes = mixed(m, op, "static_sizes", &sizes)?;
    let strides = mixed(m, op, "static_strides", &strides)?;
    let [offset] = offsets[..] else { return Err(m.unsupported(op)) };
    let strides = fixed_shape(&m.encoder.pool, &strides).ok_or_else(|| m.lacks_types(op))?;
    for size in &sizes {
        let zero = m.pool().zero(INDEX);
        let negative = m.pool().compare(Compare::SLt, *size, zero);
        m.undefined_if(negative);
    }
    m.bind_view(op, View { offset, sizes, strides, ..source })
}

/// The start of the block as a view of one element, then offset, sizes and strides.
fn metadata(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let source = m.view(op, 0)?;
    let start = View { start: source.start, ..m.whole(source.block, &[]) };
    let strides = source.strides.iter().map(|stride| m.encoder.pool.number(INDEX, *stride as u64 as u128));
    let strides: Vec<TermId> = strides.collect();
    let mut items = vec![Item::View(start)];
    for number in [source.offset].into_iter().chain(source.sizes).chain(strides) {
        let scalar = m.sound(number);
        items.push(Item::Numbers(Value { shape: None, elements: vec![scalar] }));
    }
    m.bind(op, items)
}

/// The dimensions that stay in the type of a result of the same or a smaller rank: those that go have one place.
fn retained_dims(
    m: &SymbolicExecutor<'_, '_>,
    op: OpId,
    sizes: &[TermId],
) -> Result<Vec<usize>, EncodeError> {
    let (shape, ..) = m.fixed(op, m.result_type(op, 0)?)?;
    if shape.len() == sizes.len() {
        return Ok((0..sizes.len()).collect());
    }
    let mut kept = Vec::new();
    for (dim, size) in sizes.iter().enumerate() {
        let size = m.encoder.pool.value(*size).map(|size| size as u64);
        match shape.get(kept.len()) {
            Some(wanted) if wanted.is_some() && *wanted == size => kept.push(dim),
            _ if size == Some(1) => {}
            // Which one stays depends on numbers that are computed.
            _ => return Err(m.lacks_types(op)),
        }
    }
    if kept.len() == shape.len() { Ok(kept) } else { Err(m.lacks_types(op)) }
}

/// The groups of dimensions that a reshape joins or splits.
pub(crate) fn reassociation(m: &SymbolicExecutor<'_, '_>, op: OpId) -> Result<Vec<Vec<usize>>, EncodeError> {
    let ctx = m.program.ctx();
    let attr = m.program.attr(op, m.ident("reassociation")).map(|attr| ctx.attr_kind(attr));
    let Some(AttrKind::Array(groups)) = attr else { return Err(m.lacks_attribute(op)) };
    let number = |attr: &assay_ir::data::AttrId| match ctx.attr_kind(*attr) {
        AttrKind::Integer { value, .. } => value.to_i64().and_then(|dim| usize::try_from(dim).ok()),
        _ => None,
    };
    let group = |attr: &assay_ir::data::AttrId| match ctx.attr_kind(*attr) {
        AttrKind::Array(dims) => dims.iter().map(number).collect::<Option<Vec<usize>>>(),
        _ => None,
    };
    groups.iter().map(group).collect::<Option<_>>().ok_or_else(|| m.lacks_attribute(op))
}

fn expand(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let source = m.view(op, 0)?;
    let items = m.items(op, 1)?;
    let sizes = mixed(m, op, "static_output_shape", &items)?;
    let known = fixed_shape(&m.encoder.pool, &sizes).ok_or_else(|| m.lacks_types(op))?;
    let mut strides = vec![0; sizes.len()];
    for (dim, group) in reassociation(m, op)?.iter().enumerate() {
        let lacking = m.unsupported(op);
        let (mut stride, size) =
            source.strides.get(dim).copied().zip(source.sizes.get(dim).copied()).ok_or(lacking)?;
        let mut product = 1i64;
        for inner in group.iter().rev() {
            let extent = *known.get(*inner).ok_or_else(|| m.unsupported(op))?;
            strides[*inner] = stride;
            stride = stride.checked_mul(extent).ok_or_else(|| m.lacks_types(op))?;
            product = product.checked_mul(extent).ok_or_else(|| m.lacks_types(op))?;
        }
        let product = m.pool().number(INDEX, product as u128);
        let other = m.pool().differ(product, size);
        m.undefined_if(other);
    }
    m.bind_view(op, View { sizes, strides, ..source })
}

/// All elements by other extents, which are those that memory holds here.
fn reshape(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let (source, shape) = (m.view(op, 0)?, m.view(op, 1)?);
    let rank = match shape.extents(&m.encoder.pool).as_deref() {
        Some([rank]) => *rank,
        _ => return Err(m.lacks_types(op)),
    };
    let mut items = Vec::new();
    for dim in 0..rank {
        let place = m.pool().number(INDEX, u128::from(dim));
        let extent = m.load(&shape, &[place])?;
        items.push(Item::Numbers(Value { shape: None, elements: vec![extent] }));
    }
    let sizes = addresses(m, op, &items)?;
    let mut strides = vec![1i64; sizes.len()];
    for dim in (1..sizes.len()).rev() {
        // Strides of a view are numbers: only the first extent may be computed.
        let extent = m.encoder.pool.value(sizes[dim]).map(|extent| extent as u64 as i64);
        let stride = extent.filter(|extent| *extent >= 0).and_then(|extent| strides[dim].checked_mul(extent));
        strides[dim - 1] = stride.ok_or_else(|| m.lacks_types(op))?;
    }
    let known = source.extents(&m.encoder.pool).and_then(|extents| size(&extents));
    let total = known.and_then(|total| i64::try_from(total).ok()).ok_or_else(|| m.lacks_types(op))?;
    let wrong = match (sizes.first(), strides.first()) {
        // Asked of the quotient, since a product may overflow.
        (Some(first), Some(1..)) if total % strides[0] == 0 => {
            let wanted = m.pool().number(INDEX, (total / strides[0]) as u128);
            m.pool().differ(*first, wanted)
        }
        (_, Some(0)) => m.pool().boolean(total != 0),
        (_, Some(_)) => m.pool().boolean(true),
        (_, None) => m.pool().boolean(total != 1),
    };
    m.undefined_if(wrong);
    m.bind_view(op, View { sizes, strides, ..source })
}

/// Dimensions that are joined have to lie in memory one after the other.
fn collapse(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let source = m.view(op, 0)?;
    let extents = source.extents(&m.encoder.pool).ok_or_else(|| m.lacks_types(op))?;
    let (mut sizes, mut strides) = (Vec::new(), Vec::new());
    let mut scattered = false;
    for group in reassociation(m, op)? {
        let dims: Option<Vec<(u64, i64)>> = group
            .iter()
            .map(|dim| extents.get(*dim).copied().zip(source.strides.get(*dim).copied()))
            .collect();
        let dims = dims.ok_or_else(|| m.unsupported(op))?;
        let all: u64 = dims.iter().map(|(size, _)| *size).product();
        let long: Vec<(u64, i64)> = dims.iter().copied().filter(|(size, _)| *size != 1).collect();
        let follows =
            |pair: &[(u64, i64)]| i128::from(pair[0].1) == i128::from(pair[1].1) * i128::from(pair[1].0);
        scattered |= all != 0 && !long.windows(2).all(follows);
        sizes.push(m.pool().number(INDEX, u128::from(all)));
        strides.push(long.last().or(dims.last()).map_or(1, |(_, stride)| *stride));
    }
    let scattered = m.pool().boolean(scattered);
    m.undefined_if(scattered);
    m.bind_view(op, View { sizes, strides, ..source })
}
