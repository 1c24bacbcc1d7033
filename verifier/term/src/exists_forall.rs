//! Results of operations without a meaning, and what those are given. A counterexample may not choose them: the rest of the input
//! has to break the rewrite whatever they are, poison apart. Knows no pattern.
//!
//! Found by refinement: an input that breaks the rewrite for all results seen so far, then a result for which that input
//! does no harm, which is seen from then on.

use rustc_hash::FxHashMap;

use crate::arena::TermArena;
use crate::decide::Decider;
use crate::enumerate::Decision;
use crate::eval::Model;
use crate::float::From;
use crate::node::{Sort, TermId, Var};
use crate::simplify::assume::replaced;
use assay_smt::Undecided;

/// Results that are tried before the search is given up.
const MAX_SEEN: usize = 12;

/// A statement that has to hold of an input, whatever the results are.
pub struct Claim<'a> {
    /// The facts about a match.
    pub facts: TermId,
    /// The statement that the input shows.
    pub shown: TermId,
    /// The statement that it shows at other results.
    pub any: TermId,
    /// The variables of results that are not known.
    pub results: &'a [Var],
    /// Those of them that say whether they are poison.
    pub poison: &'a [Var],
}

/// An input for which a claim holds whatever the results are.
pub fn robust(decider: &Decider<'_>, pool: &mut TermArena, claim: &Claim<'_>) -> Decision {
    let none = constants(pool, claim.poison.iter().map(|var| (*var, 0)));
    let [facts, shown, any] = [claim.facts, claim.shown, claim.any].map(|ex| replaced(pool, ex, &none));
    let mut statement = pool.and(facts, shown);
    for _ in 0..MAX_SEEN {
        let model = match decider.decide(pool, &[statement]) {
            Decision::Holds(model) => model,
            other => return other,
        };
        match harmless(decider, pool, (facts, any), claim.results, &model) {
            Decision::Never => return Decision::Holds(model),
            Decision::Holds(results) => {
                let seen = claim.results.iter().map(|var| (*var, results.get(var).copied().unwrap_or(0)));
                let seen = constants(pool, seen);
                let [holds, breaks] = [facts, any].map(|ex| replaced(pool, ex, &seen));
                let apart = pool.not(holds);
                let further = pool.or(apart, breaks);
                statement = pool.and(statement, further);
            }
            other => return other,
        }
    }
    Decision::Unknown(Undecided::Timeout)
}

/// Tells if a model of a claim holds whatever the results are.
pub fn is_robust(decider: &Decider<'_>, pool: &mut TermArena, claim: &Claim<'_>, model: &Model) -> bool {
    let none = constants(pool, claim.poison.iter().map(|var| (*var, 0)));
    let poison = |var: &Var| model.get(var).copied().unwrap_or(0) != 0;
    let [facts, any] = [claim.facts, claim.any].map(|ex| replaced(pool, ex, &none));
    !claim.poison.iter().any(poison)
        && harmless(decider, pool, (facts, any), claim.results, model) == Decision::Never
}

/// Results for which nothing breaks on the input of a model.
fn harmless(
    decider: &Decider<'_>,
    pool: &mut TermArena,
    (facts, any): (TermId, TermId),
    results: &[Var],
    model: &Model,
) -> Decision {
    let inputs = pool.variables_of(&[facts, any]).into_iter().filter(|var| !results.contains(var));
    let fixed: Vec<(Var, u128)> = inputs.map(|var| (var, model.get(&var).copied().unwrap_or(0))).collect();
    let fixed = constants(pool, fixed.into_iter());
    let [facts, any] = [facts, any].map(|ex| replaced(pool, ex, &fixed));
    let unbroken = pool.not(any);
    decider.decide(pool, &[facts, unbroken])
}

/// Variables as the numbers that they are.
fn constants(pool: &mut TermArena, values: impl Iterator<Item = (Var, u128)>) -> FxHashMap<TermId, TermId> {
    let values: Vec<(Var, u128)> = values.collect();
    let mut out = FxHashMap::default();
    for (var, value) in values {
        let number = match pool.variables()[var.0 as usize].sort {
            Sort::Bool => pool.boolean(value != 0),
            Sort::Bits(width) => pool.number(width, value),
            Sort::Float(format) => {
                let bits = pool.number(format.width(), value);
                pool.float_from(From::Bits, bits, format)
            }
        };
        out.insert(pool.of_variable(var), number);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::node::Binary;

    /// Tells if some `x` breaks whatever `r` is.
    fn found(statement: impl Fn(&mut TermArena, TermId, TermId) -> TermId) -> bool {
        let mut pool = TermArena::default();
        let (x, r) = (pool.variable("x", Sort::Bits(8)), pool.variable("r", Sort::Bits(8)));
        let facts = pool.boolean(true);
        let shown = statement(&mut pool, x, r);
        let results = [pool.as_variable(r).expect("it is a variable")];
        let claim = Claim { facts, shown, any: shown, results: &results, poison: &[] };
        let decider = Decider { solvers: None, shortcuts: true, units: None, budget: None };
        matches!(robust(&decider, &mut pool, &claim), Decision::Holds(_))
    }

    #[test]
    fn what_needs_one_result_is_not_shown() {
        // x + r is not x, unless r is 0.
        assert!(!found(|pool, x, r| {
            let sum = pool.binary(Binary::Add, x, r);
            pool.differ(sum, x)
        }));
    }

    #[test]
    fn what_every_result_breaks_is_shown() {
        // x + r is not r, where x is 1.
        assert!(found(|pool, x, r| {
            let sum = pool.binary(Binary::Add, x, r);
            pool.differ(sum, r)
        }));
    }
}
