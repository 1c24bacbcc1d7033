//! Equal expressions are made one before a question about large ones is asked: candidates are those that come to the same for all
//! drawn values, and each pair is proved by itself, its common parts being variables. So a question about two programs of
//! hundreds of operations becomes many about a few. Knows no operation.
//!
//! Not proved: equalities that hold only where something else is assumed; what is not proved stays two expressions.

use std::hash::Hasher as _;

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use super::decide::{Decider, Decision};
use super::draw::samples;
use super::eval::Evaluator;
use super::expr::{Ex, Node, Pool, Sort, parts};
use super::ranged::{Split, split};
use super::ranges::{Range, Ranges};
use super::ring;
use super::simplify::{rebuilt, replaced};

/// Rows of values by which expressions are told apart.
const ROWS: usize = 768;

/// Rows that tell nothing apart.
const FEWEST_ROWS: usize = 8;

/// The same where facts have to hold of them, which they do for some rows only.
const MORE_ROWS: usize = 4096;

/// Resource units for the question about one pair.
const UNITS: u64 = 100_000;

/// Pairs in all that are not equal, or not known to be, before no further ones are tried.
const FAILURES: usize = 48;

/// Steps into the common parts of a pair that are looked at before the whole is.
const DEPTHS: [usize; 2] = [0, 3];

/// Expressions of a pair up to which it is asked about as a whole when its common parts alone do not decide it.
const SMALL: usize = 400;

/// Statements that hold for the same values as the given ones, where equal parts are one expression.
pub fn merged(pool: &mut Pool, roots: &[Ex], decider: &Decider<'_>) -> Vec<Ex> {
    let mut failures = 0;
    merged_where(pool, roots, &mut Known::default(), decider, &mut failures)
}

/// The same for each statement by itself, with what it says of single numbers.
pub fn merged_alone(pool: &mut Pool, roots: &[Ex], decider: &Decider<'_>) -> Vec<Ex> {
    let mut failures = 0;
    let alone = |root: &Ex| {
        let Split { facts, ranges, rest } = split(pool, *root);
        let mut known = Known { facts, ranges };
        let rest = merged_where(pool, &rest, &mut known, decider, &mut failures);
        pool.all(known.facts.into_iter().chain(rest))
    };
    roots.iter().map(alone).collect()
}

/// What is taken for granted: facts, and the ranges of numbers where they hold.
#[derive(Default)]
struct Known {
    facts: Vec<Ex>,
    ranges: Ranges,
}

/// Statements that hold for the same values as the given ones among those for which all facts hold.
fn merged_where(
    pool: &mut Pool,
    roots: &[Ex],
    given: &mut Known,
    decider: &Decider<'_>,
    failures: &mut usize,
) -> Vec<Ex> {
    let cone = pool.cone(roots);
    let Some(signatures) = signatures(pool, &cone, &given.facts) else { return roots.to_vec() };
    let mut made: FxHashMap<Ex, Ex> = FxHashMap::default();
    // The expressions of each signature that are not equal, as they were made.
    let mut known: FxHashMap<(Sort, u64), Vec<Ex>> = FxHashMap::default();
    let decider = Decider { shortcuts: false, units: Some(UNITS), ..*decider };
    for (ex, (signature, varies)) in cone.iter().zip(signatures) {
        let mut new = rebuilt(pool, *ex, &made);
        let is_leaf = parts(pool.node(new)).next().is_none();
        // What truth values are made of is asked of them all at once, but for comparisons that come out either way.
        let compares = varies && matches!(pool.node(new), Node::Compare(..) | Node::Equal(..));
        if is_leaf || compares || pool.sort(new) != Sort::Bool {
            let class = known.entry((pool.sort(new), signature)).or_default();
            if !class.contains(&new) {
                let mut equal = None;
                for other in class.iter().copied().take(2).filter(|_| !is_leaf) {
                    if *failures >= FAILURES {
                        break;
                    }
                    if are_equal(pool, given, &decider, other, new) {
                        equal = Some(other);
                        break;
                    }
                    *failures += 1;
                }
                match equal {
                    Some(other) => new = other,
                    None => class.push(new),
                }
            }
        }
        made.insert(*ex, new);
    }
    roots.iter().map(|root| made[root]).collect()
}

