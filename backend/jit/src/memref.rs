//! `memref`: memory with bounds, lifetimes and views. Each access compares its indices with the extents before it
//! touches memory, but for those that are known to be inside. Memory keeps no poison: a load gives some value where
//! the element is poison. A view that is made lies inside of its source, so that a view never leaves its allocation.

use assay_ir::data::{OpId, ValueDef, ValueId};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{InstBuilder, Value};
use smallvec::SmallVec;

use crate::attributes::numbers;
use crate::lowering::{
    ControlFlow, Descriptor, Extent, HeldValue, Lane, Lowered, Lowering, Nan, load, store, trusted,
};
use crate::meaning::OpLowering;
use crate::runtime::{self, BUFFER_DATA, BUFFER_FREED, CELL};
use crate::scf;
use crate::settings::Effort;
use crate::types::{Form, Kind, MemRefForm};
use crate::unit::Exit;
use assay_backend::engine::{Limit, Undefined, Unsupported};

type L<'a, 'u, 'p, 'b> = &'a mut Lowering<'u, 'p, 'b>;

pub(super) const OPS: &[OpLowering] = &[
    OpLowering::new("memref.alloc", |l, op| allocate(l, op, true)),
    OpLowering::new("memref.alloca", |l, op| allocate(l, op, false)),
    OpLowering::new("memref.alloca_scope", scope),
    OpLowering::new("memref.alloca_scope.return", scf::end),
    OpLowering::new("memref.assume_alignment", same),
    OpLowering::new("memref.cast", cast),
    OpLowering::new("memref.copy", copy).pays(),
    OpLowering::new("memref.dealloc", free),
    OpLowering::new("memref.dim", extent),
    OpLowering::new("memref.load", read).reads_memory(),
    OpLowering::new("memref.memory_space_cast", same),
    OpLowering::new("memref.prefetch", |_, _| Ok(ControlFlow::Next)),
    OpLowering::new("memref.rank", rank),
    OpLowering::new("memref.store", write),
    OpLowering::new("memref.subview", view),
];

/// In a list of numbers: one that is computed.
const DYNAMIC: i64 = i64::MIN;

/// Operand number `index`, which is a memref, and the form of its type.
pub(super) fn memref(
    l: L<'_, '_, '_, '_>,
    op: OpId,
    index: usize,
) -> Result<(Descriptor, MemRefForm), Unsupported> {
    let name = l.program.operand(op, index).ok_or(Unsupported::Malformed)?;
    let (HeldValue::MemRef(memref), Form::MemRef(form)) = (l.value(name)?, l.form(name)?) else {
        return Err(Unsupported::Type);
    };
    l.guard_ub(memref.poison, Undefined::AddressByPoison);
    Ok((memref, form))
}

pub(super) fn result_form(l: &Lowering<'_, '_, '_>, op: OpId) -> Result<MemRefForm, Unsupported> {
    match l.form(l.program.result(op, 0).ok_or(Unsupported::Malformed)?)? {
        Form::MemRef(form) => Ok(form),
        Form::Lanes { .. } => Err(Unsupported::Type),
    }
}

pub(super) fn give(l: L<'_, '_, '_, '_>, op: OpId, memref: Descriptor) -> Lowered {
    l.set(l.program.result(op, 0).ok_or(Unsupported::Malformed)?, HeldValue::MemRef(memref));
    Ok(ControlFlow::Next)
}

/// Operands of an operation by the groups of its segments.
pub(super) fn groups<const N: usize>(
    l: &Lowering<'_, '_, '_>,
    op: OpId,
) -> Result<[Vec<ValueId>; N], Unsupported> {
    let sizes = numbers(l.program, op, "operandSegmentSizes")?;
    let mut operands = l.program.operands(op);
    let mut groups: [Vec<ValueId>; N] = std::array::from_fn(|_| Vec::new());
    if sizes.len() != N {
        return Err(Unsupported::Malformed);
    }
    for (group, size) in groups.iter_mut().zip(sizes) {
        *group = operands.by_ref().take(usize::try_from(size).map_err(|_| Unsupported::Malformed)?).collect();
    }
    Ok(groups)
}

