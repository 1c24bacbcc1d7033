//! Facts about quotients and remainders by unknown numbers, which hold at every width: with them a statement is often decided where
//! nothing else is known of these numbers. Division by zero is that of SMT-LIB.
//!
//! The facts, for `r = x srem y`, and for `q = x udiv y` beside `m = x urem y`:
//! - `r` is zero or has the sign of `x`;
//! - `m` is below `y` unless that is zero, and no more than `x`; `q` is no more than `x` unless `y` is zero;
//! - `(x - 1) udiv y` is `q - 1` where `m` is zero, else `q`, unless `x` or `y` is zero.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::arena::TermArena;
use crate::bits::mask;
use crate::node::{Binary, Compare, Node, TermId};
use crate::simplify::assume::replaced;

/// More divisions than these are not looked at.
const MAX_DIVISIONS: usize = 16;

/// A statement that holds for the same values and says the facts about its quotients and remainders, too; `None` where it has none
/// by an unknown number.
pub fn with_facts(pool: &mut TermArena, statement: TermId) -> Option<TermId> {
    let divisions = divisions(pool, statement);
    if divisions.is_empty() || divisions.len() > MAX_DIVISIONS {
        return None;
    }
    let known: FxHashSet<TermId> = divisions.iter().copied().collect();
    let mut all = vec![statement];
    for division in divisions {
        all.extend(facts(pool, &known, division));
    }
    Some(pool.all(all))
}

/// A statement with facts in which every quotient and remainder by an unknown number may be any number: where it never holds, that of
/// which it was made never does.
pub fn with_facts_alone(pool: &mut TermArena, statement: TermId) -> Option<TermId> {
    let whole = with_facts(pool, statement)?;
    let mut any: FxHashMap<TermId, TermId> = FxHashMap::default();
    for division in divisions(pool, whole) {
        let sort = pool.sort(division);
        let name = format!("quotient{}", pool.variables().len());
        any.insert(division, pool.variable(name, sort));
    }
    Some(replaced(pool, whole, &any))
}

/// Quotients and remainders by unknown numbers, operands first.
fn divisions(pool: &TermArena, statement: TermId) -> Vec<TermId> {
    let by_unknown = |term: &TermId| match pool.node(*term) {
        Node::Binary(Binary::UDiv | Binary::URem | Binary::SDiv | Binary::SRem, _, by) => {
            pool.value(*by).is_none()
        }
        _ => false,
    };
    pool.cone(&[statement]).into_iter().filter(by_unknown).collect()
}

fn facts(pool: &mut TermArena, known: &FxHashSet<TermId>, division: TermId) -> Vec<TermId> {
    let Node::Binary(op, x, y) = *pool.node(division) else { return Vec::new() };
    let zero = pool.zero(pool.width(x));
    let by_zero = pool.equal(y, zero);
    match op {
        Binary::SRem => {
            let none = pool.equal(division, zero);
            let [sign, same] = [division, x].map(|number| pool.compare(Compare::SLt, number, zero));
            let same = pool.equal(sign, same);
            vec![pool.or(none, same)]
        }
        Binary::URem => {
            let below = pool.compare(Compare::ULt, division, y);
            let below = pool.or(by_zero, below);
            vec![below, pool.compare(Compare::ULe, division, x)]
        }
        Binary::UDiv => {
            let most = pool.compare(Compare::ULe, division, x);
            let mut facts = vec![pool.or(by_zero, most)];
            facts.extend(successor(pool, known, division));
            facts
        }
        _ => Vec::new(),
    }
}

/// The quotient of the predecessor by the one of the number, where both stand in a statement with the remainder.
fn successor(pool: &mut TermArena, known: &FxHashSet<TermId>, division: TermId) -> Option<TermId> {
    let Node::Binary(Binary::UDiv, less, y) = *pool.node(division) else { return None };
    let width = pool.width(less);
    let ones = Some(mask(width));
    let x = match *pool.node(less) {
        Node::Binary(Binary::Add, a, b) if pool.value(b) == ones => a,
        Node::Binary(Binary::Add, a, b) if pool.value(a) == ones => b,
        _ => return None,
    };
    let [quotient, remainder] = [Binary::UDiv, Binary::URem].map(|op| pool.binary(op, x, y));
    if !known.contains(&quotient) || !known.contains(&remainder) {
        return None;
    }
    let (zero, ones) = (pool.zero(width), pool.ones(width));
    let even = pool.equal(remainder, zero);
    let before = pool.binary(Binary::Add, quotient, ones);
    let expected = pool.choice(even, before, quotient);
    let [none, by_zero] = [x, y].map(|number| pool.equal(number, zero));
    let equal = pool.equal(division, expected);
    Some(pool.any([none, by_zero, equal]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{Model, holds};
    use crate::node::{Sort, Var};

    /// All divisions of two numbers, and those of the predecessor of the first.
    fn all(pool: &mut TermArena, width: u32) -> Vec<TermId> {
        let [x, y] = ["x", "y"].map(|name| pool.variable(name, Sort::Bits(width)));
        let ones = pool.ones(width);
        let less = pool.binary(Binary::Add, x, ones);
        let ops = [Binary::UDiv, Binary::URem, Binary::SDiv, Binary::SRem];
        ops.into_iter().flat_map(|op| [pool.binary(op, x, y), pool.binary(op, less, y)]).collect()
    }

    #[test]
    fn every_fact_holds_at_narrow_widths() {
        for width in 2..=5 {
            let mut pool = TermArena::default();
            let divisions = all(&mut pool, width);
            let known: FxHashSet<TermId> = divisions.iter().copied().collect();
            let facts: Vec<TermId> =
                divisions.into_iter().flat_map(|division| facts(&mut pool, &known, division)).collect();
            assert_eq!(facts.len(), 9);
            for (x, y) in (0..1 << width).flat_map(|x| (0..1 << width).map(move |y| (x, y))) {
                let model = Model::from_iter([(Var(0), x), (Var(1), y)]);
                for fact in &facts {
                    assert!(holds(&pool, *fact, &model), "{x} by {y} at {width} bits");
                }
            }
        }
    }

    #[test]
    fn no_division_is_left_beside_the_facts() {
        let mut pool = TermArena::default();
        let divisions = all(&mut pool, 64);
        let zero = pool.zero(64);
        let statements: Vec<TermId> =
            divisions.into_iter().map(|division| pool.equal(division, zero)).collect();
        let statement = pool.all(statements);
        let alone = with_facts_alone(&mut pool, statement).expect("divisions");
        assert!(self::divisions(&pool, alone).is_empty());
        assert_eq!(with_facts(&mut pool, zero), None);
    }
}
