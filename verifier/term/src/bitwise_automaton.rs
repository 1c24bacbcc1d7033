//! Sums, differences, bitwise operations, comparisons and selections at all widths at once: read from the lowest bit on, a
//! question is a finite automaton whose states are the carries and how each comparison stands so far. If no word of any
//! length is accepted, the question never holds.
//!
//! Numbers of several widths are read together, in one phase for each width: a number ends with the last bit of its phase. After
//! that, what extends it is zero or its last bit, and how its comparisons came out is known. A phase of an open width is of
//! any length, that of a fixed one is as long as that.
//!
//! The truth of each comparison, which is known at the end only, is guessed first and held against the end. A number that
//! some other operation computes may be any number.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::arena::TermArena;
use crate::node::{Binary, Compare, Node, Sort, TermId};
use crate::sample::{Constant, FROM, constant};
use assay_certificate::{Automaton, Run};

/// More truth values than these are not guessed.
const MAX_GUESSED: usize = 16;
/// More free numbers than these are not read at once.
const MAX_WORDS: usize = 7;
/// More carries and comparisons than these make no state.
const MAX_STATE: usize = 48;
/// States that are looked at where numbers have several widths, before nothing is said: there are many such questions.
const MAX_STEPS: usize = 1 << 16;
/// Bits after which a small number is all sign; an open width has at least one more.
const SETTLED: u32 = FROM - 1;

/// True if a statement about numbers of open widths, made at these, narrow ones first, can never hold at any widths from [`FROM`] on
/// in this order; false when that is not known. The automaton is written to `recorded`, if it is given.
pub fn never_holds(
    pool: &TermArena,
    statement: TermId,
    open: &[u32],
    recorded: Option<&mut Automaton>,
) -> bool {
    let cone = pool.cone(&[statement]);
    let fixed = resized(pool, &cone);
    // It is often no matter what becomes of numbers of fixed widths.
    let machine = BitAutomaton::new(pool, (statement, &cone), &fixed, open);
    let machine = machine.or_else(|| BitAutomaton::new(pool, (statement, &cone), &[], open));
    machine.is_some_and(|machine| machine.accepts_nothing(recorded))
}

/// The small widths of numbers that are extended or truncated, in order.
fn resized(pool: &TermArena, cone: &[TermId]) -> Vec<u32> {
    let mut widths = Vec::new();
    for ex in cone {
        if let Node::ZeroExtend(of, _) | Node::SignExtend(of, _) | Node::Extract { of, low: 0, .. } =
            pool.node(*ex)
        {
            widths.extend([pool.width(*ex), pool.width(*of)].into_iter().filter(|width| *width < FROM));
        }
    }
    widths.sort_unstable();
    widths.dedup();
    widths
}