/// A number for what each expression comes to in all rows for which the facts hold, and if that is more than one value.
fn signatures(pool: &Pool, cone: &[Ex], facts: &[Ex]) -> Option<Vec<(u64, bool)>> {
    let mut out = vec![(FxHasher::default(), None, false); cone.len()];
    let mut evaluator = Evaluator::new(pool, cone);
    let mut known = Evaluator::new(pool, facts);
    let all = pool.cone(&[cone, facts].concat());
    let mut rows = 0;
    for row in samples(pool, &all, if facts.is_empty() { ROWS } else { MORE_ROWS }) {
        known.run(&|var| row[var.0 as usize]);
        if !facts.iter().all(|fact| known.holds(*fact)) {
            continue;
        }
        rows += 1;
        evaluator.run(&|var| row[var.0 as usize]);
        for ((signature, first, varies), value) in out.iter_mut().zip(evaluator.values()) {
            signature.write_u128(*value);
            *varies |= *first.get_or_insert(*value) != *value;
        }
    }
    let all = out.into_iter().map(|(signature, _, varies)| (signature.finish(), varies));
    (rows >= FEWEST_ROWS).then(|| all.collect())
}

/// Tells if two expressions are proved to be equal.
fn are_equal(pool: &mut Pool, given: &mut Known, decider: &Decider<'_>, one: Ex, other: Ex) -> bool {
    let differ = pool.differ(one, other);
    if let Some(value) = pool.value(differ) {
        return value == 0;
    }
    let mut last = differ;
    for depth in DEPTHS {
        let apart = without_common(pool, &mut given.ranges, one, other, depth);
        if apart != last && never(pool, decider, apart) {
            return true;
        }
        last = apart;
    }
    let cone = pool.cone(&[differ]);
    if cone.len() > SMALL {
        return false;
    }
    // Facts about what the pair is made of.
    let inside: FxHashSet<Ex> = cone.into_iter().collect();
    let about = |fact: &&Ex| {
        let said = match *pool.node(**fact) {
            Node::Not(said) => said,
            _ => **fact,
        };
        parts(pool.node(said)).all(|part| inside.contains(&part) || pool.value(part).is_some())
    };
    let facts: Vec<Ex> = given.facts.iter().filter(about).copied().collect();
    if last == differ && facts.is_empty() {
        return false;
    }
    let differ = pool.all(facts.into_iter().chain([differ]));
    never(pool, decider, differ)
}

fn never(pool: &mut Pool, decider: &Decider<'_>, statement: Ex) -> bool {
    match pool.value(statement) {
        Some(value) => value == 0,
        None => ring::never_holds(pool, statement) || decider.decide(pool, &[statement]) == Decision::Never,
    }
}

/// Tells if a statement never holds whatever its comparisons come to, or whatever its products and quotients are: a large
/// question is often about little of what is in it.
pub fn never_holds(pool: &mut Pool, statement: Ex, decider: &Decider<'_>) -> bool {
    fn is_comparison(pool: &Pool, ex: Ex) -> bool {
        pool.sort(ex) == Sort::Bool && parts(pool.node(ex)).any(|part| pool.sort(part) != Sort::Bool)
    }
    fn is_product(pool: &Pool, ex: Ex) -> bool {
        use super::expr::Binary::{Mul, SDiv, SRem, UDiv, URem};
        matches!(pool.node(ex), Node::Binary(Mul | UDiv | SDiv | URem | SRem, ..))
    }
    let decider = Decider { shortcuts: false, units: Some(UNITS), ..*decider };
    [is_comparison, is_product].iter().any(|open| {
        let list = pool.cone(&[statement]).into_iter().filter(|ex| open(pool, *ex)).collect();
        let weaker = opened(pool, &[statement], list)[0];
        match pool.value(weaker) {
            Some(value) => value == 0,
            None => decider.decide(pool, &[weaker]) == Decision::Never,
        }
    })
}

