//! Sums, differences, bitwise operations, comparisons and selections at all widths at once: read from the lowest bit on, a
//! question is a finite automaton whose states are the carries and how each comparison stands so far. If no word of any
//! length is accepted, the question never holds.
//!
//! The truth of each comparison, which is known at the end only, is guessed first and held against the end. A number that
//! some other operation computes may be any number.

use rustc_hash::{FxHashMap, FxHashSet};

use super::expr::{Binary, Compare, Ex, Node, Pool, Sort};
use super::uniform::{Constant, constant};

/// More truth values than these are not guessed.
const MAX_GUESSED: usize = 16;
/// More free numbers than these are not read at once.
const MAX_WORDS: usize = 7;
/// More carries and comparisons than these make no state.
const MAX_STATE: usize = 48;
/// Bits after which a small number is all sign.
const SETTLED: u32 = 8;

/// Whether a statement about numbers of one open width can never hold at any width; false when that is not known.
pub fn never_holds(pool: &Pool, statement: Ex) -> bool {
    Machine::new(pool, statement).is_some_and(|machine| machine.accepts_nothing())
}

struct Machine<'a> {
    pool: &'a Pool,
    statement: Ex,
    cone: Vec<Ex>,
    /// Free numbers: variables, and what other operations compute.
    words: Vec<Ex>,
    /// Sums and differences, which have a carry.
    carries: Vec<Ex>,
    /// Comparisons of numbers, each with its operands.
    atoms: Vec<(Ex, Ex, Ex)>,
    /// Free truth values.
    truths: Vec<Ex>,
}

/// How a comparison stands: bit 0 says equal so far, bit 1 less so far.
const EQUAL: u64 = 1;
const LESS: u64 = 2;

