//! Operations of `vector` that read and write memory, element by element: each is compared with the bounds where it is touched. Those
//! on tensors are not compiled.

use assay_ir::data::{AttrKind, IntValue, OpId, Program, ValueId};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{BlockArg, InstBuilder, Value};

use super::arrange::{count, place, result_shape, shaped};
use super::reduce::masks;
use crate::attributes::attr;
use crate::lowering::{
    ControlFlow, Descriptor, Extent, Lane, Lanes, Lowered, Lowering, Nan, load, store, unaligned,
};
use crate::meaning::OpLowering;
use crate::memref::{addresses, element, first_of, groups, memref, plus, times};
use crate::types::{Form, Kind, MemRefForm};
use assay_backend::engine::{Undefined, Unsupported};
use assay_ir::affine::Map;

type L<'a, 'u, 'p, 'b> = &'a mut Lowering<'u, 'p, 'b>;

pub(super) const OPS: &[OpLowering] = &[
    OpLowering::new("vector.load", |l, op| {
        let (names, start) = starts(l, op, 1, 0)?;
        load_at(l, op, &names, &start)
    })
    .reads_memory(),
    OpLowering::new("vector.maskedload", masked_load).reads_memory_or_operands(),
    OpLowering::new("vector.maskedstore", masked_store),
    OpLowering::new("vector.store", |l, op| {
        let (names, start) = starts(l, op, 2, 0)?;
        store_at(l, op, &names, &start)
    }),
    OpLowering::new("vector.transfer_read", transfer_read).reads_memory_or_operands(),
    OpLowering::new("vector.transfer_write", transfer_write),
];

