//! Loops that run a region once for each place of an iteration space, in row-major order, and keep what it yields in memory or, of
//! tensors, in cells on the stack. Knows no operation: the ways to the elements are given.

use assay_ir::data::{OpId, ValueId};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{BlockArg, InstBuilder, Value};

use crate::lowering::{
    Cells, ControlFlow, Elements, End, Extent, HeldValue, Lane, Lowered, Lowering, Nan, Output, Space, load,
    store,
};
use crate::memref::{element, plus, times};
use crate::runtime::{CELL, CELL_POISON};
use crate::terms::Terms;
use crate::types::{Form, Kind};
use crate::unit::{Exit, cost_of_entry};
use crate::vector::combined;
use assay_backend::engine::{Undefined, Unsupported};
use assay_ir::affine::Map;

type L<'a, 'u, 'p, 'b> = &'a mut Lowering<'u, 'p, 'b>;

impl Cells {
    /// Writes lanes to new cells.
    pub(super) fn from_lanes(l: L<'_, '_, '_, '_>, name: ValueId) -> Result<Cells, Unsupported> {
        let (form, held) = (l.form(name)?, l.value(name)?);
        let Form::Lanes { kind, shape: Some(shape), count } = &form else { return Err(Unsupported::Type) };
        let base = l.cells_on_stack(*count);
        l.write_cells(&form, &held, base, 0)?;
        Ok(Cells { kind: *kind, shape: Some(shape.to_vec()), base })
    }

    fn extents(&self) -> &[u64] {
        self.shape.as_deref().unwrap_or(&[])
    }

    /// All lanes.
    pub(super) fn lanes(&self, l: L<'_, '_, '_, '_>) -> HeldValue {
        let count = self.extents().iter().product::<u64>() as usize;
        let shape = self.shape.as_ref().map(|shape| shape.iter().copied().collect());
        l.read_cells(&Form::Lanes { kind: self.kind, shape, count }, self.base, 0, true)
    }

    /// The address of the cell at a place; outside leaves the function.
    fn address(&self, l: L<'_, '_, '_, '_>, place: &[Extent]) -> Result<Value, Unsupported> {
        if place.len() != self.extents().len() {
            return Err(Unsupported::Malformed);
        }
        let mut number = Extent::Known(0);
        for (at, extent) in place.iter().zip(self.extents()) {
            let size = *extent as i64;
            if !matches!(at, Extent::Known(at) if (0..size).contains(at)) {
                let (at, size) = (l.number(*at), l.b.ins().iconst(I64, size));
                let bad = l.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, at, size);
                l.guard_ub(Some(bad), Undefined::OutOfBounds);
            }
            let above = times(l, number, Extent::Known(size));
            number = plus(l, above, *at);
        }
        let distance = times(l, number, Extent::Known(i64::from(CELL)));
        let distance = l.number(distance);
        Ok(l.b.ins().iadd(self.base, distance))
    }

    pub(super) fn read(&self, l: L<'_, '_, '_, '_>, place: &[Extent]) -> Result<Lane, Unsupported> {
        let at = self.address(l, place)?;
        let form = Form::scalar(self.kind);
        match l.read_cells(&form, at, 0, true) {
            HeldValue::Lanes(lanes) => lanes.first().copied().ok_or(Unsupported::Malformed),
            HeldValue::MemRef(_) => Err(Unsupported::Type),
        }
    }

    pub(super) fn write(
        &self,
        l: L<'_, '_, '_, '_>,
        place: &[Extent],
        lane: Lane,
    ) -> Result<(), Unsupported> {
        let at = self.address(l, place)?;
        let lane = l.canonical(self.kind, lane);
        store(&mut l.b, lane.bits, at, 0);
        let flag = l.flag(lane.poison);
        l.b.ins().store(super::lowering::trusted(), flag, at, CELL_POISON);
        Ok(())
    }
}