/// An index, extent or stride as a signed number of 64 bits; one that is poison leaves the function.
pub(super) fn address(l: L<'_, '_, '_, '_>, name: ValueId) -> Result<Extent, Unsupported> {
    let (HeldValue::Lanes(lanes), Form::Lanes { kind: Kind::Int(width @ 1..=64), .. }) =
        (l.value(name)?, l.form(name)?)
    else {
        return Err(Unsupported::Type);
    };
    let lane = lanes[0];
    l.guard_ub(lane.poison, Undefined::AddressByPoison);
    if let Some(bits) = lane.constant {
        let unused = 64 - width;
        return Ok(Extent::Known(((bits as u64) << unused) as i64 >> unused));
    }
    Ok(Extent::At(l.resized_signed(width, 64, lane.bits)))
}

/// Numbers of an attribute, with those that it leaves open from operands.
pub(super) fn mixed(
    l: L<'_, '_, '_, '_>,
    op: OpId,
    name: &str,
    computed: &[ValueId],
) -> Result<Vec<Extent>, Unsupported> {
    let mut left = computed.iter();
    let mut all = Vec::new();
    for number in numbers(l.program, op, name)? {
        all.push(match number {
            DYNAMIC => address(l, *left.next().ok_or(Unsupported::Malformed)?)?,
            number => Extent::Known(number),
        });
    }
    Ok(all)
}

pub(super) fn times(l: L<'_, '_, '_, '_>, a: Extent, b: Extent) -> Extent {
    match (a, b) {
        (Extent::Known(a), Extent::Known(b)) => Extent::Known(a.wrapping_mul(b)),
        (Extent::Known(1), other) | (other, Extent::Known(1)) => other,
        (Extent::Known(0), _) | (_, Extent::Known(0)) => Extent::Known(0),
        (a, b) => {
            let (a, b) = (l.number(a), l.number(b));
            Extent::At(l.b.ins().imul(a, b))
        }
    }
}

pub(super) fn plus(l: L<'_, '_, '_, '_>, a: Extent, b: Extent) -> Extent {
    match (a, b) {
        (Extent::Known(a), Extent::Known(b)) => Extent::Known(a.wrapping_add(b)),
        (Extent::Known(0), other) | (other, Extent::Known(0)) => other,
        (a, b) => {
            let (a, b) = (l.number(a), l.number(b));
            Extent::At(l.b.ins().iadd(a, b))
        }
    }
}

fn allocate(l: L<'_, '_, '_, '_>, op: OpId, heap: bool) -> Lowered {
    let [dynamic, symbols] = groups(l, op)?;
    let form = result_form(l, op)?;
    let identity = form.offset == Some(0) && has_identity_layout(l, op);
    if !symbols.is_empty() || !identity {
        return Err(Unsupported::Type);
    }
    let mut left = dynamic.into_iter();
    let mut sizes: SmallVec<[Extent; 4]> = SmallVec::new();
    for size in &form.sizes {
        sizes.push(match size {
            Some(size) => Extent::Known(*size as i64),
            None => address(l, left.next().ok_or(Unsupported::Malformed)?)?,
        });
    }
    let cells = l.cells_on_stack(sizes.len());
    for (index, size) in sizes.iter().enumerate() {
        let size = not_negative(l, *size);
        l.b.ins().store(trusted(), size, cells, index as i32 * CELL);
    }
    let numbers = [sizes.len() as i64, i64::from(form.kind.bytes()), i64::from(heap)];
    let [rank, element, heap] = numbers.map(|number| l.b.ins().iconst(I64, number));
    let arguments = [l.state, cells, rank, element, heap];
    let buffer = l.call_runtime(runtime::allocate as *const () as usize, &arguments, &[I64])[0];
    let none = l.is(64, buffer, 0);
    l.guard(Some(none), Exit::Limit(Limit::Memory));
    let strides = row_major(l, &sizes);
    give(
        l,
        op,
        Descriptor { kind: form.kind, buffer, offset: Extent::Known(0), sizes, strides, poison: None },
    )
}

fn has_identity_layout(l: &Lowering<'_, '_, '_>, op: OpId) -> bool {
    let ty = l.program.result(op, 0).map(|name| l.program.ctx().type_kind(l.program.value_type(name)));
    matches!(ty, Some(assay_ir::data::TypeKind::MemRef { layout: None, .. }))
}

/// An extent in a register; a negative one leaves the function.
pub(super) fn not_negative(l: L<'_, '_, '_, '_>, size: Extent) -> Value {
    let value = l.number(size);
    let bad = match size {
        Extent::Known(size) => (size < 0).then(|| l.constant(1, 1)),
        Extent::At(size) => {
            let zero = l.b.ins().iconst(I64, 0);
            Some(l.b.ins().icmp(IntCC::SignedLessThan, size, zero))
        }
    };
    l.guard_ub(bad, Undefined::BadExtent);
    value
}

