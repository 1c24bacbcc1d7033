//! Operations of `vector` that read and write memory, element by element: each is compared with the bounds where it is touched. Those
//! on tensors are not compiled.

use assay_ir::data::{AttrKind, IntValue, OpId, Program, ValueId};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{BlockArg, InstBuilder, Value};

use super::arrange::{count, place, result_shape, shaped};
use super::reduce::masks;
use crate::attributes::attr;
use crate::lowering::{ControlFlow, Descriptor, Extent, Lane, Lanes, Lowered, Lowering, Nan, load, store};
use crate::meaning::OpLowering;
use crate::memref::{addresses, element, groups, memref, plus};
use crate::types::{Form, Kind, MemRefForm};
use assay_backend::engine::{Undefined, Unsupported};
use assay_ir::affine::Map;

type L<'a, 'u, 'p, 'b> = &'a mut Lowering<'u, 'p, 'b>;

pub(super) const OPS: &[OpLowering] = &[
    OpLowering::new("vector.load", |l, op| {
        let start = starts(l, op, 1, 0)?;
        load_at(l, op, &start)
    })
    .reads_memory(),
    OpLowering::new("vector.maskedload", masked_load).reads_memory_or_operands(),
    OpLowering::new("vector.maskedstore", masked_store),
    OpLowering::new("vector.store", |l, op| {
        let start = starts(l, op, 2, 0)?;
        store_at(l, op, &start)
    }),
    OpLowering::new("vector.transfer_read", transfer_read).reads_memory_or_operands(),
    OpLowering::new("vector.transfer_write", transfer_write),
];

/// The operands from number `from` on, but for the last ones, as a place.
fn starts(l: L<'_, '_, '_, '_>, op: OpId, from: usize, behind: usize) -> Result<Vec<Extent>, Unsupported> {
    let names: Vec<ValueId> = l.program.operands(op).skip(from).collect();
    let end = names.len().checked_sub(behind).ok_or(Unsupported::Malformed)?;
    addresses(l, &names[..end])
}

/// Where an element of a vector of the last dimensions is, from a place on.
fn moved(l: L<'_, '_, '_, '_>, start: &[Extent], at: &[u64]) -> Result<Vec<Extent>, Unsupported> {
    let skipped = start.len().checked_sub(at.len()).ok_or(Unsupported::Malformed)?;
    let mut place = start.to_vec();
    for (dim, at) in at.iter().enumerate() {
        place[skipped + dim] = plus(l, start[skipped + dim], Extent::Known(*at as i64));
    }
    Ok(place)
}

fn loaded(
    l: L<'_, '_, '_, '_>,
    (memref, form): (&Descriptor, &MemRefForm),
    place: &[Extent],
) -> Result<Lane, Unsupported> {
    let at = element(l, memref, form, &[], place)?;
    let bits = load(&mut l.b, form.kind.container(), at, 0);
    Ok(Lane { bits, poison: None, constant: None, nan: Nan::Raw })
}

fn stored(
    l: L<'_, '_, '_, '_>,
    (memref, form): (&Descriptor, &MemRefForm),
    place: &[Extent],
    lane: Lane,
) -> Result<(), Unsupported> {
    let at = element(l, memref, form, &[], place)?;
    let lane = l.canonical(form.kind, lane);
    store(&mut l.b, lane.bits, at, 0);
    Ok(())
}

/// The kind of the elements of result number 0, which has to be that of a memref.
fn same_kind(l: &Lowering<'_, '_, '_>, name: Option<ValueId>, form: &MemRefForm) -> Result<(), Unsupported> {
    match l.form(name.ok_or(Unsupported::Malformed)?)? {
        Form::Lanes { kind, .. } if kind == form.kind => Ok(()),
        _ => Err(Unsupported::Type),
    }
}

/// The elements of the memref in operand number 0 from a place on.
pub(crate) fn load_at(l: L<'_, '_, '_, '_>, op: OpId, start: &[Extent]) -> Lowered {
    let (memref, form) = memref(l, op, 0)?;
    same_kind(l, l.program.result(op, 0), &form)?;
    let shape = result_shape(l, op)?;
    let mut all = Lanes::new();
    for number in 0..count(&shape) {
        let place = moved(l, start, &place(&shape, number))?;
        all.push(loaded(l, (&memref, &form), &place)?);
    }
    l.give(op, all)
}

/// Writes the vector in operand number 0 into the memref in operand number 1 from a place on.
pub(crate) fn store_at(l: L<'_, '_, '_, '_>, op: OpId, start: &[Extent]) -> Lowered {
    let ((shape, lanes), (memref, form)) = (shaped(l, op, 0)?, memref(l, op, 1)?);
    same_kind(l, l.program.operand(op, 0), &form)?;
    for (number, lane) in lanes.into_iter().enumerate() {
        let place = moved(l, start, &place(&shape, number))?;
        stored(l, (&memref, &form), &place, lane)?;
    }
    Ok(ControlFlow::Next)
}

