//! `memref`: memory, and views of it. An access outside of a view or its allocation, or after it was freed, is undefined
//! behaviour; so is an address that is poison. What was never stored is poison.

use assay_ir::data::{AttrKind, OpId, TypeId, TypeKind};
use assay_ir::ops;

use super::OpInterpreter;
use super::attributes::{groups, has_unit};
use super::machine::{ControlFlow, Executed, Machine, Stop, UsedGlobal, address, addresses, extents};
use super::memory::{Origin, Unit, places, whole};
use super::one_outcome::is_injective;
use super::slices::{Slice, check_shape, mixed, reassociation};
use crate::constant::value_of;
use crate::engine::{EVENTS, Undefined, Unsupported};
use crate::value::{MemRef, Shaped, Value, count};

pub(super) const OPS: &[OpInterpreter] = &[
    OpInterpreter::without_regions("memref.alloc", |m, op| allocate(m, op, Origin::Heap)),
    OpInterpreter::without_regions("memref.alloca", |m, op| allocate(m, op, Origin::Stack)),
    OpInterpreter::region("memref.alloca_scope", enter, done),
    OpInterpreter::without_regions("memref.alloca_scope.return", leave),
    OpInterpreter::without_regions("memref.assume_alignment", same),
    OpInterpreter::without_regions("memref.cast", cast),
    OpInterpreter::without_regions("memref.collapse_shape", collapse),
    OpInterpreter::without_regions("memref.copy", copy),
    OpInterpreter::without_regions("memref.dealloc", free),
    OpInterpreter::without_regions("memref.dim", extent),
    OpInterpreter::without_regions("memref.expand_shape", expand),
    OpInterpreter::without_regions("memref.extract_strided_metadata", metadata),
    OpInterpreter::without_regions("memref.get_global", global),
    OpInterpreter::without_regions("memref.load", load),
    OpInterpreter::without_regions("memref.memory_space_cast", same),
    OpInterpreter::without_regions("memref.prefetch", nothing),
    OpInterpreter::without_regions("memref.rank", rank),
    OpInterpreter::without_regions("memref.reinterpret_cast", reinterpret),
    OpInterpreter::without_regions("memref.reshape", reshape),
    OpInterpreter::without_regions("memref.store", store),
    OpInterpreter::without_regions("memref.subview", view),
    OpInterpreter::without_regions("memref.transpose", transpose),
];

fn next(value: impl Into<Value>) -> Executed {
    Ok(ControlFlow::Next(vec![value.into()]))
}

impl From<MemRef> for Value {
    fn from(memref: MemRef) -> Value {
        Value::MemRef(memref)
    }
}

fn enter(m: &mut Machine<'_>, op: OpId) -> Executed {
    Ok(ControlFlow::Enter(m.region(op, 0)?, Vec::new()))
}

fn done(_: &mut Machine<'_>, _: OpId, _: OpId, values: Vec<Value>) -> Executed {
    Ok(ControlFlow::Next(values))
}

fn leave(m: &mut Machine<'_>, op: OpId) -> Executed {
    Ok(ControlFlow::Leave(m.operands_from(op, 0)?))
}

fn nothing(_: &mut Machine<'_>, _: OpId) -> Executed {
    Ok(ControlFlow::Next(Vec::new()))
}

fn same(m: &mut Machine<'_>, op: OpId) -> Executed {
    next(m.operand(op, 0)?)
}

/// A new buffer for a type whose layout is the identity.
fn buffer(m: &mut Machine<'_>, ty: TypeId, sizes: Vec<u64>, origin: Origin) -> Result<MemRef, Stop> {
    let TypeKind::MemRef { element, layout: None, .. } = m.program.ctx().type_kind(ty) else {
        return Err(Unsupported::Type.into());
    };
    let unit = m.unit(*element).ok_or(Unsupported::Type)?;
    let buffer = m.memory.allocate(count(&sizes), unit, origin, m.options.memory)?;
    Ok(whole(buffer, sizes))
}

fn allocate(m: &mut Machine<'_>, op: OpId, origin: Origin) -> Executed {
    let [dynamic, symbols] = groups(m, op)?;
    if !symbols.is_empty() {
        return Err(Unsupported::Type.into());
    }
    let ty = m.result_type(op, 0)?;
    let sizes = m.shape(ty, &extents(&addresses(&dynamic)?)?)?;
    let memref = buffer(m, ty, sizes, origin)?;
    if origin == Origin::Stack {
        m.until_end_of_scope(op, memref.buffer);
    }
    next(memref)
}

