//! `affine`: loops, conditions and addresses by maps and sets. A number on the way that does not fit `index` is poison where a value
//! is computed, and undefined behaviour where it decides something; a divisor that is poison or not positive is undefined
//! behaviour.

use assay_ir::affine::{Map, Operator, Set, Term};
use assay_ir::data::OpId;

use crate::attributes::{counts, groups, integer, integers};
use crate::control::{over_range, regions};
use crate::encoder::Encoder;
use crate::layout::INDEX;
use crate::loop_invariant::Bounds;
use crate::machine::{Run, SymbolicExecutor};
use crate::parallel_loop::{self, Combined};
use crate::state::Item;
use crate::unsupported::EncodeError;
use assay_semantics::{Scalar, Value};
use assay_term::arena::TermArena;
use assay_term::node::{Binary, Compare, TermId};

pub(crate) const OPS: &[(&str, Run)] = &[
    ("affine.apply", |m, op| mapped(m, op, None)),
    ("affine.for", loop_over_range),
    ("affine.if", branch),
    ("affine.load", load),
    ("affine.max", |m, op| mapped(m, op, Some(Compare::SLt))),
    ("affine.min", |m, op| mapped(m, op, Some(Compare::SLe))),
    ("affine.parallel", parallel),
    ("affine.prefetch", |_, _| Ok(())),
    ("affine.store", store),
];

/// The values of terms, and when one has none.
struct Evaluated {
    values: Vec<Scalar>,
    /// A divisor is poison or not positive.
    divides: TermId,
}

/// A quotient, rounded down, or the remainder beside it.
pub(crate) struct Division {
    dividend: TermId,
    divisor: TermId,
    is_quotient: bool,
    result: TermId,
}

/// The evaluation of terms.
pub(crate) struct Evaluation<'p> {
    pool: &'p mut TermArena,
    dims: &'p [Scalar],
    symbols: &'p [Scalar],
    divides: TermId,
    divisions: Vec<Division>,
}

