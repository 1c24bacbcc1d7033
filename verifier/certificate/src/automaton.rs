//! The check of an automaton: its states are closed, and none of them accepts.
//!
//! Numbers are read from the lowest bit on, in one phase for each width, first the fixed ones and then the open ones; a number ends
//! with its phase. A phase of an open width may end from the ninth bit on. A state is the number of its phase and these cells, from
//! the lowest bit on: four bits that count what was read, up to eight; the carry of each `bvadd` and `bvsub`; the last bit of each
//! number that `sign_extend` extends; and two bits for each comparison of numbers, equal so far and less so far. Each kind of cell
//! is in the order of the terms. What is none of these functions, or of another width, may be any number.
//!
//! What comparisons come to is known at the end alone, and is guessed before: a run is of one guess, and of the truth values that
//! each selection of numbers looks at under it.

use rustc_hash::{FxHashMap, FxHashSet};

use super::terms::{Constant, Function, Sort, Term, constant};
use super::{FIRST, terms};

/// The states of an automaton, for each guess under which the statement holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Automaton {
    /// The fixed widths that have a phase, in order.
    pub fixed: Vec<u32>,
    /// One for each guess that matters.
    pub runs: Vec<Run>,
}

/// The states under a guess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The outcome of each comparison of numbers.
    pub comparisons: Vec<bool>,
    /// The outcome of the condition of each selection of numbers.
    pub conditions: Vec<bool>,
    /// Phases and cells.
    pub states: Vec<(usize, u64)>,
}

/// Bits after which a small number is all sign.
const SETTLED: u64 = FIRST as u64 - 1;

/// Guesses, and numbers that may be anything, that are gone through.
const MOST_GUESSED: usize = 20;
const MOST_FREE: usize = 10;

impl Automaton {
    /// Checks that no word of any length is accepted.
    pub(super) fn check(&self, question: &[Term], open: &[u32]) -> Result<(), &'static str> {
        if !self.fixed.is_sorted_by(|a, b| a < b) || self.fixed.iter().any(|width| *width >= FIRST) {
            return Err("fixed widths are not in order, or too large");
        }
        let machine = PhaseReader::new(question, &self.fixed, open)?;
        let seen = |run: &Run| (run.comparisons.clone(), run.conditions.clone());
        let states = |run: &Run| run.states.iter().copied().collect();
        let runs: FxHashMap<_, FxHashSet<(usize, u64)>> =
            self.runs.iter().map(|run| (seen(run), states(run))).collect();
        let mut checked = FxHashSet::default();
        for guess in 0..1u64 << (machine.comparisons.len() + machine.guessed.len()) {
            let truths = machine.truths(guess);
            if !truths[question.len() - 1] {
                continue;
            }
            let values = |list: &[usize]| list.iter().map(|at| truths[*at]).collect();
            let seen = (values(&machine.comparisons), values(&machine.conditions));
            let Some(states) = runs.get(&seen) else { return Err("a guess has no states") };
            if checked.insert(seen) {
                machine.check(&truths, states)?;
            }
        }
        Ok(())
    }
}

/// How the terms of a question are read.
struct PhaseReader<'a> {
    question: &'a [Term],
    fixed: &'a [u32],
    phases: usize,
    /// The phase of each term that is read.
    phase: Vec<Option<usize>>,
    free: Vec<usize>,
    guessed: Vec<usize>,
    comparisons: Vec<usize>,
    conditions: Vec<usize>,
    carries: Vec<usize>,
    signs: Vec<usize>,
}

/// One bit of each term, and the carry of each sum.
struct Step {
    bits: Vec<bool>,
    carries: Vec<bool>,
}

impl<'a> PhaseReader<'a> {
    fn new(question: &'a [Term], fixed: &'a [u32], open: &[u32]) -> Result<PhaseReader<'a>, &'static str> {
        let of = |term: &Term| {
            term.width().and_then(|width| fixed.iter().chain(open).position(|other| *other == width))
        };
        let mut machine = PhaseReader {
            question,
            fixed,
            phases: fixed.len() + open.len(),
            phase: question.iter().map(of).collect(),
            free: Vec::new(),
            guessed: Vec::new(),
            comparisons: Vec::new(),
            conditions: Vec::new(),
            carries: Vec::new(),
            signs: Vec::new(),
        };
        for (at, term) in question.iter().enumerate() {
            machine.add(at, term)?;
        }
        let cells = 4 + machine.carries.len() + machine.signs.len() + 2 * machine.comparisons.len();
        let fits = cells <= 64
            && machine.free.len() <= MOST_FREE
            && machine.comparisons.len() + machine.guessed.len() <= MOST_GUESSED;
        if fits { Ok(machine) } else { Err("the question is too large for an automaton") }
    }

