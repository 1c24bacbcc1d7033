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

/// Whether a statement about numbers of one open width, made at `open`, can never hold at any width; false when that is not known.
pub fn never_holds(pool: &Pool, statement: Ex, open: u32) -> bool {
    Machine::new(pool, statement, open).is_some_and(|machine| machine.accepts_nothing())
}

/// One bit of a number, as a function of what is read and of the state.
#[derive(Clone, Copy, Debug)]
enum Bit {
    /// The free number of this place.
    Read(usize),
    Known(Constant),
    And(usize, usize),
    Or(usize, usize),
    Xor(usize, usize),
    /// With the carry of this place.
    Add(usize, usize, usize),
    Sub(usize, usize, usize),
    /// By the truth value of this place.
    Choice(usize, usize, usize),
}

/// A truth value as a function of those before it.
#[derive(Clone, Copy, Debug)]
enum Truth {
    /// The guess of this place.
    Guessed(usize),
    Known(bool),
    Not(usize),
    And(usize, usize),
    Or(usize, usize),
    Same(usize, usize),
    Choice(usize, usize, usize),
}

/// How two numbers compare.
#[derive(Clone, Copy, Debug)]
enum Order {
    Equal,
    Compare(Compare),
}

#[derive(Default)]
struct Machine {
    bits: Vec<Bit>,
    truths: Vec<Truth>,
    statement: usize,
    /// How many free numbers there are.
    words: usize,
    /// How many sums and differences, which have a carry.
    carries: usize,
    /// Comparisons of numbers; the first guesses are what they come to.
    atoms: Vec<(Order, usize, usize)>,
    /// How many guesses there are.
    guessed: usize,
    /// Truth values that selections of numbers look at.
    conditions: Vec<usize>,
}

/// How a comparison stands: bit 0 says equal so far, bit 1 less so far.
const EQUAL: u64 = 1;
const LESS: u64 = 2;

/// One bit for each way in which the free numbers may go on.
type Ways = u128;

impl Machine {
    fn new(pool: &Pool, statement: Ex, open: u32) -> Option<Machine> {
        let cone = pool.cone(&[statement]);
        let is_word = |ex: Ex| pool.sort(ex) == Sort::Bits(open);
        let mut machine = Machine::default();
        let (mut bits, mut truths): (FxHashMap<Ex, usize>, FxHashMap<Ex, usize>) = Default::default();
        // What comparisons come to is guessed first, whatever stands between them.
        for ex in &cone {
            let atom = match *pool.node(*ex) {
                Node::Equal(a, b) if is_word(a) => (Order::Equal, a, b),
                Node::Compare(op, a, b) if is_word(a) => (Order::Compare(op), a, b),
                _ => continue,
            };
            machine.atoms.push((atom.0, atom.1.0 as usize, atom.2.0 as usize));
        }
        let mut free = machine.atoms.len();
        let mut atom = 0;
        for ex in &cone {
            match pool.sort(*ex) {
                Sort::Bool => {
                    let of = |ex: &Ex| truths[ex];
                    let truth = match pool.node(*ex) {
                        Node::Bool(value) => Truth::Known(*value),
                        Node::Not(a) => Truth::Not(of(a)),
                        Node::And(a, b) => Truth::And(of(a), of(b)),
                        Node::Or(a, b) => Truth::Or(of(a), of(b)),
                        Node::Choice(c, a, b) => Truth::Choice(of(c), of(a), of(b)),
                        Node::Equal(a, b) if pool.sort(*a) == Sort::Bool => Truth::Same(of(a), of(b)),
                        Node::Equal(a, _) | Node::Compare(_, a, _) if is_word(*a) => {
                            atom += 1;
                            Truth::Guessed(atom - 1)
                        }
                        // A variable, or what numbers of another width come to, which may be anything.
                        _ => {
                            free += 1;
                            Truth::Guessed(free - 1)
                        }
                    };
                    truths.insert(*ex, machine.truths.len());
                    machine.truths.push(truth);
                }
                Sort::Float(_) => {}
                Sort::Bits(width) if width != open => {}
                Sort::Bits(_) => {
                    let of = |ex: &Ex| bits[ex];
                    let bit = match pool.node(*ex) {
                        Node::Number { value, width } => Bit::Known(constant(*value, *width)?),
                        Node::Binary(Binary::And, a, b) => Bit::And(of(a), of(b)),
                        Node::Binary(Binary::Or, a, b) => Bit::Or(of(a), of(b)),
                        Node::Binary(Binary::Xor, a, b) => Bit::Xor(of(a), of(b)),
                        Node::Binary(op @ (Binary::Add | Binary::Sub), a, b) => {
                            machine.carries += 1;
                            let (a, b, carry) = (of(a), of(b), machine.carries - 1);
                            if *op == Binary::Add { Bit::Add(a, b, carry) } else { Bit::Sub(a, b, carry) }
                        }
                        Node::Choice(c, a, b) => {
                            machine.conditions.push(truths[c]);
                            Bit::Choice(truths[c], of(a), of(b))
                        }
                        _ => {
                            machine.words += 1;
                            Bit::Read(machine.words - 1)
                        }
                    };
                    bits.insert(*ex, machine.bits.len());
                    machine.bits.push(bit);
                }
            }
        }
        for (_, a, b) in &mut machine.atoms {
            (*a, *b) = (bits[&Ex(*a as u32)], bits[&Ex(*b as u32)]);
        }
        machine.guessed = free;
        machine.statement = truths[&statement];
        let fits = machine.words <= MAX_WORDS
            && machine.guessed <= MAX_GUESSED
            && machine.carries + 2 * machine.atoms.len() + 4 <= MAX_STATE;
        fits.then_some(machine)
    }

