//! The plainest values for which a statement holds: no poison where it can be avoided, few promises, small numbers. Knows
//! no pattern.

use super::decide::{Decider, Decision, Model, width};
use super::eval::{Evaluator, mask};
use super::expr::{Ex, Pool, Var};

/// Most bits at which all values are looked at.
const ALL_BITS: u32 = 16;

/// Steps of the search among larger values.
const MAX_ROUNDS: usize = 8;

/// Steps of evaluation that a search for plainer values takes at most.
const MAX_STEPS: u64 = 1 << 26;

/// Variables with what makes them plain.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// Truth values that are better false, the worst first: poison, then promises.
    pub avoided: Vec<Ex>,
}

/// A plainer model of a statement than the one that was found, or that one.
pub fn plainest(
    decider: &Decider<'_>,
    pool: &mut Pool,
    statement: Ex,
    found: Model,
    wishes: &Wishes,
) -> Model {
    let mut statement = statement;
    let mut found = found;
    // All at once where that is possible, else one after the other.
    let none: Vec<Ex> = wishes.avoided.iter().map(|ex| pool.not(*ex)).collect();
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

fn cost(pool: &Pool, variables: &[Var], value: &dyn Fn(Var) -> u128) -> (u128, u128) {
    let ranks = variables.iter().map(|var| rank(value(*var) & mask(width(pool, *var)), width(pool, *var)));
    ranks.fold((0, 0), |(most, sum), rank| (most.max(rank), sum.saturating_add(rank)))
}

fn best_of_all(pool: &Pool, statement: Ex, variables: &[Var], bits: u32) -> Option<Model> {
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
fn improved(pool: &Pool, statement: Ex, variables: &[Var], found: Model) -> Model {
    let mut evaluator = Evaluator::new(pool, &[statement]);
    let mut best = found;
    let mut left = MAX_STEPS / (evaluator.steps() as u64).max(1);
    let mut holds = |model: &Model| {
        if left == 0 {
            return false;
        }
        left -= 1;
        evaluator.run(&|var| model.get(&var).copied().unwrap_or(0));
        evaluator.holds(statement)
    };
    let of = |model: &Model, var: Var| model.get(&var).copied().unwrap_or(0);
    for _ in 0..MAX_ROUNDS {
        let start = best.clone();
        for (index, var) in variables.iter().enumerate() {
            let own = width(pool, *var);
            for value in candidates(own, of(&best, *var)) {
                if rank(value, own) >= rank(of(&best, *var), own) {
                    continue;
                }
                let mut trial = best.clone();
                trial.insert(*var, value);
                if holds(&trial) {
                    best = trial;
                    continue;
                }
                for other in &variables[index + 1..] {
                    let width = width(pool, *other);
                    for second in candidates(width, of(&best, *other)) {
                        let mut trial = trial.clone();
                        trial.insert(*other, second);
                        if rank(second, width) <= rank(of(&best, *other), width) && holds(&trial) {
                            best = trial;
                            break;
                        }
                    }
                }
            }
        }
        if best == start {
            break;
        }
    }
    best
}
