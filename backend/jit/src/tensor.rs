//! `tensor` of static shapes: one register for each element. Where a place is computed the elements go through cells on the
//! stack.

use assay_ir::data::{OpId, ValueDef, ValueId};
use assay_ir::ops;
use cranelift_codegen::ir::InstBuilder;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;

use crate::arith::{always, number};
use crate::attributes::{integer, numbers};
use crate::lowering::{Cells, ControlFlow, Elements, Extent, Lane, Lanes, Lowered, Lowering};
use crate::meaning::{Nans, OpLowering};
use crate::memref::{address, addresses, check_slice, groups, index_lane, mixed, not_negative, plus, times};
use crate::space::{Arguments, end, run};
use crate::types::Form;
use crate::unit::Exit;
use crate::vector::{count, number_of, place, result_shape, shaped};
use assay_backend::engine::{Undefined, Unsupported};
use assay_ir::affine::Map;

type L<'a, 'u, 'p, 'b> = &'a mut Lowering<'u, 'p, 'b>;

pub(super) const OPS: &[OpLowering] = &[
    OpLowering::new("tensor.cast", cast),
    OpLowering::new("tensor.concat", concatenate),
    OpLowering::new("tensor.dim", extent),
    OpLowering::new("tensor.empty", empty).may_poison(always),
    OpLowering::new("tensor.extract", extract),
    OpLowering::new("tensor.extract_slice", extract_slice),
    OpLowering::new("tensor.generate", generate).nans(Nans::Own),
    OpLowering::new("tensor.insert", insert),
    OpLowering::new("tensor.insert_slice", insert_slice),
    OpLowering::new("tensor.pad", pad),
    OpLowering::new("tensor.rank", rank),
    OpLowering::new("tensor.yield", end),
];

/// More elements than these that move to computed places are not compiled.
const MOST_MOVES: usize = 1 << 8;

fn cast(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let (shape, lanes) = shaped(l, op, 0)?;
    if shape != result_shape(l, op)? {
        l.leave(Exit::Ub(op, Undefined::BadExtent));
        return Ok(ControlFlow::Closed);
    }
    l.give(op, lanes)
}

fn concatenate(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let dim = usize::try_from(integer(l.program, op, "dim")?).map_err(|_| Unsupported::Attribute)?;
    let parts: Vec<(Vec<u64>, Lanes)> =
        (0..l.program.operand_count(op)).map(|at| shaped(l, op, at)).collect::<Result<_, Unsupported>>()?;
    let kind = l.result_kind(op, 0)?.0;
    if (0..parts.len()).any(|at| l.lanes(op, at).map(|(kind, _)| kind) != Ok(kind)) {
        return Err(Unsupported::Malformed);
    }
    let shape = result_shape(l, op)?;
    let mut all = Lanes::new();
    for number in 0..count(&shape) {
        let mut at = place(&shape, number);
        let mut found = None;
        for (shape, lanes) in &parts {
            let size = *shape.get(dim).ok_or(Unsupported::Malformed)?;
            if at[dim] < size {
                found = number_of(shape, &at).and_then(|number| lanes.get(number).copied());
                break;
            }
            at[dim] -= size;
        }
        all.push(found.ok_or(Unsupported::Malformed)?);
    }
    l.give(op, all)
}

fn extent(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let (shape, _) = shaped(l, op, 0)?;
    let name = l.program.operand(op, 1).ok_or(Unsupported::Malformed)?;
    let index = address(l, name)?;
    let at = l.number(index);
    let rank = l.b.ins().iconst(I64, shape.len() as i64);
    let bad = l.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, at, rank);
    l.guard_ub(Some(bad), Undefined::OutOfBounds);
    let mut size = l.b.ins().iconst(I64, 0);
    for (number, extent) in shape.iter().enumerate() {
        let (hit, extent) = (l.is(64, at, number as u128), l.b.ins().iconst(I64, *extent as i64));
        size = l.b.ins().select(hit, extent, size);
    }
    let lane = index_lane(l, Extent::At(size));
    l.give(op, smallvec::smallvec![lane])
}

fn rank(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let (shape, _) = shaped(l, op, 0)?;
    let lane = index_lane(l, Extent::Known(shape.len() as i64));
    l.give(op, smallvec::smallvec![lane])
}