    fn accepts_nothing(&self) -> bool {
        // Truth values that no selection looks at do not change the automaton.
        let mut known: FxHashSet<Vec<bool>> = FxHashSet::default();
        let mut values = vec![false; self.truths.len()];
        for guess in 0..1u64 << self.guessed {
            self.truth_values(guess, &mut values);
            if !values[self.statement] {
                continue;
            }
            let atoms = (0..self.atoms.len()).map(|atom| guess >> atom & 1 == 1);
            let seen: Vec<bool> = atoms.chain(self.conditions.iter().map(|at| values[*at])).collect();
            if known.insert(seen) && self.reaches_end(guess, &values) {
                return false;
            }
        }
        true
    }

    /// Truth values of everything that is one, under a guess.
    fn truth_values(&self, guess: u64, values: &mut [bool]) {
        for (at, truth) in self.truths.iter().enumerate() {
            values[at] = match *truth {
                Truth::Guessed(place) => guess >> place & 1 == 1,
                Truth::Known(value) => value,
                Truth::Not(a) => !values[a],
                Truth::And(a, b) => values[a] && values[b],
                Truth::Or(a, b) => values[a] || values[b],
                Truth::Same(a, b) => values[a] == values[b],
                Truth::Choice(c, a, b) => {
                    if values[c] {
                        values[a]
                    } else {
                        values[b]
                    }
                }
            };
        }
    }

    /// Whether some word of some length ends as it was guessed.
    fn reaches_end(&self, guess: u64, values: &[bool]) -> bool {
        let start = (0..self.atoms.len()).fold(0u64, |state, atom| state | EQUAL << self.place(atom));
        let mut seen: FxHashSet<u64> = FxHashSet::from_iter([start]);
        let mut stack = vec![start];
        let mut bits = vec![0; self.bits.len()];
        let mut carries = vec![0; self.carries];
        while let Some(state) = stack.pop() {
            self.read(state, true, values, &mut bits, &mut carries);
            if self.ends_as_guessed(state, guess, &bits) {
                return true;
            }
            self.read(state, false, values, &mut bits, &mut carries);
            for next in self.next(state, &bits, &carries) {
                if seen.insert(next) {
                    stack.push(next);
                }
            }
        }
        false
    }

    /// Where the two bits of a comparison are in a state. The lowest four bits count steps until small numbers are all sign.
    fn place(&self, atom: usize) -> usize {
        4 + self.carries + 2 * atom
    }

    /// All ways in which the free numbers may go on.
    fn ways(&self) -> Ways {
        Ways::MAX >> (128 - (1 << self.words))
    }

