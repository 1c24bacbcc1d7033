//! Laws of reductions, each with its premises.
//!
//! Theorem: the answer of each function is equal to the reduction it is asked of, at all lengths, where the premises hold: a sum is
//! linear; sums may change places; one over n m elements is one over n of m where its operation is associative and the inner start
//! neutral, or the operation commutative and idempotent and both starts are one.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use assay_ir::ops;
use assay_rise::nat::Nat;
use assay_rise::types::Scalar;

use crate::derivation::{Instance, Law};
use crate::normal::{Access, Fold, Head, LAST, Normal, Operation, Product, Reduction, add, multiply, width};
use crate::value::{Proof, Why};

/// The premises of a rule about its parameters, by index.
#[derive(Clone, Debug, Default)]
pub struct Premises {
    /// Operations that are associative.
    pub associative: BTreeSet<u32>,
    /// Operations that are commutative.
    pub commutative: BTreeSet<u32>,
    /// Operations that are idempotent.
    pub idempotent: BTreeSet<u32>,
    /// Values that are neutral for operations.
    pub neutral: Vec<(Normal, u32)>,
}

/// Levels of variables that stand for a moment.
const DUMMY: u32 = 2_000_000;
/// Most indices of one sum whose order is chosen.
const MAX_ORDERED: usize = 4;

/// Changes every index, and every level above one, of a normal form; the form of the whole is found again.
struct Rewrite<'a> {
    proof: &'a mut Proof,
    with: &'a dyn Fn(&mut assay_rise::index::Atoms, u32, &Nat) -> Option<Nat>,
    /// Removes the binder of this level: the levels above it are one lower.
    gone: Option<u32>,
}

impl Rewrite<'_> {
    fn all(&mut self, normal: &Normal) -> Result<Normal, Why> {
        self.proof.spend(1)?;
        Ok(match normal {
            Normal::Chain(head, accesses) => {
                let head = match head {
                    Head::Reduction(reduction) => Head::Reduction(Rc::new(Reduction {
                        length: reduction.length.clone(),
                        start: self.all(&reduction.start)?,
                        step: self.all(&reduction.step)?,
                    })),
                    Head::Bound(level) => Head::Bound(self.level(*level)),
                    Head::Parameter(_) => head.clone(),
                };
                let accesses = accesses.iter().map(|access| match access {
                    Access::Index(index) => Ok(Access::Index(self.index(index)?)),
                    Access::Argument(argument) => Ok(Access::Argument(self.all(argument)?)),
                    other => Ok(other.clone()),
                });
                Normal::Chain(head, accesses.collect::<Result<_, Why>>()?)
            }
            Normal::Integer(scalar, terms) => {
                let mut new = BTreeMap::new();
                for (product, factor) in terms {
                    let mut one = BTreeMap::from([(Product::new(), *factor)]);
                    for part in product {
                        one = multiply(&one, &self.all(part)?.polynomial(), *scalar);
                    }
                    for (product, factor) in one {
                        add(&mut new, *scalar, product, factor);
                    }
                }
                Normal::integer(*scalar, new)
            }
            Normal::Sum(scalar, lengths, element) => {
                Normal::Sum(*scalar, lengths.clone(), Box::new(self.all(element)?))
            }
            Normal::Operation(name, scalar, operands) => {
                let operands = operands.iter().map(|one| self.all(one)).collect::<Result<Vec<_>, _>>()?;
                operation(Rc::clone(name), *scalar, operands)
            }
            Normal::Fold(fold) => Normal::Fold(Rc::new(Fold {
                element: self.all(&fold.element)?,
                start: self.all(&fold.start)?,
                ..(**fold).clone()
            })),
            Normal::Pair(one, two) => Normal::Pair(Box::new(self.all(one)?), Box::new(self.all(two)?)),
            Normal::Array(length, element) => Normal::Array(length.clone(), Box::new(self.all(element)?)),
            Normal::Function(result) => Normal::Function(Box::new(self.all(result)?)),
            Normal::Length(_) | Normal::Float(..) | Normal::Nothing => normal.clone(),
        })
    }

    /// The level of an argument or a last result.
    fn level(&self, level: u32) -> u32 {
        let (start, own) = if level >= LAST { (LAST, level - LAST) } else { (0, level) };
        start + own - u32::from(self.gone.is_some_and(|gone| own > gone))
    }

    fn index(&mut self, index: &Nat) -> Result<Nat, Why> {
        Ok(self.proof.atoms.replaced(index, self.with)?)
    }
}

