//! A search for values for which a statement holds, where drawn ones do not do: from the values that make most of its parts hold, by small
//! changes, as fuzzers and search-based tests do. That nothing is found means nothing. Knows no operation and no solver.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::arena::TermArena;
use crate::bits::mask;
use crate::eval::Evaluator;
use crate::eval::{Model, holds, width};
use crate::model_search::random::{Random, samples, specials};
use crate::node::{Node, TermId, Var, parts};

/// Drawn rows from which the search starts.
const FIRST: usize = 512;

/// The best rows that are kept for each statement.
const KEPT: usize = 12;

/// What a part of a conjunction counts for; a pair of inner expressions that differ counts for one.
const PART: u32 = 6;

/// Most pairs of inner expressions that are looked at.
const PAIRS: usize = 64;

/// A statement as parts that shall all hold, by their places in the evaluator.
struct Goal {
    statement: TermId,
    /// With the truth value that is wanted.
    parts: Vec<(u32, u128)>,
    pairs: Vec<(u32, u32)>,
    /// The best rows so far, each with what it is worth.
    best: Vec<(u32, Vec<u128>)>,
}

/// The expressions that a search looks at.
struct SearchGoal {
    statement: TermId,
    parts: Vec<(TermId, bool)>,
    /// Corresponding parts of expressions that shall differ: the more of them differ, the nearer to the goal.
    pairs: Vec<(TermId, TermId)>,
}

/// Values for which one of these statements holds, looked for with at most `steps` steps: evaluated expressions, and parts, pairs
/// and values that each row is compared by.
pub fn climbed(pool: &TermArena, statements: &[TermId], steps: usize) -> Option<Model> {
    let open = statements.iter().filter(|statement| pool.value(**statement).is_none());
    let looked: Vec<SearchGoal> = open.map(|statement| looked(pool, *statement)).collect();
    if looked.is_empty() {
        return None;
    }
    let roots: Vec<TermId> = looked.iter().flat_map(SearchGoal::roots).collect();
    let cone = pool.cone(&roots);
    let mut evaluator = Evaluator::new(pool, &roots);
    let mut goals: Vec<Goal> = looked.iter().map(|looked| looked.goal(&evaluator)).collect();
    let variables: Vec<Var> = cone.iter().filter_map(|ex| pool.as_variable(*ex)).collect();
    let specials = specials(pool, &cone, &variables);
    if variables.is_empty() {
        return None;
    }
    let compared: usize =
        goals.iter().map(|goal| goal.parts.len() + goal.pairs.len() + variables.len()).sum();
    let runs = steps / (evaluator.steps() + compared).max(1);
    let mut first = samples(pool, &cone, FIRST.min(runs)).into_iter();
    let mut random = Random::new();
    for run in 0..runs {
        let row = match first.next() {
            Some(row) => row,
            None => {
                let best = &goals[run % goals.len()].best;
                let from = &best[random.below(best.len())].1;
                changed(pool, from, &variables, &specials, &mut random)
            }
        };
        evaluator.run(&|var| row[var.0 as usize]);
        for goal in &mut goals {
            if goal.take(&evaluator, &row) {
                let model: Model = variables.iter().map(|var| (*var, row[var.0 as usize])).collect();
                return Some(model).filter(|model| holds(pool, goal.statement, model));
            }
        }
    }
    None
}

impl SearchGoal {
    fn roots(&self) -> impl Iterator<Item = TermId> {
        self.parts.iter().map(|(ex, _)| *ex).chain(self.pairs.iter().flat_map(|(a, b)| [*a, *b]))
    }

    fn goal(&self, evaluator: &Evaluator<'_>) -> Goal {
        let place = |ex: TermId| evaluator.place(ex);
        Goal {
            statement: self.statement,
            parts: self.parts.iter().map(|(ex, wanted)| (place(*ex), u128::from(*wanted))).collect(),
            pairs: self.pairs.iter().map(|(a, b)| (place(*a), place(*b))).collect(),
            best: Vec::new(),
        }
    }
}

impl Goal {
    /// Keeps a row where it is among the best; tells if it makes everything hold.
    fn take(&mut self, evaluator: &Evaluator<'_>, row: &[u128]) -> bool {
        let met = self.parts.iter().filter(|(at, wanted)| evaluator.value_at(*at) == *wanted).count();
        if met == self.parts.len() {
            return true;
        }
        let apart =
            self.pairs.iter().filter(|(a, b)| evaluator.value_at(*a) != evaluator.value_at(*b)).count();
        let worth = met as u32 * PART + apart as u32;
        // What is as good takes the place of an older row: a plateau is walked on.
        match self.best.iter().position(|(other, _)| *other <= worth) {
            None if self.best.len() >= KEPT => {}
            at => {
                if !self.best.iter().any(|(_, known)| known == row) {
                    self.best.insert(at.unwrap_or(self.best.len()), (worth, row.to_vec()));
                    self.best.truncate(KEPT);
                }
            }
        }
        false
    }
}

