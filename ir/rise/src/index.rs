//! Indices: polynomials over lengths, variables below a length, and quotients, minima and maxima of these, in one normal form.
//!
//! Theorem: each function answers an index that has the same value for all values of the lengths and of the variables below theirs,
//! where divisors are at least one. A bound is a polynomial over lengths that the index never leaves.

use std::collections::{BTreeMap, BTreeSet};

use crate::nat::{Nat, Symbol};

/// A part of an index that is no polynomial over lengths.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Atom {
    /// The variable that a level binds, from zero to below a length.
    Variable(u32, Nat),
    /// A quotient, rounded down.
    Quotient(Nat, Nat),
    /// The smaller index.
    Minimum(Nat, Nat),
    /// The larger index.
    Maximum(Nat, Nat),
}

/// A law of indices.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Law {
    /// `p / q = r` where `0 <= p - r q < q`.
    Division,
    /// `(g u + v) / (g q) = u / q` where `0 <= v < g`.
    Factor(Nat),
    /// `(p / q) / r = p / (q r)`.
    Nested,
    /// `min(p, q) = r` where `r` is one of them, and not larger than the other.
    Minimum,
    /// `max(p, q) = r` where `r` is one of them, and not smaller than the other.
    Maximum,
}

/// A use of a law of indices.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fact {
    /// The law.
    pub law: Law,
    /// Both operands.
    pub operands: (Nat, Nat),
    /// The index that they are together.
    pub result: Nat,
}

/// The atoms of one proof, each with a number by which polynomials name it.
#[derive(Debug, Default)]
pub struct Atoms {
    list: Vec<Atom>,
    numbers: BTreeMap<Atom, u32>,
    /// Lengths that are at least one, the innermost variables' last.
    positive: Vec<Symbol>,
    /// Laws that were used.
    pub facts: BTreeSet<Fact>,
}

/// Atoms that are replaced by their bounds in one question.
const MAX_BOUNDS: usize = 24;

/// An index that becomes too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

type Answer<T> = Result<T, TooLarge>;

fn small(index: Option<Nat>) -> Answer<Nat> {
    index.ok_or(TooLarge)
}

impl Atoms {
    /// Atoms of a proof in which these lengths are at least one.
    pub fn new(positive: &[Nat]) -> Atoms {
        let mut atoms = Atoms::default();
        positive.iter().for_each(|length| atoms.is_positive(length));
        atoms
    }

    /// Learns that a length is at least one: where it is a product, each factor is.
    fn is_positive(&mut self, length: &Nat) {
        let terms: Vec<_> = length.terms().collect();
        if let [(factor, powers)] = terms[..]
            && factor > 0
        {
            let names = powers.iter().map(|(symbol, _)| symbol.clone());
            self.positive.extend(names.filter(|symbol| matches!(symbol, Symbol::Name(..))));
        }
    }

    fn atom(&mut self, atom: Atom) -> Nat {
        let next = self.list.len() as u32;
        let number = *self.numbers.entry(atom.clone()).or_insert(next);
        if number == next {
            self.list.push(atom);
        }
        Nat::symbol(Symbol::Meta(number))
    }

    /// The facts about lengths, for [`forget`](Self::forget).
    pub fn known(&self) -> usize {
        self.positive.len()
    }

    /// Forgets what was learned of lengths since then: the variables that said so are out of scope.
    pub fn forget(&mut self, known: usize) {
        self.positive.truncate(known);
    }

    /// The variable of a level. That it exists says that the length is at least one.
    pub fn variable(&mut self, level: u32, below: &Nat) -> Nat {
        self.is_positive(below);
        self.atom(Atom::Variable(level, below.clone()))
    }

    /// The variable of a level, of which nothing new is learned.
    pub fn named(&mut self, level: u32, below: &Nat) -> Nat {
        self.atom(Atom::Variable(level, below.clone()))
    }

    /// The atom of a symbol; `None` for a name.
    pub fn atom_of(&self, symbol: &Symbol) -> Option<&Atom> {
        self.get(symbol)
    }