/// A normal form with variables replaced, where a level is gone or none is.
fn replaced(
    normal: &Normal,
    gone: Option<u32>,
    proof: &mut Proof,
    with: &dyn Fn(&mut assay_rise::index::Atoms, u32, &Nat) -> Option<Nat>,
) -> Result<Normal, Why> {
    Rewrite { proof, with, gone }.all(normal)
}

/// A normal form whose levels above one are one level lower: what binds that level is gone.
fn lowered(normal: &Normal, above: u32, proof: &mut Proof) -> Result<Normal, Why> {
    replaced(normal, Some(above), proof, &move |atoms, level, below| {
        (level > above && level < DUMMY).then(|| atoms.named(level - 1, below))
    })
}

fn mentions_index(normal: &Normal, level: u32, proof: &Proof) -> bool {
    let mut found = false;
    normal.indices(&mut |index| found |= proof.atoms.mentions(index, level));
    found
}

/// An operation on numbers, with operands in one order where that plays no part.
pub fn operation(name: Rc<str>, scalar: Scalar, mut operands: Vec<Normal>) -> Normal {
    let record = ops::op(&name);
    if record.is_some_and(|record| record.has("commutative")) {
        operands.sort();
    }
    let idempotent = record.is_some_and(|record| record.fact("idempotent").is_some()) && !scalar.is_float();
    match &operands[..] {
        [one, two] if idempotent && one == two => one.clone(),
        _ => Normal::Operation(name, scalar, operands),
    }
}

/// The number that the fact of a record says of a type.
fn number(fact: &str, scalar: Scalar) -> Option<Normal> {
    let bits = width(scalar);
    let number = match fact {
        "least" => -(1i128 << (bits - 1)),
        "most" => (1i128 << (bits - 1)) - 1,
        other => other.parse().ok()?,
    };
    Some(Normal::constant(scalar, number))
}

impl Premises {
    fn is_associative(&self, operation: &Operation) -> bool {
        match operation {
            // Of integers, at every width.
            Operation::Scalar(name, scalar) => {
                !scalar.is_float() && ops::op(name).is_some_and(|record| record.fact("orderless").is_some())
            }
            Operation::Parameter(number) => self.associative.contains(number),
        }
    }

    fn is_commutative(&self, operation: &Operation) -> bool {
        match operation {
            Operation::Scalar(..) => self.is_associative(operation),
            Operation::Parameter(number) => self.commutative.contains(number),
        }
    }

    fn is_idempotent(&self, operation: &Operation) -> bool {
        match operation {
            Operation::Scalar(name, scalar) => {
                !scalar.is_float() && ops::op(name).is_some_and(|record| record.fact("idempotent").is_some())
            }
            Operation::Parameter(number) => self.idempotent.contains(number),
        }
    }

    fn is_neutral(&self, value: &Normal, operation: &Operation) -> bool {
        match operation {
            Operation::Scalar(name, scalar) => {
                let fact = ops::op(name).and_then(|record| record.fact("neutral"));
                !scalar.is_float() && fact.and_then(|fact| number(fact, *scalar)).as_ref() == Some(value)
            }
            Operation::Parameter(number) => {
                self.neutral.iter().any(|(neutral, of)| of == number && neutral == value)
            }
        }
    }
}

