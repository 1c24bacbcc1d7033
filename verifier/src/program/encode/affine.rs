//! `affine`: loops, conditions and addresses by maps and sets. A number on the way that does not fit `index` is poison where a value
//! is computed, and undefined behaviour where it decides something; a divisor that is not positive is undefined behaviour. Of
//! several faults in a map the first one counts.

use assay_ir::affine::{Map, Operator, Set, Term};
use assay_ir::data::OpId;

use super::attributes::{groups, integer};
use super::control::{over_range, regions};
use super::encoder::{INDEX, Missing};
use super::kept::Bounds;
use super::machine::{Item, Machine, Run};
use crate::values::expr::{Binary, Compare, Ex, Pool};
use crate::values::meaning::{Scalar, Value};

pub(super) const OPS: &[(&str, Run)] = &[
    ("affine.apply", |m, op| mapped(m, op, None)),
    ("affine.for", loop_over_range),
    ("affine.if", branch),
    ("affine.load", load),
    ("affine.max", |m, op| mapped(m, op, Some(Compare::SLt))),
    ("affine.min", |m, op| mapped(m, op, Some(Compare::SLe))),
    ("affine.prefetch", |_, _| Ok(())),
    ("affine.store", store),
];

/// The numbers of terms, and when one has none.
struct Evaluated {
    numbers: Vec<Ex>,
    /// One does not fit `index`, before a divisor is wrong.
    overflows: Ex,
    /// A divisor is not positive, before a number does not fit.
    divides: Ex,
}

/// How terms are evaluated, in order: the first fault counts.
struct Evaluation<'p> {
    pool: &'p mut Pool,
    dims: &'p [Ex],
    symbols: &'p [Ex],
    overflows: Ex,
    divides: Ex,
}

impl Evaluation<'_> {
    /// There is no fault so far.
    fn sound(&mut self) -> Ex {
        let either = self.pool.or(self.overflows, self.divides);
        self.pool.not(either)
    }

    fn term(&mut self, term: &Term) -> Option<Ex> {
        Some(match term {
            Term::Dim(at) => *self.dims.get(*at)?,
            Term::Symbol(at) => *self.symbols.get(*at)?,
            Term::Constant(number) => self.pool.number(INDEX, *number as u128),
            Term::Binary(operator, a, b) => {
                let (a, b) = (self.term(a)?, self.term(b)?);
                self.binary(*operator, a, b)
            }
        })
    }

    fn binary(&mut self, operator: Operator, a: Ex, b: Ex) -> Ex {
        let plain = match operator {
            Operator::Add => Some(Binary::Add),
            Operator::Sub => Some(Binary::Sub),
            Operator::Mul => Some(Binary::Mul),
            Operator::FloorDiv | Operator::CeilDiv | Operator::Mod => None,
        };
        let first = self.sound();
        let pool = &mut *self.pool;
        if let Some(op) = plain {
            let wraps = wraps(pool, op, a, b);
            let here = pool.and(first, wraps);
            self.overflows = pool.or(self.overflows, here);
            return pool.binary(op, a, b);
        }
        let (zero, one) = (pool.zero(INDEX), pool.number(INDEX, 1));
        let wrong = pool.compare(Compare::SLe, b, zero);
        let here = pool.and(first, wrong);
        self.divides = pool.or(self.divides, here);
        match operator {
            Operator::Mod => {
                let rest = pool.binary(Binary::SRem, a, b);
                let negative = pool.compare(Compare::SLt, rest, zero);
                let above = pool.binary(Binary::Add, rest, b);
                pool.choice(negative, above, rest)
            }
            Operator::CeilDiv => {
                let quotient = pool.binary(Binary::SDiv, a, b);
                let rest = pool.binary(Binary::SRem, a, b);
                let more = pool.compare(Compare::SLt, zero, rest);
                let next = pool.binary(Binary::Add, quotient, one);
                pool.choice(more, next, quotient)
            }
            _ => {
                // Of a number below zero the one's complement is divided: -1 - ((-1 - a) / b).
                let negative = pool.compare(Compare::SLt, a, zero);
                let ones = pool.number(INDEX, u128::MAX);
                let other = pool.binary(Binary::Sub, ones, a);
                let dividend = pool.choice(negative, other, a);
                let quotient = pool.binary(Binary::SDiv, dividend, b);
                let below = pool.binary(Binary::Sub, ones, quotient);
                pool.choice(negative, below, quotient)
            }
        }
    }
}