/// The operands from number `from` on, but for the last ones, and the place that they are.
fn starts(
    l: L<'_, '_, '_, '_>,
    op: OpId,
    from: usize,
    behind: usize,
) -> Result<(Vec<ValueId>, Vec<Extent>), Unsupported> {
    let mut names: Vec<ValueId> = l.program.operands(op).skip(from).collect();
    names.truncate(names.len().checked_sub(behind).ok_or(Unsupported::Malformed)?);
    let places = addresses(l, &names)?;
    Ok((names, places))
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

/// Elements of a memref that are accessed one after the other: a vector of the last dimensions from a place on.
struct Run {
    memref: Descriptor,
    kind: Kind,
    shape: Vec<u64>,
    /// The address of the first element.
    first: Value,
}

impl Run {
    /// A vector from a place on, all of which is checked to be inside.
    fn new(
        l: L<'_, '_, '_, '_>,
        (memref, form): (Descriptor, MemRefForm),
        (names, start): (&[ValueId], &[Extent]),
        shape: Vec<u64>,
    ) -> Result<Run, Unsupported> {
        let first = first_of(l, (&memref, &form), names, start, &shape)?;
        Ok(Run { memref, kind: form.kind, shape, first })
    }

    /// Elements that lie in memory side by side.
    fn side_by_side(&self) -> usize {
        match (self.memref.strides.last(), self.shape.last()) {
            (Some(Extent::Known(1)), Some(last)) => *last as usize,
            _ => 1,
        }
    }

    /// The address of an element by its number, and how many bytes behind it the element is.
    fn address(&self, l: L<'_, '_, '_, '_>, number: usize) -> (Value, i32) {
        let strides = &self.memref.strides[self.memref.strides.len() - self.shape.len()..];
        let mut way = Extent::Known(0);
        for (at, stride) in place(&self.shape, number).into_iter().zip(strides) {
            let step = times(l, *stride, Extent::Known(at as i64));
            way = plus(l, way, step);
        }
        let bytes = times(l, way, Extent::Known(i64::from(self.kind.bytes())));
        match bytes {
            Extent::Known(bytes) if i32::try_from(bytes).is_ok() => (self.first, bytes as i32),
            bytes => {
                let bytes = l.number(bytes);
                (l.b.ins().iadd(self.first, bytes), 0)
            }
        }
    }

    fn load(&self, l: L<'_, '_, '_, '_>) -> Lanes {
        let registers = l.registers_for(self.kind, self.side_by_side());
        let mut all = Lanes::new();
        while all.len() < count(&self.shape) {
            let (base, offset) = self.address(l, all.len());
            let lane = |bits| Lane { bits, poison: None, constant: None, nan: Nan::Raw };
            match registers {
                Some(ty) => {
                    let register = l.b.ins().load(ty, unaligned(), base, offset);
                    all.extend(l.taken(register).into_iter().map(lane));
                }
                None => all.push(lane(load(&mut l.b, self.kind.container(), base, offset))),
            }
        }
        all
    }

    fn store(&self, l: L<'_, '_, '_, '_>, lanes: &Lanes) {
        let lanes = l.all_canonical(self.kind, lanes);
        let registers = match l.registers_for(self.kind, self.side_by_side()) {
            Some(_) => l.registers_of(self.kind, &lanes),
            None => None,
        };
        let parts = registers.unwrap_or_else(|| lanes.iter().map(|lane| lane.bits).collect());
        let size = lanes.len() / parts.len().max(1);
        for (number, part) in parts.into_iter().enumerate() {
            let (base, offset) = self.address(l, number * size);
            match size {
                1 => store(&mut l.b, part, base, offset),
                _ => {
                    l.b.ins().store(unaligned(), part, base, offset);
                }
            }
        }
    }
}

/// The elements of the memref in operand number 0 from a place on.
pub(crate) fn load_at(l: L<'_, '_, '_, '_>, op: OpId, names: &[ValueId], start: &[Extent]) -> Lowered {
    let memory = memref(l, op, 0)?;
    same_kind(l, l.program.result(op, 0), &memory.1)?;
    let shape = result_shape(l, op)?;
    let lanes = Run::new(l, memory, (names, start), shape)?.load(l);
    l.give(op, lanes)
}

/// Writes the vector in operand number 0 into the memref in operand number 1 from a place on.
pub(crate) fn store_at(l: L<'_, '_, '_, '_>, op: OpId, names: &[ValueId], start: &[Extent]) -> Lowered {
    let ((shape, lanes), memory) = (shaped(l, op, 0)?, memref(l, op, 1)?);
    same_kind(l, l.program.operand(op, 0), &memory.1)?;
    Run::new(l, memory, (names, start), shape)?.store(l, &lanes);
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
    let (_, start) = starts(l, op, 1, 2)?;
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
    let (_, start) = starts(l, op, 1, 2)?;
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
    names: Vec<ValueId>,
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
        Ok(Transfer { map, names: start.to_vec(), start: addresses(l, start)?, in_bounds, mask })
    }

    /// Returns true when it accesses all elements of a vector of the last dimensions, one after the other.
    fn is_plain(&self, l: &Lowering<'_, '_, '_>, memref: &Descriptor, shape: &[u64]) -> bool {
        let Some(skipped) = self.start.len().checked_sub(shape.len()) else { return false };
        let fits = |(dim, count): (usize, &u64)| {
            let at = skipped + dim;
            let size = memref.sizes.get(at).copied();
            self.map.dim(dim) == Some(at)
                && (self.in_bounds[dim]
                    || size.is_some_and(|size| {
                        l.is_inside(self.names.get(at).copied(), self.start[at], size, *count)
                    }))
        };
        self.mask.is_none() && shape.iter().enumerate().all(fits)
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
    if transfer.is_plain(l, &memref, &shape) {
        return load_at(l, op, &transfer.names, &transfer.start);
    }
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
    if transfer.is_plain(l, &memref, &shape) {
        return store_at(l, op, &transfer.names, &transfer.start);
    }
    for (number, lane) in lanes.into_iter().enumerate() {
        let (place, touched) = transfer.place(l, &memref, number, &place(&shape, number))?;
        stored_if(l, (&memref, &form), &place, touched, lane)?;
    }
    Ok(ControlFlow::Next)
}
