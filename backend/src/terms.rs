//! Terms: what an operation computes from inputs that are not known, as a fingerprint of 128 bits. Two terms of one fingerprint are
//! the same operation on the same operands, as long as [`Terms::is_exact`] says so, and but for a collision after that. Knows no operation.
//!
//! The theorem: a run in which no fingerprint decided where control goes or what memory is accessed does the same on all inputs of its
//! types; each term is a function of these inputs that its fingerprint stands for; so equal terms are equal on all inputs.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::prime_fields::{Ring, RingOperation};
use crate::siphash::hash;
use crate::term::{Term, TermKind};
use crate::value::Value;

/// Terms that are kept as such; beyond, only their fingerprints are.
pub const KEPT: usize = 1 << 20;

/// The choice that an operation leaves among several results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Each execution may choose for itself.
    Free,
    /// The result is an approximation, the same for the same operands.
    Approximate,
}

/// The program whose run makes terms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Side {
    /// The program after, whose choices are taken down.
    #[default]
    After,
    /// The program before, which makes these choices, and what the interpreter does elsewhere.
    Before,
}

/// The terms of two runs: first that of the program after, then, behind [`Terms::turn`], that of the program before.
#[derive(Debug)]
pub struct Terms {
    keys: [u64; 2],
    /// The applications behind the fingerprints, up to [`KEPT`] of them: where their words start, and how many they are.
    nodes: FxHashMap<[u64; 2], (usize, u32)>,
    /// The words of applications.
    applications: Vec<u64>,
    /// Numbers of operations with their attributes and types.
    signatures: FxHashMap<String, u64>,
    inputs: u64,
    /// Two terms had one fingerprint.
    collided: bool,
    /// Terms that were made and are not kept.
    others: u64,
    side: Side,
    /// Where sums and products are those of a ring.
    ring: Option<Ring>,
    /// Operations on floating-point numbers that are, too.
    reals: BTreeSet<&'static str>,
    /// The conditions under which this run is undefined.
    conditions: BTreeSet<[u64; 2]>,
    /// How often each choice was there in this run.
    counts: FxHashMap<[u64; 2], u64>,
    /// Choices of the program after.
    chosen: FxHashSet<[u64; 2]>,
    room: Vec<u64>,
}

/// Words that tell the operands of a term apart.
const POISON: u64 = 0;
const INT: u64 = 1;
const FLOAT: u64 = 2;
const TERM: u64 = 3;
pub(crate) const SHAPED: u64 = 4;

impl Terms {
    /// No terms; fingerprints are a function of the seed.
    pub fn new(seed: u64) -> Terms {
        Terms {
            keys: keys(seed),
            nodes: FxHashMap::default(),
            applications: Vec::new(),
            signatures: FxHashMap::default(),
            inputs: 0,
            collided: false,
            others: 0,
            side: Side::After,
            ring: None,
            reals: BTreeSet::new(),
            conditions: BTreeSet::new(),
            counts: FxHashMap::default(),
            chosen: FxHashSet::default(),
            room: Vec::new(),
        }
    }

    /// The same with sums and products of integers as in a ring, and with those by these operations on floating-point numbers. Equal terms
    /// are equal polynomials then.
    #[must_use]
    pub fn with_ring(self, reals: BTreeSet<&'static str>) -> Terms {
        let words = hash(self.keys, &[u64::MAX - 7]);
        Terms { ring: Some(Ring::new(words)), reals, ..self }
    }

    /// The greatest degree of a polynomial, and the longest chain of sums and products; `None` without a ring.
    pub fn polynomials(&self) -> Option<(u32, u32)> {
        self.ring.as_ref().map(Ring::most)
    }

