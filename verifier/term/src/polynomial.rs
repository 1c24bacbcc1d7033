//! What holds of numbers because they form a ring, whatever the width: sums, differences, products and complements become
//! polynomials with integer coefficients, and two numbers are one where their polynomials are. Everything else is a name
//! for itself. What is left are truth values, of which the question is asked anew.
//!
//! Domain: a number is a list of polynomials, each under a condition. Not proved: anything that needs more of an operation
//! than that equal operands give equal results.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use rustc_hash::FxHashMap;

use crate::arena::TermArena;
use crate::bits::{mask, signed};
use crate::enumerate::{Decision, tried};
use crate::node::{Binary, Compare, Node, Sort, TermId};
use crate::sample::{Constant, FROM, constant};
use crate::simplify::assume::assumed;

/// More polynomials than these are not told apart.
const MAX_CASES: usize = 16;

/// More terms than these make no polynomial.
const MAX_TERMS: usize = 64;

/// More ways in which truth values may come out are not tried.
const MAX_GUESSES: u128 = 1 << 14;

/// Shifts by more than this are no products.
const MAX_SHIFT: i128 = 64;

/// Something that is no sum or product: a number of its own.
type Atom = u32;

/// A product: its atoms in order, each with how often it is a factor.
type Monomial = Vec<(Atom, u64)>;

/// Coefficients of products of atoms.
type Polynomial = BTreeMap<Monomial, i128>;

/// What an atom is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Named {
    Variable(u32),
    Constant(Constant, u32),
    /// An operation on two numbers of a width, which polynomials do not tell.
    Applied(Binary, u32, Polynomial, Polynomial),
    Opaque(TermId),
}

/// A statement about truth values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Truth {
    Variable(u32),
    /// The polynomial is zero in this width.
    Zero(u32, Polynomial),
    /// Order in this width, signed or not.
    Less(u32, bool, Polynomial, Polynomial),
    Other(TermId),
}

/// Whether a statement can never hold because numbers form a ring; false when that is not known.
pub fn never_holds(pool: &TermArena, statement: TermId) -> bool {
    let Some((mut truths, statement)) = abstracted(pool, statement) else { return false };
    let (rest, _) = assumed(&mut truths, statement);
    match truths.value(rest) {
        Some(value) => value == 0,
        None => tried(&truths, rest, MAX_GUESSES, u128::MAX) == Some(Decision::Never),
    }
}

/// A question about truth values alone that can only hold where the given one can; `None` when there are too many cases.
pub fn abstracted(pool: &TermArena, statement: TermId) -> Option<(TermArena, TermId)> {
    let mut ring = Ring {
        pool,
        out: TermArena::default(),
        atoms: FxHashMap::default(),
        truths: FxHashMap::default(),
        numbers: FxHashMap::default(),
        statements: FxHashMap::default(),
    };
    for ex in pool.cone(&[statement]) {
        ring.visit(ex)?;
    }
    let statement = ring.statements[&statement];
    Some((ring.out, statement))
}

struct Ring<'a> {
    pool: &'a TermArena,
    out: TermArena,
    atoms: FxHashMap<Named, Atom>,
    truths: FxHashMap<Truth, TermId>,
    numbers: FxHashMap<TermId, Vec<(TermId, Polynomial)>>,
    statements: FxHashMap<TermId, TermId>,
}