/// When an operation leaves the signed numbers of its width.
fn wraps(pool: &mut Pool, op: Binary, a: Ex, b: Ex) -> Ex {
    let width = pool.width(a);
    // A product needs all bits of both factors, the others one more.
    let wide = if op == Binary::Mul { 2 * width } else { width + 1 };
    let [a, b] = [a, b].map(|one| pool.sign_extend(one, wide));
    let exact = pool.binary(op, a, b);
    let kept = pool.extract(exact, 0, width);
    let same = pool.sign_extend(kept, wide);
    pool.differ(exact, same)
}

impl Machine<'_, '_> {
    fn evaluated(
        &mut self,
        op: OpId,
        terms: &[&Term],
        dims: &[Ex],
        symbols: &[Ex],
    ) -> Result<Evaluated, Missing> {
        let no = self.pool().boolean(false);
        let mut evaluation =
            Evaluation { pool: &mut self.encoder.pool, dims, symbols, overflows: no, divides: no };
        let numbers: Option<Vec<Ex>> = terms.iter().map(|term| evaluation.term(term)).collect();
        let Evaluation { overflows, divides, .. } = evaluation;
        Ok(Evaluated { numbers: numbers.ok_or_else(|| self.lacking(op))?, overflows, divides })
    }

    /// The numbers of dimensions and symbols among items, and when one of them is poison.
    fn arguments(&mut self, op: OpId, items: &[Item]) -> Result<(Vec<Ex>, Ex), Missing> {
        let mut poison = self.pool().boolean(false);
        let mut numbers = Vec::with_capacity(items.len());
        for item in items {
            let Item::Numbers(Value { shape: None, elements }) = item else {
                return Err(self.lacks_types(op));
            };
            let [scalar] = elements[..] else { return Err(self.lacks_types(op)) };
            poison = self.pool().or(poison, scalar.poison);
            numbers.push(scalar.bits);
        }
        Ok((numbers, poison))
    }

    /// The numbers of a map in an attribute, and when they are poison.
    fn map(&mut self, op: OpId, name: &str, items: &[Item]) -> Result<(Vec<Ex>, Ex), Missing> {
        let attr = self.program.attr(op, self.ident(name)).ok_or_else(|| self.lacking(op))?;
        let map = Map::of(self.program.ctx(), attr).ok_or_else(|| self.lacks_attribute(op))?;
        if items.len() != map.dims.saturating_add(map.symbols) {
            return Err(self.lacking(op));
        }
        let (numbers, poison) = self.arguments(op, items)?;
        let (dims, symbols) = numbers.split_at(map.dims);
        let terms: Vec<&Term> = map.results.iter().collect();
        let done = self.evaluated(op, &terms, dims, symbols)?;
        // Nothing is computed of poison.
        let known = self.pool().not(poison);
        let divides = self.pool().and(known, done.divides);
        self.undefined_if(divides);
        let poison = self.pool().or(poison, done.overflows);
        Ok((done.numbers, poison))
    }

    /// The numbers of a map that decide something.
    fn decided(&mut self, op: OpId, name: &str, items: &[Item]) -> Result<Vec<Ex>, Missing> {
        let (numbers, poison) = self.map(op, name, items)?;
        self.undefined_if(poison);
        Ok(numbers)
    }

