//! `affine`: loops, conditions and accesses by maps and sets.

use assay_ir::data::{OpId, ValueId};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, Value};

use crate::arith::always;
use crate::attributes::{attr, elements, has, integer, numbers};
use crate::integers::Round;
use crate::integers::{ones, sign_bit};
use crate::lowering::{Cells, ControlFlow, Elements, End, Extent, Lane, Lanes, Lowered, Lowering};
use crate::meaning::{Nans, OpLowering};
use crate::memref::{groups, read_at, write_at};
use crate::scf::{self, Counted};
use crate::space::{self, Arguments, run};
use crate::terms::Terms;
use crate::types::Kind;
use crate::vector;
use assay_backend::engine::{Undefined, Unsupported};
use assay_ir::affine::{Map, Set};

type L<'a, 'u, 'p, 'b> = &'a mut Lowering<'u, 'p, 'b>;

pub(super) const OPS: &[OpLowering] = &[
    OpLowering::new("affine.apply", |l, op| mapped(l, op, None)).may_poison(always),
    OpLowering::new("affine.delinearize_index", delinearize).may_poison(always),
    OpLowering::new("affine.for", loop_over_range),
    OpLowering::new("affine.if", branch),
    OpLowering::new("affine.linearize_index", linearize).may_poison(always),
    OpLowering::new("affine.load", |l, op| {
        let places = places(l, op, 0)?;
        read_at(l, op, &places)
    })
    .reads_memory(),
    OpLowering::new("affine.max", |l, op| mapped(l, op, Some(IntCC::SignedGreaterThan))).may_poison(always),
    OpLowering::new("affine.min", |l, op| mapped(l, op, Some(IntCC::SignedLessThan))).may_poison(always),
    OpLowering::new("affine.parallel", parallel).nans(Nans::Own),
    OpLowering::new("affine.prefetch", |_, _| Ok(ControlFlow::Next)),
    OpLowering::new("affine.store", |l, op| {
        let places = places(l, op, 1)?;
        write_at(l, op, &places)
    }),
    OpLowering::new("affine.vector_load", |l, op| {
        let places = places(l, op, 0)?;
        vector::load_at(l, op, &[], &places)
    })
    .reads_memory(),
    OpLowering::new("affine.vector_store", |l, op| {
        let places = places(l, op, 1)?;
        vector::store_at(l, op, &[], &places)
    }),
    OpLowering::new("affine.yield", end),
];

/// The end of an iteration or branch, which the operation around says.
fn end(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let owner = l.program.parent_op(op).ok_or(Unsupported::Malformed)?;
    match l.ends.get(&owner) {
        Some(End::Space(_)) => space::end(l, op),
        _ => scf::end(l, op),
    }
}

/// The map in an attribute.
fn map(l: &Lowering<'_, '_, '_>, op: OpId, name: &str) -> Result<Map, Unsupported> {
    Map::from_attr(l.program.ctx(), attr(l.program, op, name).ok_or(Unsupported::Malformed)?)
        .ok_or(Unsupported::Attribute)
}

/// The results of a map, and a flag that is set where they are poison.
fn results(
    l: L<'_, '_, '_, '_>,
    map: &Map,
    names: &[ValueId],
) -> Result<(Vec<Extent>, Option<Value>), Unsupported> {
    let mut terms = Terms::read(l, names, map.dims, map.symbols)?;
    let mut all = Vec::with_capacity(map.len());
    for term in &map.results {
        all.push(terms.term(l, term)?);
    }
    Ok((all, terms.poison))
}

/// The least or the greatest of numbers.
fn extremum(l: L<'_, '_, '_, '_>, code: IntCC, numbers: &[Extent]) -> Result<Value, Unsupported> {
    let (first, rest) = numbers.split_first().ok_or(Unsupported::Malformed)?;
    let mut best = l.number(*first);
    for number in rest {
        let number = l.number(*number);
        let better = l.b.ins().icmp(code, number, best);
        best = l.b.ins().select(better, number, best);
    }
    let intervals: Option<Vec<_>> = numbers.iter().map(|number| l.interval_of(*number)).collect();
    if let Some(intervals) = intervals {
        let least = intervals.iter().map(|interval| interval.least);
        let most = intervals.iter().map(|interval| interval.most);
        let ends = match code {
            IntCC::SignedLessThan => least.min().zip(most.min()),
            _ => least.max().zip(most.max()),
        };
        if let Some((least, most)) = ends {
            l.note_number(Extent::At(best), least, most);
        }
    }
    Ok(best)
}

