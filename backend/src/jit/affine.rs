//! `affine`: maps and sets as arithmetic on 64-bit registers, with a flag beside them that is set where an operand is poison or a
//! number on the way does not fit `index`. Terms are taken in the order in which they are written, so that what comes
//! first decides between overflow and a divisor that is not positive.

use assay_ir::data::{OpId, ValueId};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, Value};

use super::arith::{always, sign_left};
use super::attributes::{attr, has, integer, numbers};
use super::integers::Round;
use super::lowering::{Extent, Flow, Held, Lane, Lanes, Lowered, Lowering};
use super::meaning::Meaning;
use super::memref::{groups, read_at, write_at};
use super::scf::{self, Counted};
use super::types::{Form, Kind};
use super::vector;
use crate::affine::{Map, Operator, Set, Term};
use crate::engine::{Gap, Undefined};

type L<'a, 'u, 'p, 'b> = &'a mut Lowering<'u, 'p, 'b>;

pub(super) const OPS: &[Meaning] = &[
    Meaning::of("affine.apply", |l, op| mapped(l, op, None)).may_poison(always),
    Meaning::of("affine.delinearize_index", delinearize).may_poison(always),
    Meaning::of("affine.for", loop_over_range),
    Meaning::of("affine.if", branch),
    Meaning::of("affine.linearize_index", linearize).may_poison(always),
    Meaning::of("affine.load", |l, op| {
        let places = places(l, op, 0)?;
        read_at(l, op, &places)
    })
    .reads_memory(),
    Meaning::of("affine.max", |l, op| mapped(l, op, Some(IntCC::SignedGreaterThan))).may_poison(always),
    Meaning::of("affine.min", |l, op| mapped(l, op, Some(IntCC::SignedLessThan))).may_poison(always),
    Meaning::of("affine.prefetch", |_, _| Ok(Flow::Next)),
    Meaning::of("affine.store", |l, op| {
        let places = places(l, op, 1)?;
        write_at(l, op, &places)
    }),
    Meaning::of("affine.vector_load", |l, op| {
        let places = places(l, op, 0)?;
        vector::load_at(l, op, &places)
    })
    .reads_memory(),
    Meaning::of("affine.vector_store", |l, op| {
        let places = places(l, op, 1)?;
        vector::store_at(l, op, &places)
    }),
    Meaning::of("affine.yield", scf::end),
];

/// Arguments of a map or set, and the flag that is set when its results are poison.
pub(super) struct Terms {
    width: u32,
    dims: Vec<Extent>,
    symbols: Vec<Extent>,
    poison: Option<Value>,
}

impl Terms {
    /// Dimensions that are known to be no poison.
    pub(super) fn at_numbers(dims: Vec<Extent>) -> Terms {
        Terms { width: 64, dims, symbols: Vec::new(), poison: None }
    }

    /// A flag that is set where the numbers are poison.
    pub(super) fn poison(&self) -> Option<Value> {
        self.poison
    }

    fn of(l: L<'_, '_, '_, '_>, names: &[ValueId], dims: usize, symbols: usize) -> Result<Terms, Gap> {
        if names.len() != dims.saturating_add(symbols) {
            return Err(Gap::Malformed);
        }
        let mut terms = Terms {
            width: l.unit.settings.index.bits(),
            dims: Vec::new(),
            symbols: Vec::new(),
            poison: None,
        };
        for (at, name) in names.iter().enumerate() {
            let number = terms.number(l, *name)?;
            if at < dims { &mut terms.dims } else { &mut terms.symbols }.push(number);
        }
        Ok(terms)
    }

    /// An operand as a signed number; poison of it is noted.
    fn number(&mut self, l: L<'_, '_, '_, '_>, name: ValueId) -> Result<Extent, Gap> {
        let (Held::Lanes(lanes), Form::Lanes { kind: Kind::Int(width @ 1..=64), shape: None, .. }) =
            (l.value(name)?, l.form(name)?)
        else {
            return Err(Gap::Type);
        };
        self.poison = l.or(self.poison, lanes[0].poison);
        if let (Some(bits), None) = (lanes[0].constant, lanes[0].poison) {
            let unused = 64 - width;
            return Ok(Extent::Known(((bits as u64) << unused) as i64 >> unused));
        }
        Ok(Extent::At(l.resized_signed(width, 64, lanes[0].bits)))
    }

    /// Notes a flag that makes all of it poison.
    fn spoil(&mut self, l: L<'_, '_, '_, '_>, flag: Value) {
        self.poison = l.or(self.poison, Some(flag));
    }

    /// A number that has to fit the width; the flag is one that is set where it did not fit 64 bits.
    fn fitting(&mut self, l: L<'_, '_, '_, '_>, number: Extent, overflow: Option<Value>) -> Extent {
        if let Some(flag) = overflow {
            self.spoil(l, flag);
        }
        let unused = 64 - self.width;
        match number {
            Extent::Known(known) if known << unused >> unused != known => {
                let flag = l.constant(1, 1);
                self.spoil(l, flag);
            }
            Extent::At(value) if unused > 0 => {
                let narrow = l.resized(64, self.width, value);
                let back = l.resized_signed(self.width, 64, narrow);
                let differs = l.b.ins().icmp(IntCC::NotEqual, back, value);
                self.spoil(l, differs);
            }
            _ => {}
        }
        number
    }

