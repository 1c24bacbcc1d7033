//! Laws of reductions in a check: each instance of a derivation is checked, with its premise, before its result is taken.
//!
//! Theorem: both terms of an accepted instance are equal for all values of what is free in them, where the premises that were noted hold:
//! a sum is linear in its terms; the elements of blocks in order are those of the whole array; elements may stand in any order where the
//! operation is associative and commutative; an inner start that is neutral, or one more of the same of an operation that is
//! commutative and idempotent, changes nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use assay_ir::ops;
use assay_rise::index::Atom;
use assay_rise::nat::Nat;
use assay_rise::types::Scalar;

use super::index::{Checked, Indices, large};
use super::terms::{Terms, applied, gather, has_index, integer, replaced, terms};
use crate::derivation::{Derivation, Instance, Law, Premise, Property};
use crate::normal::{Access, Fold, Head, LAST, Normal, Operation, Product, Reduction};

/// The state of a check.
pub(super) struct Checker<'d> {
    pub(super) indices: Indices<'d>,
    laws: BTreeMap<(&'d Normal, u32), &'d Instance>,
    /// Properties of parameters that the rule states.
    pub(super) stated: Vec<(Property, Option<Normal>, u32)>,
    /// Premises that were used.
    pub(super) used: BTreeSet<Premise>,
    pub(super) depth: u32,
    pub(super) nesting: u32,
    pub(super) fuel: u64,
    /// The program after is run.
    pub(super) is_after: bool,
}

/// Steps of a check.
const FUEL: u64 = 6_000_000;
/// Most laws of one term.
const MAX_LAWS: usize = 64;
/// Sums of up to this constant length are written out.
const WRITTEN_OUT: i128 = 32;