/// A number of 64 bits as `index`.
fn index_lane(l: L<'_, '_, '_, '_>, number: Extent, poison: Option<Value>) -> Lane {
    let width = l.unit.settings.index.bits();
    match (number, poison) {
        (Extent::Known(number), None) => {
            crate::arith::number(l, Kind::Int(width), ones(width) & number as u128)
        }
        (number, poison) => {
            let value = l.number(number);
            Lane::integer(l.resized(64, width, value), poison)
        }
    }
}

fn one(lane: Lane) -> Lanes {
    smallvec::smallvec![lane]
}

/// The first result of a map, or the least or greatest of them.
fn mapped(l: L<'_, '_, '_, '_>, op: OpId, code: Option<IntCC>) -> Lowered {
    let (map, names) = (map(l, op, "map")?, l.program.operands(op).collect::<Vec<_>>());
    let (numbers, poison) = results(l, &map, &names)?;
    let number = match code {
        None => *numbers.first().ok_or(Unsupported::Malformed)?,
        Some(code) => Extent::At(extremum(l, code, &numbers)?),
    };
    let lane = index_lane(l, number, poison);
    l.give(op, one(lane))
}

/// The place that the map of an access leads to, of the operands behind the memref.
fn places(l: L<'_, '_, '_, '_>, op: OpId, memref: usize) -> Result<Vec<Extent>, Unsupported> {
    let names: Vec<ValueId> = l.program.operands(op).skip(memref + 1).collect();
    let map = map(l, op, "map")?;
    let (places, poison) = results(l, &map, &names)?;
    l.guard_ub(poison, Undefined::AddressByPoison);
    Ok(places)
}

/// A bound of a loop.
fn bound(
    l: L<'_, '_, '_, '_>,
    op: OpId,
    name: &str,
    names: &[ValueId],
    code: IntCC,
) -> Result<Lane, Unsupported> {
    let map = map(l, op, name)?;
    let (numbers, poison) = results(l, &map, names)?;
    l.guard_ub(poison, Undefined::ControlByPoison);
    let number = match numbers[..] {
        [only] => only,
        _ => Extent::At(extremum(l, code, &numbers)?),
    };
    Ok(index_lane(l, number, None))
}

fn loop_over_range(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let [below, above, carried] = groups::<3>(l, op)?;
    let lower = bound(l, op, "lowerBoundMap", &below, IntCC::SignedGreaterThan)?;
    let step = integer(l.program, op, "step")?;
    if step <= 0 {
        return Err(Unsupported::Malformed);
    }
    let upper = bound(l, op, "upperBoundMap", &above, IntCC::SignedLessThan)?;
    let step = index_lane(l, Extent::Known(step), None);
    let carried = carried.iter().map(|name| l.value(*name)).collect::<Result<Vec<_>, Unsupported>>()?;
    let width = l.unit.settings.index.bits();
    scf::count(l, op, Counted { width, unsigned: false, lower, upper, step, names: [None; 2] }, &carried)
}

fn branch(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let set = attr(l.program, op, "condition").ok_or(Unsupported::Malformed)?;
    let set = Set::from_attr(l.program.ctx(), set).ok_or(Unsupported::Attribute)?;
    let names: Vec<ValueId> = l.program.operands(op).collect();
    let mut terms = Terms::read(l, &names, set.dims, set.symbols)?;
    let mut inside = l.constant(1, 1);
    for (term, is_equality) in &set.constraints {
        let number = terms.term(l, term)?;
        let (number, zero) = (l.number(number), l.b.ins().iconst(I64, 0));
        let code = if *is_equality { IntCC::Equal } else { IntCC::SignedGreaterThanOrEqual };
        let holds = l.b.ins().icmp(code, number, zero);
        inside = l.b.ins().band(inside, holds);
    }
    l.guard_ub(terms.poison, Undefined::ControlByPoison);
    scf::branch_on(l, op, inside)
}

/// The elements of a basis, which are written or computed in order.
fn basis(
    l: L<'_, '_, '_, '_>,
    op: OpId,
    terms: &mut Terms,
    dynamic: &[ValueId],
) -> Result<Vec<Extent>, Unsupported> {
    let mut left = dynamic.iter();
    let mut all = Vec::new();
    for number in numbers(l.program, op, "static_basis")? {
        all.push(match number {
            i64::MIN => terms.number(l, *left.next().ok_or(Unsupported::Malformed)?)?,
            number => Extent::Known(number),
        });
    }
    Ok(all)
}