impl Ring<'_> {
    fn visit(&mut self, ex: TermId) -> Option<()> {
        match self.pool.sort(ex) {
            Sort::Bool => {
                let statement = self.statement(ex)?;
                self.statements.insert(ex, statement);
            }
            Sort::Float(_) => {
                let always = self.out.boolean(true);
                let number = vec![(always, self.atom(Named::Opaque(ex)))];
                self.numbers.insert(ex, number);
            }
            Sort::Bits(_) => {
                let number = self.number(ex)?;
                if number.len() > MAX_CASES || number.iter().any(|(_, sum)| sum.len() > MAX_TERMS) {
                    return None;
                }
                self.numbers.insert(ex, number);
            }
        }
        Some(())
    }

    fn statement(&mut self, ex: TermId) -> Option<TermId> {
        let of = |ring: &Self, ex: TermId| ring.statements[&ex];
        Some(match *self.pool.node(ex) {
            Node::Bool(value) => self.out.boolean(value),
            Node::Variable(var) => self.truth(Truth::Variable(var.0)),
            Node::Not(a) => {
                let a = of(self, a);
                self.out.not(a)
            }
            Node::And(a, b) => {
                let (a, b) = (of(self, a), of(self, b));
                self.out.and(a, b)
            }
            Node::Or(a, b) => {
                let (a, b) = (of(self, a), of(self, b));
                self.out.or(a, b)
            }
            Node::Choice(c, a, b) => {
                let (c, a, b) = (of(self, c), of(self, a), of(self, b));
                self.out.choice(c, a, b)
            }
            Node::Equal(a, b) if self.pool.sort(a) == Sort::Bool => {
                let (a, b) = (of(self, a), of(self, b));
                self.out.equal(a, b)
            }
            Node::Equal(a, _) if matches!(self.pool.sort(a), Sort::Float(_)) => self.truth(Truth::Other(ex)),
            Node::Equal(a, b) => {
                let width = self.pool.width(a);
                self.pairs(a, b, |ring, a, b| {
                    let rest = reduced(add(&a, &b, -1)?, width);
                    Some(ring.zero(rest, width))
                })?
            }
            Node::Compare(op, a, b) => {
                let (signed, width) = (matches!(op, Compare::SLt | Compare::SLe), self.pool.width(a));
                match op {
                    Compare::ULt | Compare::SLt => {
                        self.pairs(a, b, |ring, a, b| Some(ring.less(width, signed, a, b)))?
                    }
                    Compare::ULe | Compare::SLe => {
                        let above = self.pairs(b, a, |ring, b, a| Some(ring.less(width, signed, b, a)))?;
                        self.out.not(above)
                    }
                }
            }
            _ => self.truth(Truth::Other(ex)),
        })
    }

    fn number(&mut self, ex: TermId) -> Option<Vec<(TermId, Polynomial)>> {
        let always = self.out.boolean(true);
        let width = self.pool.width(ex);
        Some(match *self.pool.node(ex) {
            Node::Number { value, .. } => {
                let sum = match constant(value, width) {
                    Some(Constant::Small(value)) => single(Vec::new(), value),
                    Some(other) => self.atom(Named::Constant(other, width)),
                    None => self.atom(Named::Opaque(ex)),
                };
                vec![(always, sum)]
            }
            Node::Variable(var) => vec![(always, self.atom(Named::Variable(var.0)))],
            Node::Choice(c, a, b) => {
                let condition = self.statements[&c];
                let otherwise = self.out.not(condition);
                let mut list = Vec::new();
                for (taken, of) in [(condition, a), (otherwise, b)] {
                    for (when, sum) in self.numbers[&of].clone() {
                        let when = self.out.and(taken, when);
                        self.join(&mut list, when, sum);
                    }
                }
                list
            }
            Node::Binary(op, a, b) => {
                let mut list = Vec::new();
                for (one, left) in self.numbers[&a].clone() {
                    for (other, right) in self.numbers[&b].clone() {
                        let when = self.out.and(one, other);
                        let sum = reduced(self.applied(op, width, &left, &right)?, width);
                        self.join(&mut list, when, sum);
                    }
                }
                list
            }
            _ => vec![(always, self.atom(Named::Opaque(ex)))],
        })
    }

    /// Adds a case; those that can never be are left out, and equal ones are one.
    fn join(&mut self, list: &mut Vec<(TermId, Polynomial)>, when: TermId, sum: Polynomial) {
        if self.out.value(when) == Some(0) {
            return;
        }
        match list.iter_mut().find(|(_, known)| *known == sum) {
            Some((condition, _)) => *condition = self.out.or(*condition, when),
            None => list.push((when, sum)),
        }
    }

    fn applied(&mut self, op: Binary, width: u32, a: &Polynomial, b: &Polynomial) -> Option<Polynomial> {
        let one = single(Vec::new(), 1);
        Some(match op {
            Binary::Add => add(a, b, 1)?,
            Binary::Sub => add(a, b, -1)?,
            Binary::Mul => multiply(a, b)?,
            Binary::And => self.both(width, a, b)?,
            // Each bit counts where one of them has it, less where both do.
            Binary::Or => add(&add(a, b, 1)?, &self.both(width, a, b)?, -1)?,
            Binary::Xor => add(&add(a, b, 1)?, &self.both(width, a, b)?, -2)?,
            // Also by zero, as SMT-LIB defines it: a quotient of all ones or one, and a remainder of `a`.
            Binary::URem => add(a, &multiply(&self.named(Binary::UDiv, width, a, b), b)?, -1)?,
            Binary::SRem => add(a, &multiply(&self.named(Binary::SDiv, width, a, b), b)?, -1)?,
            Binary::Shl | Binary::LShr | Binary::AShr if b.is_empty() => a.clone(),
            // By the width or more, both are zero.
            Binary::Shl => match as_constant(b) {
                Some(by) if (0..=MAX_SHIFT).contains(&by) => multiply(a, &single(Vec::new(), 1 << by))?,
                _ => multiply(a, &self.named(Binary::Shl, width, &one, b))?,
            },
            Binary::UDiv | Binary::SDiv if *b == one => a.clone(),
            _ => self.named(op, width, a, b),
        })
    }

    /// The bits that both have.
    fn both(&mut self, width: u32, a: &Polynomial, b: &Polynomial) -> Option<Polynomial> {
        let ones = single(Vec::new(), -1);
        // Of a number and its complement the one that reads better: `a and not b` is `a` less `a and b`.
        for (one, other) in [(a, b), (b, a)] {
            let complement = add(&ones, other, -1)?;
            if as_constant(other).is_none() && other.iter().next_back().is_some_and(|(_, value)| *value < 0) {
                return add(one, &self.both(width, one, &complement)?, -1);
            }
        }
        Some(match () {
            () if a == b || *b == ones => a.clone(),
            () if *a == ones => b.clone(),
            () if a.is_empty() || b.is_empty() => Polynomial::new(),
            () => {
                let (a, b) = if a <= b { (a, b) } else { (b, a) };
                self.named(Binary::And, width, a, b)
            }
        })
    }

    fn named(&mut self, op: Binary, width: u32, a: &Polynomial, b: &Polynomial) -> Polynomial {
        self.atom(Named::Applied(op, width, a.clone(), b.clone()))
    }

    fn atom(&mut self, named: Named) -> Polynomial {
        let next = self.atoms.len() as Atom;
        let atom = *self.atoms.entry(named).or_insert(next);
        single(vec![(atom, 1)], 1)
    }

    fn pairs(
        &mut self,
        a: TermId,
        b: TermId,
        mut statement: impl FnMut(&mut Self, Polynomial, Polynomial) -> Option<TermId>,
    ) -> Option<TermId> {
        let mut any = self.out.boolean(false);
        for (one, left) in self.numbers[&a].clone() {
            for (other, right) in self.numbers[&b].clone() {
                let when = self.out.and(one, other);
                let holds = statement(self, left.clone(), right)?;
                let both = self.out.and(when, holds);
                any = self.out.or(any, both);
            }
        }
        Some(any)
    }

    fn zero(&mut self, mut sum: Polynomial, width: u32) -> TermId {
        match sum.iter().next() {
            None => return self.out.boolean(true),
            Some((product, value)) if product.is_empty() && sum.len() == 1 => {
                // Small numbers are not zero at the widths this speaks of; at narrower ones all numbers are reduced.
                if width < FROM || value.abs() <= 128 {
                    return self.out.boolean(false);
                }
            }
            // A number is zero where its negation is.
            Some((_, value)) if *value < 0 => sum.values_mut().for_each(|value| *value = -*value),
            Some(_) => {}
        }
        self.truth(Truth::Zero(width, sum))
    }

    fn less(&mut self, width: u32, signed: bool, a: Polynomial, b: Polynomial) -> TermId {
        if a == b || !signed && b.is_empty() {
            return self.out.boolean(false);
        }
        self.truth(Truth::Less(width, signed, a, b))
    }

    fn truth(&mut self, truth: Truth) -> TermId {
        if let Some(known) = self.truths.get(&truth) {
            return *known;
        }
        let made = self.out.variable(format!("t{}", self.truths.len()), Sort::Bool);
        self.truths.insert(truth, made);
        made
    }
}