    fn get(&self, symbol: &Symbol) -> Option<&Atom> {
        match symbol {
            Symbol::Meta(number) => self.list.get(*number as usize),
            Symbol::Name(..) => None,
        }
    }

    /// An index with the names of its atoms.
    pub fn text(&self, index: &Nat) -> String {
        let mut text = index.to_string();
        let mut metas: Vec<u32> = index
            .symbols()
            .into_iter()
            .filter_map(|symbol| match symbol {
                Symbol::Meta(number) => Some(number),
                Symbol::Name(..) => None,
            })
            .collect();
        metas.sort_unstable_by(|a, b| b.cmp(a));
        for number in metas {
            text = text.replace(&format!("?{number}"), &self.atom_text(number));
        }
        text
    }

    fn atom_text(&self, number: u32) -> String {
        match &self.list[number as usize] {
            Atom::Variable(level, _) => format!("i{level}"),
            Atom::Quotient(a, b) => format!("(({}) / ({}))", self.text(a), self.text(b)),
            Atom::Minimum(a, b) => format!("min({}, {})", self.text(a), self.text(b)),
            Atom::Maximum(a, b) => format!("max({}, {})", self.text(a), self.text(b)),
        }
    }

    fn note(&mut self, law: Law, one: &Nat, two: &Nat, result: &Nat) {
        self.facts.insert(Fact { law, operands: (one.clone(), two.clone()), result: result.clone() });
    }

    /// All atoms, by number.
    pub fn into_list(self) -> Vec<Atom> {
        self.list
    }

    /// The quotient of an index by a length that is at least one, rounded down.
    ///
    /// # Errors
    /// An index becomes too large.
    pub fn quotient(&mut self, index: &Nat, by: &Nat) -> Answer<Nat> {
        if by.number() == Some(1) {
            return Ok(index.clone());
        }
        let (whole, rest) = index.divided(by).ok_or(TooLarge)?;
        if self.is_below(&rest, by)? {
            self.note(Law::Division, index, by, &whole);
            return Ok(whole);
        }
        let inner = self.reduced(&rest, by)?;
        small(whole.plus(&inner))
    }

    /// The quotient of an index of which no multiple of the divisor can be taken.
    fn reduced(&mut self, index: &Nat, by: &Nat) -> Answer<Nat> {
        // (g u + v) / (g q) = u / q where 0 <= v < g.
        for factor in factors(by) {
            let (Some(outer), Some((inner, rest))) = (by.over(&factor), index.divided(&factor)) else {
                continue;
            };
            if self.is_below(&rest, &factor)? {
                let result = self.quotient(&inner, &outer)?;
                self.note(Law::Factor(factor), index, by, &result);
                return Ok(result);
            }
        }
        // (p / q) / r = p / (q r).
        if let Some(Atom::Quotient(inner, first)) =
            index.as_symbol().and_then(|symbol| self.get(symbol)).cloned()
        {
            let product = small(first.times(by))?;
            let result = self.quotient(&inner, &product)?;
            self.note(Law::Nested, index, by, &result);
            return Ok(result);
        }
        Ok(self.atom(Atom::Quotient(index.clone(), by.clone())))
    }

    /// The rest of the division of an index by a length that is at least one.
    ///
    /// # Errors
    /// An index becomes too large.
    pub fn rest(&mut self, index: &Nat, by: &Nat) -> Answer<Nat> {
        let quotient = self.quotient(index, by)?;
        small(index.minus(&small(quotient.times(by))?))
    }

    /// The smaller of two indices.
    ///
    /// # Errors
    /// An index becomes too large.
    pub fn minimum(&mut self, one: &Nat, two: &Nat) -> Answer<Nat> {
        if self.is_not_negative(&small(two.minus(one))?)? {
            self.note(Law::Minimum, one, two, one);
            return Ok(one.clone());
        }
        if self.is_not_negative(&small(one.minus(two))?)? {
            self.note(Law::Minimum, one, two, two);
            return Ok(two.clone());
        }
        let (one, two) = if one <= two { (one, two) } else { (two, one) };
        Ok(self.atom(Atom::Minimum(one.clone(), two.clone())))
    }

