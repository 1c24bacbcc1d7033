//! Equal expressions are made one before a question about large ones is asked: candidates are those that come to the same for all
//! drawn values, and each pair is proved by itself, its common parts being variables. So a question about two programs of
//! hundreds of operations becomes many about a few. Knows no operation.
//!
//! Not proved: equalities that hold only where something else is assumed; what is not proved stays two expressions.

use std::hash::Hasher as _;

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use crate::arena::TermArena;
use crate::decide::Decider;
use crate::enumerate::Decision;
use crate::eval::Evaluator;
use crate::interval::Ranges;
use crate::model_search::random::samples;
use crate::node::{Node, Sort, TermId, parts};
use crate::polynomial;
use crate::simplify::assume::{rebuilt, replaced};

/// Rows of values by which expressions are told apart.
const ROWS: usize = 768;

/// Resource units for the question about one pair.
const UNITS: u64 = 100_000;

/// Pairs in all that are not equal, or not known to be, before no further ones are tried.
const FAILURES: usize = 48;

/// Steps into the common parts of a pair that are looked at before the whole is.
const DEPTH: usize = 3;

/// Expressions of a pair up to which it is asked about as a whole when its common parts alone do not decide it.
const SMALL: usize = 400;

/// How much of a pair is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// The parts that are not common to both, and then all of it.
    Little,
    /// Some steps into what is common to both as well, the ranges of what is further inside, and pairs of comparisons.
    More,
}

