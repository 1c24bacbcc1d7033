//! Indices of a check: each law of an index that a derivation has is checked before its result is taken.

use std::collections::BTreeMap;

use assay_rise::index::{Atom, Fact, Law};
use assay_rise::nat::{Nat, Symbol};

use crate::derivation::Derivation;

/// An answer, or why the derivation is refused.
pub(super) type Checked<T> = Result<T, String>;

pub(super) fn large() -> String {
    "a term is too large".to_owned()
}

/// Replaces the variable of a level that is below a length; `None` leaves it.
pub(super) type Replace<'a> = &'a dyn Fn(&mut Indices<'_>, u32, &Nat) -> Checked<Option<Nat>>;

/// The indices of a check.
pub(super) struct Indices<'d> {
    facts: BTreeMap<(&'d Nat, &'d Nat), Vec<&'d Fact>>,
    atoms: Vec<Atom>,
    numbers: BTreeMap<Atom, u32>,
    positive: Vec<Symbol>,
}

/// Steps of one question about a bound.
const STEPS: u32 = 4_000;

impl<'d> Indices<'d> {
    pub(super) fn new(derivation: &'d Derivation) -> Indices<'d> {
        let mut facts: BTreeMap<_, Vec<&Fact>> = BTreeMap::new();
        for fact in &derivation.facts {
            facts.entry((&fact.operands.0, &fact.operands.1)).or_default().push(fact);
        }
        let atoms = derivation.atoms.clone();
        let numbers = (0u32..).zip(&atoms).map(|(number, atom)| (atom.clone(), number)).collect();
        let mut indices = Indices { facts, atoms, numbers, positive: Vec::new() };
        derivation.positive.iter().for_each(|length| indices.is_positive(length));
        indices
    }

    /// Names that are at least one because this length is.
    pub(super) fn is_positive(&mut self, length: &Nat) {
        let terms: Vec<_> = length.terms().collect();
        if let [(factor, powers)] = terms[..]
            && factor > 0
        {
            self.positive.extend(powers.iter().map(|(symbol, _)| symbol.clone()));
        }
    }

    pub(super) fn into_list(self) -> Vec<Atom> {
        self.atoms
    }

    pub(super) fn known(&self) -> usize {
        self.positive.len()
    }

    pub(super) fn forget(&mut self, known: usize) {
        self.positive.truncate(known);
    }

    pub(super) fn atom(&mut self, atom: Atom) -> Nat {
        let next = self.atoms.len() as u32;
        let number = *self.numbers.entry(atom.clone()).or_insert(next);
        if number == next {
            self.atoms.push(atom);
        }
        Nat::symbol(Symbol::Meta(number))
    }

    fn get(&self, symbol: &Symbol) -> Option<&Atom> {
        match symbol {
            Symbol::Meta(number) => self.atoms.get(*number as usize),
            Symbol::Name(..) => None,
        }
    }

    /// A quotient, rounded down.
    pub(super) fn quotient(&mut self, index: &Nat, by: &Nat) -> Checked<Nat> {
        if by.number() == Some(1) {
            return Ok(index.clone());
        }
        for fact in self.facts.get(&(index, by)).cloned().unwrap_or_default() {
            if self.divides(fact)? {
                return Ok(fact.result.clone());
            }
        }
        let (whole, rest) = index.divided(by).ok_or_else(large)?;
        if whole.is_zero() {
            return Ok(self.atom(Atom::Quotient(index.clone(), by.clone())));
        }
        // (w q + r) / q = w + r / q.
        whole.plus(&self.quotient(&rest, by)?).ok_or_else(large)
    }

    /// Checks a law of a quotient.
    fn divides(&mut self, fact: &Fact) -> Checked<bool> {
        let (index, by) = &fact.operands;
        match &fact.law {
            Law::Division => {
                let rest = fact.result.times(by).and_then(|whole| index.minus(&whole)).ok_or_else(large)?;
                Ok(self.is_within(&rest, by))
            }
            Law::Factor(factor) => {
                let (Some(outer), Some((inner, rest))) = (by.over(factor), index.divided(factor)) else {
                    return Ok(false);
                };
                Ok(self.is_within(&rest, factor) && self.quotient(&inner, &outer)? == fact.result)
            }
            Law::Nested => {
                let atom = index.as_symbol().and_then(|symbol| self.get(symbol)).cloned();
                let Some(Atom::Quotient(inner, first)) = atom else { return Ok(false) };
                let product = first.times(by).ok_or_else(large)?;
                Ok(self.quotient(&inner, &product)? == fact.result)
            }
            Law::Minimum | Law::Maximum => Ok(false),
        }
    }

    /// The larger or the smaller of two indices.
    pub(super) fn extreme(&mut self, one: &Nat, two: &Nat, larger: bool) -> Checked<Nat> {
        let law = if larger { Law::Maximum } else { Law::Minimum };
        for fact in self.facts.get(&(one, two)).cloned().unwrap_or_default() {
            let other = if fact.result == *one { two } else { one };
            let (high, low) = if larger { (&fact.result, other) } else { (other, &fact.result) };
            let holds = (fact.result == *one || fact.result == *two)
                && high.minus(low).is_some_and(|difference| self.is_natural(&difference));
            if fact.law == law && holds {
                return Ok(fact.result.clone());
            }
        }
        let (one, two) = if one <= two { (one, two) } else { (two, one) };
        let (one, two) = (one.clone(), two.clone());
        Ok(self.atom(if larger { Atom::Maximum(one, two) } else { Atom::Minimum(one, two) }))
    }

    /// An index with variables replaced.
    pub(super) fn replaced(&mut self, index: &Nat, with: Replace<'_>) -> Checked<Nat> {
        let mut new: BTreeMap<Symbol, Nat> = BTreeMap::new();
        for symbol in index.symbols() {
            let Some(atom) = self.get(&symbol).cloned() else { continue };
            let replaced = match &atom {
                Atom::Variable(level, below) => with(self, *level, below)?,
                Atom::Quotient(one, two) | Atom::Minimum(one, two) | Atom::Maximum(one, two) => {
                    let (one, two) = (self.replaced(one, with)?, self.replaced(two, with)?);
                    Some(match atom {
                        Atom::Quotient(..) => self.quotient(&one, &two)?,
                        other => self.extreme(&one, &two, matches!(other, Atom::Maximum(..)))?,
                    })
                }
            };
            new.extend(replaced.map(|replaced| (symbol, replaced)));
        }
        index.substituted(&|symbol| new.get(symbol).cloned()).ok_or_else(large)
    }

    /// Tells if the variable of a level is in an index.
    pub(super) fn mentions(&self, index: &Nat, level: u32) -> bool {
        index.symbols().iter().any(|symbol| match self.get(symbol) {
            Some(Atom::Variable(other, _)) => *other == level,
            Some(Atom::Quotient(one, two) | Atom::Minimum(one, two) | Atom::Maximum(one, two)) => {
                self.mentions(one, level) || self.mentions(two, level)
            }
            None => false,
        })
    }

    /// Tells if `0 <= index < by` was shown.
    fn is_within(&self, index: &Nat, by: &Nat) -> bool {
        let last = by.minus(&Nat::constant(1)).and_then(|last| last.minus(index));
        self.is_natural(index) && last.is_some_and(|room| self.is_natural(&room))
    }

    /// Tells if an index was shown to be at least zero.
    fn is_natural(&self, index: &Nat) -> bool {
        self.natural(index, &mut STEPS.clone()).unwrap_or(false)
    }

    /// Takes out one part after the other, by bounds of it; all ways are tried.
    fn natural(&self, index: &Nat, steps: &mut u32) -> Option<bool> {
        *steps = steps.checked_sub(1)?;
        let parts: Vec<Symbol> = index.symbols().into_iter().filter(|one| self.get(one).is_some()).collect();
        if parts.is_empty() {
            return Some(self.is_polynomial_natural(index));
        }
        for symbol in parts.iter().rev() {
            let rest = index.substituted(&|other| (other == symbol).then(Nat::default))?;
            let factor = index
                .substituted(&|other| (other == symbol).then(|| Nat::constant(1)))
                .and_then(|one| one.minus(&rest))?;
            let linear = factor.times(&Nat::symbol(symbol.clone()))?.plus(&rest)? == *index;
            let rises = self.is_polynomial_natural(&factor);
            let falls = self.is_polynomial_natural(&factor.scaled(-1)?);
            if !linear || !rises && !falls {
                continue;
            }
            let put = |bound: &Nat| factor.times(bound)?.plus(&rest);
            let mut all = |bounds: &[Nat]| {
                bounds
                    .iter()
                    .all(|bound| put(bound).is_some_and(|index| self.natural(&index, steps).unwrap_or(false)))
            };
            let one = Nat::constant(1);
            let shown = match self.get(symbol)? {
                Atom::Variable(_, below) => all(&[if rises { Nat::default() } else { below.minus(&one)? }]),
                Atom::Minimum(one, two) | Atom::Maximum(one, two) => {
                    let is_bound = matches!(self.get(symbol)?, Atom::Minimum(..)) == falls;
                    let bounds = [one.clone(), two.clone()];
                    if is_bound {
                        bounds.iter().any(|one| all(std::slice::from_ref(one)))
                    } else {
                        all(&bounds)
                    }
                }
                Atom::Quotient(inner, by) => self.by_quotient(inner, by, (&factor, &rest, rises), steps),
            };
            if shown {
                return Some(true);
            }
        }
        Some(false)
    }

    /// `factor * (inner / by) + rest >= 0`, by `by * (inner / by) <= inner < by * (inner / by) + by`.
    fn by_quotient(
        &self,
        inner: &Nat,
        by: &Nat,
        (factor, rest, rises): (&Nat, &Nat, bool),
        steps: &mut u32,
    ) -> bool {
        let mut shown = |index: Option<Nat>| index.is_some_and(|one| self.natural(&one, steps) == Some(true));
        let one = Nat::constant(1);
        if let Some(times) = factor.over(by) {
            let low =
                if rises { by.minus(&one).and_then(|last| inner.minus(&last)) } else { Some(inner.clone()) };
            if shown(low.and_then(|low| times.times(&low)?.plus(rest))) {
                return true;
            }
        }
        if rises {
            return shown(Some(inner.clone())) && shown(Some(rest.clone()));
        }
        // inner / by < k where inner < k by.
        let count = self.most(inner).and_then(|most| most.plus(&one)).and_then(|above| above.over(by));
        shown(count.and_then(|count| factor.times(&count.minus(&one)?)?.plus(rest)))
    }

    /// A polynomial over lengths that an index of variables never exceeds.
    fn most(&self, index: &Nat) -> Option<Nat> {
        let mut index = index.clone();
        while let Some(symbol) = index.symbols().into_iter().find(|one| self.get(one).is_some()) {
            let Atom::Variable(_, below) = self.get(&symbol)? else { return None };
            let low = index.substituted(&|other| (*other == symbol).then(Nat::default))?;
            let last = below.minus(&Nat::constant(1))?;
            let high = index.substituted(&|other| (*other == symbol).then(|| last.clone()))?;
            let middle = index.substituted(&|other| (*other == symbol).then(|| Nat::constant(1)))?;
            let rises = middle.minus(&low)?;
            let linear = rises.times(&Nat::symbol(symbol))?.plus(&low)? == index;
            index = if linear && self.is_polynomial_natural(&rises) { high } else { return None };
        }
        Some(index)
    }

    /// Tells if no coefficient is negative once each positive name is `1 + x`.
    fn is_polynomial_natural(&self, index: &Nat) -> bool {
        let more = |symbol: &Symbol| {
            let one = Nat::constant(1);
            self.positive.contains(symbol).then(|| Nat::symbol(symbol.clone()).plus(&one)).flatten()
        };
        let open = index.symbols().iter().any(|one| self.get(one).is_some());
        !open && index.substituted(&more).is_some_and(|index| index.terms().all(|(factor, _)| factor >= 0))
    }
}