fn looked(pool: &TermArena, statement: TermId) -> SearchGoal {
    let mut parts = Vec::new();
    let mut seen = FxHashSet::default();
    let mut stack = vec![(statement, true)];
    while let Some((ex, wanted)) = stack.pop() {
        match *pool.node(ex) {
            Node::Not(a) => stack.push((a, !wanted)),
            Node::And(a, b) if wanted => stack.extend([(b, true), (a, true)]),
            Node::Or(a, b) if !wanted => stack.extend([(b, false), (a, false)]),
            _ if seen.insert((ex, wanted)) => parts.push((ex, wanted)),
            _ => {}
        }
    }
    let differ = parts.iter().filter_map(|(ex, wanted)| match *pool.node(*ex) {
        Node::Equal(a, b) if !wanted => Some((a, b)),
        _ => None,
    });
    let pairs = differ.flat_map(|(a, b)| corresponding(pool, a, b)).take(PAIRS).collect();
    SearchGoal { statement, parts, pairs }
}

/// The places where two expressions of the same shape have other parts, from the outside to the inside.
fn corresponding(pool: &TermArena, a: TermId, b: TermId) -> Vec<(TermId, TermId)> {
    let mut out = Vec::new();
    let mut seen: FxHashMap<(TermId, TermId), ()> = FxHashMap::default();
    let mut queue = std::collections::VecDeque::from([(a, b)]);
    while let Some((a, b)) = queue.pop_front() {
        if a == b || pool.sort(a) != pool.sort(b) || seen.insert((a, b), ()).is_some() {
            continue;
        }
        out.push((a, b));
        if out.len() >= PAIRS {
            break;
        }
        let same = std::mem::discriminant(pool.node(a)) == std::mem::discriminant(pool.node(b));
        if same {
            queue.extend(parts(pool.node(a)).zip(parts(pool.node(b))));
        }
    }
    out
}

/// A row with one to three values changed.
fn changed(
    pool: &TermArena,
    row: &[u128],
    variables: &[Var],
    specials: &[Rc<[u128]>],
    random: &mut Random,
) -> Vec<u128> {
    let mut row = row.to_vec();
    for _ in 0..=random.below(3) {
        let place = random.below(variables.len());
        let var = variables[place];
        let (own, pick) = (width(pool, var), random.next());
        let old = row[var.0 as usize];
        let new = match random.below(10) {
            _ if own == 1 => u128::from(pick % 8 == 0),
            0..3 => old ^ 1 << (pick % u64::from(own)),
            3 => old.wrapping_add(u128::from(pick % 16) + 1),
            4 => old.wrapping_sub(u128::from(pick % 16) + 1),
            5 => specials[place][pick as usize % specials[place].len()],
            6 => row[variables[random.below(variables.len())].0 as usize],
            7 => old.wrapping_neg(),
            8 => u128::from(pick) >> (pick % u64::from(own.min(64))),
            _ => u128::from(random.next()) << 64 | u128::from(pick),
        };
        row[var.0 as usize] = new & mask(own);
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model_search::random::drawn;
    use crate::node::{Binary, Compare, Sort};

    #[test]
    fn conditions_that_drawn_values_miss_are_met_one_by_one() {
        let mut pool = TermArena::default();
        let x = pool.variable("x", Sort::Bits(64));
        // Sixteen groups of four bits, each of which shall be a number of its own.
        let parts: Vec<TermId> = (0..16)
            .map(|at| {
                let group = pool.extract(x, 4 * at, 4);
                let number = pool.number(4, u128::from(at * 7 % 16));
                pool.equal(group, number)
            })
            .collect();
        let all = pool.all(parts);
        assert_eq!(drawn(&pool, all), None);
        let model = climbed(&pool, &[all], 1 << 24).expect("a model");
        assert!(holds(&pool, all, &model));
    }

    #[test]
    fn a_difference_inside_is_led_to_the_outside() {
        let mut pool = TermArena::default();
        let [x, y] = ["x", "y"].map(|name| pool.variable(name, Sort::Bits(32)));
        let limit = pool.number(32, 0x0012_3456);
        let bound = pool.number(32, 0x0012_3460);
        let side = |pool: &mut TermArena, op| {
            let inner = pool.binary(op, x, y);
            let above = pool.compare(Compare::ULt, limit, inner);
            let below = pool.compare(Compare::ULt, inner, bound);
            let both = pool.and(above, below);
            let zero = pool.number(32, 0);
            pool.choice(both, inner, zero)
        };
        let (sum, either) = (side(&mut pool, Binary::Add), side(&mut pool, Binary::Xor));
        let differ = pool.differ(sum, either);
        let model = climbed(&pool, &[differ], 1 << 24).expect("a model");
        assert!(holds(&pool, differ, &model));
    }

    #[test]
    fn nothing_is_found_for_what_never_holds() {
        let mut pool = TermArena::default();
        let x = pool.variable("x", Sort::Bits(32));
        let one = pool.number(32, 1);
        let twice = pool.binary(Binary::Add, x, x);
        let low = pool.binary(Binary::And, twice, one);
        let odd = pool.equal(low, one);
        assert_eq!(climbed(&pool, &[odd], 1 << 18), None);
    }
}