impl Elements {
    /// The elements of a value.
    pub(super) fn from_value(l: L<'_, '_, '_, '_>, name: ValueId) -> Result<Elements, Unsupported> {
        match (l.form(name)?, l.value(name)?) {
            (Form::MemRef(form), HeldValue::MemRef(memref)) => {
                l.guard_ub(memref.poison, Undefined::AddressByPoison);
                Ok(Elements::Memory(Box::new((memref, form))))
            }
            (Form::Lanes { shape: None, .. }, HeldValue::Lanes(lanes)) => Ok(Elements::Scalar(lanes[0])),
            (Form::Lanes { .. }, HeldValue::Lanes(_)) => Ok(Elements::Cells(Cells::from_lanes(l, name)?)),
            _ => Err(Unsupported::Malformed),
        }
    }

    /// How many of them there are in each dimension.
    pub(super) fn extents(&self) -> Vec<Extent> {
        match self {
            Elements::Scalar(_) => Vec::new(),
            Elements::Cells(cells) => {
                cells.extents().iter().map(|extent| Extent::Known(*extent as i64)).collect()
            }
            Elements::Memory(memory) => memory.0.sizes.to_vec(),
        }
    }

    fn read(&self, l: L<'_, '_, '_, '_>, place: &[Extent]) -> Result<Lane, Unsupported> {
        match self {
            Elements::Scalar(lane) => Ok(*lane),
            Elements::Cells(cells) => cells.read(l, place),
            Elements::Memory(memory) => {
                let (memref, form) = &**memory;
                let at = element(l, memref, form, &[], place)?;
                let bits = load(&mut l.b, form.kind.container(), at, 0);
                Ok(Lane { bits, poison: None, constant: None, nan: Nan::Raw })
            }
        }
    }

    fn write(
        &self,
        l: L<'_, '_, '_, '_>,
        place: &[Extent],
        kind: Kind,
        lane: Lane,
    ) -> Result<(), Unsupported> {
        match self {
            Elements::Cells(cells) if cells.kind == kind => cells.write(l, place, lane),
            Elements::Memory(memory) if memory.1.kind == kind => {
                let (memref, form) = &**memory;
                let at = element(l, memref, form, &[], place)?;
                let lane = l.canonical(kind, lane);
                store(&mut l.b, lane.bits, at, 0);
                Ok(())
            }
            _ => Err(Unsupported::Type),
        }
    }
}

/// The arguments of the region of a loop.
pub(super) enum Arguments {
    /// Elements by their maps.
    Elements(Vec<(Map, Elements)>),
    /// The place itself.
    Place,
    /// The place, each number as often as a step from a start.
    Steps(Vec<(Value, i64)>),
}

/// The place that a map leads to; the function is left where there is none.
fn place_of(l: L<'_, '_, '_, '_>, map: &Map, at: &[Value]) -> Result<Vec<Extent>, Unsupported> {
    let mut terms = Terms::at_numbers(at.iter().map(|at| Extent::At(*at)).collect());
    let mut place = Vec::with_capacity(map.len());
    for term in &map.results {
        if !term.divides_by_positive_constants() {
            return Err(Unsupported::Attribute);
        }
        place.push(terms.term(l, term)?);
    }
    l.guard_ub(terms.poison, Undefined::OutOfBounds);
    Ok(place)
}

/// The lanes that the region of a loop gets at a place.
fn region_lanes(
    l: L<'_, '_, '_, '_>,
    arguments: &Arguments,
    at: &[Value],
    count: usize,
) -> Result<Vec<Lane>, Unsupported> {
    let width = l.unit.settings.index.bits();
    let mut lanes = Vec::new();
    match arguments {
        Arguments::Elements(elements) => {
            for (map, elements) in elements.iter().take(count) {
                let place = place_of(l, map, at)?;
                lanes.push(elements.read(l, &place)?);
            }
        }
        Arguments::Place => {
            lanes.extend(at.iter().map(|at| Lane::integer(l.resized(64, width, *at), None)));
        }
        Arguments::Steps(steps) => {
            for (at, (start, step)) in at.iter().zip(steps) {
                let step = l.b.ins().iconst(I64, *step);
                let way = l.b.ins().imul(*at, step);
                let number = l.b.ins().iadd(*start, way);
                lanes.push(Lane::integer(l.resized(64, width, number), None));
            }
        }
    }
    Ok(lanes)
}