    fn add(&mut self, at: usize, term: &Term) -> Result<(), &'static str> {
        let name = term.name().unwrap_or_default();
        let is_read = |operand: usize| self.phase[operand].is_some();
        match (term.sort, &term.function) {
            (Sort::Bool, _) => {
                let numbers = term.operands.first().is_some_and(|operand| is_read(*operand));
                match name {
                    "=" | "bvult" | "bvule" | "bvslt" | "bvsle" if numbers => self.comparisons.push(at),
                    _ if self.is_structure(term) => {}
                    _ => self.guessed.push(at),
                }
            }
            (Sort::Bits(_), _) if self.phase[at].is_none() => {}
            (Sort::Bits(width), Function::Number(value)) => {
                if self.phase[at] >= Some(self.fixed.len()) && constant(*value, width).is_none() {
                    return Err("a number is not the same at all widths");
                }
            }
            (Sort::Bits(_), _) => match name {
                "bvand" | "bvor" | "bvxor" => {}
                "bvadd" | "bvsub" => self.carries.push(at),
                "ite" => self.conditions.push(term.operands[0]),
                "sign_extend" if is_read(term.operands[0]) => self.signs.push(at),
                "zero_extend" if is_read(term.operands[0]) => {}
                _ if term.function == Function::Extract(0) && is_read(term.operands[0]) => {}
                _ => self.free.push(at),
            },
        }
        Ok(())
    }

    /// True of a truth value that follows from others.
    fn is_structure(&self, term: &Term) -> bool {
        let of_truths =
            |list: &[usize]| list.iter().all(|operand| self.question[*operand].sort == Sort::Bool);
        match &term.function {
            Function::Known(_) => true,
            Function::Named(name) => {
                matches!(name.as_str(), "not" | "and" | "or" | "=" | "ite") && of_truths(&term.operands)
            }
            _ => false,
        }
    }

    /// The truth value of each term that has one, under a guess.
    fn truths(&self, guess: u64) -> Vec<bool> {
        let mut truths = vec![false; self.question.len()];
        for (place, at) in self.comparisons.iter().chain(&self.guessed).enumerate() {
            truths[*at] = guess >> place & 1 == 1;
        }
        for (at, term) in self.question.iter().enumerate() {
            if term.sort == Sort::Bool && self.is_structure(term) {
                truths[at] = terms::truth(term, |operand| truths[operand]);
            }
        }
        truths
    }

    /// Checks that states are closed and that none accepts, under truth values.
    fn check(&self, truths: &[bool], states: &FxHashSet<(usize, u64)>) -> Result<(), &'static str> {
        let equal = (0..self.comparisons.len()).fold(0, |state, place| state | 1 << self.comparison(place));
        if !states.contains(&(0, equal)) {
            return Err("the first state is missing");
        }
        for (phase, state) in states {
            if *phase >= self.phases {
                return Err("a state has no phase");
            }
            let read = state & 15;
            let (ends, goes_on) = match self.fixed.get(*phase) {
                Some(width) => (read + 1 == u64::from(*width), read + 1 < u64::from(*width)),
                None => (read >= SETTLED, true),
            };
            for word in 0..1u32 << self.free.len() {
                let step = |last| self.step((*phase, *state), word, last, truths);
                if goes_on && !states.contains(&self.after((*phase, *state), *phase, &step(false))) {
                    return Err("a state that follows is missing");
                }
                if !ends {
                    continue;
                }
                let last = step(true);
                if !self.comes_out((*phase, *state), &last, truths) {
                    continue;
                }
                if phase + 1 == self.phases {
                    return Err("a word is accepted");
                }
                if !states.contains(&self.after((*phase, *state), phase + 1, &last)) {
                    return Err("a state that follows is missing");
                }
            }
        }
        Ok(())
    }

    /// The cell of a carry, of a last bit, and the lower one of a comparison.
    fn carry(&self, place: usize) -> usize {
        4 + place
    }

    fn sign(&self, place: usize) -> usize {
        4 + self.carries.len() + place
    }

    fn comparison(&self, place: usize) -> usize {
        4 + self.carries.len() + self.signs.len() + 2 * place
    }

    fn step(&self, (phase, state): (usize, u64), word: u32, last: bool, truths: &[bool]) -> Step {
        let cell = |place: usize| state >> place & 1 == 1;
        let read = (state & 15) as u32;
        let mut step = Step { bits: vec![false; self.question.len()], carries: Vec::new() };
        let mut free = 0;
        let mut sign = 0;
        for (at, term) in self.question.iter().enumerate() {
            let Some(own) = self.phase[at] else { continue };
            let bit = |operand: usize| step.bits[term.operands[operand]];
            let value = match &term.function {
                Function::Number(value) if own < self.fixed.len() => value >> read & 1 == 1,
                Function::Number(value) => match constant(*value, term.width().unwrap_or_default()) {
                    Some(Constant::Small(small)) => small >> read & 1 == 1,
                    Some(Constant::Least) => last && own == phase,
                    Some(Constant::Most) => !(last && own == phase),
                    None => false,
                },
                _ if self.free.get(free) == Some(&at) => {
                    free += 1;
                    word >> (free - 1) & 1 == 1
                }
                Function::Named(name) => match name.as_str() {
                    "bvand" => bit(0) && bit(1),
                    "bvor" => bit(0) || bit(1),
                    "bvxor" => bit(0) != bit(1),
                    "bvadd" => {
                        let ones = [bit(0), bit(1), cell(self.carry(step.carries.len()))].map(u8::from);
                        let sum: u8 = ones.iter().sum();
                        step.carries.push(sum >= 2);
                        sum % 2 == 1
                    }
                    "bvsub" => {
                        let [a, b, borrow] =
                            [bit(0), bit(1), cell(self.carry(step.carries.len()))].map(i8::from);
                        let rest = a - b - borrow;
                        step.carries.push(rest < 0);
                        rest % 2 != 0
                    }
                    "ite" => bit(if truths[term.operands[0]] { 1 } else { 2 }),
                    "sign_extend" => {
                        sign += 1;
                        let ended = self.phase[term.operands[0]] < Some(phase);
                        if ended { cell(self.sign(sign - 1)) } else { bit(0) }
                    }
                    _ => bit(0),
                },
                _ => bit(0),
            };
            step.bits[at] = value && own >= phase;
        }
        step
    }

    /// True if the comparisons of numbers that end here come to what was guessed.
    fn comes_out(&self, (phase, state): (usize, u64), step: &Step, truths: &[bool]) -> bool {
        self.comparisons.iter().enumerate().all(|(place, at)| {
            let term = &self.question[*at];
            if self.phase[term.operands[0]] != Some(phase) {
                return true;
            }
            let [a, b] = [0, 1].map(|operand| step.bits[term.operands[operand]]);
            let before = state >> self.comparison(place);
            let equal = before & 1 == 1 && a == b;
            let less = |lower: bool| if a == b { before & 2 == 2 } else { lower };
            let comes_to = match term.name().unwrap_or_default() {
                "bvult" => less(b),
                "bvule" => less(b) || equal,
                "bvslt" => less(a),
                "bvsle" => less(a) || equal,
                _ => equal,
            };
            comes_to == truths[*at]
        })
    }

    /// The state after a step, in the phase `to`. Cells of numbers that have ended are zero.
    fn after(&self, (phase, state): (usize, u64), to: usize, step: &Step) -> (usize, u64) {
        let goes_on = |at: usize| self.phase[at] >= Some(to);
        let mut next = (state & 15).saturating_add(1).min(SETTLED);
        for (place, at) in self.carries.iter().enumerate() {
            next |= u64::from(goes_on(*at) && step.carries[place]) << self.carry(place);
        }
        for (place, at) in self.signs.iter().enumerate() {
            let of = self.question[*at].operands[0];
            if goes_on(*at) && !goes_on(of) {
                let ended = self.phase[of] < Some(phase);
                let bit = if ended { state >> self.sign(place) & 1 == 1 } else { step.bits[of] };
                next |= u64::from(bit) << self.sign(place);
            }
        }
        for (place, at) in self.comparisons.iter().enumerate() {
            let [a, b] = [0, 1].map(|operand| self.question[*at].operands[operand]);
            if goes_on(a) {
                let cells = match (step.bits[a], step.bits[b]) {
                    (false, true) => 2,
                    (true, false) => 0,
                    _ => state >> self.comparison(place) & 3,
                };
                next |= cells << self.comparison(place);
            }
        }
        (to, next)
    }
}