/// At narrow widths, which are fixed ones, coefficients are what they are modulo the width, in the signed reading.
fn reduced(mut sum: Polynomial, width: u32) -> Polynomial {
    if width < FROM {
        for value in sum.values_mut() {
            *value = signed(*value as u128 & mask(width), width);
        }
        sum.retain(|_, value| *value != 0);
    }
    sum
}

/// The number that a polynomial is.
fn as_constant(sum: &Polynomial) -> Option<i128> {
    match sum.iter().next() {
        None => Some(0),
        Some((product, value)) => (sum.len() == 1 && product.is_empty()).then_some(*value),
    }
}

fn single(product: Monomial, value: i128) -> Polynomial {
    let mut sum = Polynomial::new();
    if value != 0 {
        sum.insert(product, value);
    }
    sum
}

/// `a + factor * b`
fn add(a: &Polynomial, b: &Polynomial, factor: i128) -> Option<Polynomial> {
    let mut sum = a.clone();
    for (product, value) in b {
        add_to(&mut sum, product.clone(), value.checked_mul(factor)?)?;
    }
    Some(sum)
}

fn add_to(sum: &mut Polynomial, product: Monomial, value: i128) -> Option<()> {
    match sum.entry(product) {
        Entry::Vacant(entry) => {
            if value != 0 {
                entry.insert(value);
            }
        }
        Entry::Occupied(mut entry) => {
            *entry.get_mut() = entry.get().checked_add(value)?;
            if *entry.get() == 0 {
                entry.remove();
            }
        }
    }
    Some(())
}