    /// The larger of two indices.
    ///
    /// # Errors
    /// An index becomes too large.
    pub fn maximum(&mut self, one: &Nat, two: &Nat) -> Answer<Nat> {
        if self.is_not_negative(&small(two.minus(one))?)? {
            self.note(Law::Maximum, one, two, two);
            return Ok(two.clone());
        }
        if self.is_not_negative(&small(one.minus(two))?)? {
            self.note(Law::Maximum, one, two, one);
            return Ok(one.clone());
        }
        let (one, two) = if one <= two { (one, two) } else { (two, one) };
        Ok(self.atom(Atom::Maximum(one.clone(), two.clone())))
    }

    /// An index with atoms replaced, in normal form again; `with` answers for the variables that change.
    ///
    /// # Errors
    /// An index becomes too large.
    pub fn replaced(
        &mut self,
        index: &Nat,
        with: &dyn Fn(&mut Atoms, u32, &Nat) -> Option<Nat>,
    ) -> Answer<Nat> {
        let metas: Vec<Symbol> =
            index.symbols().into_iter().filter(|symbol| matches!(symbol, Symbol::Meta(_))).collect();
        let mut new: BTreeMap<Symbol, Nat> = BTreeMap::new();
        for symbol in metas {
            let Some(atom) = self.get(&symbol).cloned() else { continue };
            let replaced = match atom {
                Atom::Variable(level, below) => with(self, level, &below),
                Atom::Quotient(one, two) => {
                    let (one, two) = (self.replaced(&one, with)?, self.replaced(&two, with)?);
                    Some(self.quotient(&one, &two)?)
                }
                Atom::Minimum(one, two) => {
                    let (one, two) = (self.replaced(&one, with)?, self.replaced(&two, with)?);
                    Some(self.minimum(&one, &two)?)
                }
                Atom::Maximum(one, two) => {
                    let (one, two) = (self.replaced(&one, with)?, self.replaced(&two, with)?);
                    Some(self.maximum(&one, &two)?)
                }
            };
            if let Some(replaced) = replaced {
                new.insert(symbol, replaced);
            }
        }
        small(index.substituted(&|symbol| new.get(symbol).cloned()))
    }

    /// Tells if the variable of a level is in an index.
    pub fn mentions(&self, index: &Nat, level: u32) -> bool {
        index.symbols().iter().any(|symbol| match self.get(symbol) {
            Some(Atom::Variable(other, _)) => *other == level,
            Some(Atom::Quotient(one, two) | Atom::Minimum(one, two) | Atom::Maximum(one, two)) => {
                self.mentions(one, level) || self.mentions(two, level)
            }
            None => false,
        })
    }

    /// Tells if `0 <= index < by` is known to hold.
    fn is_below(&self, index: &Nat, by: &Nat) -> Answer<bool> {
        let last = small(by.minus(&Nat::constant(1)))?;
        Ok(self.is_not_negative(index)? && self.is_not_negative(&small(last.minus(index))?)?)
    }

    /// Tells if an index is known to be at least zero.
    pub fn is_not_negative(&self, index: &Nat) -> Answer<bool> {
        let mut index = index.clone();
        for _ in 0..MAX_BOUNDS {
            let atoms: Vec<Symbol> =
                index.symbols().into_iter().filter(|symbol| matches!(symbol, Symbol::Meta(_))).collect();
            if atoms.is_empty() {
                return self.never_negative(&index);
            }
            // Atoms that were made last may hold those before.
            let Some(next) = atoms.iter().rev().find_map(|atom| self.lowered(&index, atom)) else {
                return Ok(false);
            };
            index = next;
        }
        Ok(false)
    }