impl<'d> Checker<'d> {
    pub(super) fn new(derivation: &'d Derivation) -> Checker<'d> {
        Checker {
            indices: Indices::new(derivation),
            laws: derivation.laws.iter().map(|one| ((&one.before, one.level), one)).collect(),
            stated: Vec::new(),
            used: BTreeSet::new(),
            depth: 0,
            nesting: 0,
            fuel: FUEL,
            is_after: false,
        }
    }

    /// Notes a property of an operation on numbers; one of a parameter has to be stated.
    fn rests_on(&mut self, operation: &Operation, property: Property, start: Option<&Normal>) -> bool {
        match operation {
            Operation::Parameter(number) => self.stated.iter().any(|(known, value, op)| {
                *known == property && op == number && (start.is_none() || value.as_ref() == start)
            }),
            Operation::Scalar(name, scalar) => {
                let property = match (property, start) {
                    (Property::Neutral(_), Some(Normal::Integer(_, terms))) => match terms.len() {
                        0 => Property::Neutral(0),
                        1 if terms.contains_key(&Product::new()) => Property::Neutral(terms[&Product::new()]),
                        _ => return false,
                    },
                    (Property::Neutral(_), _) => return false,
                    (other, _) => other,
                };
                let operation = name.to_string();
                self.used.insert(Premise { operation, scalar: *scalar, property });
                true
            }
        }
    }

    /// An operation on numbers as a term.
    pub(super) fn applied(&mut self, name: &str, scalar: Scalar, operands: Vec<Normal>) -> Normal {
        let (term, [commutes, once]) = applied(name, scalar, operands);
        let operation = Operation::Scalar(name.into(), scalar);
        if commutes && !scalar.is_float() {
            self.rests_on(&operation, Property::Commutative, None);
        }
        if once {
            self.rests_on(&operation, Property::Idempotent, None);
        }
        term
    }

    /// A term behind all laws that the derivation has for it.
    pub(super) fn lawful(&mut self, mut term: Normal, level: u32) -> Checked<Normal> {
        for _ in 0..MAX_LAWS {
            let Some(instance) = self.laws.get(&(&term, level)).copied() else { return Ok(term) };
            if !self.holds(instance)? {
                return Err(format!("{:?} does not hold", instance.law));
            }
            term = instance.after.clone();
        }
        Err(large())
    }

    fn holds(&mut self, instance: &Instance) -> Checked<bool> {
        let Instance { law, level, before, after } = instance;
        if *law == Law::Commuted {
            return Ok(self.commutes(before, after));
        }
        let (Some(one), Some(two)) = (fold(before), fold(after)) else { return Ok(false) };
        if one.operation != two.operation || one.start != two.start {
            return Ok(false);
        }
        let operation = &one.operation;
        let commutative = |checker: &mut Self| checker.rests_on(operation, Property::Commutative, None);
        if !self.rests_on(operation, Property::Associative, None) {
            return Ok(false);
        }
        match law {
            Law::Order(order) => {
                let moved = self.reordered(&one, order, *level)?;
                Ok(moved.is_some_and(|moved| moved == two) && commutative(self))
            }
            Law::Blocks(order, at) => {
                let Some(moved) = self.reordered(&one, order, *level)? else { return Ok(false) };
                let in_order = order.iter().enumerate().all(|(at, from)| at == *from);
                Ok(self.is_blocks(&moved, &two, *at, *level)? && (in_order || commutative(self)))
            }
            Law::Nested => {
                let Normal::Fold(inner) = &one.element else { return Ok(false) };
                let lengths = [&one.lengths[..], &inner.lengths[..]].concat();
                let flat = lengths == two.lengths && inner.element == two.element;
                let neutral = |checker: &mut Self| {
                    checker.rests_on(operation, Property::Neutral(0), Some(&inner.start))
                };
                let once = |checker: &mut Self| {
                    inner.start == one.start
                        && checker.rests_on(operation, Property::Commutative, None)
                        && checker.rests_on(operation, Property::Idempotent, None)
                };
                // Of an operation on numbers each is asked, so that the one that may hold comes first.
                let idempotent = match operation {
                    Operation::Parameter(_) => false,
                    Operation::Scalar(name, _) => {
                        ops::op(name).is_some_and(|op| op.fact("idempotent").is_some())
                    }
                };
                let mut holds = || match idempotent {
                    true => once(self) || neutral(self),
                    false => neutral(self) || once(self),
                };
                Ok(flat && inner.operation == *operation && holds())
            }
            Law::Linear | Law::Commuted => Ok(false),
        }
    }

    fn commutes(&mut self, before: &Normal, after: &Normal) -> bool {
        let (Normal::Chain(head, one), Normal::Chain(other, two)) = (before, after) else { return false };
        let (Head::Parameter(number), [a, b], [c, d]) = (head, &one[..], &two[..]) else { return false };
        let arguments = one.iter().all(|access| matches!(access, Access::Argument(_)));
        head == other
            && arguments
            && (a, b) == (d, c)
            && self.rests_on(&Operation::Parameter(*number), Property::Commutative, None)
    }

    /// The same with its indices in another order; `None` where that is none.
    fn reordered(&mut self, fold: &Fold, order: &[usize], level: u32) -> Checked<Option<Fold>> {
        let mut sorted = order.to_vec();
        sorted.sort_unstable();
        if sorted != (0..fold.lengths.len()).collect::<Vec<_>>() {
            return Ok(None);
        }
        let element = replaced(
            &fold.element,
            &mut self.indices,
            &|indices, own, below| {
                let from = own.checked_sub(level).map(|from| from as usize);
                let to = order.iter().position(|other| Some(*other) == from);
                Ok(to.map(|to| indices.atom(Atom::Variable(level + to as u32, below.clone()))))
            },
            &|own| own,
        )?;
        let lengths = order.iter().map(|from| fold.lengths[*from].clone()).collect();
        Ok(Some(Fold { lengths, element, ..fold.clone() }))
    }

    /// Tells if two indices next to each other are the one of blocks: its element is asked for at `i * block + j`.
    fn is_blocks(&mut self, two: &Fold, one: &Fold, at: usize, level: u32) -> Checked<bool> {
        let (Some(outer), Some(block)) = (two.lengths.get(at), two.lengths.get(at + 1)) else {
            return Ok(false);
        };
        let mut lengths = two.lengths.clone();
        lengths.splice(at..=at + 1, outer.times(block));
        let place = level + at as u32;
        let element = replaced(
            &one.element,
            &mut self.indices,
            &|indices, own, below| {
                if own < place {
                    return Ok(None);
                }
                if own > place {
                    return Ok(Some(indices.atom(Atom::Variable(own + 1, below.clone()))));
                }
                let first = indices.atom(Atom::Variable(place, outer.clone()));
                let second = indices.atom(Atom::Variable(place + 1, block.clone()));
                first.times(block).and_then(|start| start.plus(&second)).ok_or_else(large).map(Some)
            },
            &|own| own + u32::from(own > place),
        )?;
        Ok(one.lengths == lengths && two.element == element)
    }

    /// A reduction as a term; the index has the level. Tells if its order plays no part.
    pub(super) fn reduction(
        &mut self,
        reduction: Reduction,
        scalar: Option<Scalar>,
        level: u32,
    ) -> Checked<(Normal, bool)> {
        let last = LAST + level;
        let chain = Normal::Chain(Head::Reduction(Rc::new(reduction.clone())), Vec::new());
        if let Some(instance) = self.laws.get(&(&chain, level)).copied() {
            let scalar = scalar.filter(|scalar| !scalar.is_float()).ok_or("a sum of no integers")?;
            let sum = self.linear(&reduction, scalar, level)?;
            let fine = instance.law == Law::Linear && instance.after == sum;
            return fine.then_some((sum, true)).ok_or_else(|| "a sum that is not linear".to_owned());
        }
        if let Some((operation, element)) = combined(&reduction.step, last)
            && self.may_fold(&operation)
        {
            let commutative = match &operation {
                Operation::Scalar(..) => true,
                parameter => self.rests_on(parameter, Property::Commutative, None),
            };
            let fold = Fold { operation, lengths: vec![reduction.length], element, start: reduction.start };
            if commutative && self.is_after {
                self.rests_on(&fold.operation, Property::Associative, None);
                self.rests_on(&fold.operation, Property::Commutative, None);
            }
            return Ok((self.lawful(Normal::Fold(Rc::new(fold)), level)?, commutative));
        }
        Ok((chain, false))
    }

    /// Tells if a reduction in order is written with its operation: a notation, which says nothing of the operation.
    fn may_fold(&mut self, operation: &Operation) -> bool {
        match operation {
            Operation::Scalar(name, scalar) => {
                !scalar.is_float() && ops::op(name).is_some_and(|record| record.fact("orderless").is_some())
            }
            parameter => self.rests_on(parameter, Property::Associative, None),
        }
    }

    /// The sum that a reduction is which only adds.
    fn linear(&mut self, reduction: &Reduction, scalar: Scalar, level: u32) -> Checked<Normal> {
        let add = Operation::Scalar(ops::integer_op("add").unwrap_or_default().into(), scalar);
        for property in [Property::Associative, Property::Commutative] {
            self.rests_on(&add, property, None);
        }
        self.rests_on(&add, Property::Neutral(0), Some(&Normal::Integer(scalar, Terms::new())));
        let mut step = terms(&reduction.step);
        let last = Normal::Chain(Head::Bound(LAST + level), Vec::new());
        let once = step.remove(&vec![last]) == Some(1);
        if !once || step.keys().flatten().any(|part| part.mentions(LAST + level)) {
            return Err("a sum that is not linear".to_owned());
        }
        let (length, mut sum) = (&reduction.length, terms(&reduction.start));
        for (product, factor) in step {
            if let Some(count) = length.number().filter(|count| (0..=WRITTEN_OUT).contains(count)) {
                let whole = Normal::Integer(scalar, Terms::from([(product, factor)]));
                for at in 0..count {
                    let one = self.below(&whole, level, Some(&Nat::constant(at)))?;
                    terms(&one)
                        .into_iter()
                        .for_each(|(parts, factor)| gather(&mut sum, scalar, parts, factor));
                }
                continue;
            }
            let (inside, outside): (Product, Product) =
                product.into_iter().partition(|part| has_index(part, level, &self.indices));
            let outside = outside.iter().map(|part| self.below(part, level, None));
            let mut parts = outside.collect::<Checked<Product>>()?;
            parts.push(match inside.is_empty() {
                true => Normal::Length(length.clone()),
                false => {
                    let element = integer(scalar, Terms::from([(inside, 1)]));
                    let (lengths, element) = match element {
                        Normal::Sum(_, inner, element) => {
                            ([std::slice::from_ref(length), &inner[..]].concat(), element)
                        }
                        other => (vec![length.clone()], Box::new(other)),
                    };
                    self.lawful(Normal::Sum(scalar, lengths, element), level)?
                }
            });
            parts.sort();
            gather(&mut sum, scalar, parts, factor);
        }
        Ok(integer(scalar, sum))
    }

    /// A term behind the binder of a level, which is gone: its index is a number, or is not in the term.
    fn below(&mut self, term: &Normal, level: u32, at: Option<&Nat>) -> Checked<Normal> {
        replaced(
            term,
            &mut self.indices,
            &|indices, own, below| {
                Ok(match own == level {
                    true => at.cloned(),
                    false => (own > level).then(|| indices.atom(Atom::Variable(own - 1, below.clone()))),
                })
            },
            &|own| own - u32::from(own > level),
        )
    }
}

/// A sum or a combination of elements; that of a sum adds, from zero on.
fn fold(term: &Normal) -> Option<Fold> {
    match term {
        Normal::Fold(fold) => Some((**fold).clone()),
        Normal::Sum(scalar, lengths, element) => Some(Fold {
            operation: Operation::Scalar(ops::integer_op("add")?.into(), *scalar),
            lengths: lengths.clone(),
            element: (**element).clone(),
            start: Normal::Nothing,
        }),
        _ => None,
    }
}

/// The operation that combines an element with the last result, and the element.
fn combined(step: &Normal, last: u32) -> Option<(Operation, Normal)> {
    let is_last = |part: &Normal| *part == Normal::Chain(Head::Bound(last), Vec::new());
    let (operation, element) = match step {
        Normal::Operation(name, scalar, operands) => {
            let [one, two] = &operands[..] else { return None };
            let element = if is_last(one) { two } else { is_last(two).then_some(one)? };
            let commutes = ops::op(name).is_some_and(|op| op.has("commutative"));
            (commutes.then(|| Operation::Scalar(Rc::clone(name), *scalar))?, element.clone())
        }
        Normal::Integer(scalar, all) if all.len() == 1 => {
            let (product, factor) = all.first_key_value()?;
            let mut rest = product.clone();
            rest.remove(product.iter().position(is_last)?);
            let name = ops::integer_op("mul")?.into();
            (Operation::Scalar(name, *scalar), integer(*scalar, Terms::from([(rest, *factor)])))
        }
        Normal::Chain(Head::Parameter(number), accesses) => {
            let [Access::Argument(element), Access::Argument(rest)] = &accesses[..] else { return None };
            (is_last(rest).then_some(Operation::Parameter(*number))?, element.clone())
        }
        _ => return None,
    };
    (!element.mentions(last)).then_some((operation, element))
}