fn row_major(l: L<'_, '_, '_, '_>, sizes: &[Extent]) -> SmallVec<[Extent; 4]> {
    let mut stride = Extent::Known(1);
    let mut strides: SmallVec<[Extent; 4]> = SmallVec::new();
    for size in sizes.iter().rev() {
        strides.push(stride);
        stride = times(l, stride, *size);
    }
    strides.reverse();
    strides
}

fn scope(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    l.open_scope(op);
    scf::execute_region(l, op)
}

fn same(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let held = l.operand(op, 0)?;
    l.set(l.program.result(op, 0).ok_or(Unsupported::Malformed)?, held);
    Ok(ControlFlow::Next)
}

/// A descriptor on the stack: address, offset, sizes, strides.
pub(super) fn spilled(l: L<'_, '_, '_, '_>, memref: &Descriptor) -> Value {
    let numbers: Vec<Extent> =
        std::iter::once(memref.offset).chain(memref.sizes.iter().chain(&memref.strides).copied()).collect();
    let cells = l.cells_on_stack(1 + numbers.len());
    l.b.ins().store(trusted(), memref.buffer, cells, 0);
    for (index, number) in numbers.into_iter().enumerate() {
        let number = l.number(number);
        l.b.ins().store(trusted(), number, cells, (index as i32 + 1) * CELL);
    }
    cells
}

fn copy(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let ((source, form), (target, other)) = (memref(l, op, 0)?, memref(l, op, 1)?);
    if form.kind != other.kind || source.sizes.len() != target.sizes.len() {
        return Err(Unsupported::Malformed);
    }
    let (from, to) = (spilled(l, &source), spilled(l, &target));
    let numbers = [source.sizes.len() as i64, i64::from(form.kind.bytes())];
    let [rank, element] = numbers.map(|number| l.b.ins().iconst(I64, number));
    l.save_fuel();
    let became =
        l.call_runtime(runtime::copy as *const () as usize, &[l.state, from, to, rank, element], &[I64])[0];
    l.take_fuel();
    for (code, exit) in [
        (runtime::COPY_EXTENT, Exit::Ub(op, Undefined::BadExtent)),
        (runtime::COPY_FUEL, Exit::Limit(Limit::Fuel)),
        (runtime::COPY_OVERLAP, Exit::Ub(op, Undefined::Overlap)),
        (runtime::COPY_FREED, Exit::Ub(op, Undefined::UseAfterFree)),
        (runtime::COPY_BOUNDS, Exit::Ub(op, Undefined::OutOfBounds)),
    ] {
        let hit = l.is(64, became, code as u128);
        l.guard(Some(hit), exit);
    }
    Ok(ControlFlow::Next)
}

fn free(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let (memref, _) = memref(l, op, 0)?;
    let cells = spilled(l, &memref);
    let rank = l.b.ins().iconst(I64, memref.sizes.len() as i64);
    let freed = l.call_runtime(runtime::release as *const () as usize, &[l.state, cells, rank], &[I64])[0];
    let bad = l.is(64, freed, 0);
    l.guard_ub(Some(bad), Undefined::BadFree);
    Ok(ControlFlow::Next)
}

fn extent(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let name = l.program.operand(op, 1).ok_or(Unsupported::Malformed)?;
    let (memref, _) = memref(l, op, 0)?;
    let (Kind::Int(width), _) = l.result_kind(op, 0)? else { return Err(Unsupported::Type) };
    let index = address(l, name)?;
    let mut lane = match index {
        Extent::Known(index) => {
            let size = usize::try_from(index).ok().and_then(|index| memref.sizes.get(index).copied());
            match size {
                Some(size) => size_lane(l, width, size),
                None => {
                    l.leave(Exit::Ub(op, Undefined::OutOfBounds));
                    return Ok(ControlFlow::Closed);
                }
            }
        }
        Extent::At(index) => {
            let rank = l.b.ins().iconst(I64, memref.sizes.len() as i64);
            let bad = l.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, index, rank);
            l.guard_ub(Some(bad), Undefined::OutOfBounds);
            let mut lane = Lane::integer(l.constant(width, 0), None);
            for (number, size) in memref.sizes.iter().enumerate() {
                let size = size_lane(l, width, *size);
                let hit = l.is(64, index, number as u128);
                lane.bits = l.b.ins().select(hit, size.bits, lane.bits);
            }
            lane
        }
    };
    lane.poison = None;
    l.give(op, smallvec::smallvec![lane])
}