/// Reads an element where a flag is set, else gives another lane.
fn loaded_if(
    l: L<'_, '_, '_, '_>,
    source: (&Descriptor, &MemRefForm),
    place: &[Extent],
    flag: Option<Value>,
    otherwise: Lane,
) -> Result<Lane, Unsupported> {
    let Some(flag) = flag else { return loaded(l, source, place) };
    let kind = source.1.kind;
    let otherwise = l.canonical(kind, otherwise);
    let (read, done) = (l.b.create_block(), l.b.create_block());
    let bits = l.b.append_block_param(done, kind.container());
    let poison = otherwise
        .poison
        .map(|poison| (poison, l.b.append_block_param(done, l.b.func.dfg.value_type(poison))));
    let mut given: Vec<BlockArg> = vec![BlockArg::Value(otherwise.bits)];
    given.extend(poison.map(|(poison, _)| BlockArg::Value(poison)));
    l.b.ins().brif(flag, read, &[], done, &given);
    l.b.switch_to_block(read);
    let lane = loaded(l, source, place)?;
    let mut given: Vec<BlockArg> = vec![BlockArg::Value(lane.bits)];
    if poison.is_some() {
        given.push(BlockArg::Value(l.flag(None)));
    }
    l.b.ins().jump(done, &given);
    l.b.switch_to_block(done);
    Ok(Lane { bits, poison: poison.map(|(_, poison)| poison), constant: None, nan: Nan::Raw })
}

/// Writes an element where a flag is set.
fn stored_if(
    l: L<'_, '_, '_, '_>,
    target: (&Descriptor, &MemRefForm),
    place: &[Extent],
    flag: Option<Value>,
    lane: Lane,
) -> Result<(), Unsupported> {
    let Some(flag) = flag else { return stored(l, target, place, lane) };
    let (write, done) = (l.b.create_block(), l.b.create_block());
    l.b.ins().brif(flag, write, &[], done, &[]);
    l.b.switch_to_block(write);
    stored(l, target, place, lane)?;
    l.b.ins().jump(done, &[]);
    l.b.switch_to_block(done);
    Ok(())
}

/// A bit of a mask, which decides whether memory is touched.
fn bit(l: L<'_, '_, '_, '_>, mask: &Lanes, number: usize) -> Result<Value, Unsupported> {
    let lane = *mask.get(number).ok_or(Unsupported::Malformed)?;
    l.guard_ub(lane.poison, Undefined::AddressByPoison);
    Ok(lane.bits)
}

/// The mask in an operand.
fn mask(l: &Lowering<'_, '_, '_>, op: OpId, operand: usize, length: usize) -> Result<Lanes, Unsupported> {
    match l.lanes(op, operand)? {
        (Kind::Int(1), lanes) if lanes.len() == length => Ok(lanes),
        _ => Err(Unsupported::Type),
    }
}

fn masked_load(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let operands = l.program.operand_count(op);
    let start = starts(l, op, 1, 2)?;
    let (memref, form) = memref(l, op, 0)?;
    let (shape, otherwise) = shaped(l, op, operands.checked_sub(1).ok_or(Unsupported::Malformed)?)?;
    same_kind(l, l.program.result(op, 0), &form)?;
    same_kind(l, l.program.operand(op, operands - 1), &form)?;
    let bits = mask(l, op, operands - 2, otherwise.len())?;
    let mut all = Lanes::new();
    for (number, lane) in otherwise.into_iter().enumerate() {
        let flag = bit(l, &bits, number)?;
        let place = moved(l, &start, &place(&shape, number))?;
        all.push(loaded_if(l, (&memref, &form), &place, Some(flag), lane)?);
    }
    l.give(op, all)
}

fn masked_store(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let operands = l.program.operand_count(op);
    let start = starts(l, op, 1, 2)?;
    let (memref, form) = memref(l, op, 0)?;
    let (shape, lanes) = shaped(l, op, operands.checked_sub(1).ok_or(Unsupported::Malformed)?)?;
    same_kind(l, l.program.operand(op, operands - 1), &form)?;
    let bits = mask(l, op, operands - 2, lanes.len())?;
    for (number, lane) in lanes.into_iter().enumerate() {
        let flag = bit(l, &bits, number)?;
        let place = moved(l, &start, &place(&shape, number))?;
        stored_if(l, (&memref, &form), &place, Some(flag), lane)?;
    }
    Ok(ControlFlow::Next)
}

/// How a transfer goes from places of its vector to places of its memory.
struct Transfer {
    map: Map,
    start: Vec<Extent>,
    in_bounds: Vec<bool>,
    mask: Option<Lanes>,
}

fn in_bounds(program: &Program, op: OpId, count: usize) -> Result<Vec<bool>, Unsupported> {
    let ctx = program.ctx();
    let is_true = |attr| !matches!(ctx.attr_kind(attr), AttrKind::Integer { value: IntValue::Small(0), .. });
    let all: Vec<bool> = match attr(program, op, "in_bounds").map(|attr| ctx.attr_kind(attr)) {
        Some(AttrKind::Array(all)) => all.iter().map(|attr| is_true(*attr)).collect(),
        None => vec![false; count],
        Some(_) => return Err(Unsupported::Attribute),
    };
    if all.len() == count { Ok(all) } else { Err(Unsupported::Attribute) }
}