fn free(m: &mut Machine<'_>, op: OpId) -> Executed {
    let memref = m.memref(op, 0)?;
    m.memory.free(&memref)?;
    nothing(m, op)
}

fn load(m: &mut Machine<'_>, op: OpId) -> Executed {
    let place = addresses(&m.operands_from(op, 1)?)?;
    next(m.load(op, 0, &place)?)
}

fn store(m: &mut Machine<'_>, op: OpId) -> Executed {
    let place = addresses(&m.operands_from(op, 2)?)?;
    let value = m.operand(op, 0)?;
    m.store(op, 1, &place, value)?;
    nothing(m, op)
}

/// Element by element. A copy to the very same view does nothing; any other overlap is undefined.
fn copy(m: &mut Machine<'_>, op: OpId) -> Executed {
    let (source, target) = (m.memref(op, 0)?, m.memref(op, 1)?);
    if source.sizes != target.sizes {
        return Err(Undefined::BadExtent.into());
    }
    m.charge(count(&source.sizes))?;
    if !m.memory.are_same(&source, &target) && m.memory.overlap(&source, &target)? {
        return Err(Undefined::Overlap.into());
    }
    for place in places(&source.sizes) {
        let value = m.memory.load(&source, &place)?;
        m.memory.store(&target, &place, value)?;
    }
    nothing(m, op)
}

fn extent(m: &mut Machine<'_>, op: OpId) -> Executed {
    let (memref, index) = (m.memref(op, 0)?, address(&m.operand(op, 1)?)?);
    let size = usize::try_from(index).ok().and_then(|index| memref.sizes.get(index).copied());
    let size = size.ok_or(Undefined::OutOfBounds)?;
    next(m.index(size as i64))
}

fn rank(m: &mut Machine<'_>, op: OpId) -> Executed {
    let rank = m.memref(op, 0)?.sizes.len();
    next(m.index(rank as i64))
}

/// The offset and strides that a type fixes.
type Layout = (Option<i64>, Vec<Option<i64>>);

fn layout_of(m: &Machine<'_>, ty: TypeId) -> Result<Option<Layout>, Stop> {
    let ctx = m.program.ctx();
    let TypeKind::MemRef { shape, layout, .. } = ctx.type_kind(ty) else { return Ok(None) };
    match layout.map(|layout| ctx.attr_kind(layout)) {
        None => {
            // Row-major: known from the right up to the first open extent.
            let mut stride = Some(1i64);
            let mut strides: Vec<Option<i64>> = Vec::new();
            for extent in shape.iter().rev() {
                strides.push(stride);
                let extent = extent.and_then(|extent| i64::try_from(extent).ok());
                stride = stride.zip(extent).and_then(|(stride, extent)| stride.checked_mul(extent));
            }
            strides.reverse();
            Ok(Some((Some(0), strides)))
        }
        Some(AttrKind::Strided { strides, offset }) => Ok(Some((*offset, strides.to_vec()))),
        Some(_) => Err(Unsupported::Type.into()),
    }
}

/// The memref, if the type that it gets allows it; what the type fixes and is not so is undefined.
pub(super) fn as_type(m: &Machine<'_>, ty: TypeId, memref: MemRef) -> Executed {
    // Writes to one element through two places have no order where they have none.
    if m.symbolic().is_some() && !is_injective(&memref) {
        return Err(Unsupported::Term.into());
    }
    if let TypeKind::UnrankedMemRef { .. } = m.program.ctx().type_kind(ty) {
        return next(memref);
    }
    check_shape(m, ty, &memref.sizes)?;
    if let Some((offset, strides)) = layout_of(m, ty)? {
        // Strides of dimensions with one place or none lead nowhere.
        let fits = |dim: usize| {
            let wanted = strides.get(dim).copied().flatten();
            memref.sizes[dim] <= 1 || wanted.is_none_or(|wanted| wanted == memref.strides[dim])
        };
        let good = offset.is_none_or(|offset| offset == memref.offset) && (0..memref.sizes.len()).all(fits);
        if !good && count(&memref.sizes) != Some(0) {
            return Err(Undefined::BadExtent.into());
        }
    }
    next(memref)
}

fn cast(m: &mut Machine<'_>, op: OpId) -> Executed {
    let memref = m.memref(op, 0)?;
    as_type(m, m.result_type(op, 0)?, memref)
}