fn size_lane(l: L<'_, '_, '_, '_>, width: u32, size: Extent) -> Lane {
    match size {
        Extent::Known(size) => {
            crate::arith::number(l, Kind::Int(width), crate::integers::ones(width) & size as u128)
        }
        Extent::At(size) => Lane::integer(l.resized(64, width, size), None),
    }
}

/// A number of a descriptor as `index`.
pub(super) fn index_lane(l: L<'_, '_, '_, '_>, number: Extent) -> Lane {
    let width = l.unit.settings.index.bits();
    size_lane(l, width, number)
}

fn rank(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let (memref, _) = memref(l, op, 0)?;
    let (Kind::Int(width), _) = l.result_kind(op, 0)? else { return Err(Unsupported::Type) };
    let lane = size_lane(l, width, Extent::Known(memref.sizes.len() as i64));
    l.give(op, smallvec::smallvec![lane])
}

/// The address of an element; outside of the view, or after the memory was freed, leaves the function. Where the names of the
/// indices are given, checks are left out that the loops around make needless.
pub(super) fn element(
    l: L<'_, '_, '_, '_>,
    memref: &Descriptor,
    form: &MemRefForm,
    indices: &[ValueId],
    places: &[Extent],
) -> Result<Value, Unsupported> {
    first_of(l, (memref, form), indices, places, &[])
}

/// The address of the first of the elements from a place on, whose number in each of the last dimensions is given and not zero. All
/// of them are checked as one element is.
pub(super) fn first_of(
    l: L<'_, '_, '_, '_>,
    (memref, form): (&Descriptor, &MemRefForm),
    indices: &[ValueId],
    places: &[Extent],
    shape: &[u64],
) -> Result<Value, Unsupported> {
    if places.len() != memref.sizes.len() || shape.len() > places.len() {
        return Err(Unsupported::Malformed);
    }
    let skipped = places.len() - shape.len();
    if l.unit.may_be_freed(l.at) {
        let freed = l.b.ins().load(I64, trusted(), memref.buffer, BUFFER_FREED);
        l.guard_ub(Some(freed), Undefined::UseAfterFree);
    }
    // The sum of the distances along the indices of each depth of loops: what is the same in all turns of an inner loop is added first, and leaves it.
    let mut sums: SmallVec<[(usize, Extent); 4]> = smallvec::smallvec![(0, memref.offset)];
    for (at, (place, (size, stride))) in
        places.iter().zip(memref.sizes.iter().zip(&memref.strides)).enumerate()
    {
        let count = at.checked_sub(skipped).map_or(1, |dim| shape[dim]);
        if !l.is_inside(indices.get(at).copied(), *place, *size, count) {
            guard_inside(l, *place, *size, count);
        }
        let distance = times(l, *place, *stride);
        let depth = match (distance, indices.get(at)) {
            (Extent::At(_), Some(name)) => loops_around(l, *name),
            _ => 0,
        };
        match sums.iter().position(|(known, _)| *known == depth) {
            Some(known) => sums[known].1 = plus(l, sums[known].1, distance),
            None => sums.push((depth, distance)),
        }
    }
    sums.sort_by_key(|(depth, _)| *depth);
    // The address of the data never changes while it may be used; it is read wherever that is best, unless the
    // memref may be poison and its address no address.
    let flags = match memref.poison {
        None => trusted().with_readonly().with_can_move(),
        Some(_) => trusted(),
    };
    let data = l.b.ins().load(I64, flags, memref.buffer, BUFFER_DATA);
    let bytes = form.kind.bytes();
    Ok(sums.into_iter().fold(data, |address, (_, sum)| match sum {
        Extent::Known(0) => address,
        Extent::Known(at) => l.b.ins().iadd_imm_s(address, at.wrapping_mul(i64::from(bytes))),
        Extent::At(at) => {
            let shift = l.b.ins().iconst(I32, i64::from(bytes.trailing_zeros()));
            let distance = l.b.ins().ishl(at, shift);
            l.b.ins().iadd(address, distance)
        }
    }))
}