/// A reduction in its simplest form: the index has the level, the last result is bound by `last`.
pub fn reduction(
    reduction: Reduction,
    scalar: Option<Scalar>,
    (level, last): (u32, u32),
    premises: &Premises,
    proof: &mut Proof,
) -> Result<(Normal, bool), Why> {
    if let Some(scalar) = scalar.filter(|scalar| !scalar.is_float())
        && let Some(element) = summand(&reduction.step, last)
    {
        let mut terms = reduction.start.clone().polynomial();
        for (product, factor) in sum(&reduction.length, &element, scalar, level, proof)? {
            add(&mut terms, scalar, product, factor);
        }
        let after = Normal::integer(scalar, terms);
        let before = Normal::Chain(Head::Reduction(Rc::new(reduction)), Vec::new());
        proof.laws.insert(Instance { law: Law::Linear, level, before, after: after.clone() });
        return Ok((after, true));
    }
    if let Some((operation, element)) = combined(&reduction.step, scalar, last)
        && premises.is_associative(&operation)
    {
        let commutative = premises.is_commutative(&operation);
        let fold = Fold { operation, lengths: vec![reduction.length], element, start: reduction.start };
        return Ok((folded(fold, level, premises, proof)?, commutative));
    }
    Ok((Normal::Chain(Head::Reduction(Rc::new(reduction)), Vec::new()), false))
}

fn is_last(part: &Normal, last: u32) -> bool {
    matches!(part, Normal::Chain(Head::Bound(level), accesses) if *level == last && accesses.is_empty())
}

/// The terms that a step adds to the last result, where it only adds.
fn summand(step: &Normal, last: u32) -> Option<BTreeMap<Product, i128>> {
    let mut terms = step.clone().polynomial();
    let own = terms.keys().find(|product| matches!(&product[..], [part] if is_last(part, last))).cloned()?;
    let once = terms.remove(&own) == Some(1);
    let others = terms.keys().flatten().all(|part| !part.mentions(last));
    (once && others).then_some(terms)
}

/// The operation that combines an element with the last result, and the element, which stands first or last.
fn combined(step: &Normal, scalar: Option<Scalar>, last: u32) -> Option<(Operation, Normal)> {
    match step {
        Normal::Operation(name, scalar, operands) => {
            let [one, two] = &operands[..] else { return None };
            let element = if is_last(one, last) { two } else { is_last(two, last).then_some(one)? };
            let commutative = ops::op(name).is_some_and(|record| record.has("commutative"));
            (commutative && !element.mentions(last))
                .then(|| (Operation::Scalar(Rc::clone(name), *scalar), element.clone()))
        }
        Normal::Integer(scalar, terms) if terms.len() == 1 => {
            let (product, factor) = terms.first_key_value()?;
            let at = product.iter().position(|part| is_last(part, last))?;
            let mut rest = product.clone();
            rest.remove(at);
            let name = ops::integer_op("mul")?;
            let element = Normal::integer(*scalar, BTreeMap::from([(rest, *factor)]));
            (!element.mentions(last)).then(|| (Operation::Scalar(name.into(), *scalar), element))
        }
        Normal::Chain(Head::Parameter(number), accesses) if scalar.is_none() || accesses.len() == 2 => {
            let [Access::Argument(element), Access::Argument(rest)] = &accesses[..] else { return None };
            (is_last(rest, last) && !element.mentions(last))
                .then(|| (Operation::Parameter(*number), element.clone()))
        }
        _ => None,
    }
}

/// The sum of terms over an index: factors that do not depend on it are taken out.
fn sum(
    length: &Nat,
    element: &BTreeMap<Product, i128>,
    scalar: Scalar,
    level: u32,
    proof: &mut Proof,
) -> Result<BTreeMap<Product, i128>, Why> {
    let mut terms = BTreeMap::new();
    for (product, factor) in element {
        proof.spend(1)?;
        if let Some(count) = length.number().filter(|count| (0..=crate::eval::MAX_UNROLLED).contains(count)) {
            for index in 0..count {
                unrolled(product, *factor, scalar, (level, index), &mut terms, proof)?;
            }
            continue;
        }
        let (inside, outside): (Product, Product) =
            product.iter().cloned().partition(|part| mentions_index(part, level, proof));
        let mut parts = Product::new();
        for part in &outside {
            parts.push(lowered(part, level, proof)?);
        }
        if inside.is_empty() {
            parts.push(Normal::Length(length.clone()));
        } else {
            let element = Normal::integer(scalar, BTreeMap::from([(inside, 1)]));
            parts.push(nested_sum(length, element, scalar, level, proof)?);
        }
        parts.sort();
        add(&mut terms, scalar, parts, *factor);
    }
    Ok(terms)
}