    /// An index that is not larger, and in which the atom does not occur.
    fn lowered(&self, index: &Nat, symbol: &Symbol) -> Option<Nat> {
        let (factor, rest) = linear(index, symbol)?;
        let grows = self.never_negative(&factor).ok()?;
        let falls = !grows && self.never_negative(&factor.scaled(-1)?).ok()?;
        if !grows && !falls {
            return None;
        }
        let put = |bound: &Nat| factor.times(bound)?.plus(&rest);
        match self.get(symbol)? {
            Atom::Variable(_, below) => match grows {
                true => Some(rest.clone()),
                false => put(&below.minus(&Nat::constant(1))?),
            },
            Atom::Quotient(inner, by) => self.lowered_quotient(inner, by, &factor, &rest, grows),
            Atom::Minimum(one, two) => match grows {
                // It is one of them; either may be the smaller one.
                true => {
                    let (one, two) = (put(one)?, put(two)?);
                    let both = self.is_not_negative(&one).ok()? && self.is_not_negative(&two).ok()?;
                    both.then(Nat::default)
                }
                false => [one, two].into_iter().find_map(|side| {
                    put(side)
                        .filter(|side| self.is_not_negative(side).unwrap_or(false))
                        .map(|_| Nat::default())
                }),
            },
            Atom::Maximum(one, two) => match grows {
                true => [one, two].into_iter().find_map(|side| {
                    put(side)
                        .filter(|side| self.is_not_negative(side).unwrap_or(false))
                        .map(|_| Nat::default())
                }),
                false => {
                    let (one, two) = (put(one)?, put(two)?);
                    let both = self.is_not_negative(&one).ok()? && self.is_not_negative(&two).ok()?;
                    both.then(Nat::default)
                }
            },
        }
    }

    fn lowered_quotient(&self, inner: &Nat, by: &Nat, factor: &Nat, rest: &Nat, grows: bool) -> Option<Nat> {
        // c (p - q (p / q)) is a rest of a division: from zero to c (q - 1).
        if let Some(times) = factor.scaled(-1)?.over(by).and_then(|times| times.number())
            && times > 0
            && let Some(left) = rest.minus(&inner.scaled(times)?)
        {
            return Some(left);
        }
        if let Some(times) = factor.over(by).and_then(|times| times.number())
            && times > 0
            && let Some(left) = rest.plus(&inner.scaled(times)?)
        {
            let last = by.minus(&Nat::constant(1))?.scaled(-times)?;
            return left.plus(&last);
        }
        if grows {
            return self.is_not_negative(inner).ok()?.then(|| rest.clone());
        }
        // p / q <= k where p < (k + 1) q.
        let last = self.largest(inner)?;
        let count = last.plus(&Nat::constant(1))?.over(by)?;
        factor.times(&count.minus(&Nat::constant(1))?)?.plus(rest)
    }

    /// A polynomial over lengths that an index of variables alone never exceeds.
    fn largest(&self, index: &Nat) -> Option<Nat> {
        let mut index = index.clone();
        for _ in 0..MAX_BOUNDS {
            let atom = index.symbols().into_iter().rev().find(|symbol| matches!(symbol, Symbol::Meta(_)));
            let Some(symbol) = atom else { return Some(index) };
            let (factor, rest) = linear(&index, &symbol)?;
            let Atom::Variable(_, below) = self.get(&symbol)? else { return None };
            index = if self.never_negative(&factor).ok()? {
                factor.times(&below.minus(&Nat::constant(1))?)?.plus(&rest)?
            } else {
                self.never_negative(&factor.scaled(-1)?).ok()?.then_some(rest)?
            };
        }
        None
    }

    /// Tells if a polynomial over lengths is at least zero, by its coefficients once lengths of at least one are `1 + x`.
    fn never_negative(&self, index: &Nat) -> Answer<bool> {
        let more = |symbol: &Symbol| {
            let one = Nat::constant(1);
            self.positive.contains(symbol).then(|| Nat::symbol(symbol.clone()).plus(&one)).flatten()
        };
        Ok(small(index.substituted(&more))?.is_at_least(0)
            && !index.symbols().iter().any(|symbol| matches!(symbol, Symbol::Meta(_))))
    }
}