impl<'p> Evaluation<'p> {
    pub(crate) fn new(pool: &'p mut TermArena, dims: &'p [Scalar], symbols: &'p [Scalar]) -> Evaluation<'p> {
        let divides = pool.boolean(false);
        Evaluation { pool, dims, symbols, divides, divisions: Vec::new() }
    }

    /// When a divisor is poison or not positive, and the divisions.
    pub(crate) fn end(self) -> (TermId, Vec<Division>) {
        (self.divides, self.divisions)
    }

    fn term(&mut self, term: &Term) -> Option<Scalar> {
        Some(match term {
            Term::Dim(at) => *self.dims.get(*at)?,
            Term::Symbol(at) => *self.symbols.get(*at)?,
            Term::Constant(number) => {
                let (bits, poison) = (self.pool.number(INDEX, *number as u128), self.pool.boolean(false));
                Scalar { bits, poison }
            }
            Term::Binary(operator, a, b) => {
                let (a, b) = (self.term(a)?, self.term(b)?);
                let wraps = match operator {
                    Operator::Add => Some(Binary::Add),
                    Operator::Mul => Some(Binary::Mul),
                    Operator::FloorDiv | Operator::CeilDiv | Operator::Mod => None,
                };
                let pool = &mut *self.pool;
                let poison = pool.or(a.poison, b.poison);
                match wraps {
                    Some(op) => {
                        let wraps = wraps_signed(pool, op, a.bits, b.bits);
                        Scalar { bits: pool.binary(op, a.bits, b.bits), poison: pool.or(poison, wraps) }
                    }
                    None => Scalar { bits: self.quotient(*operator, a.bits, b), poison: a.poison },
                }
            }
        })
    }

    /// A quotient or remainder, which is defined where the divisor is a positive number.
    pub(crate) fn quotient(&mut self, operator: Operator, a: TermId, divisor: Scalar) -> TermId {
        let result = self.divided(operator, a, divisor);
        if operator != Operator::CeilDiv {
            let is_quotient = operator == Operator::FloorDiv;
            self.divisions.push(Division { dividend: a, divisor: divisor.bits, is_quotient, result });
        }
        result
    }

    fn divided(&mut self, operator: Operator, a: TermId, divisor: Scalar) -> TermId {
        let pool = &mut *self.pool;
        let b = divisor.bits;
        let (zero, one) = (pool.zero(INDEX), pool.number(INDEX, 1));
        let small = pool.compare(Compare::SLe, b, zero);
        let wrong = pool.or(divisor.poison, small);
        self.divides = pool.or(self.divides, wrong);
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
pub(crate) fn wraps_signed(pool: &mut TermArena, op: Binary, a: TermId, b: TermId) -> TermId {
    let width = pool.width(a);
    // A product needs all bits of both factors, the others one more.
    let wide = if op == Binary::Mul { 2 * width } else { width + 1 };
    let [a, b] = [a, b].map(|one| pool.sign_extend(one, wide));
    let exact = pool.binary(op, a, b);
    let kept = pool.extract(exact, 0, width);
    let same = pool.sign_extend(kept, wide);
    pool.differ(exact, same)
}

impl Encoder {
    /// Takes down divisions, and what solvers find late or never of them: a quotient and the remainder of the same numbers are those
    /// of one division, `a = q * b + r` where the divisor is positive, and `a / b / c` is `a / (b * c)` for positive constants.
    pub(crate) fn relate(&mut self, divisions: Vec<Division>) {
        for division in divisions {
            let Division { dividend, divisor, is_quotient, result } = division;
            let known = self.divisions.entry((dividend, divisor)).or_default();
            known[usize::from(is_quotient)] = Some(result);
            if let [Some(rest), Some(quotient)] = *known {
                let pool = &mut self.pool;
                let zero = pool.zero(INDEX);
                let undefined = pool.compare(Compare::SLe, divisor, zero);
                let product = pool.binary(Binary::Mul, quotient, divisor);
                let sum = pool.binary(Binary::Add, product, rest);
                let same = pool.equal(sum, dividend);
                let fact = pool.or(undefined, same);
                self.add_fact(fact);
            }
            if is_quotient {
                self.relate_nested(dividend, divisor, result);
            }
        }
    }

    fn relate_nested(&mut self, dividend: TermId, divisor: TermId, result: TermId) {
        let inner = self.divisions.iter().find(|(_, [_, quotient])| *quotient == Some(dividend));
        let Some((first, by)) = inner.map(|(division, _)| *division) else { return };
        let positive = |pool: &TermArena, term: TermId| {
            i64::try_from(pool.value(term)?).ok().filter(|number| *number > 0)
        };
        let factors = positive(&self.pool, by).zip(positive(&self.pool, divisor));
        let Some(product) = factors.and_then(|(by, divisor)| by.checked_mul(divisor)) else { return };
        let bits = self.pool.number(INDEX, product as u128);
        let product = Scalar { bits, poison: self.pool.boolean(false) };
        let mut evaluation = Evaluation::new(&mut self.pool, &[], &[]);
        let at_once = evaluation.quotient(Operator::FloorDiv, first, product);
        let fact = self.pool.equal(at_once, result);
        self.add_fact(fact);
    }
}

impl SymbolicExecutor<'_, '_> {
    /// The values of terms over items: first those of dimensions, then those of symbols.
    fn evaluated(
        &mut self,
        op: OpId,
        terms: &[&Term],
        (dims, symbols): (usize, usize),
        items: &[Item],
    ) -> Result<Evaluated, EncodeError> {
        if items.len() != dims.saturating_add(symbols) {
            return Err(self.unsupported(op));
        }
        let arguments = items.iter().map(|item| self.argument(op, item)).collect::<Result<Vec<_>, _>>()?;
        let (dims, symbols) = arguments.split_at(dims);
        let mut evaluation = Evaluation::new(&mut self.encoder.pool, dims, symbols);
        let values: Option<Vec<Scalar>> = terms.iter().map(|term| evaluation.term(term)).collect();
        let (divides, divisions) = evaluation.end();
        self.encoder.relate(divisions);
        Ok(Evaluated { values: values.ok_or_else(|| self.unsupported(op))?, divides })
    }

    pub(crate) fn argument(&self, op: OpId, item: &Item) -> Result<Scalar, EncodeError> {
        match item {
            Item::Numbers(Value { shape: None, elements }) if elements.len() == 1 => Ok(elements[0]),
            _ => Err(self.lacks_types(op)),
        }
    }

    /// The numbers of a map in an attribute, and when one of them is poison.
    fn map(&mut self, op: OpId, name: &str, items: &[Item]) -> Result<(Vec<TermId>, TermId), EncodeError> {
        let attr = self.program.attr(op, self.ident(name)).ok_or_else(|| self.unsupported(op))?;
        let map = Map::from_attr(self.program.ctx(), attr).ok_or_else(|| self.lacks_attribute(op))?;
        let terms: Vec<&Term> = map.results.iter().collect();
        let done = self.evaluated(op, &terms, (map.dims, map.symbols), items)?;
        self.undefined_if(done.divides);
        Ok(self.split(done.values))
    }

    /// The numbers of values, and when one of them is poison.
    fn split(&mut self, values: Vec<Scalar>) -> (Vec<TermId>, TermId) {
        let poison: Vec<TermId> = values.iter().map(|value| value.poison).collect();
        (values.iter().map(|value| value.bits).collect(), self.pool().any(poison))
    }

    /// The numbers of a map that decide something.
    fn decided(&mut self, op: OpId, name: &str, items: &[Item]) -> Result<Vec<TermId>, EncodeError> {
        let (numbers, poison) = self.map(op, name, items)?;
        self.undefined_if(poison);
        Ok(numbers)
    }

    /// The least of some numbers by this order, or the greatest.
    fn extreme(&mut self, op: OpId, numbers: &[TermId], least: bool) -> Result<TermId, EncodeError> {
        let pool = &mut self.encoder.pool;
        let better = |a: TermId, b: TermId| {
            let less = pool.compare(Compare::SLt, a, b);
            if least { pool.choice(less, a, b) } else { pool.choice(less, b, a) }
        };
        numbers.iter().copied().reduce(better).ok_or_else(|| self.unsupported(op))
    }
}

/// One number of the results of a map: the only one, the least or the greatest.
fn mapped(m: &mut SymbolicExecutor<'_, '_>, op: OpId, order: Option<Compare>) -> Result<(), EncodeError> {
    let items = m.items(op, 0)?;
    let (numbers, poison) = m.map(op, "map", &items)?;
    let bits = match order {
        None => *numbers.first().ok_or_else(|| m.unsupported(op))?,
        Some(order) => m.extreme(op, &numbers, order == Compare::SLe)?,
    };
    m.bind_value(op, Value { shape: None, elements: vec![Scalar { bits, poison }] })
}

/// From the greatest of the lower bounds to the least of the upper ones.
fn loop_over_range(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let [lower, upper, carried] = groups::<3>(m, op)?;
    let lower = m.decided(op, "lowerBoundMap", &lower)?;
    let lower = m.extreme(op, &lower, false)?;
    let upper = m.decided(op, "upperBoundMap", &upper)?;
    let upper = m.extreme(op, &upper, true)?;
    let step = integer(m, op, "step").filter(|step| *step > 0).ok_or_else(|| m.unsupported(op))?;
    let step = m.pool().number(INDEX, step as u128);
    over_range(m, op, &Bounds { lower, upper, step, order: Compare::SLt }, carried)
}

/// The bounds of one side of a parallel loop: of each group of results the least or the greatest.
fn bounds(
    m: &mut SymbolicExecutor<'_, '_>,
    op: OpId,
    side: &str,
    items: &[Item],
) -> Result<Vec<TermId>, EncodeError> {
    let numbers = m.decided(op, &format!("{side}BoundsMap"), items)?;
    let sizes = counts(m, op, &format!("{side}BoundsGroups"))?;
    if sizes.iter().sum::<usize>() != numbers.len() {
        return Err(m.unsupported(op));
    }
    let mut left = &numbers[..];
    let mut all = Vec::new();
    for size in sizes {
        let (group, rest) = left.split_at(size);
        all.push(m.extreme(op, group, side == "upper")?);
        left = rest;
    }
    Ok(all)
}

/// Turns without order, whose results are combined from the identities of their reductions on.
fn parallel(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let items = m.items(op, 0)?;
    let attr = m.program.attr(op, m.ident("lowerBoundsMap")).ok_or_else(|| m.unsupported(op))?;
    let of_lower = Map::from_attr(m.program.ctx(), attr).ok_or_else(|| m.lacks_attribute(op))?;
    let split = items.split_at_checked(of_lower.dims + of_lower.symbols);
    let (below, above) = split.ok_or_else(|| m.unsupported(op))?;
    let (lower, upper) = (bounds(m, op, "lower", below)?, bounds(m, op, "upper", above)?);
    let steps = integers(m, op, "steps")?;
    let steps: Vec<TermId> = steps.iter().map(|step| m.pool().number(INDEX, *step as u128)).collect();
    let mut combined = Vec::new();
    for (at, kind) in integers(m, op, "reductions")?.into_iter().enumerate() {
        combined.push(Combined::for_kind(m, op, at, kind)?);
    }
    parallel_loop::iterations(m, op, [&lower, &upper, &steps], parallel_loop::Reduced::By(combined))
}

fn branch(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let attr = m.program.attr(op, m.ident("condition")).ok_or_else(|| m.unsupported(op))?;
    let set = Set::from_attr(m.program.ctx(), attr).ok_or_else(|| m.lacks_attribute(op))?;
    let items = m.items(op, 0)?;
    let terms: Vec<&Term> = set.constraints.iter().map(|(term, _)| term).collect();
    let done = m.evaluated(op, &terms, (set.dims, set.symbols), &items)?;
    m.undefined_if(done.divides);
    let (numbers, poison) = m.split(done.values);
    m.undefined_if(poison);
    let pool = &mut m.encoder.pool;
    let zero = pool.zero(INDEX);
    let met = numbers.iter().zip(&set.constraints).map(|(number, (_, is_equality))| match is_equality {
        true => pool.equal(*number, zero),
        false => pool.compare(Compare::SLe, zero, *number),
    });
    let met: Vec<TermId> = met.collect();
    let inside = m.pool().all(met);
    let outside = m.pool().not(inside);
    regions(m, op, &[(inside, 0), (outside, 1)])
}

fn load(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let (view, items) = (m.view(op, 0)?, m.items(op, 1)?);
    let place = m.decided(op, "map", &items)?;
    let value = m.load(&view, &place)?;
    m.bind_value(op, Value { shape: None, elements: vec![value] })
}

fn store(m: &mut SymbolicExecutor<'_, '_>, op: OpId) -> Result<(), EncodeError> {
    let (value, view, items) = (m.scalar(op, 0)?, m.view(op, 1)?, m.items(op, 2)?);
    let place = m.decided(op, "map", &items)?;
    m.store(&view, &place, value)
}
