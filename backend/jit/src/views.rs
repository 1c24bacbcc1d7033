//! Views of `memref` that move, join or split dimensions, or begin anew. Accesses rely on it that a view lies inside of its
//! allocation: where a view is made that may not, the function is left as not compiled, for the other engine finds it only where
//! an element is touched.

use assay_ir::data::{OpId, ValueId};
use cranelift_codegen::ir::InstBuilder;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use smallvec::SmallVec;

use crate::attributes::{attr, reassociation};
use crate::lowering::{ControlFlow, Descriptor, Extent, HeldValue, Lowered, Lowering};
use crate::meaning::OpLowering;
use crate::memref::{
    as_type, give, groups, index_lane, memref, mixed, not_negative, result_form, spilled, times,
};
use crate::runtime;
use crate::unit::Exit;
use assay_backend::engine::{Undefined, Unsupported};
use assay_ir::affine::Map;

type L<'a, 'u, 'p, 'b> = &'a mut Lowering<'u, 'p, 'b>;

pub(super) const OPS: &[OpLowering] = &[
    OpLowering::new("memref.collapse_shape", collapse),
    OpLowering::new("memref.expand_shape", expand),
    OpLowering::new("memref.extract_strided_metadata", metadata),
    OpLowering::new("memref.reinterpret_cast", reinterpret),
    OpLowering::new("memref.transpose", transpose),
];

/// Gives the result a view that fits its type.
fn viewed(l: L<'_, '_, '_, '_>, op: OpId, view: Descriptor) -> Lowered {
    let form = result_form(l, op)?;
    if form.kind != view.kind {
        return Err(Unsupported::Malformed);
    }
    let view = as_type(l, &form, view)?;
    give(l, op, view)
}

/// Leaves the function, as one that is not compiled, unless all of a view lies in its allocation.
fn guard_inside(l: L<'_, '_, '_, '_>, op: OpId, view: &Descriptor) {
    let cells = spilled(l, view);
    let rank = l.b.ins().iconst(I64, view.sizes.len() as i64);
    let inside = l.call_runtime(runtime::lies_inside as *const () as usize, &[cells, rank], &[I64])[0];
    let outside = l.is(64, inside, 0);
    l.guard(Some(outside), Exit::Unsupported(op, Unsupported::Type));
}

fn reinterpret(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let [_, offsets, sizes, strides] = groups::<4>(l, op)?;
    let offsets = mixed(l, op, "static_offsets", &offsets)?;
    let sizes = mixed(l, op, "static_sizes", &sizes)?;
    for size in &sizes {
        not_negative(l, *size);
    }
    let strides = mixed(l, op, "static_strides", &strides)?;
    let ([offset], true) = (&offsets[..], sizes.len() == strides.len()) else {
        return Err(Unsupported::Malformed);
    };
    let (source, _) = memref(l, op, 0)?;
    let view =
        Descriptor { offset: *offset, sizes: sizes.into(), strides: strides.into(), poison: None, ..source };
    guard_inside(l, op, &view);
    viewed(l, op, view)
}

fn transpose(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let (source, _) = memref(l, op, 0)?;
    let map =
        Map::from_attr(l.program.ctx(), attr(l.program, op, "permutation").ok_or(Unsupported::Malformed)?);
    let map = map.ok_or(Unsupported::Attribute)?;
    let dims: Option<Vec<usize>> = (0..map.len()).map(|index| map.dim(index)).collect();
    let mut dims = dims.filter(|dims| dims.len() == source.sizes.len()).ok_or(Unsupported::Attribute)?;
    if dims.iter().any(|dim| *dim >= source.sizes.len()) {
        return Err(Unsupported::Malformed);
    }
    let sizes = dims.iter().map(|dim| source.sizes[*dim]).collect();
    let strides = dims.iter().map(|dim| source.strides[*dim]).collect();
    // A dimension that is there twice could lead outside.
    dims.sort_unstable();
    if dims.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(Unsupported::Malformed);
    }
    viewed(l, op, Descriptor { sizes, strides, poison: None, ..source })
}

