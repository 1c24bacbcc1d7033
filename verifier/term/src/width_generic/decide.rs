//! Can a question ever hold, at any width at once? It is made at several samples of its open widths; where it is the same at all
//! of them, what needs no look at the widths settles it: `simplify::extend` and `simplify::quotients`, then `polynomial`, then `bitwise_automaton`. A small number of a fixed width, such as a
//! predicate, is looked at value by value. Knows no pattern and no solver.

use rustc_hash::FxHashMap;

use crate::arena::TermArena;
use crate::node::{Sort, TermId, Var};
use crate::sample::FROM;
use crate::simplify::assume::{assumed, replaced};
use crate::simplify::extend;
use crate::simplify::quotients::with_facts;
use crate::width_generic::alike::alike;
use crate::width_generic::certificate;
use crate::{bitwise_automaton, polynomial};

/// Values of small numbers that are looked at one by one.
const MAX_VALUES: u32 = 8;

/// True if a question, as it is at each of these samples of its open widths, narrow ones first, never holds at any widths in the
/// order of these; false when that is not known. The cases of its certificate are written to `recorded`, if it is given.
pub fn never_holds(
    made: Vec<(TermArena, TermId)>,
    samples: &[&[u32]],
    mut recorded: Option<&mut Vec<assay_certificate::Case>>,
) -> bool {
    let mut made = made;
    for (pool, statement) in &mut made {
        *statement = assumed(pool, *statement).0;
    }
    if without_choices(&made, samples, Vec::new, recorded.as_deref_mut()) {
        return true;
    }
    let small = small(&made[0].0, made[0].1);
    let bits: u32 = small.iter().map(|(_, width)| width).sum();
    if small.is_empty() || bits > MAX_VALUES {
        return false;
    }
    (0..1u128 << bits).all(|number| {
        let known = || {
            let mut rest = number;
            let value = |(name, width): &(String, u32)| {
                let value = rest & ((1 << width) - 1);
                rest >>= width;
                (name.clone(), *width, value)
            };
            small.iter().map(value).collect()
        };
        let mut one = made.clone();
        for (pool, statement) in &mut one {
            let mut rest = number;
            let mut by: FxHashMap<TermId, TermId> = FxHashMap::default();
            for (name, width) in &small {
                let value = pool.number(*width, rest);
                rest >>= width;
                let at = pool.variables().iter().position(|variable| variable.name == *name);
                // A variable that is not there is in no place that could differ.
                let Some(at) = at else { continue };
                by.insert(pool.of_variable(Var(at as u32)), value);
            }
            let known = replaced(pool, *statement, &by);
            *statement = assumed(pool, known).0;
        }
        without_choices(&one, samples, known, recorded.as_deref_mut())
    })
}

/// Names and widths of the numbers of a small width.
fn small(pool: &TermArena, statement: TermId) -> Vec<(String, u32)> {
    let variables = pool.variables_of(&[statement]).into_iter();
    let variables = variables.map(|var| &pool.variables()[var.0 as usize]);
    variables
        .filter_map(|variable| match variable.sort {
            Sort::Bits(width) if width < FROM => Some((variable.name.clone(), width)),
            _ => None,
        })
        .collect()
}

fn without_choices(
    made: &[(TermArena, TermId)],
    samples: &[&[u32]],
    known: impl FnOnce() -> Vec<(String, u32, u128)>,
    recorded: Option<&mut Vec<assay_certificate::Case>>,
) -> bool {
    let mut made = made.to_vec();
    for (pool, statement) in &mut made {
        *statement = extend::narrowed(pool, *statement);
    }
    let case = match case(&made, samples, recorded.is_some()) {
        Some(case) => case,
        // Facts about divisions make a statement longer, which some arguments have a limit for.
        None => {
            for (pool, statement) in &mut made {
                let Some(with_facts) = with_facts(pool, *statement) else { return false };
                *statement = with_facts;
            }
            let Some(case) = case(&made, samples, recorded.is_some()) else { return false };
            case
        }
    };
    if let (Some(cases), Some((questions, argument))) = (recorded, case) {
        cases.push(assay_certificate::Case { known: known(), questions, argument });
    }
    true
}

/// The terms of a statement at each sample, and why it never holds at any.
type Proved = (Vec<Vec<assay_certificate::Term>>, assay_certificate::Argument);

/// A proof of a statement that was made at several samples, where it is to be recorded; `None` where it is not proved, or not to be
/// written down.
fn case(made: &[(TermArena, TermId)], samples: &[&[u32]], recorded: bool) -> Option<Option<Proved>> {
    // Numbers are computed when small ones become known, too.
    if made.iter().any(|(pool, _)| pool.width_dependent) {
        return None;
    }
    let (((pool, statement), others), (open, widths)) = (made.split_first()?, samples.split_first()?);
    let same = others
        .iter()
        .zip(widths)
        .all(|((other, question), widths)| alike((pool, *statement), (other, *question), [open, widths]));
    if !same {
        return None;
    }
    if !recorded {
        let never = polynomial::never_holds(pool, *statement)
            || bitwise_automaton::never_holds(pool, *statement, open, None);
        return never.then_some(None);
    }
    let mut automaton = assay_certificate::Automaton::default();
    let argument = match polynomial::never_holds(pool, *statement) {
        true => assay_certificate::Argument::Ring,
        false if bitwise_automaton::never_holds(pool, *statement, open, Some(&mut automaton)) => {
            assay_certificate::Argument::Automaton(automaton)
        }
        false => return None,
    };
    let questions = made.iter().map(|(pool, statement)| certificate::terms(pool, *statement));
    Some(Some((questions.collect::<Option<_>>()?, argument)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::node::Binary;
    use crate::sample::SAMPLES;

    const ALONE: [&[u32]; 3] = [&[SAMPLES[0]], &[SAMPLES[1]], &[SAMPLES[2]]];

    /// A statement as it is at each of the sample widths.
    fn at_widths(statement: impl Fn(&mut TermArena, TermId, u32) -> TermId) -> Vec<(TermArena, TermId)> {
        let at = |width: u32| {
            let mut pool = TermArena::default();
            let x = pool.variable("x", Sort::Bits(width));
            let made = statement(&mut pool, x, width);
            (pool, made)
        };
        SAMPLES.map(at).into()
    }

    #[test]
    fn what_rests_on_arithmetic_alone_never_holds_at_any_width() {
        let twice = at_widths(|pool, x, width| {
            let (sum, two) = (pool.binary(Binary::Add, x, x), pool.number(width, 2));
            let product = pool.binary(Binary::Mul, x, two);
            pool.differ(sum, product)
        });
        assert!(never_holds(twice, &ALONE, None));
    }

    #[test]
    fn a_question_that_is_another_one_at_another_width_is_not_settled_by_the_first() {
        // At the first width the number is zero, at the others it is not.
        let shifted = at_widths(|pool, x, width| {
            let number = pool.number(width, u128::from(width - SAMPLES[0]));
            let sum = pool.binary(Binary::Add, x, number);
            pool.differ(x, sum)
        });
        assert_eq!(shifted[0].0.value(shifted[0].1), Some(0));
        assert!(!never_holds(shifted, &ALONE, None));
    }
}