fn empty(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    if l.program.operand_count(op) > 0 {
        return Err(Unsupported::Type);
    }
    let (kind, count) = l.result_kind(op, 0)?;
    let flag = l.constant(1, 1);
    let lanes =
        (0..count).map(|_| Lane { poison: Some(flag), constant: None, ..number(l, kind, 0) }).collect();
    l.give(op, lanes)
}

/// The cells of operand number `index`.
fn cells(l: L<'_, '_, '_, '_>, op: OpId, index: usize) -> Result<Cells, Unsupported> {
    let name = l.program.operand(op, index).ok_or(Unsupported::Malformed)?;
    Cells::from_lanes(l, name)
}

/// The lanes of cells as the result.
fn give_cells(l: L<'_, '_, '_, '_>, op: OpId, cells: &Cells) -> Lowered {
    let held = cells.lanes(l);
    l.set(l.program.result(op, 0).ok_or(Unsupported::Malformed)?, held);
    Ok(ControlFlow::Next)
}

fn extract(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let names: Vec<ValueId> = l.program.operands(op).skip(1).collect();
    let (cells, place) = (cells(l, op, 0)?, addresses(l, &names)?);
    let lane = cells.read(l, &place)?;
    l.give(op, smallvec::smallvec![lane])
}

fn insert(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let names: Vec<ValueId> = l.program.operands(op).skip(2).collect();
    let (kind, lane) = l.scalar(op, 0)?;
    let (cells, place) = (cells(l, op, 1)?, addresses(l, &names)?);
    if kind != cells.kind {
        return Err(Unsupported::Malformed);
    }
    cells.write(l, &place, lane)?;
    give_cells(l, op, &cells)
}

/// Offsets, sizes and strides of a part.
type Slice = (Vec<Extent>, Vec<u64>, Vec<Extent>);

/// A slice of known sizes inside of a shape.
fn slice(
    l: L<'_, '_, '_, '_>,
    op: OpId,
    [offsets, sizes, strides]: [&[ValueId]; 3],
    shape: &[u64],
) -> Result<Slice, Unsupported> {
    let offsets = mixed(l, op, "static_offsets", offsets)?;
    let sizes = mixed(l, op, "static_sizes", sizes)?;
    for size in &sizes {
        not_negative(l, *size);
    }
    let strides = mixed(l, op, "static_strides", strides)?;
    if [offsets.len(), sizes.len(), strides.len()] != [shape.len(); 3] {
        return Err(Unsupported::Malformed);
    }
    let mut known = Vec::new();
    for (dim, extent) in shape.iter().enumerate() {
        check_slice(l, [offsets[dim], sizes[dim], strides[dim], Extent::Known(*extent as i64)]);
        match sizes[dim] {
            Extent::Known(size) => known.push(u64::try_from(size).map_err(|_| Unsupported::Malformed)?),
            Extent::At(_) => return Err(Unsupported::Type),
        }
    }
    let moves = assay_backend::value::count(&known).and_then(|count| usize::try_from(count).ok());
    if moves.is_none_or(|moves| moves > MOST_MOVES) {
        return Err(Unsupported::Size);
    }
    Ok((offsets, known, strides))
}

/// Where a place of a slice is in the whole.
fn in_whole(l: L<'_, '_, '_, '_>, offsets: &[Extent], strides: &[Extent], at: &[u64]) -> Vec<Extent> {
    let mut all = Vec::with_capacity(at.len());
    for (dim, at) in at.iter().enumerate() {
        let step = times(l, strides[dim], Extent::Known(*at as i64));
        all.push(plus(l, offsets[dim], step));
    }
    all
}

fn extract_slice(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let [_, offsets, sizes, strides] = groups::<4>(l, op)?;
    let cells = cells(l, op, 0)?;
    let (offsets, sizes, strides) =
        slice(l, op, [&offsets, &sizes, &strides], cells.shape.as_deref().unwrap_or(&[]))?;
    let wanted = result_shape(l, op)?;
    let long = |shape: &[u64]| shape.iter().copied().filter(|extent| *extent != 1).collect::<Vec<_>>();
    if long(&wanted) != long(&sizes) || wanted.len() > sizes.len() {
        return Err(Unsupported::Type);
    }
    let mut all = Lanes::new();
    for number in 0..count(&sizes) {
        let place = in_whole(l, &offsets, &strides, &place(&sizes, number));
        all.push(cells.read(l, &place)?);
    }
    l.give(op, all)
}

