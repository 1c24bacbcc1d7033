//! The relation of two runs on one input. Undefined behaviour before excuses everything; what a run that was given up or is not
//! supported would do is open.

use std::collections::BTreeSet;

use assay_backend::engine::{Limit, Outcome, Run, Touched, Undefined, Unsupported};
use assay_backend::value::Value;

use super::float_nondet::{FloatNondeterminism, Relation};
use super::settings::Open;
use crate::verdict::Rule;

/// How a run of the program after relates to that of the program before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Compared {
    /// It does what the program before may do.
    Refines,
    /// It does so within the error of an approximation.
    Close,
    /// Anything would do: the program before has undefined behaviour.
    Excused,
    /// Anything would do: iterations of the program before race.
    Raced,
    /// It does something else; the rule that it breaks.
    Breaks(Rule),
    /// Not known.
    Open(Open),
}

/// Compares the runs of both programs on one input.
pub(crate) fn compare(freedom: &FloatNondeterminism, source: &Run, target: &Run) -> Compared {
    match source.outcome {
        Outcome::Ub { why: Undefined::Race, .. } => return Compared::Raced,
        Outcome::Ub { .. } => return Compared::Excused,
        _ => {}
    }
    if let Some(open) = undecided(&source.outcome) {
        return Compared::Open(open);
    }
    if target.outcome == Outcome::OutOfFuel(Limit::Endless) {
        return Compared::Breaks(Rule::V305);
    }
    if let Some(open) = undecided(&target.outcome) {
        return Compared::Open(open);
    }
    match (&source.outcome, &target.outcome) {
        (Outcome::Values(a), Outcome::Values(b)) => values(freedom, (a, source), (b, target)),
        (_, Outcome::Ub { .. }) => Compared::Breaks(Rule::V302),
        (Outcome::Trap { .. }, Outcome::Trap { .. }) => Compared::Refines,
        _ => Compared::Breaks(Rule::V305),
    }
}

/// The first argument that the run after frees and the run before does not, or that it stores to although the function before only
/// reads it: that may be constant.
pub(crate) fn touches_more(only_read: &[bool], source: &Run, target: &Run) -> Option<(usize, Touched)> {
    let pairs = source.touched.iter().zip(&target.touched).zip(only_read).enumerate();
    let more =
        |old: Touched, new: Touched, only_read: bool| new > old && (only_read || new == Touched::Freed);
    pairs
        .filter(|(_, ((old, new), only_read))| more(**old, **new, **only_read))
        .map(|(at, ((_, new), _))| (at, *new))
        .next()
}

type Returned<'r> = (&'r [Value], &'r Run);

fn values(freedom: &FloatNondeterminism, source: Returned<'_>, target: Returned<'_>) -> Compared {
    let results = freedom.lists(source.0, target.0);
    let memory = freedom.lists(&source.1.memory, &target.1.memory);
    let (old, new) = globals(source.1, target.1);
    let memory = memory.and(freedom.lists(&old, &new));
    let unless_open = |rule: Rule, other: &Relation| match other {
        Relation::Open(name) => Compared::Open(Open::Freedom(name.clone())),
        _ => Compared::Breaks(rule),
    };
    match (results, memory) {
        (Relation::Differs { poison: false }, other) => unless_open(Rule::V301, &other),
        (Relation::Differs { poison: true }, other) => unless_open(Rule::V303, &other),
        (results, Relation::Differs { .. }) => unless_open(Rule::V304, &results),
        (Relation::Open(name), _) | (_, Relation::Open(name)) => Compared::Open(Open::Freedom(name)),
        (Relation::Close, _) | (_, Relation::Close) => Compared::Close,
        (Relation::Allowed, Relation::Allowed) => Compared::Refines,
    }
}

/// The contents at the end of each global that one of two runs used, in the same order; one that the other run did not use is as
/// it was at the start.
fn globals(source: &Run, target: &Run) -> (Vec<Value>, Vec<Value>) {
    let names = source.globals.iter().chain(&target.globals).map(|global| &global.name);
    let names: BTreeSet<&String> = names.collect();
    let of = |name: &String, run: &Run, other: &Run| {
        let find = |run: &Run| run.globals.iter().find(|global| global.name == *name).cloned();
        let at_the_end = find(run).map(|global| global.contents);
        at_the_end.or_else(|| find(other).map(|global| global.initial)).unwrap_or(Value::Poison)
    };
    names.into_iter().map(|name| (of(name, source, target), of(name, target, source))).unzip()
}

