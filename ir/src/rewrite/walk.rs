//! The drivers without a worklist: one application, and one visit of each operation.

use super::fused::PatternSet;
use super::greedy::GreedyOutcome;
use super::{Candidates, Listener, Options};
use crate::data::{OpId, Program};

/// Applies the first pattern, by benefit, that matches anywhere below `scope`, at the first place in text order.
pub fn apply_once(
    program: &mut Program,
    scope: OpId,
    set: &PatternSet<'_, '_>,
    options: &Options<'_>,
    listener: &mut dyn Listener,
) -> GreedyOutcome {
    let mut best: Option<(usize, OpId)> = None;
    let mut candidates = set.scratch();
    for op in program.walk(scope).filter(|op| *op != scope) {
        for rank in set.candidates(program, op, options, &mut candidates) {
            if best.is_some_and(|(other, _)| other <= *rank) {
                break;
            }
            if set.pattern(*rank).match_at(program, op, options).is_some() {
                best = Some((*rank, op));
                break;
            }
        }
        if matches!(best, Some((0, _))) {
            break;
        }
    }
    let Some((rank, op)) = best else { return GreedyOutcome::Converged(0) };
    match set.apply_ranked(rank, program, op, options, listener) {
        None => GreedyOutcome::Converged(0),
        Some(Ok(_)) => GreedyOutcome::Converged(1),
        Some(Err((pattern, error))) => GreedyOutcome::Broken { rewrites: 0, pattern, error },
    }
}

/// Visits each operation below `scope` once, children before parents, as MLIR's `walkAndApplyPatterns`: what is created is not
/// visited, what was erased before its turn neither.
pub fn apply_by_walk(
    program: &mut Program,
    scope: OpId,
    set: &PatternSet<'_, '_>,
    options: &Options<'_>,
    most: usize,
    scratch: &mut Candidates,
    listener: &mut dyn Listener,
) -> GreedyOutcome {
    let visited: Vec<OpId> = program.walk_post(scope).filter(|op| *op != scope).collect();
    let mut rewrites = 0;
    for op in visited {
        if program.is_erased(op) {
            continue;
        }
        if rewrites == most {
            return GreedyOutcome::Budget(rewrites);
        }
        match set.rewrite_at(program, op, options, scratch, listener) {
            Ok(applied) => rewrites += usize::from(applied.is_some()),
            Err((pattern, error)) => return GreedyOutcome::Broken { rewrites, pattern, error },
        }
    }
    GreedyOutcome::Converged(rewrites)
}