/// `index` as `factor * symbol + rest`, where it is linear in the symbol.
fn linear(index: &Nat, symbol: &Symbol) -> Option<(Nat, Nat)> {
    let is = |other: &Symbol| other == symbol;
    let rest = index.substituted(&|other| is(other).then(Nat::default))?;
    let one = index.substituted(&|other| is(other).then(|| Nat::constant(1)))?;
    let factor = one.minus(&rest)?;
    let again = factor.times(&Nat::symbol(symbol.clone()))?.plus(&rest)?;
    (again == *index).then_some((factor, rest))
}

/// Divisors of a length that is a product, but for one and itself.
fn factors(length: &Nat) -> Vec<Nat> {
    let terms: Vec<_> = length.terms().collect();
    let [(number, powers)] = terms[..] else { return Vec::new() };
    let mut parts: Vec<Nat> =
        powers.iter().flat_map(|(symbol, power)| (0..*power).map(|_| Nat::symbol(symbol.clone()))).collect();
    let mut left = number;
    let mut prime = 2;
    while left > 1 && prime * prime <= left && parts.len() < 8 {
        while left % prime == 0 {
            parts.push(Nat::constant(prime));
            left /= prime;
        }
        prime += 1;
    }
    if left > 1 {
        parts.push(Nat::constant(left));
    }
    let mut all = BTreeSet::new();
    let most = parts.len().min(6);
    for chosen in 1..(1u32 << most) - 1 {
        let picked = parts.iter().take(most).enumerate().filter(|(at, _)| chosen >> at & 1 == 1);
        let product =
            picked.map(|(_, part)| part).try_fold(Nat::constant(1), |product, part| product.times(part));
        all.extend(product);
    }
    all.remove(length);
    all.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(rank: u32, text: &str) -> Nat {
        Nat::name(rank, text)
    }

    #[test]
    fn an_index_of_a_block_is_taken_apart() {
        let (k, m) = (name(0, "k"), name(1, "m"));
        let mut atoms = Atoms::new(&[]);
        let (i, j) = (atoms.variable(0, &k), atoms.variable(1, &m));
        let index = i.times(&m).unwrap().plus(&j).unwrap();
        assert_eq!(atoms.quotient(&index, &m), Ok(i));
        assert_eq!(atoms.rest(&index, &m), Ok(j));
    }

    #[test]
    fn an_index_is_put_together_from_quotient_and_rest() {
        let (k, m) = (name(0, "k"), name(1, "m"));
        let mut atoms = Atoms::new(std::slice::from_ref(&m));
        let i = atoms.variable(0, &k.times(&m).unwrap());
        let (quotient, rest) = (atoms.quotient(&i, &m).unwrap(), atoms.rest(&i, &m).unwrap());
        assert_eq!(quotient.times(&m).unwrap().plus(&rest), Some(i));
        assert_eq!(atoms.quotient(&rest, &m), Ok(Nat::default()));
        let below = k.minus(&Nat::constant(1)).unwrap().minus(&quotient).unwrap();
        assert_eq!(atoms.is_not_negative(&below), Ok(true));
    }

    #[test]
    fn quotients_of_quotients_are_one() {
        let (k, m) = (name(0, "k"), name(1, "m"));
        let mut atoms = Atoms::new(&[k.clone(), m.clone()]);
        let i = atoms.variable(0, &name(2, "n"));
        let inner = atoms.quotient(&i, &m).unwrap();
        let nested = atoms.quotient(&inner, &k).unwrap();
        let product = m.times(&k).unwrap();
        assert_eq!(atoms.quotient(&i, &product), Ok(nested));
    }

    #[test]
    fn what_does_not_follow_is_not_known() {
        let (k, m) = (name(0, "k"), name(1, "m"));
        let mut atoms = Atoms::new(&[]);
        let i = atoms.variable(0, &k);
        assert_ne!(atoms.quotient(&i, &m), Ok(Nat::default()));
        let less = m.minus(&i).unwrap();
        assert_eq!(atoms.is_not_negative(&less), Ok(false));
    }
}