    /// The least of some numbers by this order, or the greatest.
    fn extreme(&mut self, op: OpId, numbers: &[Ex], least: bool) -> Result<Ex, Missing> {
        let pool = &mut self.encoder.pool;
        let better = |a: Ex, b: Ex| {
            let less = pool.compare(Compare::SLt, a, b);
            if least { pool.choice(less, a, b) } else { pool.choice(less, b, a) }
        };
        numbers.iter().copied().reduce(better).ok_or_else(|| self.lacking(op))
    }
}

/// One number of the results of a map: the only one, the least or the greatest.
fn mapped(m: &mut Machine<'_, '_>, op: OpId, order: Option<Compare>) -> Result<(), Missing> {
    let items = m.items(op, 0)?;
    let (numbers, poison) = m.map(op, "map", &items)?;
    let bits = match order {
        None => *numbers.first().ok_or_else(|| m.lacking(op))?,
        Some(order) => m.extreme(op, &numbers, order == Compare::SLe)?,
    };
    m.bind_value(op, Value { shape: None, elements: vec![Scalar { bits, poison }] })
}

/// From the greatest of the lower bounds to the least of the upper ones.
fn loop_over_range(m: &mut Machine<'_, '_>, op: OpId) -> Result<(), Missing> {
    let [lower, upper, carried] = groups::<3>(m, op)?;
    let lower = m.decided(op, "lowerBoundMap", &lower)?;
    let lower = m.extreme(op, &lower, false)?;
    let upper = m.decided(op, "upperBoundMap", &upper)?;
    let upper = m.extreme(op, &upper, true)?;
    let step = integer(m, op, "step").filter(|step| *step > 0).ok_or_else(|| m.lacking(op))?;
    let step = m.pool().number(INDEX, step as u128);
    over_range(m, op, &Bounds { lower, upper, step, order: Compare::SLt }, carried)
}

fn branch(m: &mut Machine<'_, '_>, op: OpId) -> Result<(), Missing> {
    let attr = m.program.attr(op, m.ident("condition")).ok_or_else(|| m.lacking(op))?;
    let set = Set::of(m.program.ctx(), attr).ok_or_else(|| m.lacks_attribute(op))?;
    let items = m.items(op, 0)?;
    if items.len() != set.dims.saturating_add(set.symbols) {
        return Err(m.lacking(op));
    }
    let (numbers, poison) = m.arguments(op, &items)?;
    let (dims, symbols) = numbers.split_at(set.dims);
    let terms: Vec<&Term> = set.constraints.iter().map(|(term, _)| term).collect();
    let done = m.evaluated(op, &terms, dims, symbols)?;
    for fault in [poison, done.divides, done.overflows] {
        m.undefined_if(fault);
    }
    let pool = &mut m.encoder.pool;
    let zero = pool.zero(INDEX);
    let met = done.numbers.iter().zip(&set.constraints).map(|(number, (_, is_equality))| match is_equality {
        true => pool.equal(*number, zero),
        false => pool.compare(Compare::SLe, zero, *number),
    });
    let met: Vec<Ex> = met.collect();
    let inside = m.pool().all(met);
    let outside = m.pool().not(inside);
    regions(m, op, &[(inside, 0), (outside, 1)])
}

fn load(m: &mut Machine<'_, '_>, op: OpId) -> Result<(), Missing> {
    let (view, items) = (m.view(op, 0)?, m.items(op, 1)?);
    let place = m.decided(op, "map", &items)?;
    let value = m.load(&view, &place)?;
    m.bind_value(op, Value { shape: None, elements: vec![value] })
}

fn store(m: &mut Machine<'_, '_>, op: OpId) -> Result<(), Missing> {
    let (value, view, items) = (m.scalar(op, 0)?, m.view(op, 1)?, m.items(op, 2)?);
    let place = m.decided(op, "map", &items)?;
    m.store(&view, &place, value)
}