    /// The bit of every number and the carry of every sum, for each way in which the free numbers go on.
    fn read(&self, state: u64, last: bool, values: &[bool], bits: &mut [Ways], carries: &mut [Ways]) {
        let position = (state & 15) as u32;
        let all = |yes: bool| if yes { Ways::MAX } else { 0 };
        for at in 0..self.bits.len() {
            bits[at] = match self.bits[at] {
                Bit::Read(word) => READ[word],
                Bit::Known(Constant::Small(value)) => all(value >> position & 1 == 1),
                Bit::Known(Constant::Least) => all(last),
                Bit::Known(Constant::Most) => all(!last),
                Bit::And(a, b) => bits[a] & bits[b],
                Bit::Or(a, b) => bits[a] | bits[b],
                Bit::Xor(a, b) => bits[a] ^ bits[b],
                Bit::Add(a, b, carry) => {
                    let (a, b, old) = (bits[a], bits[b], all(state >> (4 + carry) & 1 == 1));
                    carries[carry] = a & b | old & (a | b);
                    a ^ b ^ old
                }
                Bit::Sub(a, b, carry) => {
                    let (a, b, old) = (bits[a], bits[b], all(state >> (4 + carry) & 1 == 1));
                    carries[carry] = !a & (b | old) | b & old;
                    a ^ b ^ old
                }
                Bit::Choice(c, a, b) => bits[if values[c] { a } else { b }],
            };
        }
    }

    fn ends_as_guessed(&self, state: u64, guess: u64, bits: &[Ways]) -> bool {
        let mut fits = self.ways();
        for (atom, (order, a, b)) in self.atoms.iter().enumerate() {
            let stands = state >> self.place(atom);
            let all = |yes: bool| if yes { Ways::MAX } else { 0 };
            let (a, b) = (bits[*a], bits[*b]);
            let equal = all(stands & EQUAL != 0) & !(a ^ b);
            let below = all(stands & LESS != 0) & !(a ^ b);
            let holds = match order {
                Order::Equal => equal,
                Order::Compare(Compare::ULt) => below | !a & b,
                Order::Compare(Compare::ULe) => below | !a & b | equal,
                // The highest bit is the sign.
                Order::Compare(Compare::SLt) => below | a & !b,
                Order::Compare(Compare::SLe) => below | a & !b | equal,
            };
            fits &= if guess >> atom & 1 == 1 { holds } else { !holds };
        }
        fits != 0
    }

    /// The states after a bit of every free number.
    fn next(&self, state: u64, bits: &[Ways], carries: &[Ways]) -> Vec<u64> {
        let position = (state & 15).saturating_add(1).min(u64::from(SETTLED));
        let mut out = Vec::with_capacity(1 << self.words);
        for way in 0..1usize << self.words {
            let is = |ways: Ways| ways >> way & 1 == 1;
            let mut next = position;
            for (place, carry) in carries.iter().enumerate() {
                next |= u64::from(is(*carry)) << (4 + place);
            }
            for (atom, (_, a, b)) in self.atoms.iter().enumerate() {
                let now = match (is(bits[*a]), is(bits[*b])) {
                    (false, true) => LESS,
                    (true, false) => 0,
                    _ => state >> self.place(atom) & 3,
                };
                next |= now << self.place(atom);
            }
            out.push(next);
        }
        out
    }
}

/// The bit of each free number in all ways in which they may go on.
const READ: [Ways; MAX_WORDS] = [
    0xAAAA_AAAA_AAAA_AAAA_AAAA_AAAA_AAAA_AAAA,
    0xCCCC_CCCC_CCCC_CCCC_CCCC_CCCC_CCCC_CCCC,
    0xF0F0_F0F0_F0F0_F0F0_F0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00_FF00_FF00_FF00_FF00,
    0xFFFF_0000_FFFF_0000_FFFF_0000_FFFF_0000,
    0xFFFF_FFFF_0000_0000_FFFF_FFFF_0000_0000,
    0xFFFF_FFFF_FFFF_FFFF_0000_0000_0000_0000,
];

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
                41 => assert_eq!(never_holds(&pool, statement, 41), right),
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
        assert!(!never_holds(&pool, differ, 41), "the difference may wrap around");
        let complement = pool.ones(41);
        let (nx, ny) = (pool.binary(Binary::Xor, x, complement), pool.binary(Binary::Xor, y, complement));
        let swapped = pool.compare(Compare::SLt, ny, nx);
        let same = pool.equal(less, swapped);
        let differ = pool.not(same);
        assert!(never_holds(&pool, differ, 41), "complements are ordered the other way round");
    }
}