fn delinearize(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let names: Vec<ValueId> = l.program.operands(op).collect();
    let (linear, dynamic) = names.split_first().ok_or(Unsupported::Malformed)?;
    let mut terms = Terms::read(l, &[], 0, 0)?;
    let elements = basis(l, op, &mut terms, dynamic)?;
    let mut divisors = Vec::new();
    for element in &elements {
        divisors.push(Extent::At(terms.divisor(l, *element)));
    }
    let mut product = Extent::Known(1);
    for (element, divisor) in elements.iter().zip(&divisors) {
        let factor = if matches!(element, Extent::Known(_)) { *element } else { *divisor };
        product = terms.product(l, product, factor);
    }
    // A product that does not fit is not positive.
    l.guard_ub(terms.poison.take(), Undefined::DivisorNotPositive);
    let count = l.program.result_count(op);
    let inner = match elements.len() {
        length if length == count && count > 0 => 1,
        length if length + 1 == count => 0,
        _ => return Err(Unsupported::Malformed),
    };
    let mut rest = terms.number(l, *linear)?;
    let mut places = Vec::with_capacity(count);
    for divisor in divisors[inner..].iter().rev() {
        let (dividend, divisor) = (l.number(rest), l.number(*divisor));
        let quotient = l.quotient(64, true, Round::Floor, dividend, divisor);
        let back = l.b.ins().imul(quotient, divisor);
        places.push(Extent::At(l.b.ins().isub(dividend, back)));
        rest = Extent::At(quotient);
    }
    if inner == 1 {
        let (rest, bound) = (l.number(rest), l.number(divisors[0]));
        let outside = l.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, rest, bound);
        terms.spoil(l, outside);
    }
    places.push(rest);
    for (at, place) in places.into_iter().rev().enumerate() {
        let poison = terms.poison.or_else(|| Some(l.constant(1, 0)));
        let lane = index_lane(l, place, poison);
        l.set_result(op, at, one(lane))?;
    }
    Ok(ControlFlow::Next)
}

fn linearize(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let [names, dynamic] = groups::<2>(l, op)?;
    let mut terms = Terms::read(l, &[], 0, 0)?;
    let indices = names.iter().map(|name| terms.number(l, *name)).collect::<Result<Vec<_>, Unsupported>>()?;
    let elements = basis(l, op, &mut terms, &dynamic)?;
    let outer = match names.len().checked_sub(elements.len()) {
        Some(outer @ 0..=1) => outer,
        _ => return Err(Unsupported::Malformed),
    };
    if has(l.program, op, "disjoint") {
        for (at, element) in elements.iter().enumerate() {
            let (index, element) = (l.number(indices[at + outer]), l.number(*element));
            let above = l.b.ins().icmp(IntCC::SignedGreaterThanOrEqual, index, element);
            terms.spoil(l, above);
            let zero = l.b.ins().iconst(I64, 0);
            let negative = if at + outer == 0 { element } else { index };
            let below = l.b.ins().icmp(IntCC::SignedLessThan, negative, zero);
            terms.spoil(l, below);
        }
    }
    let (mut sum, mut stride) = (Extent::Known(0), Extent::Known(1));
    for (at, index) in indices.iter().enumerate().rev() {
        let part = terms.product(l, *index, stride);
        sum = terms.sum(l, sum, part);
        if let Some(at) = at.checked_sub(outer).filter(|at| *at + outer > 0) {
            stride = terms.product(l, stride, elements[at]);
        }
    }
    let lane = index_lane(l, sum, terms.poison);
    l.give(op, one(lane))
}

/// The bounds of one side of a parallel loop: of each group of results the least or the greatest.
fn bounds(
    l: L<'_, '_, '_, '_>,
    op: OpId,
    (side, code): (&str, IntCC),
    names: &[ValueId],
    count: usize,
) -> Result<Vec<Value>, Unsupported> {
    let map = map(l, op, &format!("{side}BoundsMap"))?;
    let (numbers, poison) = results(l, &map, names)?;
    l.guard_ub(poison, Undefined::ControlByPoison);
    let groups = attr(l.program, op, &format!("{side}BoundsGroups")).ok_or(Unsupported::Malformed)?;
    let mut left = &numbers[..];
    let mut all = Vec::new();
    for size in elements(l.program.ctx(), groups, Kind::Int(32), count)? {
        let (group, rest) = left.split_at_checked(size as usize).ok_or(Unsupported::Malformed)?;
        all.push(extremum(l, code, group)?);
        left = rest;
    }
    if left.is_empty() { Ok(all) } else { Err(Unsupported::Malformed) }
}