impl Transfer {
    /// Reads what a transfer says of its vector of a shape; its mask is operand number `mask`, if it has one.
    fn read(
        l: L<'_, '_, '_, '_>,
        op: OpId,
        start: &[ValueId],
        masked: Option<usize>,
        shape: &[u64],
    ) -> Result<Transfer, Unsupported> {
        let map = attr(l.program, op, "permutation_map").ok_or(Unsupported::Attribute)?;
        let map = Map::from_attr(l.program.ctx(), map).ok_or(Unsupported::Attribute)?;
        let first = map.dims.checked_sub(map.len()).ok_or(Unsupported::Attribute)?;
        let plain = (0..map.len()).all(|index| map.dim(index) == Some(first + index));
        let around = l.program.parent_op(op).filter(|owner| masks(l.program, *owner));
        // Masks around it belong to an operation that is not compiled.
        if masked.is_some() && !plain || around.is_some() || map.len() != shape.len() {
            return Err(Unsupported::Attribute);
        }
        let mask = masked.map(|at| mask(l, op, at, count(shape))).transpose()?;
        let in_bounds = in_bounds(l.program, op, map.len())?;
        Ok(Transfer { map, start: addresses(l, start)?, in_bounds, mask })
    }

    /// Where an element of the vector is, and a flag that is set where memory is touched; `None` where it always is. An element
    /// outside where that is not allowed leaves the function.
    fn place(
        &self,
        l: L<'_, '_, '_, '_>,
        memref: &Descriptor,
        number: usize,
        at: &[u64],
    ) -> Result<(Vec<Extent>, Option<Value>), Unsupported> {
        let masked = self.mask.as_ref().map(|mask| bit(l, mask, number)).transpose()?;
        let mut place = self.start.clone();
        let mut allowed = vec![false; place.len()];
        for (index, at) in at.iter().enumerate() {
            if let Some(dim) = self.map.dim(index) {
                let here = *place.get(dim).ok_or(Unsupported::Malformed)?;
                place[dim] = plus(l, here, Extent::Known(*at as i64));
                allowed[dim] = !self.in_bounds[index];
            }
        }
        if place.len() != memref.sizes.len() {
            return Err(Unsupported::Malformed);
        }
        self.guard_starts(l, masked, &allowed);
        let mut touched = masked;
        for (dim, size) in memref.sizes.iter().enumerate().filter(|(dim, _)| allowed[*dim]) {
            let (here, size) = (l.number(place[dim]), l.number(*size));
            let inside = l.b.ins().icmp(IntCC::UnsignedLessThan, here, size);
            touched = Some(match touched {
                Some(touched) => l.b.ins().band(touched, inside),
                None => inside,
            });
        }
        Ok((place, touched))
    }

    /// Leaves the function where a dimension that may run out of bounds starts below them, unless an element is masked out.
    fn guard_starts(&self, l: L<'_, '_, '_, '_>, masked: Option<Value>, allowed: &[bool]) {
        for (start, _) in self.start.iter().zip(allowed).filter(|(_, allowed)| **allowed) {
            if matches!(start, Extent::Known(0..)) {
                continue;
            }
            let (start, zero) = (l.number(*start), l.b.ins().iconst(I64, 0));
            let mut below = l.b.ins().icmp(IntCC::SignedLessThan, start, zero);
            if let Some(touched) = masked {
                below = l.b.ins().band(below, touched);
            }
            l.guard_ub(Some(below), Undefined::StartNegative);
        }
    }
}

fn transfer_read(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let [_, start, _, masked] = groups::<4>(l, op)?;
    let (memref, form) = memref(l, op, 0)?;
    let shape = result_shape(l, op)?;
    same_kind(l, l.program.result(op, 0), &form)?;
    let (kind, padding) = l.scalar(op, 1 + start.len())?;
    if kind != form.kind {
        return Err(Unsupported::Type);
    }
    let masked = masked.first().map(|_| 2 + start.len());
    let transfer = Transfer::read(l, op, &start, masked, &shape)?;
    let mut all = Lanes::new();
    for number in 0..count(&shape) {
        let (place, touched) = transfer.place(l, &memref, number, &place(&shape, number))?;
        all.push(loaded_if(l, (&memref, &form), &place, touched, padding)?);
    }
    l.give(op, all)
}

fn transfer_write(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let [_, _, start, masked] = groups::<4>(l, op)?;
    let ((shape, lanes), (memref, form)) = (shaped(l, op, 0)?, memref(l, op, 1)?);
    same_kind(l, l.program.operand(op, 0), &form)?;
    let masked = masked.first().map(|_| 2 + start.len());
    let transfer = Transfer::read(l, op, &start, masked, &shape)?;
    for (number, lane) in lanes.into_iter().enumerate() {
        let (place, touched) = transfer.place(l, &memref, number, &place(&shape, number))?;
        stored_if(l, (&memref, &form), &place, touched, lane)?;
    }
    Ok(ControlFlow::Next)
}