fn view(m: &mut Machine<'_>, op: OpId) -> Executed {
    let [_, offsets, sizes, strides] = groups::<4>(m, op)?;
    let (source, ty) = (m.memref(op, 0)?, m.result_type(op, 0)?);
    let slice = Slice::for_op(m, op, &offsets, &sizes, &strides)?;
    slice.check(&source.sizes)?;
    let step = |dim: &usize| slice.strides[*dim].checked_mul(source.strides[*dim]);
    let skip = slice
        .offsets
        .iter()
        .zip(&source.strides)
        .try_fold(source.offset, |sum, (offset, stride)| sum.checked_add(offset.checked_mul(*stride)?));
    let kept = slice.retained_dims(m, ty)?;
    let strides: Option<Box<[i64]>> = kept.iter().map(step).collect();
    let (Some(offset), Some(strides)) = (skip, strides) else { return Err(Undefined::OutOfBounds.into()) };
    let sizes = kept.iter().map(|dim| slice.sizes[*dim]).collect();
    as_type(m, ty, MemRef { buffer: source.buffer, offset, sizes, strides })
}

fn reinterpret(m: &mut Machine<'_>, op: OpId) -> Executed {
    let [_, offsets, sizes, strides] = groups::<4>(m, op)?;
    let slice = Slice::for_op(m, op, &offsets, &sizes, &strides)?;
    let [offset] = slice.offsets[..] else { return Err(Unsupported::Malformed.into()) };
    let buffer = m.memref(op, 0)?.buffer;
    let memref = MemRef { buffer, offset, sizes: slice.sizes.into(), strides: slice.strides.into() };
    as_type(m, m.result_type(op, 0)?, memref)
}

fn expand(m: &mut Machine<'_>, op: OpId) -> Executed {
    let source = m.memref(op, 0)?;
    let sizes = extents(&mixed(m, op, "static_output_shape", &m.operands_from(op, 1)?)?)?;
    let mut strides = vec![0; sizes.len()];
    for (dim, group) in reassociation(m, op)?.iter().enumerate() {
        let mut stride = *source.strides.get(dim).ok_or(Unsupported::Malformed)?;
        let mut product = Some(1u64);
        for inner in group.iter().rev() {
            let size = *sizes.get(*inner).ok_or(Unsupported::Malformed)?;
            strides[*inner] = stride;
            stride = stride.wrapping_mul(i64::try_from(size).unwrap_or(i64::MAX));
            product = product.and_then(|product| product.checked_mul(size));
        }
        if product != Some(source.sizes[dim]) {
            return Err(Undefined::BadExtent.into());
        }
    }
    let memref = MemRef { sizes: sizes.into(), strides: strides.into(), ..source };
    as_type(m, m.result_type(op, 0)?, memref)
}

/// Dimensions that are joined have to lie in memory one after the other.
fn collapse(m: &mut Machine<'_>, op: OpId) -> Executed {
    let source = m.memref(op, 0)?;
    let (mut sizes, mut strides) = (Vec::new(), Vec::new());
    for group in reassociation(m, op)? {
        let dims: Option<Vec<(u64, i64)>> = group
            .iter()
            .map(|dim| source.sizes.get(*dim).copied().zip(source.strides.get(*dim).copied()))
            .collect();
        let dims = dims.ok_or(Unsupported::Malformed)?;
        let all =
            count(&dims.iter().map(|(size, _)| *size).collect::<Vec<_>>()).ok_or(Unsupported::Malformed)?;
        let long: Vec<(u64, i64)> = dims.iter().copied().filter(|(size, _)| *size != 1).collect();
        let follows =
            |pair: &[(u64, i64)]| i128::from(pair[0].1) == i128::from(pair[1].1) * i128::from(pair[1].0);
        if all != 0 && !long.windows(2).all(follows) {
            return Err(Undefined::BadExtent.into());
        }
        sizes.push(all);
        strides.push(long.last().or(dims.last()).map_or(1, |(_, stride)| *stride));
    }
    let memref = MemRef { sizes: sizes.into(), strides: strides.into(), ..source };
    as_type(m, m.result_type(op, 0)?, memref)
}

/// The same elements by other extents, which are read here: what is stored to their memref afterwards changes nothing.
fn reshape(m: &mut Machine<'_>, op: OpId) -> Executed {
    let (source, shape) = (m.memref(op, 0)?, m.memref(op, 1)?);
    let mut numbers = Vec::new();
    for place in places(&shape.sizes) {
        numbers.push(address(&m.memory.load(&shape, &place)?)?);
    }
    let sizes = extents(&numbers)?;
    if count(&sizes).is_none() || count(&sizes) != count(&source.sizes) {
        return Err(Undefined::BadExtent.into());
    }
    let strides = whole(source.buffer, sizes.clone()).strides;
    as_type(m, m.result_type(op, 0)?, MemRef { sizes: sizes.into(), strides, ..source })
}