/// The reason for which an outcome says nothing.
pub(super) fn undecided(outcome: &Outcome) -> Option<Open> {
    match outcome {
        Outcome::OutOfFuel(limit) => Some(Open::Limit(*limit)),
        Outcome::Unsupported { name, gap: Unsupported::Operation, .. } => Some(Open::NoMeaning(name.clone())),
        Outcome::Unsupported { name, gap, .. } => Some(Open::Partly(name.clone(), *gap)),
        Outcome::Values(_) | Outcome::Ub { .. } | Outcome::Trap { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use assay_backend::engine::Global;
    use assay_ir::data::{Context, Program};

    use super::*;

    fn run(outcome: Outcome, memory: &[u128]) -> Run {
        let memory = memory.iter().map(|bits| Value::int(8, *bits)).collect();
        Run {
            outcome,
            trace: Vec::new(),
            memory,
            touched: Vec::new(),
            globals: Vec::new(),
            fuel: 0,
            operations: None,
            unsaid: None,
            unordered: None,
        }
    }

    fn compared(source: &Run, target: &Run) -> Compared {
        compare(&FloatNondeterminism::default(), source, target)
    }

    #[test]
    fn a_global_that_only_one_run_used_is_compared_with_its_start() {
        let one = || Outcome::Values(vec![Value::int(8, 1)]);
        let with = |globals: &[(u128, u128)]| {
            let global = |(initial, contents): &(u128, u128)| Global {
                name: "g".to_owned(),
                initial: Value::int(8, *initial),
                contents: Value::int(8, *contents),
            };
            Run { globals: globals.iter().map(global).collect(), ..run(one(), &[]) }
        };
        assert_eq!(compared(&with(&[(1, 2)]), &with(&[(1, 2)])), Compared::Refines);
        assert_eq!(compared(&with(&[(1, 1)]), &with(&[])), Compared::Refines);
        assert_eq!(compared(&with(&[]), &with(&[(1, 1)])), Compared::Refines);
        for (source, target) in [(&[(1, 2)][..], &[][..]), (&[], &[(1, 2)]), (&[(1, 2)], &[(1, 3)])] {
            assert_eq!(compared(&with(source), &with(target)), Compared::Breaks(Rule::V304));
        }
    }

    #[test]
    fn memory_that_is_only_read_may_be_constant() {
        let with = |touched| Run { touched: vec![touched], ..run(Outcome::Values(Vec::new()), &[1]) };
        let (read, stored, freed) = (with(Touched::Read), with(Touched::Stored), with(Touched::Freed));
        for only_read in [true, false] {
            let more = |source, target| touches_more(&[only_read], source, target).is_some();
            assert_eq!(more(&read, &stored), only_read);
            assert!(more(&read, &freed) && more(&stored, &freed));
            assert!(!more(&stored, &stored) && !more(&stored, &read) && !more(&freed, &freed));
        }
    }

    #[test]
    fn the_rule_says_what_differs() {
        let op = Program::new(&Context::new()).top();
        let one = |bits| Outcome::Values(vec![Value::int(8, bits)]);
        let undefined = Outcome::Ub { op, why: Undefined::DivisionByZero };
        let trap = Outcome::Trap { op, message: String::new() };
        let cases = [
            (run(one(1), &[]), run(one(1), &[]), Compared::Refines),
            (run(one(1), &[]), run(one(2), &[]), Compared::Breaks(Rule::V301)),
            (run(one(1), &[]), run(undefined.clone(), &[]), Compared::Breaks(Rule::V302)),
            (run(one(1), &[]), run(Outcome::Values(vec![Value::Poison]), &[]), Compared::Breaks(Rule::V303)),
            (run(one(1), &[1]), run(one(1), &[2]), Compared::Breaks(Rule::V304)),
            (run(one(1), &[]), run(trap.clone(), &[]), Compared::Breaks(Rule::V305)),
            (run(trap.clone(), &[]), run(one(1), &[]), Compared::Breaks(Rule::V305)),
            (run(trap.clone(), &[]), run(trap, &[]), Compared::Refines),
            (run(undefined, &[]), run(one(1), &[]), Compared::Excused),
            (
                run(one(1), &[]),
                run(Outcome::OutOfFuel(Limit::Fuel), &[]),
                Compared::Open(Open::Limit(Limit::Fuel)),
            ),
            (run(one(1), &[]), run(Outcome::OutOfFuel(Limit::Endless), &[]), Compared::Breaks(Rule::V305)),
            (
                run(Outcome::OutOfFuel(Limit::Endless), &[]),
                run(one(1), &[]),
                Compared::Open(Open::Limit(Limit::Endless)),
            ),
        ];
        for (source, target, expected) in cases {
            assert_eq!(compared(&source, &target), expected, "{source:?} {target:?}");
        }
    }
}