    /// The operations on floating-point numbers that are those of real numbers.
    pub(crate) fn reals(&self) -> &BTreeSet<&'static str> {
        &self.reals
    }

    /// A sum or product in the ring; `None` without one, and where a number is not in it.
    pub(crate) fn in_ring(
        &mut self,
        operation: RingOperation,
        values: [&Value; 2],
        kind: TermKind,
    ) -> Option<Value> {
        let print = self.ring.as_mut()?.apply(operation, values)?;
        self.others += 1;
        Some(Value::Term(Term { print, kind }))
    }

    /// The next element of an input.
    pub fn input(&mut self, kind: TermKind) -> Value {
        self.inputs += 1;
        let words = [u64::MAX, self.inputs];
        Value::Term(Term { print: self.print(&words), kind })
    }

    /// Ends the run of the program after; its conditions of undefined behaviour.
    pub fn turn(&mut self) -> BTreeSet<[u64; 2]> {
        self.side = Side::Before;
        self.restart()
    }

    /// Ends a run; its conditions of undefined behaviour.
    pub fn restart(&mut self) -> BTreeSet<[u64; 2]> {
        self.counts.clear();
        std::mem::take(&mut self.conditions)
    }

    /// Returns true when equal fingerprints are equal terms.
    pub fn is_exact(&self) -> bool {
        self.others == 0 && !self.collided
    }

    /// Returns true when two terms had one fingerprint.
    pub fn collided(&self) -> bool {
        self.collided
    }

    /// The number of terms, of which those beyond [`KEPT`] may be counted again.
    pub fn count(&self) -> u64 {
        self.nodes.len() as u64 + self.others
    }

    /// The number of an operation with its attributes and types.
    pub(crate) fn signature(&mut self, text: String) -> u64 {
        let next = self.signatures.len() as u64;
        *self.signatures.entry(text).or_insert(next)
    }

    /// A result of an operation on operands, which do not matter in which order where it is `commutative`.
    ///
    /// # Errors
    /// None, where an operand is neither a number nor poison.
    pub(crate) fn term(
        &mut self,
        signature: u64,
        result: usize,
        operands: &[&Value],
        commutative: bool,
        kind: TermKind,
    ) -> Option<Value> {
        let print = self.node(signature, result as u64, operands, commutative)?;
        Some(Value::Term(Term { print, kind }))
    }

    fn node(
        &mut self,
        signature: u64,
        number: u64,
        operands: &[&Value],
        commutative: bool,
    ) -> Option<[u64; 2]> {
        let mut words = std::mem::take(&mut self.room);
        words.clear();
        words.extend([signature, number]);
        let done = match (commutative, operands) {
            (true, [a, b, rest @ ..]) => {
                let start = words.len();
                let first = push(&mut words, a);
                let middle = words.len();
                let both = first.and(push(&mut words, b));
                let (one, other) = words[start..].split_at(middle - start);
                if one > other {
                    words[start..].rotate_left(middle - start);
                }
                both.and_then(|()| rest.iter().try_for_each(|value| push(&mut words, value)))
            }
            _ => operands.iter().try_for_each(|value| push(&mut words, value)),
        };
        let print = done.map(|()| self.print(&words));
        self.room = words;
        print
    }

    /// Takes down that an operation may be undefined on operands.
    pub(crate) fn condition(&mut self, signature: u64, operands: &[&Value]) -> Option<()> {
        let condition = self.node(signature, u64::MAX, operands, false)?;
        self.conditions.insert(condition);
        Some(())
    }

    /// A choice, by the words that say among which results it is, with the number of times it was there before in this run. In the
    /// program before, `None` where the program after has no such choice.
    pub(crate) fn choice(&mut self, words: &[u64]) -> Option<[u64; 2]> {
        let which = self.print(words);
        let count = self.counts.entry(which).or_default();
        let words = [u64::MAX - 1, which[0], which[1], *count];
        *count += 1;
        let choice = self.print(&words);
        match self.side {
            Side::After => {
                self.chosen.insert(choice);
                Some(choice)
            }
            Side::Before if self.chosen.contains(&choice) => Some(choice),
            Side::Before => {
                self.counts.entry(which).and_modify(|count| *count -= 1);
                None
            }
        }
    }

    /// Choices of which all or none are made.
    pub(crate) fn choices(&mut self, all: &[Vec<u64>]) -> Option<Vec<[u64; 2]>> {
        let before = (self.side == Side::Before).then(|| self.counts.clone());
        let made: Option<Vec<[u64; 2]>> = all.iter().map(|words| self.choice(words)).collect();
        if made.is_none() {
            self.counts = before.unwrap_or_default();
        }
        made
    }

    /// A number that a choice comes to.
    pub(crate) fn chosen(&mut self, choice: [u64; 2], number: usize, kind: TermKind) -> Value {
        let print = self.print(&[u64::MAX - 2, choice[0], choice[1], number as u64]);
        Value::Term(Term { print, kind })
    }

    /// The fingerprint of words. What it stands for is kept and compared.
    fn print(&mut self, words: &[u64]) -> [u64; 2] {
        let print = hash(self.keys, words);
        if let Some(ring) = &self.ring {
            self.others += 1;
            return ring.element(print);
        }
        match self.nodes.get(&print) {
            Some((start, length)) => {
                self.collided |= self.applications[*start..][..*length as usize] != *words;
            }
            None if self.nodes.len() < KEPT => {
                self.nodes.insert(print, (self.applications.len(), words.len() as u32));
                self.applications.extend(words);
            }
            None => self.others += 1,
        }
        print
    }
}