/// The number of operations with regions around the place where a value is defined, where code is optimised.
fn loops_around(l: &Lowering<'_, '_, '_>, name: ValueId) -> usize {
    if l.unit.settings.effort == Effort::Compile {
        return 0;
    }
    let around = match l.program.value(name).def {
        ValueDef::Result(op, _) => l.program.parent_op(op),
        ValueDef::Argument(block, _) => Some(l.program.block_parent_op(block)),
    };
    std::iter::successors(around, |op| l.program.parent_op(*op)).count()
}

/// Leaves the function unless a number of places lie inside of an extent.
fn guard_inside(l: L<'_, '_, '_, '_>, place: Extent, size: Extent, count: u64) {
    let more = count.saturating_sub(1).min(i64::MAX as u64) as i64;
    let (first, bad) = match size {
        Extent::Known(size) if more == 0 || size > more => {
            let (first, most) = (l.number(place), l.b.ins().iconst(I64, size - more));
            (first, l.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, first, most))
        }
        size => {
            let (first, size) = (l.number(place), l.number(size));
            (first, l.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, first, size))
        }
    };
    l.guard_ub(Some(bad), Undefined::OutOfBounds);
    if more > 0 && !matches!(size, Extent::Known(size) if size > more) {
        let (more, size) = (l.b.ins().iconst(I64, more), l.number(size));
        let last = l.b.ins().iadd(first, more);
        let bad = l.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, last, size);
        l.guard_ub(Some(bad), Undefined::OutOfBounds);
    }
}

pub(super) fn addresses(l: L<'_, '_, '_, '_>, names: &[ValueId]) -> Result<Vec<Extent>, Unsupported> {
    names.iter().map(|name| address(l, *name)).collect()
}

fn read(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let indices: Vec<ValueId> = l.program.operands(op).skip(1).collect();
    let places = addresses(l, &indices)?;
    let (memref, form) = memref(l, op, 0)?;
    let at = element(l, &memref, &form, &indices, &places)?;
    read_element(l, op, &form, at)
}

/// The element of the memref in operand number 0 at places.
pub(super) fn read_at(l: L<'_, '_, '_, '_>, op: OpId, places: &[Extent]) -> Lowered {
    let (memref, form) = memref(l, op, 0)?;
    let at = element(l, &memref, &form, &[], places)?;
    read_element(l, op, &form, at)
}

fn read_element(l: L<'_, '_, '_, '_>, op: OpId, form: &MemRefForm, at: Value) -> Lowered {
    let bits = load(&mut l.b, form.kind.container(), at, 0);
    let lane = Lane { bits, poison: None, constant: None, nan: Nan::Raw };
    l.give(op, smallvec::smallvec![lane])
}

fn write(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let indices: Vec<ValueId> = l.program.operands(op).skip(2).collect();
    let places = addresses(l, &indices)?;
    write_element(l, op, &indices, &places)
}

/// Writes operand number 0 to places of the memref in operand number 1.
pub(super) fn write_at(l: L<'_, '_, '_, '_>, op: OpId, places: &[Extent]) -> Lowered {
    write_element(l, op, &[], places)
}

fn write_element(l: L<'_, '_, '_, '_>, op: OpId, indices: &[ValueId], places: &[Extent]) -> Lowered {
    let (kind, lane) = l.scalar(op, 0)?;
    let (memref, form) = memref(l, op, 1)?;
    if form.kind != kind {
        return Err(Unsupported::Malformed);
    }
    let at = element(l, &memref, &form, indices, places)?;
    let lane = l.canonical(kind, lane);
    store(&mut l.b, lane.bits, at, 0);
    Ok(ControlFlow::Next)
}

/// The memref with what its new type says of it, where that can be told.
pub(super) fn as_type(
    l: L<'_, '_, '_, '_>,
    form: &MemRefForm,
    mut memref: Descriptor,
) -> Result<Descriptor, Unsupported> {
    if form.sizes.len() != memref.sizes.len() {
        return Err(Unsupported::Malformed);
    }
    for (wanted, size) in form.sizes.iter().zip(&mut memref.sizes) {
        match (wanted, size) {
            (None, _) => {}
            (Some(wanted), Extent::Known(known)) if *wanted as i64 == *known => {}
            (Some(wanted), size) => {
                let number = l.number(*size);
                let same = l.is(64, number, u128::from(*wanted));
                let one = l.constant(1, 1);
                let bad = l.b.ins().bxor(same, one);
                l.guard_ub(Some(bad), Undefined::BadExtent);
                *size = Extent::Known(*wanted as i64);
            }
        }
    }
    let op = l.at;
    let offset = std::iter::once((&form.offset, &mut memref.offset));
    for (wanted, given) in offset.chain(form.strides.iter().zip(&mut memref.strides)) {
        match (wanted, *given) {
            (None, _) => {}
            (Some(wanted), Extent::Known(known)) if *wanted == known => {}
            (Some(_), Extent::Known(_)) => return Err(Unsupported::Type),
            // Strides of dimensions of one place may differ, which is not compiled.
            (Some(wanted), Extent::At(value)) => {
                let same = l.is(64, value, *wanted as u64 as u128);
                let one = l.constant(1, 1);
                let differs = l.b.ins().bxor(same, one);
                l.guard(Some(differs), Exit::Unsupported(op, Unsupported::Type));
                *given = Extent::Known(*wanted);
            }
        }
    }
    Ok(memref)
}