fn transpose(m: &mut Machine<'_>, op: OpId) -> Executed {
    let source = m.memref(op, 0)?;
    let attr = m.attr(op, "permutation").ok_or(Unsupported::Malformed)?;
    let map = m.affine_map(attr)?;
    let dims: Option<Vec<usize>> = (0..map.len()).map(|index| map.dim(index)).collect();
    let dims = dims.filter(|dims| dims.len() == source.sizes.len()).ok_or(Unsupported::Attribute)?;
    if dims.iter().any(|dim| *dim >= source.sizes.len()) {
        return Err(Unsupported::Malformed.into());
    }
    let sizes = dims.iter().map(|dim| source.sizes[*dim]).collect();
    let strides = dims.iter().map(|dim| source.strides[*dim]).collect();
    as_type(m, m.result_type(op, 0)?, MemRef { sizes, strides, ..source })
}

/// The start of the buffer as a view of one element, then offset, sizes and strides.
fn metadata(m: &mut Machine<'_>, op: OpId) -> Executed {
    let source = m.memref(op, 0)?;
    let base = MemRef { buffer: source.buffer, offset: 0, sizes: Box::new([]), strides: Box::new([]) };
    let mut results = vec![Value::MemRef(base), m.index(source.offset)];
    results.extend(source.sizes.iter().map(|size| m.index(*size as i64)));
    results.extend(source.strides.iter().map(|stride| m.index(*stride)));
    Ok(ControlFlow::Next(results))
}

/// A global has one buffer in a run, from its first use on.
fn global(m: &mut Machine<'_>, op: OpId) -> Executed {
    let ctx = m.program.ctx();
    let name = match ctx.attr_kind(m.attr(op, "name").ok_or(Unsupported::Malformed)?) {
        AttrKind::SymbolRef { root, nested } if nested.is_empty() => *root,
        _ => return Err(Unsupported::Attribute.into()),
    };
    let global = m.symbol(op, name)?;
    if !ops::has_role(m.program.op_name(global), "global") {
        return Err(Unsupported::Malformed.into());
    }
    let ty = m.result_type(op, 0)?;
    let sizes = m.shape(ty, &[])?;
    if let Some(used) = m.globals.get(&global) {
        return next(whole(used.memref.buffer, sizes));
    }
    let initial = m.attr(global, "initial_value").ok_or(Unsupported::Body)?;
    let TypeKind::MemRef { element, layout: None, .. } = ctx.type_kind(ty) else {
        return Err(Unsupported::Type.into());
    };
    let unit = m.unit(*element).ok_or(Unsupported::Type)?;
    let value = match ctx.attr_kind(initial) {
        AttrKind::Unit => None,
        _ => Some(value_of(ctx, initial, ty, m.options.index)?),
    };
    let contents = value.as_ref().map(|value| value.as_shaped().ok_or(Unsupported::Attribute)).transpose()?;
    next(m.add_global(global, unit, contents, sizes, has_unit(m, global, "constant"))?)
}

impl Machine<'_> {
    /// The buffer of a global that is used for the first time, with these contents at the start.
    pub(super) fn add_global(
        &mut self,
        global: OpId,
        unit: Unit,
        contents: Option<&Shaped>,
        sizes: Vec<u64>,
        constant: bool,
    ) -> Result<MemRef, Stop> {
        let origin = if constant { Origin::Constant } else { Origin::Global };
        let size = count(&sizes);
        self.charge(size)?;
        let buffer = self.memory.allocate(size, unit, origin, self.options.memory)?;
        let memref = whole(buffer, sizes);
        if let Some(contents) = contents {
            self.memory.fill(buffer, contents);
        }
        let initial = (!constant).then(|| self.memory.contents(&memref));
        self.globals.insert(global, UsedGlobal { memref: memref.clone(), initial });
        if has_unit(self, global, EVENTS) {
            self.memory.events = Some(buffer);
        }
        Ok(memref)
    }
}

/// The element of a vector's or memref's access at a place, for other dialects.
pub(super) fn row(memref: &MemRef, start: &[i64], shape: &[u64], at: &[i64]) -> Result<Vec<i64>, Stop> {
    let skipped = memref.sizes.len().checked_sub(shape.len()).ok_or(Unsupported::Malformed)?;
    let mut place = start.to_vec();
    if place.len() != memref.sizes.len() {
        return Err(Unsupported::Malformed.into());
    }
    for (dim, at) in at.iter().enumerate() {
        let here = &mut place[skipped + dim];
        *here = here.checked_add(*at).ok_or(Undefined::OutOfBounds)?;
    }
    Ok(place)
}