fn insert_slice(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let [_, _, offsets, sizes, strides] = groups::<5>(l, op)?;
    let (kind, lanes) = l.lanes(op, 0)?;
    let cells = cells(l, op, 1)?;
    let (offsets, sizes, strides) =
        slice(l, op, [&offsets, &sizes, &strides], cells.shape.as_deref().unwrap_or(&[]))?;
    if kind != cells.kind {
        return Err(Unsupported::Malformed);
    }
    if lanes.len() != count(&sizes) {
        l.leave(Exit::Ub(op, Undefined::BadExtent));
        return Ok(ControlFlow::Closed);
    }
    for (number, lane) in lanes.into_iter().enumerate() {
        let place = in_whole(l, &offsets, &strides, &place(&sizes, number));
        cells.write(l, &place, lane)?;
    }
    give_cells(l, op, &cells)
}

/// The region of a `generate` in a loop over the places of the result.
fn generate(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let Form::Lanes { kind, shape: Some(shape), count } =
        l.form(l.program.result(op, 0).ok_or(Unsupported::Malformed)?)?
    else {
        return Err(Unsupported::Type);
    };
    if l.program.operand_count(op) > 0 {
        return Err(Unsupported::Type);
    }
    let cells = Cells { kind, shape: Some(shape.to_vec()), base: l.cells_on_stack(count) };
    let extents = shape.iter().map(|extent| Extent::Known(*extent as i64)).collect();
    let outputs = vec![(Map::identity(shape.len()), Elements::Cells(cells), None)];
    run(l, op, extents, Arguments::Place, outputs)
}

/// Padding by a value from outside of the region; any other region is not compiled.
fn pad(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let [_, low, high] = groups::<3>(l, op)?;
    if !low.is_empty() || !high.is_empty() {
        return Err(Unsupported::Type);
    }
    let (low, (source, lanes)) = (numbers(l.program, op, "static_low")?, shaped(l, op, 0)?);
    let high = numbers(l.program, op, "static_high")?;
    let (shape, kind) = (result_shape(l, op)?, l.result_kind(op, 0)?.0);
    let sum =
        |dim: usize| source[dim].checked_add_signed(*low.get(dim)?)?.checked_add_signed(*high.get(dim)?);
    let sizes: Option<Vec<u64>> = (0..source.len()).map(sum).collect();
    let good = sizes.as_deref() == Some(&shape[..]) && !low.iter().chain(&high).any(|padding| *padding < 0);
    if !good || l.lanes(op, 0)?.0 != kind {
        return Err(Unsupported::Type);
    }
    let padding = padding(l, op)?;
    let (Form::Lanes { kind: other, shape: None, .. }, crate::lowering::HeldValue::Lanes(padding)) =
        (l.form(padding)?, l.value(padding)?)
    else {
        return Err(Unsupported::Type);
    };
    if other != kind {
        return Err(Unsupported::Malformed);
    }
    let mut all = Lanes::new();
    for number in 0..count(&shape) {
        let at = place(&shape, number);
        let from = at.iter().zip(&low).map(|(at, low)| at.checked_add_signed(-low));
        let from = from.collect::<Option<Vec<u64>>>().and_then(|from| number_of(&source, &from));
        all.push(from.and_then(|from| lanes.get(from).copied()).unwrap_or(padding[0]));
    }
    l.give(op, all)
}

/// The value that a region yields which does nothing else.
fn padding(l: &Lowering<'_, '_, '_>, op: OpId) -> Result<ValueId, Unsupported> {
    let program = l.program;
    let region = *program.op_regions(op).first().ok_or(Unsupported::Malformed)?;
    let entry = *program.region(region).blocks.first().ok_or(Unsupported::Malformed)?;
    let only = program
        .first_op(entry)
        .filter(|op| ops::op(program.op_name(*op)).is_some_and(|record| record.has("terminator")))
        .ok_or(Unsupported::Type)?;
    let value = program.operand(only, 0).ok_or(Unsupported::Malformed)?;
    match program.value(value).def {
        ValueDef::Argument(block, _) if block == entry => Err(Unsupported::Type),
        _ => Ok(value),
    }
}