impl<'a> Machine<'a> {
    fn new(pool: &'a Pool, statement: Ex) -> Option<Machine<'a>> {
        let cone = pool.cone(&[statement]);
        let open = cone.iter().map(|ex| pool.width(*ex)).max().unwrap_or(1);
        let mut machine = Machine {
            pool,
            statement,
            cone: Vec::new(),
            words: Vec::new(),
            carries: Vec::new(),
            atoms: Vec::new(),
            truths: Vec::new(),
        };
        for ex in &cone {
            let is_word = |ex: Ex| matches!(pool.sort(ex), Sort::Bits(width) if width == open);
            match (pool.sort(*ex), pool.node(*ex)) {
                (Sort::Bool, Node::Variable(_)) => machine.truths.push(*ex),
                (Sort::Bool, Node::Equal(a, b)) if is_word(*a) => machine.atoms.push((*ex, *a, *b)),
                (Sort::Bool, Node::Compare(_, a, b)) if is_word(*a) => machine.atoms.push((*ex, *a, *b)),
                // What numbers of another width come to may be anything.
                (Sort::Bool, Node::Equal(a, _) | Node::Compare(_, a, _)) if pool.sort(*a) != Sort::Bool => {
                    machine.truths.push(*ex);
                }
                (Sort::Bool, _) => {}
                (Sort::Bits(width), _) if width != open => continue,
                (_, Node::Binary(Binary::Add | Binary::Sub, ..)) => machine.carries.push(*ex),
                (_, Node::Binary(Binary::And | Binary::Or | Binary::Xor, ..) | Node::Choice(..)) => {}
                (Sort::Bits(width), Node::Number { value, .. }) => {
                    constant(*value, width)?;
                }
                _ => machine.words.push(*ex),
            }
            machine.cone.push(*ex);
        }
        let fits = machine.words.len() <= MAX_WORDS
            && machine.atoms.len() + machine.truths.len() <= MAX_GUESSED
            && machine.carries.len() + 2 * machine.atoms.len() + 4 <= MAX_STATE;
        fits.then_some(machine)
    }

    fn accepts_nothing(&self) -> bool {
        let guessed: Vec<Ex> =
            self.atoms.iter().map(|(ex, ..)| *ex).chain(self.truths.iter().copied()).collect();
        // Truth values that no selection looks at do not change the automaton.
        let mut known: FxHashSet<Vec<bool>> = FxHashSet::default();
        let conditions: Vec<Ex> = self
            .cone
            .iter()
            .filter_map(|ex| match *self.pool.node(*ex) {
                Node::Choice(c, ..) if self.pool.sort(*ex) != Sort::Bool => Some(c),
                _ => None,
            })
            .collect();
        for guess in 0..1u64 << guessed.len() {
            let truth: FxHashMap<Ex, bool> =
                guessed.iter().enumerate().map(|(bit, ex)| (*ex, guess >> bit & 1 == 1)).collect();
            let values = self.truth_values(&truth);
            if !values[&self.statement] {
                continue;
            }
            let seen: Vec<bool> = self
                .atoms
                .iter()
                .map(|(ex, ..)| truth[ex])
                .chain(conditions.iter().map(|ex| values[ex]))
                .collect();
            if known.insert(seen) && self.reaches_end(&truth, &values) {
                return false;
            }
        }
        true
    }

    /// Truth values of everything that is one, under a guess.
    fn truth_values(&self, truth: &FxHashMap<Ex, bool>) -> FxHashMap<Ex, bool> {
        let mut values: FxHashMap<Ex, bool> = FxHashMap::default();
        for ex in self.cone.iter().filter(|ex| self.pool.sort(**ex) == Sort::Bool) {
            let of = |ex: Ex| values.get(&ex).copied().unwrap_or(false);
            let value = match (truth.get(ex), self.pool.node(*ex)) {
                (Some(known), _) => *known,
                (None, Node::Bool(value)) => *value,
                (None, Node::Not(a)) => !of(*a),
                (None, Node::And(a, b)) => of(*a) && of(*b),
                (None, Node::Or(a, b)) => of(*a) || of(*b),
                (None, Node::Equal(a, b)) => of(*a) == of(*b),
                (None, Node::Choice(c, a, b)) => {
                    if of(*c) {
                        of(*a)
                    } else {
                        of(*b)
                    }
                }
                (None, _) => false,
            };
            values.insert(*ex, value);
        }
        values
    }

    /// Whether some word of some length ends as it was guessed.
    fn reaches_end(&self, truth: &FxHashMap<Ex, bool>, values: &FxHashMap<Ex, bool>) -> bool {
        // The lowest four bits count steps until small numbers are all sign.
        let compared = self.carries.len() as u32 + 4;
        let start =
            (0..self.atoms.len() as u32).fold(0u64, |state, atom| state | EQUAL << (compared + 2 * atom));
        let mut seen: FxHashSet<u64> = FxHashSet::from_iter([start]);
        let mut stack = vec![start];
        while let Some(state) = stack.pop() {
            for input in 0..1u64 << self.words.len() {
                if self.ends_as_guessed(state, input, truth, values) {
                    return true;
                }
                let (next, _) = self.step(state, input, false, values);
                if seen.insert(next) {
                    stack.push(next);
                }
            }
        }
        false
    }

    fn ends_as_guessed(
        &self,
        state: u64,
        input: u64,
        truth: &FxHashMap<Ex, bool>,
        values: &FxHashMap<Ex, bool>,
    ) -> bool {
        let (end, bits) = self.step(state, input, true, values);
        let compared = self.carries.len() as u32 + 4;
        self.atoms.iter().enumerate().all(|(index, (ex, a, b))| {
            let stands = end >> (compared + 2 * index as u32);
            let (equal, less) = (stands & EQUAL != 0, stands & LESS != 0);
            // The highest bit is the sign.
            let signed = less != (bits[a] != bits[b]);
            let holds = match self.pool.node(*ex) {
                Node::Compare(Compare::ULt, ..) => less,
                Node::Compare(Compare::ULe, ..) => less || equal,
                Node::Compare(Compare::SLt, ..) => signed,
                Node::Compare(Compare::SLe, ..) => signed || equal,
                _ => equal,
            };
            holds == truth[ex]
        })
    }

    /// Reads one bit of every free number; gives the state after it, and the bit of every number.
    fn step(
        &self,
        state: u64,
        input: u64,
        last: bool,
        values: &FxHashMap<Ex, bool>,
    ) -> (u64, FxHashMap<Ex, bool>) {
        let position = (state & 15) as u32;
        let mut next = u64::from((position + 1).min(SETTLED));
        let mut bits: FxHashMap<Ex, bool> = FxHashMap::default();
        let (mut carries, mut words) = (0, 0);
        for ex in self.cone.iter().filter(|ex| self.pool.sort(**ex) != Sort::Bool) {
            let of = |ex: Ex| bits[&ex];
            let bit = match *self.pool.node(*ex) {
                Node::Number { value, width } => match constant(value, width) {
                    Some(Constant::Small(value)) => value >> position & 1 == 1,
                    Some(Constant::Least) => last,
                    Some(Constant::Most) => !last,
                    // Refused when the machine was made.
                    None => false,
                },
                Node::Binary(Binary::And, a, b) => of(a) && of(b),
                Node::Binary(Binary::Or, a, b) => of(a) || of(b),
                Node::Binary(Binary::Xor, a, b) => of(a) != of(b),
                Node::Binary(op @ (Binary::Add | Binary::Sub), a, b) => {
                    let (a, b) = (of(a), of(b));
                    let carry = state >> (4 + carries) & 1 == 1;
                    let out = match op {
                        Binary::Add => u8::from(a) + u8::from(b) + u8::from(carry) > 1,
                        _ => u8::from(a) < u8::from(b) + u8::from(carry),
                    };
                    next |= u64::from(out) << (4 + carries);
                    carries += 1;
                    (a != b) != carry
                }
                Node::Choice(c, a, b) => {
                    if values[&c] {
                        of(a)
                    } else {
                        of(b)
                    }
                }
                _ => {
                    words += 1;
                    input >> (words - 1) & 1 == 1
                }
            };
            bits.insert(*ex, bit);
        }
        let compared = self.carries.len() as u32 + 4;
        for (index, (_, a, b)) in self.atoms.iter().enumerate() {
            let at = compared + 2 * index as u32;
            let stands = state >> at & 3;
            let now = match (bits[a], bits[b]) {
                (false, true) => LESS,
                (true, false) => 0,
                _ => stands,
            };
            next |= now << at;
        }
        (next, bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::eval::Evaluator;

    fn all_ways(width: u32, pool: &Pool, statement: Ex) -> bool {
        let mut evaluator = Evaluator::new(pool, &[statement]);
        (0..1u128 << (2 * width)).any(|number| {
            evaluator.run(&|var| if var.0 == 0 { number } else { number >> width });
            evaluator.holds(statement)
        })
    }

    #[test]
    fn what_never_holds_holds_at_no_small_width() {
        // x + y = (x xor y) + 2 (x and y), and the same without the carry.
        for (width, right) in [(41, true), (41, false), (5, true), (5, false)] {
            let mut pool = Pool::default();
            let [x, y] = ["x", "y"].map(|name| pool.variable(name, Sort::Bits(width)));
            let sum = pool.binary(Binary::Add, x, y);
            let (odd, both) = (pool.binary(Binary::Xor, x, y), pool.binary(Binary::And, x, y));
            let twice = pool.binary(Binary::Add, both, both);
            let other = if right { pool.binary(Binary::Add, odd, twice) } else { odd };
            let statement = pool.differ(sum, other);
            match width {
                41 => assert_eq!(never_holds(&pool, statement), right),
                _ => assert_eq!(all_ways(width, &pool, statement), !right),
            }
        }
    }

    #[test]
    fn signs_are_read_at_the_end() {
        let mut pool = Pool::default();
        let [x, y] = ["x", "y"].map(|name| pool.variable(name, Sort::Bits(41)));
        let zero = pool.zero(41);
        let less = pool.compare(Compare::SLt, x, y);
        let rest = pool.binary(Binary::Sub, x, y);
        let negative = pool.compare(Compare::SLt, rest, zero);
        let same = pool.equal(less, negative);
        let differ = pool.not(same);
        assert!(!never_holds(&pool, differ), "the difference may wrap around");
        let complement = pool.ones(41);
        let (nx, ny) = (pool.binary(Binary::Xor, x, complement), pool.binary(Binary::Xor, y, complement));
        let swapped = pool.compare(Compare::SLt, ny, nx);
        let same = pool.equal(less, swapped);
        let differ = pool.not(same);
        assert!(never_holds(&pool, differ), "complements are ordered the other way round");
    }
}