    fn sum(&mut self, l: L<'_, '_, '_, '_>, a: Extent, b: Extent, subtract: bool) -> Extent {
        if let (Extent::Known(a), Extent::Known(b)) = (a, b)
            && let Some(sum) = if subtract { a.checked_sub(b) } else { a.checked_add(b) }
        {
            return self.fitting(l, Extent::Known(sum), None);
        }
        let (x, y) = (l.number(a), l.number(b));
        let sum = if subtract { l.b.ins().isub(x, y) } else { l.b.ins().iadd(x, y) };
        let overflow = match subtract {
            true => sign_left(l, 64, (x, y), (x, sum)),
            false => sign_left(l, 64, (x, sum), (y, sum)),
        };
        self.fitting(l, Extent::At(sum), Some(overflow))
    }

    fn product(&mut self, l: L<'_, '_, '_, '_>, a: Extent, b: Extent) -> Extent {
        match (a, b) {
            (Extent::Known(1), other) | (other, Extent::Known(1)) => return other,
            (Extent::Known(a), Extent::Known(b)) => {
                if let Some(product) = a.checked_mul(b) {
                    return self.fitting(l, Extent::Known(product), None);
                }
            }
            _ => {}
        }
        let (x, y) = (l.number(a), l.number(b));
        let overflow = l.product_wraps(64, true, x, y);
        let product = l.b.ins().imul(x, y);
        self.fitting(l, Extent::At(product), Some(overflow))
    }

    /// Leaves the function where a number is not positive and nothing was poison before; the number, or one.
    fn divisor(&mut self, l: L<'_, '_, '_, '_>, number: Extent) -> Value {
        let value = l.number(number);
        if matches!(number, Extent::Known(1..)) {
            return value;
        }
        let zero = l.b.ins().iconst(I64, 0);
        let mut bad = l.b.ins().icmp(IntCC::SignedLessThanOrEqual, value, zero);
        let safe = bad;
        if let Some(poison) = self.poison {
            bad = l.b.ins().band_not(bad, poison);
        }
        l.guard_ub(Some(bad), Undefined::DivisorNotPositive);
        let one = l.b.ins().iconst(I64, 1);
        l.b.ins().select(safe, one, value)
    }

    fn quotient(&mut self, l: L<'_, '_, '_, '_>, a: Extent, b: Extent, round: Round) -> Extent {
        let divisor = self.divisor(l, b);
        let dividend = l.number(a);
        Extent::At(l.quotient(64, true, round, dividend, divisor))
    }

    /// What is left of a division that rounds down.
    fn rest(&mut self, l: L<'_, '_, '_, '_>, a: Extent, b: Extent) -> Extent {
        let divisor = self.divisor(l, b);
        let dividend = l.number(a);
        let quotient = l.quotient(64, true, Round::Floor, dividend, divisor);
        let back = l.b.ins().imul(quotient, divisor);
        Extent::At(l.b.ins().isub(dividend, back))
    }

    /// The number of a term.
    pub(super) fn term(&mut self, l: L<'_, '_, '_, '_>, term: &Term) -> Result<Extent, Gap> {
        Ok(match term {
            Term::Dim(dim) => *self.dims.get(*dim).ok_or(Gap::Malformed)?,
            Term::Symbol(symbol) => *self.symbols.get(*symbol).ok_or(Gap::Malformed)?,
            Term::Constant(constant) => self.fitting(l, Extent::Known(*constant), None),
            Term::Binary(operator, a, b) => {
                let (a, b) = (self.term(l, a)?, self.term(l, b)?);
                match operator {
                    Operator::Add => self.sum(l, a, b, false),
                    Operator::Sub => self.sum(l, a, b, true),
                    Operator::Mul => self.product(l, a, b),
                    Operator::FloorDiv => self.quotient(l, a, b, Round::Floor),
                    Operator::CeilDiv => self.quotient(l, a, b, Round::Ceil),
                    Operator::Mod => self.rest(l, a, b),
                }
            }
        })
    }
}

/// The map in an attribute.
fn map(l: &Lowering<'_, '_, '_>, op: OpId, name: &str) -> Result<Map, Gap> {
    Map::of(l.program.ctx(), attr(l.program, op, name).ok_or(Gap::Malformed)?).ok_or(Gap::Attribute)
}

/// The results of a map, and a flag that is set where they are poison.
fn results(l: L<'_, '_, '_, '_>, map: &Map, names: &[ValueId]) -> Result<(Vec<Extent>, Option<Value>), Gap> {
    let mut terms = Terms::of(l, names, map.dims, map.symbols)?;
    let mut all = Vec::with_capacity(map.len());
    for term in &map.results {
        all.push(terms.term(l, term)?);
    }
    Ok((all, terms.poison))
}

