//! The plainest values for which a statement holds: no poison where it can be avoided, few promises, small numbers. Knows
//! no pattern.

use crate::arena::TermArena;
use crate::bits::mask;
use crate::decide::Decider;
use crate::enumerate::Decision;
use crate::eval::Evaluator;
use crate::eval::{Model, width};
use crate::node::{TermId, Var};

/// Most bits at which all values are looked at.
const ALL_BITS: u32 = 16;

/// Steps of the search among larger values.
const MAX_ROUNDS: usize = 8;

/// Steps of evaluation that a search for plainer values takes at most.
const MAX_STEPS: u64 = 1 << 26;

/// Variables with what makes them plain.
#[derive(Clone, Debug, Default)]
pub struct ModelPreferences {
    /// Truth values that are better false, the worst first: poison, then promises.
    pub avoided: Vec<TermId>,
}

/// A plainer model of a statement than the one that was found, or that one.
pub fn plainest(
    decider: &Decider<'_>,
    pool: &mut TermArena,
    statement: TermId,
    found: Model,
    wishes: &ModelPreferences,
) -> Model {
    let mut statement = statement;
    let mut found = found;
    // All at once where that is possible, else one after the other.
    let none: Vec<TermId> = wishes.avoided.iter().map(|ex| pool.not(*ex)).collect();
    let all = pool.all(none.iter().copied());
    match decider.decide(pool, &[statement, all]) {
        Decision::Holds(model) => {
            statement = pool.and(statement, all);
            found = model;
        }
        _ => {
            for wish in none {
                if let Decision::Holds(model) = decider.decide(pool, &[statement, wish]) {
                    statement = pool.and(statement, wish);
                    found = model;
                }
            }
        }
    }
    let variables = pool.variables_of(&[statement]);
    let bits: u32 = variables.iter().map(|var| width(pool, *var)).sum();
    if bits <= ALL_BITS {
        return best_of_all(pool, statement, &variables, bits).unwrap_or(found);
    }
    improved(pool, statement, &variables, found)
}

/// How far from plain a number is: zero, one, minus one, then by distance from zero.
fn rank(value: u128, width: u32) -> u128 {
    let negated = value.wrapping_neg() & mask(width);
    if value <= negated { value.saturating_mul(2) } else { (2 * negated).saturating_add(1) }
}

fn cost(pool: &TermArena, variables: &[Var], value: &dyn Fn(Var) -> u128) -> (u128, u128) {
    let ranks = variables.iter().map(|var| rank(value(*var) & mask(width(pool, *var)), width(pool, *var)));
    ranks.fold((0, 0), |(most, sum), rank| (most.max(rank), sum.saturating_add(rank)))
}

fn best_of_all(pool: &TermArena, statement: TermId, variables: &[Var], bits: u32) -> Option<Model> {
    let mut offsets = vec![0; pool.variables().len()];
    let mut next = 0;
    // The first variable changes slowest, so that of equally plain values the first one is the smallest.
    for var in variables.iter().rev() {
        offsets[var.0 as usize] = next;
        next += width(pool, *var);
    }
    let mut evaluator = Evaluator::new(pool, &[statement]);
    if (evaluator.steps() as u64) << bits > MAX_STEPS {
        return None;
    }
    let mut best: Option<((u128, u128), u128)> = None;
    for number in 0..1u128 << bits {
        let value = |var: Var| number >> offsets[var.0 as usize];
        let cost = cost(pool, variables, &value);
        if best.is_some_and(|(known, _)| known <= cost) {
            continue;
        }
        evaluator.run(&value);
        if evaluator.holds(statement) {
            best = Some((cost, number));
        }
    }
    let (_, number) = best?;
    let value = |var: &Var| number >> offsets[var.0 as usize] & mask(width(pool, *var));
    Some(variables.iter().map(|var| (*var, value(var))).collect())
}

/// Numbers that are often enough, the plainest first.
fn candidates(width: u32, now: u128) -> Vec<u128> {
    let mut list = vec![0, 1, u128::MAX, 2, u128::MAX - 1, 3];
    list.extend([1 << (width - 1), (1u128 << (width - 1)) - 1]);
    list.extend((2..width).flat_map(|bit| [1u128 << bit, (1u128 << bit) - 1]));
    list.extend([now >> 1, now.wrapping_neg() >> 1]);
    list.iter().map(|value| value & mask(width)).collect()
}

/// Makes one value after the other plainer, then pairs of them.
fn improved(pool: &TermArena, statement: TermId, variables: &[Var], found: Model) -> Model {
    let evaluator = Evaluator::new(pool, &[statement]);
    let left = MAX_STEPS / (evaluator.steps() as u64).max(1);
    let mut search = Search { pool, statement, evaluator, best: found, left };
    for _ in 0..MAX_ROUNDS {
        let mut changed = false;
        for (index, var) in variables.iter().enumerate() {
            for value in search.plainer(*var) {
                // An earlier one of these may have been taken.
                if search.is_plainer(*var, value) {
                    changed |= search.takes(*var, value, &variables[index + 1..]);
                }
            }
        }
        if !changed || search.left == 0 {
            break;
        }
    }
    search.best
}

/// The search for plainer values of a statement.
struct Search<'p> {
    pool: &'p TermArena,
    statement: TermId,
    evaluator: Evaluator<'p>,
    /// The plainest model up to here; one that is tried stands in it only meanwhile.
    best: Model,
    /// Evaluations that are left.
    left: u64,
}

impl Search<'_> {
    fn value(&self, var: Var) -> u128 {
        self.best.get(&var).copied().unwrap_or(0)
    }

    fn is_plainer(&self, var: Var, value: u128) -> bool {
        let width = width(self.pool, var);
        rank(value, width) < rank(self.value(var), width)
    }

    /// Candidates for a variable that are plainer than its value.
    fn plainer(&self, var: Var) -> Vec<u128> {
        // Nothing is plainer than zero, the value of most variables.
        if self.value(var) == 0 {
            return Vec::new();
        }
        let list = candidates(width(self.pool, var), self.value(var));
        list.into_iter().filter(|value| self.is_plainer(var, *value)).collect()
    }

    /// Gives a variable a value, alone or with a plainer value of one of the others; tells if the statement holds then. If not,
    /// all is as before.
    fn takes(&mut self, var: Var, value: u128, others: &[Var]) -> bool {
        let old = self.best.insert(var, value);
        if self.holds() {
            return true;
        }
        for other in others {
            for second in self.plainer(*other) {
                let old = self.best.insert(*other, second);
                if self.holds() {
                    return true;
                }
                self.restore(*other, old);
            }
        }
        self.restore(var, old);
        false
    }

    fn restore(&mut self, var: Var, old: Option<u128>) {
        match old {
            Some(value) => self.best.insert(var, value),
            None => self.best.remove(&var),
        };
    }

    fn holds(&mut self) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        let best = &self.best;
        self.evaluator.run(&|var| best.get(&var).copied().unwrap_or(0));
        self.evaluator.holds(self.statement)
    }
}