/// The statement that two expressions differ, with a variable in the place of each part that both have, or that such a part has so
/// many steps inside, of which nothing but its range is known: if it never holds, they are equal.
fn without_common(pool: &mut Pool, ranges: &mut Ranges, one: Ex, other: Ex, depth: usize) -> Ex {
    let first: FxHashSet<Ex> = pool.cone(&[one]).into_iter().collect();
    let mut shared: Vec<Ex> = Vec::new();
    let mut seen: FxHashSet<Ex> = FxHashSet::default();
    let mut stack = vec![other];
    while let Some(ex) = stack.pop() {
        if !seen.insert(ex) {
            continue;
        }
        if first.contains(&ex) {
            shared.push(ex);
        } else {
            stack.extend(parts(pool.node(ex)));
        }
    }
    for _ in 0..depth {
        let inside: Vec<Ex> = shared.iter().flat_map(|ex| parts(pool.node(*ex))).collect();
        shared = inside.into_iter().filter(|ex| seen.insert(*ex)).collect();
    }
    shared.retain(|ex| !matches!(pool.node(*ex), Node::Bool(_) | Node::Number { .. } | Node::Variable(_)));
    shared.sort_unstable();
    let known: Vec<Range> = shared.iter().map(|ex| ranges.of(pool, *ex)).collect();
    let mut by: FxHashMap<Ex, Ex> = FxHashMap::default();
    let mut facts = Vec::new();
    for (ex, range) in shared.into_iter().zip(known) {
        let variable = any(pool, ex);
        let number = match pool.sort(ex) {
            Sort::Bits(_) => range.assumed(pool, variable, &mut facts),
            _ => variable,
        };
        by.insert(ex, number);
    }
    let [one, other] = [one, other].map(|ex| replaced(pool, ex, &by));
    let differ = pool.differ(one, other);
    pool.all(facts.into_iter().chain([differ]))
}

/// A variable of the sort of an expression.
fn any(pool: &mut Pool, ex: Ex) -> Ex {
    let (name, sort) = (format!("part{}", pool.variables().len()), pool.sort(ex));
    pool.variable(name, sort)
}

/// Expressions with a variable in the place of each of these parts.
fn opened(pool: &mut Pool, roots: &[Ex], list: Vec<Ex>) -> Vec<Ex> {
    let mut by: FxHashMap<Ex, Ex> = FxHashMap::default();
    for ex in list {
        let variable = any(pool, ex);
        by.insert(ex, variable);
    }
    roots.iter().map(|root| replaced(pool, *root, &by)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smt::{SolverPool, testing};
    use crate::values::expr::{Binary, Compare};

    fn decider(solvers: &SolverPool) -> Decider<'_> {
        Decider { solvers: Some(solvers), shortcuts: true, units: None, budget: None }
    }

    #[test]
    fn a_long_chain_of_equal_steps_becomes_one_expression() {
        let solvers = SolverPool::new(testing::solver(), std::num::NonZero::<usize>::MIN);
        let mut pool = Pool::default();
        let [x, y] = ["x", "y"].map(|name| pool.variable(name, Sort::Bits(32)));
        let (mut a, mut b) = (x, x);
        for step in 0..40u128 {
            let k = pool.number(32, 2 * step + 3);
            let product = pool.binary(Binary::Mul, a, k);
            let quotient = pool.binary(Binary::UDiv, product, y);
            a = pool.binary(Binary::Xor, quotient, y);
            // The same with the exclusive or written as a difference.
            let product = pool.binary(Binary::Mul, k, b);
            let quotient = pool.binary(Binary::UDiv, product, y);
            let (or, and) = (pool.binary(Binary::Or, quotient, y), pool.binary(Binary::And, quotient, y));
            b = pool.binary(Binary::Sub, or, and);
        }
        let differ = pool.differ(a, b);
        let [merged] = merged(&mut pool, &[differ], &decider(&solvers))[..] else { panic!("one root") };
        assert_eq!(pool.value(merged), Some(0));
    }

    #[test]
    fn expressions_that_differ_in_one_value_stay_two() {
        let solvers = SolverPool::new(testing::solver(), std::num::NonZero::<usize>::MIN);
        let mut pool = Pool::default();
        let x = pool.variable("x", Sort::Bits(32));
        let rare = pool.number(32, 0x1234_5678);
        let one = pool.number(32, 1);
        let sum = pool.binary(Binary::Add, x, one);
        let is_rare = pool.equal(x, rare);
        let other = pool.choice(is_rare, x, sum);
        let less = pool.compare(Compare::ULt, other, sum);
        let [kept] = merged(&mut pool, &[less], &decider(&solvers))[..] else { panic!("one root") };
        assert_eq!(pool.value(kept), None);
    }
}