/// The least or the greatest of numbers.
fn extremum(l: L<'_, '_, '_, '_>, code: IntCC, numbers: &[Extent]) -> Result<Value, Gap> {
    let (first, rest) = numbers.split_first().ok_or(Gap::Malformed)?;
    let mut best = l.number(*first);
    for number in rest {
        let number = l.number(*number);
        let better = l.b.ins().icmp(code, number, best);
        best = l.b.ins().select(better, number, best);
    }
    Ok(best)
}

/// A number of 64 bits as `index`.
fn index_lane(l: L<'_, '_, '_, '_>, number: Extent, poison: Option<Value>) -> Lane {
    let width = l.unit.settings.index.bits();
    match (number, poison) {
        (Extent::Known(number), None) => {
            super::arith::number(l, Kind::Int(width), super::integers::ones(width) & number as u128)
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
        None => *numbers.first().ok_or(Gap::Malformed)?,
        Some(code) => Extent::At(extremum(l, code, &numbers)?),
    };
    let lane = index_lane(l, number, poison);
    l.give(op, one(lane))
}

/// The place that the map of an access leads to, of the operands behind the memref.
fn places(l: L<'_, '_, '_, '_>, op: OpId, memref: usize) -> Result<Vec<Extent>, Gap> {
    let names: Vec<ValueId> = l.program.operands(op).skip(memref + 1).collect();
    let map = map(l, op, "map")?;
    let (places, poison) = results(l, &map, &names)?;
    l.guard_ub(poison, Undefined::AddressByPoison);
    Ok(places)
}

/// A bound of a loop.
fn bound(l: L<'_, '_, '_, '_>, op: OpId, name: &str, names: &[ValueId], code: IntCC) -> Result<Lane, Gap> {
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
        return Err(Gap::Malformed);
    }
    let upper = bound(l, op, "upperBoundMap", &above, IntCC::SignedLessThan)?;
    let step = index_lane(l, Extent::Known(step), None);
    let carried = carried.iter().map(|name| l.value(*name)).collect::<Result<Vec<_>, Gap>>()?;
    let width = l.unit.settings.index.bits();
    scf::count(l, op, Counted { width, unsigned: false, lower, upper, step }, &carried)
}

fn branch(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let set = attr(l.program, op, "condition").ok_or(Gap::Malformed)?;
    let set = Set::of(l.program.ctx(), set).ok_or(Gap::Attribute)?;
    let names: Vec<ValueId> = l.program.operands(op).collect();
    let mut terms = Terms::of(l, &names, set.dims, set.symbols)?;
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
fn basis(l: L<'_, '_, '_, '_>, op: OpId, terms: &mut Terms, dynamic: &[ValueId]) -> Result<Vec<Extent>, Gap> {
    let mut left = dynamic.iter();
    let mut all = Vec::new();
    for number in numbers(l.program, op, "static_basis")? {
        all.push(match number {
            i64::MIN => terms.number(l, *left.next().ok_or(Gap::Malformed)?)?,
            number => Extent::Known(number),
        });
    }
    Ok(all)
}

fn delinearize(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let names: Vec<ValueId> = l.program.operands(op).collect();
    let (linear, dynamic) = names.split_first().ok_or(Gap::Malformed)?;
    let mut terms = Terms::of(l, &[], 0, 0)?;
    let elements = basis(l, op, &mut terms, dynamic)?;
    // Poison of the basis comes first, then an element that is not positive, then poison of the number.
    let mut divisors = Vec::new();
    for element in &elements {
        divisors.push(Extent::At(terms.divisor(l, *element)));
    }
    let mut product = Extent::Known(1);
    for (element, divisor) in elements.iter().zip(&divisors) {
        let factor = if matches!(element, Extent::Known(_)) { *element } else { *divisor };
        product = terms.product(l, product, factor);
    }
    let count = l.program.result_count(op);
    let inner = match elements.len() {
        length if length == count && count > 0 => 1,
        length if length + 1 == count => 0,
        _ => return Err(Gap::Malformed),
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
    places.push(rest);
    for (at, place) in places.into_iter().rev().enumerate() {
        let poison = terms.poison.or_else(|| Some(l.constant(1, 0)));
        let lane = index_lane(l, place, poison);
        l.set_result(op, at, one(lane))?;
    }
    Ok(Flow::Next)
}

fn linearize(l: L<'_, '_, '_, '_>, op: OpId) -> Lowered {
    let [names, dynamic] = groups::<2>(l, op)?;
    let mut terms = Terms::of(l, &names, names.len(), 0)?;
    let elements = basis(l, op, &mut terms, &dynamic)?;
    let outer = match names.len().checked_sub(elements.len()) {
        Some(outer @ 0..=1) => outer,
        _ => return Err(Gap::Malformed),
    };
    let indices = terms.dims.clone();
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
        sum = terms.sum(l, sum, part, false);
        if let Some(at) = at.checked_sub(outer).filter(|at| *at + outer > 0) {
            stride = terms.product(l, stride, elements[at]);
        }
    }
    let lane = index_lane(l, sum, terms.poison);
    l.give(op, one(lane))
}