fn unrolled(
    product: &Product,
    factor: i128,
    scalar: Scalar,
    (level, index): (u32, i128),
    terms: &mut BTreeMap<Product, i128>,
    proof: &mut Proof,
) -> Result<(), Why> {
    let whole = Normal::Integer(scalar, BTreeMap::from([(product.clone(), factor)]));
    let with = move |atoms: &mut assay_rise::index::Atoms, other: u32, below: &Nat| {
        if other == level {
            Some(Nat::constant(index))
        } else {
            (other > level && other < DUMMY).then(|| atoms.named(other - 1, below))
        }
    };
    for (product, factor) in replaced(&whole, Some(level), proof, &with)?.polynomial() {
        add(terms, scalar, product, factor);
    }
    Ok(())
}

/// A sum over an index of something that depends on it: sums inside of it are indices of the same.
fn nested_sum(
    length: &Nat,
    element: Normal,
    scalar: Scalar,
    level: u32,
    proof: &mut Proof,
) -> Result<Normal, Why> {
    let (mut lengths, mut element) = match element {
        Normal::Sum(_, inner, element) => {
            let mut lengths = vec![length.clone()];
            lengths.extend(inner);
            (lengths, *element)
        }
        other => (vec![length.clone()], other),
    };
    let form =
        |lengths: &[Nat], element: &Normal| Normal::Sum(scalar, lengths.to_vec(), Box::new(element.clone()));
    while let Some((order, fewer, merged)) = any_merged(&lengths, &element, level, proof)? {
        let law = Law::Blocks(order, lengths.len() - 2);
        proof.laws.insert(Instance {
            law,
            level,
            before: form(&lengths, &element),
            after: form(&fewer, &merged),
        });
        (lengths, element) = (fewer, merged);
    }
    if let Some((order, moved, there)) = ordered(&lengths, &element, level, proof)? {
        let (before, after) = (form(&lengths, &element), form(&moved, &there));
        proof.laws.insert(Instance { law: Law::Order(order), level, before, after });
        (lengths, element) = (moved, there);
    }
    Ok(Normal::Sum(scalar, lengths, Box::new(element)))
}

/// An order of the indices of a sum, with the lengths and the element behind a law.
type Reordered = Option<(Vec<usize>, Vec<Nat>, Normal)>;

/// Two indices of a sum as one, where only `i * length + j` plays a part.
fn any_merged(lengths: &[Nat], element: &Normal, level: u32, proof: &mut Proof) -> Result<Reordered, Why> {
    for outer in 0..lengths.len() {
        for inner in 0..lengths.len() {
            if outer == inner {
                continue;
            }
            // The two change places with the last ones first.
            let (mut order, pair) = ((0..lengths.len()).collect::<Vec<_>>(), [outer, inner]);
            order.retain(|at| !pair.contains(at));
            order.extend(pair);
            let (moved, there) = permuted(lengths, element, &order, level, proof)?;
            if let Some((fewer, merged)) = merged(&moved, &there, moved.len() - 2, level, proof)? {
                return Ok(Some((order, fewer, merged)));
            }
        }
    }
    Ok(None)
}

/// Two indices next to each other as one; `at` is the place of the outer one.
fn merged(
    lengths: &[Nat],
    element: &Normal,
    at: usize,
    level: u32,
    proof: &mut Proof,
) -> Result<Option<(Vec<Nat>, Normal)>, Why> {
    let (outer, inner) = (&lengths[at], &lengths[at + 1]);
    let Some(both) = outer.times(inner) else { return Ok(None) };
    let (first, second) = (level + at as u32, level + at as u32 + 1);
    let (one, two, flat) = (outer.clone(), inner.clone(), both.clone());
    let with = move |atoms: &mut assay_rise::index::Atoms, other: u32, below: &Nat| {
        if other == first {
            return Some(atoms.named(DUMMY, &one));
        }
        if other == second {
            let dummy = atoms.named(DUMMY, &one);
            let start = dummy.times(&two)?;
            return atoms.named(first, &flat).minus(&start);
        }
        (other > second && other < DUMMY).then(|| atoms.named(other - 1, below))
    };
    let element = replaced(element, Some(second), proof, &with)?;
    if mentions_index(&element, DUMMY, proof) {
        return Ok(None);
    }
    let mut fewer = lengths.to_vec();
    fewer.splice(at..=at + 1, [both]);
    Ok(Some((fewer, element)))
}