fn multiply(a: &Polynomial, b: &Polynomial) -> Option<Polynomial> {
    let mut sum = Polynomial::new();
    for (left, x) in a {
        for (right, y) in b {
            add_to(&mut sum, product(left, right)?, x.checked_mul(*y)?)?;
        }
    }
    Some(sum)
}

/// `None` where an exponent is too large.
fn product(a: &Monomial, b: &Monomial) -> Option<Monomial> {
    let mut out = Monomial::with_capacity(a.len() + b.len());
    let (mut a, mut b) = (a.iter().copied().peekable(), b.iter().copied().peekable());
    loop {
        let next = match (a.peek(), b.peek()) {
            (Some((left, _)), Some((right, _))) if left == right => {
                let ((atom, x), (_, y)) = (a.next()?, b.next()?);
                Some((atom, x.checked_add(y)?))
            }
            (Some((left, _)), Some((right, _))) if left > right => b.next(),
            (None, _) => b.next(),
            _ => a.next(),
        };
        match next {
            Some(factor) => out.push(factor),
            None => return Some(out),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_of_sums_is_the_sum_of_products() {
        let mut pool = TermArena::default();
        let [x, y, z] = ["x", "y", "z"].map(|name| pool.variable(name, Sort::Bits(41)));
        let sum = pool.binary(Binary::Add, x, y);
        let left = pool.binary(Binary::Mul, sum, z);
        let (p, q) = (pool.binary(Binary::Mul, x, z), pool.binary(Binary::Mul, y, z));
        let right = pool.binary(Binary::Add, p, q);
        let other = pool.differ(left, right);
        let (out, statement) = abstracted(&pool, other).expect("few cases");
        assert_eq!(out.value(statement), Some(0));
        let wrong = pool.differ(left, p);
        let (out, statement) = abstracted(&pool, wrong).expect("few cases");
        assert_eq!(out.value(statement), None);
    }

    /// The product of two expressions that are made of `x` and `y` by as many products, each of the two before it.
    fn products(count: usize, same: bool) -> (TermArena, TermId, TermId) {
        let mut pool = TermArena::default();
        let [x, y, z] = ["x", "y", "z"].map(|name| pool.variable(name, Sort::Bits(41)));
        let (mut last, mut other) = (x, y);
        for _ in 0..count {
            let next = pool.binary(Binary::Mul, last, if same { last } else { other });
            (last, other) = (next, last);
        }
        // The factors come in another order, so that only the ring knows.
        let (left, right) = (pool.binary(Binary::Mul, last, z), pool.binary(Binary::Mul, other, z));
        let (left, right) = (pool.binary(Binary::Mul, left, other), pool.binary(Binary::Mul, right, last));
        (pool, left, right)
    }

    #[test]
    fn products_of_many_equal_factors_are_as_small_as_those_of_few() {
        for (count, same) in [(30, true), (62, true), (40, false), (85, false)] {
            let (mut pool, left, right) = products(count, same);
            assert_ne!(left, right);
            let statement = pool.differ(left, right);
            assert!(never_holds(&pool, statement), "{count}");
        }
    }

    #[test]
    fn the_same_polynomials_of_two_widths_are_ordered_apart() {
        let mut pool = TermArena::default();
        // `(x or 2) + (x and 2) - x` is two, and its products are powers of two: 512 is below 256 in nine bits alone.
        let mut order = |width: u32| {
            let x = pool.variable("x", Sort::Bits(width));
            let two = pool.number(width, 2);
            let (either, both) = (pool.binary(Binary::Or, x, two), pool.binary(Binary::And, x, two));
            let sum = pool.binary(Binary::Add, either, both);
            let number = pool.binary(Binary::Sub, sum, x);
            let power = (1..8).fold(number, |power, _| pool.binary(Binary::Mul, power, number));
            let next = pool.binary(Binary::Mul, power, number);
            pool.compare(Compare::ULt, next, power)
        };
        let (narrow, wide) = (order(9), order(10));
        let not = pool.not(wide);
        let statement = pool.and(narrow, not);
        assert!(!never_holds(&pool, statement));
        let not = pool.not(narrow);
        let same = pool.and(narrow, not);
        assert!(never_holds(&pool, same));
    }

    #[test]
    fn exponents_that_are_too_large_leave_it_open() {
        let (mut pool, left, right) = products(100, true);
        let statement = pool.differ(left, right);
        assert!(abstracted(&pool, statement).is_none());
    }
}