fn cast(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let (memref, _) = memref(l, op, 0)?;
    let form = result_form(l, op)?;
    let memref = as_type(l, &form, memref)?;
    give(l, op, Descriptor { poison: None, ..memref })
}

fn view(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let [_, offsets, sizes, strides] = groups::<4>(l, op)?;
    let (source, _) = memref(l, op, 0)?;
    let form = result_form(l, op)?;
    let offsets = mixed(l, op, "static_offsets", &offsets)?;
    let sizes = mixed(l, op, "static_sizes", &sizes)?;
    for size in &sizes {
        not_negative(l, *size);
    }
    let strides = mixed(l, op, "static_strides", &strides)?;
    if [offsets.len(), sizes.len(), strides.len()] != [source.sizes.len(); 3] {
        return Err(Unsupported::Malformed);
    }
    let mut offset = source.offset;
    let mut steps = Vec::new();
    for dim in 0..offsets.len() {
        check_slice(l, [offsets[dim], sizes[dim], strides[dim], source.sizes[dim]]);
        let skip = times(l, offsets[dim], source.strides[dim]);
        offset = plus(l, offset, skip);
        steps.push(times(l, strides[dim], source.strides[dim]));
    }
    let kept = retained_dims(&sizes, &form)?;
    let memref = Descriptor {
        kind: source.kind,
        buffer: source.buffer,
        offset,
        sizes: kept.iter().map(|dim| sizes[*dim]).collect(),
        strides: kept.iter().map(|dim| steps[*dim]).collect(),
        poison: None,
    };
    let memref = as_type(l, &form, memref)?;
    give(l, op, memref)
}

/// Leaves the function unless offset, size and stride stay inside of an extent.
pub(super) fn check_slice(l: L<'_, '_, '_, '_>, slice: [Extent; 4]) {
    let known = slice.map(|number| match number {
        Extent::Known(number) => Some(number),
        Extent::At(_) => None,
    });
    let good = match known {
        [Some(offset), Some(size), Some(stride), Some(extent)] => {
            if runtime::slice_is_inside(offset, size, stride, extent) != 0 {
                return;
            }
            l.b.ins().iconst(I64, 0)
        }
        _ => {
            let numbers = slice.map(|number| l.number(number));
            l.call_runtime(runtime::slice_is_inside as *const () as usize, &numbers, &[I64])[0]
        }
    };
    let bad = l.is(64, good, 0);
    l.guard_ub(Some(bad), Undefined::OutOfBounds);
}

/// Which dimensions stay in a type of the same or a smaller rank: those that go have one place.
fn retained_dims(sizes: &[Extent], form: &MemRefForm) -> Result<Vec<usize>, Unsupported> {
    let wanted = &form.sizes;
    let mut kept = Vec::with_capacity(wanted.len());
    for (dim, size) in sizes.iter().enumerate() {
        let left = sizes.len() - dim;
        let known = match size {
            Extent::Known(size) => Some(*size as u64),
            Extent::At(_) => None,
        };
        match wanted.get(kept.len()) {
            // An open extent may go to a later dimension if this one has one place and there are enough.
            Some(None) if known != Some(1) || left == wanted.len() - kept.len() => kept.push(dim),
            Some(Some(extent)) if known == Some(*extent) => kept.push(dim),
            // A computed extent is compared with that of the type when it runs.
            Some(Some(_)) if known.is_none() && sizes.len() == wanted.len() => kept.push(dim),
            _ if known == Some(1) => {}
            _ => return Err(Unsupported::Type),
        }
    }
    if kept.len() == wanted.len() { Ok(kept) } else { Err(Unsupported::Type) }
}