/// One bit of a number, as a function of what is read and of the state.
#[derive(Clone, Copy, Debug)]
enum Bit {
    /// The free number of this place.
    Read(usize),
    Known(Constant),
    /// A number of a fixed width.
    Number(u128),
    /// The same bits, of a number that may end before or after.
    Resized(usize),
    /// The same with the last bit again after the end, which is kept in this place.
    Signed(usize, usize),
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
struct BitAutomaton {
    /// How many phases there are.
    phases: usize,
    /// The lengths of the first ones, which are fixed, from the lowest bit on.
    fixed: Vec<u32>,
    bits: Vec<Bit>,
    /// The phase with which each number ends.
    ends: Vec<usize>,
    truths: Vec<Truth>,
    statement: usize,
    /// How many free numbers there are.
    words: usize,
    /// The sums and differences, which have a carry.
    carries: Vec<usize>,
    /// The extended numbers whose last bit is kept, and what they become.
    signs: Vec<(usize, usize)>,
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

impl BitAutomaton {
    fn new(
        pool: &TermArena,
        (statement, cone): (TermId, &[TermId]),
        fixed: &[u32],
        open: &[u32],
    ) -> Option<BitAutomaton> {
        let phase = |ex: TermId| match pool.sort(ex) {
            Sort::Bits(width) => fixed.iter().chain(open).position(|one| *one == width),
            _ => None,
        };
        let is_word = |ex: TermId| phase(ex).is_some();
        let mut machine = BitAutomaton {
            phases: fixed.len() + open.len(),
            fixed: fixed.to_vec(),
            ..BitAutomaton::default()
        };
        let (mut bits, mut truths): (FxHashMap<TermId, usize>, FxHashMap<TermId, usize>) = Default::default();
        // What comparisons come to is guessed first, whatever stands between them.
        for ex in cone {
            let atom = match *pool.node(*ex) {
                Node::Equal(a, b) if is_word(a) => (Order::Equal, a, b),
                Node::Compare(op, a, b) if is_word(a) => (Order::Compare(op), a, b),
                _ => continue,
            };
            machine.atoms.push((atom.0, atom.1.0 as usize, atom.2.0 as usize));
        }
        let mut free = machine.atoms.len();
        let mut atom = 0;
        for ex in cone {
            match pool.sort(*ex) {
                Sort::Bool => {
                    let of = |ex: &TermId| truths[ex];
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
                Sort::Bits(_) => {
                    let Some(end) = phase(*ex) else { continue };
                    let of = |ex: &TermId| bits[ex];
                    let next = machine.bits.len();
                    let bit = match pool.node(*ex) {
                        Node::Number { value, .. } if end < fixed.len() => Bit::Number(*value),
                        Node::Number { value, width } => Bit::Known(constant(*value, *width)?),
                        Node::ZeroExtend(a, _) | Node::Extract { of: a, low: 0, .. } if is_word(*a) => {
                            Bit::Resized(of(a))
                        }
                        Node::SignExtend(a, _) if is_word(*a) => {
                            machine.signs.push((of(a), next));
                            Bit::Signed(of(a), machine.signs.len() - 1)
                        }
                        Node::Binary(Binary::And, a, b) => Bit::And(of(a), of(b)),
                        Node::Binary(Binary::Or, a, b) => Bit::Or(of(a), of(b)),
                        Node::Binary(Binary::Xor, a, b) => Bit::Xor(of(a), of(b)),
                        Node::Binary(op @ (Binary::Add | Binary::Sub), a, b) => {
                            machine.carries.push(next);
                            let (a, b, carry) = (of(a), of(b), machine.carries.len() - 1);
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
                    bits.insert(*ex, next);
                    machine.bits.push(bit);
                    machine.ends.push(end);
                }
            }
        }
        for (_, a, b) in &mut machine.atoms {
            (*a, *b) = (bits[&TermId(*a as u32)], bits[&TermId(*b as u32)]);
        }
        machine.guessed = free;
        machine.statement = truths[&statement];
        let fits = machine.words <= MAX_WORDS
            && machine.guessed <= MAX_GUESSED
            && machine.carries.len() + machine.signs.len() + 2 * machine.atoms.len() + 4 <= MAX_STATE;
        fits.then_some(machine)
    }

    fn accepts_nothing(&self, mut recorded: Option<&mut Automaton>) -> bool {
        if let Some(automaton) = &mut recorded {
            automaton.fixed.clone_from(&self.fixed);
        }
        // Truth values that no selection looks at do not change the automaton.
        let mut known: FxHashSet<Vec<bool>> = FxHashSet::default();
        let mut steps = if self.phases > 1 { MAX_STEPS } else { usize::MAX };
        let mut values = vec![false; self.truths.len()];
        for guess in 0..1u64 << self.guessed {
            self.truth_values(guess, &mut values);
            if !values[self.statement] {
                continue;
            }
            let comparisons: Vec<bool> = (0..self.atoms.len()).map(|atom| guess >> atom & 1 == 1).collect();
            let conditions: Vec<bool> = self.conditions.iter().map(|at| values[*at]).collect();
            if !known.insert([&comparisons[..], &conditions[..]].concat()) {
                continue;
            }
            let Some(states) = self.states(guess, &values, &mut steps) else { return false };
            if let Some(automaton) = &mut recorded {
                let mut states: Vec<(usize, u64)> = states.into_iter().collect();
                states.sort_unstable();
                automaton.runs.push(Run { comparisons, conditions, states });
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

    /// The states that words lead to; `None` if some word of some length ends as it was guessed, or no steps are left.
    fn states(&self, guess: u64, values: &[bool], steps: &mut usize) -> Option<FxHashSet<(usize, u64)>> {
        let start = (0..self.atoms.len()).fold(0u64, |state, atom| state | EQUAL << self.place(atom));
        let mut seen: FxHashSet<(usize, u64)> = FxHashSet::from_iter([(0, start)]);
        let mut stack = vec![(0, start)];
        let mut bits = vec![0; self.bits.len()];
        let mut carries = vec![0; self.carries.len()];
        let mut after = Vec::new();
        while let Some((phase, state)) = stack.pop() {
            if *steps == 0 {
                return None;
            }
            *steps -= 1;
            let position = (state & 15) as u32;
            let (ends, goes_on) = match self.fixed.get(phase) {
                Some(width) => (position + 1 == *width, position + 1 < *width),
                None => (position >= SETTLED, true),
            };
            if ends {
                self.read((phase, state), true, values, &mut bits, &mut carries);
                let ways = self.as_guessed((phase, state), guess, &bits);
                if ways != 0 && phase + 1 == self.phases {
                    return None;
                }
                self.next((phase, state), phase + 1, ways, (&bits, &carries), &mut after);
            }
            if goes_on {
                self.read((phase, state), false, values, &mut bits, &mut carries);
                self.next((phase, state), phase, self.ways(), (&bits, &carries), &mut after);
            }
            stack.extend(after.drain(..).filter(|next| seen.insert(*next)));
        }
        Some(seen)
    }

    /// Where the two bits of a comparison are in a state. The lowest four bits count steps until small numbers are all sign; then
    /// come carries and last bits.
    fn place(&self, atom: usize) -> usize {
        self.sign(self.signs.len()) + 2 * atom
    }

    /// Where a last bit is.
    fn sign(&self, sign: usize) -> usize {
        4 + self.carries.len() + sign
    }

    /// All ways in which the free numbers may go on.
    fn ways(&self) -> Ways {
        Ways::MAX >> (128 - (1 << self.words))
    }

    /// The bit of every number and the carry of every sum, for each way in which the free numbers go on; `last` where it is the
    /// last one of the phase. Numbers that ended before have zeros.
    fn read(
        &self,
        (phase, state): (usize, u64),
        last: bool,
        values: &[bool],
        bits: &mut [Ways],
        carries: &mut [Ways],
    ) {
        let position = (state & 15) as u32;
        let all = |yes: bool| if yes { Ways::MAX } else { 0 };
        for at in 0..self.bits.len() {
            let highest = last && self.ends[at] == phase;
            bits[at] = match self.bits[at] {
                _ if self.ends[at] < phase => 0,
                Bit::Read(word) => READ[word],
                Bit::Known(Constant::Small(value)) => all(value >> position & 1 == 1),
                Bit::Known(Constant::Least) => all(highest),
                Bit::Known(Constant::Most) => all(!highest),
                Bit::Number(value) => all(value >> position & 1 == 1),
                Bit::Resized(a) => bits[a],
                Bit::Signed(a, sign) if self.ends[a] < phase => all(state >> self.sign(sign) & 1 == 1),
                Bit::Signed(a, _) => bits[a],
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

    /// The ways in which the comparisons of numbers that end with this phase come out as they were guessed.
    fn as_guessed(&self, (phase, state): (usize, u64), guess: u64, bits: &[Ways]) -> Ways {
        let mut fits = self.ways();
        for (atom, (order, a, b)) in
            self.atoms.iter().enumerate().filter(|(_, atom)| self.ends[atom.1] == phase)
        {
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
        fits
    }

    /// The states after a bit of every free number in one of these ways, in the phase `to`; what ended before has left none.
    fn next(
        &self,
        (phase, state): (usize, u64),
        to: usize,
        ways: Ways,
        (bits, carries): (&[Ways], &[Ways]),
        out: &mut Vec<(usize, u64)>,
    ) {
        let position = (state & 15).saturating_add(1).min(u64::from(SETTLED));
        for way in (0..1usize << self.words).filter(|way| ways >> way & 1 == 1) {
            let is = |ways: Ways| ways >> way & 1 == 1;
            let mut next = position;
            for place in (0..self.carries.len()).filter(|place| self.ends[self.carries[*place]] >= to) {
                next |= u64::from(is(carries[place])) << (4 + place);
            }
            for (place, (of, extended)) in self.signs.iter().enumerate() {
                if self.ends[*of] < to && self.ends[*extended] >= to {
                    let ended = self.ends[*of] < phase;
                    let bit = if ended { state >> self.sign(place) & 1 == 1 } else { is(bits[*of]) };
                    next |= u64::from(bit) << self.sign(place);
                }
            }
            for (atom, (_, a, b)) in self.atoms.iter().enumerate().filter(|(_, atom)| self.ends[atom.1] >= to)
            {
                let now = match (is(bits[*a]), is(bits[*b])) {
                    (false, true) => LESS,
                    (true, false) => 0,
                    _ => state >> self.place(atom) & 3,
                };
                next |= now << self.place(atom);
            }
            out.push((to, next));
        }
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
    use crate::eval::Evaluator;
    use crate::sample::SMALL;

    fn all_ways(width: u32, pool: &TermArena, statement: TermId) -> bool {
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
            let mut pool = TermArena::default();
            let [x, y] = ["x", "y"].map(|name| pool.variable(name, Sort::Bits(width)));
            let sum = pool.binary(Binary::Add, x, y);
            let (odd, both) = (pool.binary(Binary::Xor, x, y), pool.binary(Binary::And, x, y));
            let twice = pool.binary(Binary::Add, both, both);
            let other = if right { pool.binary(Binary::Add, odd, twice) } else { odd };
            let statement = pool.differ(sum, other);
            match width {
                41 => assert_eq!(never_holds(&pool, statement, &[41], None), right),
                _ => assert_eq!(all_ways(width, &pool, statement), !right),
            }
        }
    }

    #[test]
    fn signs_are_read_at_the_end() {
        let mut pool = TermArena::default();
        let [x, y] = ["x", "y"].map(|name| pool.variable(name, Sort::Bits(41)));
        let zero = pool.zero(41);
        let less = pool.compare(Compare::SLt, x, y);
        let rest = pool.binary(Binary::Sub, x, y);
        let negative = pool.compare(Compare::SLt, rest, zero);
        let same = pool.equal(less, negative);
        let differ = pool.not(same);
        assert!(!never_holds(&pool, differ, &[41], None), "the difference may wrap around");
        let complement = pool.ones(41);
        let (nx, ny) = (pool.binary(Binary::Xor, x, complement), pool.binary(Binary::Xor, y, complement));
        let swapped = pool.compare(Compare::SLt, ny, nx);
        let same = pool.equal(less, swapped);
        let differ = pool.not(same);
        assert!(never_holds(&pool, differ, &[41], None), "complements are ordered the other way round");
    }

    #[test]
    fn the_narrowest_width_that_is_spoken_for_is_the_first() {
        let mut pool = TermArena::default();
        let x = pool.variable("x", Sort::Bits(41));
        let (large, zero) = (pool.number(41, SMALL as u128), pool.zero(41));
        let twice = pool.binary(Binary::Add, x, x);
        let (is_large, negative) = (pool.equal(x, large), pool.compare(Compare::SLt, twice, zero));
        // Twice the largest small number wraps around at one bit less.
        assert_eq!(SMALL << 1, 1 << (FROM - 2));
        let both = pool.and(is_large, negative);
        assert!(never_holds(&pool, both, &[41], None));
        let positive = pool.not(negative);
        let both = pool.and(is_large, positive);
        assert!(!never_holds(&pool, both, &[41], None));
    }

    /// Numbers of each of these widths, drawn from variables, resized numbers and operations, and comparisons of them.
    fn statement(pool: &mut TermArena, widths: &[u32], random: &mut impl FnMut(usize) -> usize) -> TermId {
        let mut words: Vec<Vec<TermId>> = widths
            .iter()
            .map(|width| {
                let known = if random(2) == 0 { pool.ones(*width) } else { pool.zero(*width) };
                vec![pool.variable(format!("x{width}"), Sort::Bits(*width)), known]
            })
            .collect();
        let mut truth = pool.variable("p", Sort::Bool);
        for _ in 0..5 {
            let to = random(widths.len());
            let from = random(widths.len());
            let (a, b) = (words[to][random(words[to].len())], words[to][random(words[to].len())]);
            let of = words[from][random(words[from].len())];
            let word = match random(9) {
                0 => pool.binary(Binary::Add, a, b),
                1 => pool.binary(Binary::Sub, a, b),
                2 => pool.binary(Binary::Xor, a, b),
                3 => pool.binary(Binary::And, a, b),
                4 => pool.choice(truth, a, b),
                _ if to < from => pool.extract(of, 0, widths[to]),
                5 | 6 => pool.zero_extend(of, widths[to]),
                _ => pool.sign_extend(of, widths[to]),
            };
            let order = match random(4) {
                0 => pool.equal(word, a),
                1 => pool.compare(Compare::SLt, word, b),
                2 => pool.compare(Compare::ULe, b, word),
                _ => pool.compare(Compare::ULt, word, a),
            };
            truth = if random(2) == 0 { pool.and(truth, order) } else { pool.differ(truth, order) };
            words[to].push(word);
        }
        truth
    }

    #[test]
    fn numbers_of_several_fixed_widths_are_read_as_they_are() {
        let mut state = 5u64;
        let mut random = move |limit: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % limit
        };
        let (mut never, mut ever) = (0, 0);
        for round in 0..3000 {
            let widths: &[u32] = [&[1, 2][..], &[1, 3], &[2, 3], &[3, 4], &[1, 2, 3], &[2, 3, 4]][round % 6];
            let mut pool = TermArena::default();
            let statement = statement(&mut pool, widths, &mut random);
            let cone = pool.cone(&[statement]);
            let Some(machine) = BitAutomaton::new(&pool, (statement, &cone), widths, &[]) else { continue };
            let variables = pool.variables_of(&[statement]);
            let bits: u32 = variables.iter().map(|var| crate::eval::width(&pool, *var)).sum();
            let mut evaluator = Evaluator::new(&pool, &[statement]);
            let holds = (0..1u128 << bits).any(|number| {
                let mut place = 0;
                let mut values = vec![0; pool.variables().len()];
                for var in &variables {
                    values[var.0 as usize] = number >> place;
                    place += crate::eval::width(&pool, *var);
                }
                evaluator.run(&|var| values[var.0 as usize]);
                evaluator.holds(statement)
            });
            // Bits of single numbers are truth values as well, which the automaton does not bring together.
            if !(holds || widths[0] == 1) || machine.accepts_nothing(None) {
                assert_eq!(machine.accepts_nothing(None), !holds, "{widths:?} in round {round}");
            }
            never += usize::from(!holds && machine.accepts_nothing(None));
            ever += usize::from(holds);
        }
        assert!(never > 100 && ever > 500, "{never} never, {ever} for some values");
    }

    #[test]
    fn a_number_is_extended_by_its_last_bit_at_any_length() {
        for (signed, right) in [(true, true), (false, false)] {
            let mut pool = TermArena::default();
            let [x, y] = ["x", "y"].map(|name| pool.variable(name, Sort::Bits(18)));
            let wide = |pool: &mut TermArena, ex| match signed {
                true => pool.sign_extend(ex, 52),
                false => pool.zero_extend(ex, 52),
            };
            let (a, b) = (wide(&mut pool, x), wide(&mut pool, y));
            let (narrow, order) = (pool.compare(Compare::SLt, x, y), pool.compare(Compare::SLt, a, b));
            let other = pool.differ(narrow, order);
            assert_eq!(never_holds(&pool, other, &[18, 52], None), right);
        }
    }

    #[test]
    fn numbers_of_a_fixed_width_are_extended_to_open_ones() {
        let mut pool = TermArena::default();
        let x = pool.variable("x", Sort::Bits(3));
        let wide = pool.zero_extend(x, 41);
        let (seven, six) = (pool.number(41, 7), pool.number(41, 6));
        let above = pool.compare(Compare::ULt, seven, wide);
        assert!(never_holds(&pool, above, &[41], None));
        let above = pool.compare(Compare::ULt, six, wide);
        assert!(!never_holds(&pool, above, &[41], None));
    }
}