/// The states that words lead to, those that end as was guessed left out.
#[cfg(test)]
pub(super) fn reached(question: &[Term], fixed: &[u32], open: &[u32]) -> Automaton {
    let mut automaton = Automaton { fixed: fixed.to_vec(), runs: Vec::new() };
    let Ok(machine) = PhaseReader::new(question, fixed, open) else { return automaton };
    for guess in 0..1u64 << (machine.comparisons.len() + machine.guessed.len()) {
        let truths = machine.truths(guess);
        if !truths[question.len() - 1] {
            continue;
        }
        let values = |list: &[usize]| list.iter().map(|at| truths[*at]).collect();
        let equal =
            (0..machine.comparisons.len()).fold(0, |state, place| state | 1 << machine.comparison(place));
        let mut states = FxHashSet::from_iter([(0, equal)]);
        let mut stack = vec![(0, equal)];
        while let Some((phase, state)) = stack.pop() {
            let read = state & 15;
            let ends = fixed.get(phase).map_or(read >= SETTLED, |width| read + 1 == u64::from(*width));
            for word in 0..1u32 << machine.free.len() {
                let last = machine.step((phase, state), word, true, &truths);
                let mut after = Vec::new();
                if fixed.get(phase).is_none_or(|width| read + 1 < u64::from(*width)) {
                    let step = machine.step((phase, state), word, false, &truths);
                    after.push(machine.after((phase, state), phase, &step));
                }
                if ends && phase + 1 < machine.phases && machine.comes_out((phase, state), &last, &truths) {
                    after.push(machine.after((phase, state), phase + 1, &last));
                }
                stack.extend(after.into_iter().filter(|next| states.insert(*next)));
            }
        }
        let (comparisons, conditions) = (values(&machine.comparisons), values(&machine.conditions));
        let states = states.into_iter().collect();
        automaton.runs.push(Run { comparisons, conditions, states });
    }
    automaton
}