/// A reduction by the number that `arith` gives it: the word of `vector` for it, and the bits of its identity.
fn reduction(number: i64, kind: Kind) -> Result<(&'static str, u128), Unsupported> {
    let float = |number: f64| match kind {
        Kind::F32 => u128::from((number as f32).to_bits()),
        _ => u128::from(number.to_bits()),
    };
    Ok(match (kind, number) {
        (Kind::Int(_), 1) => ("add", 0),
        (Kind::Int(width), 2) => ("and", ones(width)),
        (Kind::Int(width), 6) => ("maxsi", sign_bit(width)),
        (Kind::Int(_), 7) => ("maxui", 0),
        (Kind::Int(width), 10) => ("minsi", sign_bit(width) - 1),
        (Kind::Int(width), 11) => ("minui", ones(width)),
        (Kind::Int(_), 13) => ("mul", 1),
        (Kind::Int(_), 14) => ("or", 0),
        (Kind::Int(_), 15) => ("xor", 0),
        (Kind::F32 | Kind::F64, 0) => ("add", float(0.0)),
        (Kind::F32 | Kind::F64, 4) => ("maximumf", float(f64::NEG_INFINITY)),
        (Kind::F32 | Kind::F64, 8) => ("minimumf", float(f64::INFINITY)),
        (Kind::F32 | Kind::F64, 12) => ("mul", float(1.0)),
        _ => return Err(Unsupported::Attribute),
    })
}

/// How often a loop runs: not at all where the upper bound is not above the lower one.
fn iterations(l: L<'_, '_, '_, '_>, lower: Value, upper: Value, step: i64) -> Extent {
    let span = l.b.ins().isub(upper, lower);
    let one = l.b.ins().iconst(I64, 1);
    let (before, step) = (l.b.ins().isub(span, one), l.b.ins().iconst(I64, step));
    let whole = l.b.ins().udiv(before, step);
    let count = l.b.ins().iadd(whole, one);
    let most = l.b.ins().iconst(I64, i64::MAX);
    let count = l.b.ins().umin(count, most);
    let (runs, zero) = (l.b.ins().icmp(IntCC::SignedGreaterThan, upper, lower), l.b.ins().iconst(I64, 0));
    Extent::At(l.b.ins().select(runs, count, zero))
}

/// The iterations run in row-major order; what they yield is added up in cells that begin at the identities.
fn parallel(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let names: Vec<ValueId> = l.program.operands(op).collect();
    let steps = numbers(l.program, op, "steps")?;
    let kinds = numbers(l.program, op, "reductions")?;
    let of_lower = map(l, op, "lowerBoundsMap")?;
    let (below, above) =
        names.split_at_checked(of_lower.dims + of_lower.symbols).ok_or(Unsupported::Malformed)?;
    let lower = bounds(l, op, ("lower", IntCC::SignedGreaterThan), below, steps.len())?;
    let upper = bounds(l, op, ("upper", IntCC::SignedLessThan), above, steps.len())?;
    if kinds.len() != l.program.result_count(op) || steps.iter().any(|step| *step <= 0) {
        return Err(Unsupported::Malformed);
    }
    let mut extents = Vec::new();
    for ((lower, upper), step) in lower.iter().zip(&upper).zip(&steps) {
        extents.push(iterations(l, *lower, *upper, *step));
    }
    let mut outputs = Vec::new();
    for (at, kind_number) in kinds.into_iter().enumerate() {
        let (kind, 1) = l.result_kind(op, at)? else { return Err(Unsupported::Type) };
        let (word, identity) = reduction(kind_number, kind)?;
        let cells = Cells { kind, shape: None, base: l.cells_on_stack(1) };
        let lane = crate::arith::number(l, kind, identity);
        cells.write(l, &[], lane)?;
        outputs.push((Map::select(steps.len(), &[]), Elements::Cells(cells), Some(word)));
    }
    run(l, op, extents, Arguments::Steps(lower.into_iter().zip(steps).collect()), outputs)
}