/// Runs the region of an operation for each place of a space; what it yields goes to the outputs, and those that are tensors are
/// the results.
pub(super) fn run(
    l: L<'_, '_, '_, '_>,
    op: OpId,
    extents: Vec<Extent>,
    arguments: Arguments,
    outputs: Vec<Output>,
) -> Lowered {
    let region = *l.program.op_regions(op).first().ok_or(Unsupported::Malformed)?;
    let entry = *l.program.region(region).blocks.first().ok_or(Unsupported::Malformed)?;
    let names = l.program.block(entry).arguments.to_vec();
    l.open_scope(op);
    let (head, exit) = (l.b.create_block(), l.b.create_block());
    let at: Vec<Value> = extents.iter().map(|_| l.b.append_block_param(head, I64)).collect();
    let zero = l.b.ins().iconst(I64, 0);
    let mut empty = l.constant(1, 0);
    for extent in &extents {
        let extent = l.number(*extent);
        let none = l.b.ins().icmp(IntCC::SignedLessThanOrEqual, extent, zero);
        empty = l.b.ins().bor(empty, none);
    }
    let start: Vec<BlockArg> = extents.iter().map(|_| BlockArg::Value(zero)).collect();
    l.b.ins().brif(empty, exit, &[], head, &start);
    for (at, extent) in at.iter().zip(&extents) {
        l.note_place(*at, *extent);
    }
    let done = l.join_of_results(op)?;
    l.b.switch_to_block(exit);
    let mut results = Vec::new();
    for (_, output, _) in &outputs {
        if let Elements::Cells(cells) = output {
            results.push(cells.lanes(l));
        }
    }
    let result_names: Vec<ValueId> = l.program.results(op).collect();
    l.jump(done, result_names, &results)?;
    l.go_on(op, done);
    let body = l.open(region)?;
    l.b.switch_to_block(head);
    let given = region_lanes(l, &arguments, &at, names.len())?;
    let given: Vec<HeldValue> =
        given.into_iter().map(|lane| HeldValue::Lanes(smallvec::smallvec![lane])).collect();
    let cost = cost_of_entry(l.program, region);
    l.ends.insert(op, End::Space(Box::new(Space { head, exit, at, extents, outputs, cost })));
    l.jump(body, names, &given)
}

/// The end of an iteration: keeps what is yielded and goes to the next place.
pub(super) fn end(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let owner = l.program.parent_op(op).ok_or(Unsupported::Malformed)?;
    let Some(End::Space(space)) = l.ends.get(&owner).cloned() else { return Err(Unsupported::Malformed) };
    if l.program.operand_count(op) != space.outputs.len() {
        return Err(Unsupported::Malformed);
    }
    l.at = owner;
    for (number, (map, output, reduction)) in space.outputs.iter().enumerate() {
        let (kind, lane) = l.scalar(op, number)?;
        let place = place_of(l, map, &space.at)?;
        let lane = match reduction {
            None => lane,
            Some(word) => {
                let before = output.read(l, &place)?;
                combined(l, kind, word, before, lane)?
            }
        };
        output.write(l, &place, kind, lane)?;
    }
    l.close_scope(owner);
    l.charge(space.cost);
    let mut carry = l.b.ins().iconst(I64, 1);
    let mut next = Vec::new();
    for (at, extent) in space.at.iter().zip(&space.extents).rev() {
        let (moved, extent) = (l.b.ins().iadd(*at, carry), l.number(*extent));
        let over = l.b.ins().icmp(IntCC::Equal, moved, extent);
        let zero = l.b.ins().iconst(I64, 0);
        next.push(l.b.ins().select(over, zero, moved));
        carry = l.b.ins().uextend(I64, over);
    }
    let next: Vec<BlockArg> = next.into_iter().rev().map(BlockArg::Value).collect();
    l.b.ins().brif(carry, space.exit, &[], space.head, &next);
    Ok(ControlFlow::Closed)
}

/// Leaves the function where two extents differ.
pub(super) fn guard_same(l: L<'_, '_, '_, '_>, op: OpId, a: Extent, b: Extent) {
    match (a, b) {
        (Extent::Known(a), Extent::Known(b)) if a == b => {}
        (a, b) => {
            let (a, b) = (l.number(a), l.number(b));
            let differs = l.b.ins().icmp(IntCC::NotEqual, a, b);
            l.guard(Some(differs), Exit::Ub(op, Undefined::BadExtent));
        }
    }
}