/// Leaves the function where two numbers differ.
fn guard_same(l: L<'_, '_, '_, '_>, a: Extent, b: Extent) {
    if let (Extent::Known(a), Extent::Known(b)) = (a, b)
        && a == b
    {
        return;
    }
    let (a, b) = (l.number(a), l.number(b));
    let differs = l.b.ins().icmp(IntCC::NotEqual, a, b);
    l.guard_ub(Some(differs), Undefined::BadExtent);
}

fn expand(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let (source, _) = memref(l, op, 0)?;
    let names: Vec<ValueId> = l.program.operands(op).skip(1).collect();
    let sizes = mixed(l, op, "static_output_shape", &names)?;
    for size in &sizes {
        not_negative(l, *size);
    }
    let mut strides: SmallVec<[Extent; 4]> = SmallVec::from_elem(Extent::Known(0), sizes.len());
    let groups = reassociation(l.program, op)?;
    if groups.len() != source.sizes.len() || groups.iter().flatten().copied().ne(0..sizes.len()) {
        return Err(Unsupported::Malformed);
    }
    for (dim, group) in groups.iter().enumerate() {
        let (mut stride, mut product) = (source.strides[dim], Extent::Known(1));
        for inner in group.iter().rev() {
            let size = *sizes.get(*inner).ok_or(Unsupported::Malformed)?;
            strides[*inner] = stride;
            stride = times(l, stride, size);
            product = times(l, product, size);
        }
        guard_same(l, product, source.sizes[dim]);
    }
    let view = Descriptor { sizes: sizes.into(), strides, poison: None, ..source };
    // A product of computed sizes may wrap around to the right one.
    if view.sizes.iter().any(|size| matches!(size, Extent::At(_))) {
        guard_inside(l, op, &view);
    }
    viewed(l, op, view)
}

/// Dimensions that are joined have to lie in memory one after the other; those of one place do not count.
fn collapse(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let (source, _) = memref(l, op, 0)?;
    let (mut sizes, mut strides): (SmallVec<[Extent; 4]>, SmallVec<[Extent; 4]>) = Default::default();
    let groups = reassociation(l.program, op)?;
    if groups.iter().flatten().copied().ne(0..source.sizes.len()) {
        return Err(Unsupported::Malformed);
    }
    for group in groups {
        let dims: Vec<(Extent, Extent)> =
            group.iter().map(|dim| (source.sizes[*dim], source.strides[*dim])).collect();
        // Sizes that are computed may be one, which changes the stride that counts: not compiled.
        if dims.len() > 1 && dims.iter().any(|(size, _)| matches!(size, Extent::At(_) | Extent::Known(0))) {
            return Err(Unsupported::Type);
        }
        let long: Vec<(Extent, Extent)> =
            dims.iter().copied().filter(|(size, _)| !matches!(size, Extent::Known(1))).collect();
        for pair in long.windows(2) {
            let wanted = times(l, pair[1].1, pair[1].0);
            guard_same(l, pair[0].1, wanted);
        }
        let mut all = Extent::Known(1);
        for (size, _) in &dims {
            all = times(l, all, *size);
        }
        sizes.push(all);
        strides.push(long.last().or(dims.last()).map_or(Extent::Known(1), |(_, stride)| *stride));
    }
    viewed(l, op, Descriptor { sizes, strides, poison: None, ..source })
}

/// The start of the buffer as a view of one element, then offset, sizes and strides.
fn metadata(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let (source, _) = memref(l, op, 0)?;
    let rank = source.sizes.len();
    if l.program.result_count(op) != 2 + 2 * rank {
        return Err(Unsupported::Malformed);
    }
    let numbers: Vec<Extent> =
        std::iter::once(source.offset).chain(source.sizes.iter().chain(&source.strides).copied()).collect();
    let none = SmallVec::new;
    let base =
        Descriptor { offset: Extent::Known(0), sizes: none(), strides: none(), poison: None, ..source };
    guard_inside(l, op, &base);
    l.set(l.program.result(op, 0).ok_or(Unsupported::Malformed)?, HeldValue::MemRef(base));
    for (at, number) in numbers.into_iter().enumerate() {
        let lane = index_lane(l, number);
        l.set_result(op, at + 1, smallvec::smallvec![lane])?;
    }
    Ok(ControlFlow::Next)
}