/// The indices of a sum in another order.
fn permuted(
    lengths: &[Nat],
    element: &Normal,
    order: &[usize],
    level: u32,
    proof: &mut Proof,
) -> Result<(Vec<Nat>, Normal), Why> {
    let moved: Vec<Nat> = order.iter().map(|at| lengths[*at].clone()).collect();
    let order = order.to_vec();
    let with = move |atoms: &mut assay_rise::index::Atoms, other: u32, below: &Nat| {
        let place = usize::try_from(other.checked_sub(level)?).ok()?;
        let to = order.iter().position(|at| *at == place)?;
        Some(atoms.named(level + to as u32, below))
    };
    Ok((moved, replaced(element, None, proof, &with)?))
}

/// The least of all orders of the indices, where it is another one.
fn ordered(lengths: &[Nat], element: &Normal, level: u32, proof: &mut Proof) -> Result<Reordered, Why> {
    let mut least: Reordered = None;
    if lengths.len() < 2 || lengths.len() > MAX_ORDERED {
        return Ok(least);
    }
    for order in orders(lengths.len()) {
        let (moved, there) = permuted(lengths, element, &order, level, proof)?;
        let smaller = match &least {
            None => (&moved[..], &there) < (lengths, element),
            Some((_, lengths, element)) => (&moved, &there) < (lengths, element),
        };
        if smaller {
            least = Some((order, moved, there));
        }
    }
    Ok(least)
}

fn orders(count: usize) -> Vec<Vec<usize>> {
    (0..count).fold(vec![Vec::new()], |all, next| {
        all.iter()
            .flat_map(|order: &Vec<usize>| {
                (0..=order.len()).map(move |at| {
                    let mut longer = order.clone();
                    longer.insert(at, next);
                    longer
                })
            })
            .collect()
    })
}

/// A combination of elements in its simplest form.
fn folded(mut fold: Fold, level: u32, premises: &Premises, proof: &mut Proof) -> Result<Normal, Why> {
    let commutative = premises.is_commutative(&fold.operation);
    let step = |law: Law, before: Fold, after: &Fold, proof: &mut Proof| {
        let (before, after) = (Normal::Fold(Rc::new(before)), Normal::Fold(Rc::new(after.clone())));
        proof.laws.insert(Instance { law, level, before, after });
    };
    if let Normal::Fold(inner) = &fold.element
        && inner.operation == fold.operation
    {
        let neutral = premises.is_neutral(&inner.start, &fold.operation);
        let idempotent = commutative && premises.is_idempotent(&fold.operation) && inner.start == fold.start;
        if neutral || idempotent {
            let mut lengths = fold.lengths.clone();
            lengths.extend(inner.lengths.iter().cloned());
            let before = fold.clone();
            fold = Fold { lengths, element: inner.element.clone(), ..fold };
            step(Law::Nested, before, &fold, proof);
        }
    }
    'merge: loop {
        for at in 0..fold.lengths.len().saturating_sub(1) {
            if let Some((lengths, element)) = merged(&fold.lengths, &fold.element, at, level, proof)? {
                let law = Law::Blocks((0..fold.lengths.len()).collect(), at);
                let before = fold.clone();
                fold = Fold { lengths, element, ..fold };
                step(law, before, &fold, proof);
                continue 'merge;
            }
        }
        break;
    }
    if commutative
        && let Some((order, lengths, element)) = ordered(&fold.lengths, &fold.element, level, proof)?
    {
        let before = fold.clone();
        fold = Fold { lengths, element, ..fold };
        step(Law::Order(order), before, &fold, proof);
    }
    Ok(Normal::Fold(Rc::new(fold)))
}