/// The fingerprint of a text, as one number: of an operation with its attributes, or of the place of an input.
pub fn print_of_text(seed: u64, text: &str) -> u128 {
    let words: Vec<u64> = [u64::MAX - 5].into_iter().chain(text.bytes().map(u64::from)).collect();
    joined(hash(keys(seed), &words))
}

/// The fingerprint of a known number, as one number; `None` of poison, and of what is no number.
pub fn print_of_number(seed: u64, number: &Value) -> Option<u128> {
    let mut words = vec![u64::MAX - 6];
    push(&mut words, number).filter(|()| matches!(number, Value::Int(_) | Value::Float(_)))?;
    Some(joined(hash(keys(seed), &words)))
}

fn joined([low, high]: [u64; 2]) -> u128 {
    u128::from(high) << 64 | u128::from(low)
}

fn keys(seed: u64) -> [u64; 2] {
    [0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03].map(|odd: u64| (seed ^ odd).wrapping_mul(odd))
}

/// A value as words; `None` of what is neither a number nor poison.
pub(crate) fn push(words: &mut Vec<u64>, value: &Value) -> Option<()> {
    match value {
        Value::Poison => words.push(POISON),
        Value::Int(int) => {
            words.extend([INT, u64::from(int.width())]);
            // The form is one of the width alone, so that words of operands are not taken for each other.
            match int.to_u128().filter(|_| int.width() <= 128) {
                Some(bits) => words.extend([bits as u64, (bits >> 64) as u64]),
                None => {
                    let digits = int.to_unsigned().to_u64_digits();
                    words.push(digits.len() as u64);
                    words.extend(digits);
                }
            }
        }
        Value::Float(float) => {
            words.extend([FLOAT, float.kind as u64, float.bits as u64, (float.bits >> 64) as u64]);
        }
        Value::Term(term) => words.extend([TERM, term.print[0], term.print[1]]),
        _ => return None,
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_terms_are_equal_operations_on_equal_operands() {
        let mut terms = Terms::new(7);
        let kind = TermKind::Int(8);
        let (a, b) = (terms.input(kind), terms.input(kind));
        let (sum, difference) = (terms.signature("sum".to_owned()), terms.signature("difference".to_owned()));
        let mut of = |signature, operands: &[&Value], commutative| {
            terms.term(signature, 0, operands, commutative, kind).expect("numbers")
        };
        assert_ne!(a, b);
        assert_eq!(of(sum, &[&a, &b], true), of(sum, &[&b, &a], true));
        assert_ne!(of(difference, &[&a, &b], false), of(difference, &[&b, &a], false));
        assert_ne!(of(sum, &[&a, &b], false), of(difference, &[&a, &b], false));
        assert_ne!(of(sum, &[&a, &Value::int(8, 1)], true), of(sum, &[&a, &Value::int(8, 2)], true));
        assert_ne!(of(sum, &[&a, &Value::int(8, 1)], true), of(sum, &[&a, &Value::Poison], true));
        assert!(terms.is_exact());
    }

    #[test]
    fn the_program_before_makes_the_choices_of_the_program_after_alone() {
        let mut terms = Terms::new(7);
        let after = [terms.choice(&[1]), terms.choice(&[1]), terms.choice(&[2])];
        assert!(after.iter().all(Option::is_some) && after[0] != after[1]);
        terms.turn();
        assert_eq!(terms.choice(&[3]), None);
        assert_eq!([terms.choice(&[1]), terms.choice(&[1])], after[..2]);
        assert_eq!(terms.choice(&[1]), None);
        assert_eq!(terms.choices(&[vec![2], vec![4]]), None);
        assert_eq!(terms.choice(&[2]), after[2]);
    }
}