/// Statements that hold for the same values as the given ones, where equal parts are one expression.
pub fn merged(pool: &mut TermArena, roots: &[TermId], decider: &Decider<'_>, effort: Effort) -> Vec<TermId> {
    let cone = pool.cone(roots);
    let signatures = signatures(pool, &cone);
    let mut made: FxHashMap<TermId, TermId> = FxHashMap::default();
    // The expressions of each signature that are not equal, as they were made.
    let mut known: FxHashMap<(Sort, u64), Vec<TermId>> = FxHashMap::default();
    let decider = Decider { shortcuts: false, units: Some(UNITS), ..*decider };
    let mut ranges = (effort == Effort::More).then(Ranges::default);
    let mut failures = 0;
    for (ex, (signature, varies)) in cone.iter().zip(signatures) {
        let mut new = rebuilt(pool, *ex, &made);
        let is_leaf = parts(pool.node(new)).next().is_none();
        // The parts of truth values are asked of them all at once, but for comparisons that come out either way.
        let compares =
            effort == Effort::More && varies && matches!(pool.node(new), Node::Compare(..) | Node::Equal(..));
        if is_leaf || compares || pool.sort(new) != Sort::Bool {
            let class = known.entry((pool.sort(new), signature)).or_default();
            if !class.contains(&new) {
                let mut equal = None;
                for other in class.iter().copied().take(2).filter(|_| !is_leaf) {
                    if failures >= FAILURES {
                        break;
                    }
                    if are_equal(pool, ranges.as_mut(), &decider, other, new) {
                        equal = Some(other);
                        break;
                    }
                    failures += 1;
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

/// A number for what each expression comes to in all rows, and if that is more than one value.
fn signatures(pool: &TermArena, cone: &[TermId]) -> Vec<(u64, bool)> {
    let mut out = vec![(FxHasher::default(), None, false); cone.len()];
    let mut evaluator = Evaluator::new(pool, cone);
    for row in samples(pool, cone, ROWS) {
        evaluator.run(&|var| row[var.0 as usize]);
        for ((signature, first, varies), ex) in out.iter_mut().zip(cone) {
            let value = evaluator.value(*ex);
            signature.write_u128(value);
            *varies |= *first.get_or_insert(value) != value;
        }
    }
    out.into_iter().map(|(signature, _, varies)| (signature.finish(), varies)).collect()
}

/// Tells if two expressions are proved to be equal; with the ranges of what is not looked at where they are given.
fn are_equal(
    pool: &mut TermArena,
    ranges: Option<&mut Ranges>,
    decider: &Decider<'_>,
    one: TermId,
    other: TermId,
) -> bool {
    let differ = pool.differ(one, other);
    if let Some(value) = pool.value(differ) {
        return value == 0;
    }
    let mut apart = without_common(pool, None, one, other, 0);
    if never(pool, decider, apart) {
        return true;
    }
    if let Some(ranges) = ranges {
        apart = without_common(pool, Some(ranges), one, other, DEPTH);
        if never(pool, decider, apart) {
            return true;
        }
    }
    apart != differ && pool.cone(&[differ]).len() <= SMALL && never(pool, decider, differ)
}

fn never(pool: &mut TermArena, decider: &Decider<'_>, statement: TermId) -> bool {
    match pool.value(statement) {
        Some(value) => value == 0,
        None => {
            polynomial::never_holds(pool, statement) || decider.decide(pool, &[statement]) == Decision::Never
        }
    }
}

/// Tells if a statement never holds whatever its comparisons come to, or whatever its products and quotients are: a large
/// question is often about little of what is in it.
pub fn never_holds(pool: &mut TermArena, statement: TermId, decider: &Decider<'_>) -> bool {
    fn is_comparison(pool: &TermArena, ex: TermId) -> bool {
        pool.sort(ex) == Sort::Bool && parts(pool.node(ex)).any(|part| pool.sort(part) != Sort::Bool)
    }
    fn is_product(pool: &TermArena, ex: TermId) -> bool {
        use crate::node::Binary::{Mul, SDiv, SRem, UDiv, URem};
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

/// The statement that two expressions differ, with a variable in the place of each part that both have, or that such a part has
/// `depth` steps inside, of which no more is known than its range: if it never holds, they are equal.
fn without_common(
    pool: &mut TermArena,
    mut ranges: Option<&mut Ranges>,
    one: TermId,
    other: TermId,
    depth: usize,
) -> TermId {
    let first: FxHashSet<TermId> = pool.cone(&[one]).into_iter().collect();
    let mut shared: Vec<TermId> = Vec::new();
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
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
        let inside: Vec<TermId> = shared.iter().flat_map(|ex| parts(pool.node(*ex))).collect();
        shared = inside.into_iter().filter(|ex| seen.insert(*ex)).collect();
    }
    shared.retain(|ex| !matches!(pool.node(*ex), Node::Bool(_) | Node::Number { .. } | Node::Variable(_)));
    shared.sort_unstable();
    let mut by: FxHashMap<TermId, TermId> = FxHashMap::default();
    let mut facts = Vec::new();
    for ex in shared {
        let range = ranges.as_mut().filter(|_| matches!(pool.sort(ex), Sort::Bits(_)));
        let range = range.map(|ranges| ranges.range(pool, ex));
        let any = any(pool, ex);
        by.insert(ex, range.map_or(any, |range| range.assumed(pool, any, &mut facts)));
    }
    let [one, other] = [one, other].map(|ex| replaced(pool, ex, &by));
    let differ = pool.differ(one, other);
    pool.all(facts.into_iter().chain([differ]))
}

/// A variable of the sort of an expression.
fn any(pool: &mut TermArena, ex: TermId) -> TermId {
    let (name, sort) = (format!("part{}", pool.variables().len()), pool.sort(ex));
    pool.variable(name, sort)
}

/// Expressions with a variable in the place of each of these parts.
fn opened(pool: &mut TermArena, roots: &[TermId], list: Vec<TermId>) -> Vec<TermId> {
    let mut by: FxHashMap<TermId, TermId> = FxHashMap::default();
    for ex in list {
        let any = any(pool, ex);
        by.insert(ex, any);
    }
    roots.iter().map(|root| replaced(pool, *root, &by)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::node::{Binary, Compare};
    use assay_smt::{SolverPool, testing};

    fn decider(solvers: &SolverPool) -> Decider<'_> {
        Decider { solvers: Some(solvers), shortcuts: true, units: None, budget: None }
    }

    #[test]
    fn a_long_chain_of_equal_steps_becomes_one_expression() {
        let solvers = SolverPool::new(testing::solver(), std::num::NonZero::<usize>::MIN);
        let mut pool = TermArena::default();
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
        let [merged] = merged(&mut pool, &[differ], &decider(&solvers), Effort::Little)[..] else {
            panic!("one root")
        };
        assert_eq!(pool.value(merged), Some(0));
    }

    #[test]
    fn expressions_that_differ_in_one_value_stay_two() {
        let solvers = SolverPool::new(testing::solver(), std::num::NonZero::<usize>::MIN);
        let mut pool = TermArena::default();
        let x = pool.variable("x", Sort::Bits(32));
        let rare = pool.number(32, 0x1234_5678);
        let one = pool.number(32, 1);
        let sum = pool.binary(Binary::Add, x, one);
        let is_rare = pool.equal(x, rare);
        let other = pool.choice(is_rare, x, sum);
        let less = pool.compare(Compare::ULt, other, sum);
        for effort in [Effort::Little, Effort::More] {
            let [kept] = merged(&mut pool, &[less], &decider(&solvers), effort)[..] else {
                panic!("one root")
            };
            assert_eq!(pool.value(kept), None);
        }
    }

    /// A pair that is equal for as much as is known of its common part: the number of places by which `inside` is shifted.
    fn alike_where_small(pool: &mut TermArena, inside: TermId, places: u128) -> TermId {
        let (places, limit) = (pool.number(32, places), pool.number(32, 1 << 20));
        let small = pool.binary(Binary::LShr, inside, places);
        let below = pool.compare(Compare::ULt, small, limit);
        let other = pool.choice(below, small, limit);
        pool.differ(small, other)
    }

    #[test]
    fn the_range_of_a_common_part_is_known_where_the_part_is_not() {
        let mut pool = TermArena::default();
        let [x, y] = ["x", "y"].map(|name| pool.variable(name, Sort::Bits(32)));
        let product = pool.binary(Binary::Mul, x, y);
        for (places, always) in [(12, true), (11, false)] {
            let differ = alike_where_small(&mut pool, product, places);
            let Node::Not(equal) = *pool.node(differ) else { panic!("a difference") };
            let Node::Equal(one, other) = *pool.node(equal) else { panic!("of two numbers") };
            let mut ranges = Ranges::default();
            let solvers = SolverPool::new(testing::solver(), std::num::NonZero::<usize>::MIN);
            for (ranges, found) in [(None, false), (Some(&mut ranges), always)] {
                let apart = without_common(&mut pool, ranges, one, other, 0);
                let never = decider(&solvers).decide(&mut pool, &[apart]) == Decision::Never;
                assert_eq!(never, found, "{places}");
            }
        }
    }
}
