//! Where two traces part: from the returned values that differ back to the operations that first gave something else.

use assay_backend::engine::{Outcome, Run};
use assay_backend::value::Value;
use assay_ir::data::{OpId, Program, ValueId, known};
use rustc_hash::FxHashMap;

use super::pair::Pair;

/// The operations that differ first; nothing where the value is an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Diverges {
    /// In the program before.
    pub source: Option<OpId>,
    /// In the program after.
    pub target: Option<OpId>,
}

/// Longest way back.
const STEPS: usize = 1000;

/// The first operations that differ, of two runs on one input.
pub(crate) fn diverges(pair: &Pair<'_>, source: &Run, target: &Run) -> Option<Diverges> {
    let (Outcome::Values(a), Outcome::Values(b)) = (&source.outcome, &target.outcome) else {
        let blamed = |run: &Run| match &run.outcome {
            Outcome::Ub { op, .. } | Outcome::Trap { op, .. } => Some(*op),
            _ => None,
        };
        let found = Diverges { source: blamed(source), target: blamed(target) };
        return Some(found).filter(|found| found.source.is_some() || found.target.is_some());
    };
    let index = a.iter().zip(b).position(|(a, b)| !a.allows(b))?;
    let (a, b) = (last(pair.source, source), last(pair.target, target));
    let mut one = returned(pair.source, pair.function, index)?;
    let mut other = returned(pair.target, pair.later, index)?;
    for _ in 0..STEPS {
        let ops = (pair.source.defining_op(one), pair.target.defining_op(other));
        let found = Diverges { source: ops.0, target: ops.1 };
        let (Some(x), Some(y)) = ops else { return Some(found) };
        let alike = pair.source.op_name(x) == pair.target.op_name(y)
            && pair.source.operand_count(x) == pair.target.operand_count(y)
            && pair.source.op(x).properties == pair.target.op(y).properties;
        let operands = pair.source.operands(x).zip(pair.target.operands(y));
        let differs = |(x, y): &(ValueId, ValueId)| match (a.get(x), b.get(y)) {
            (Some(x), Some(y)) => !x.allows(y),
            _ => false,
        };
        match operands.into_iter().find(differs).filter(|_| alike) {
            Some((x, y)) => (one, other) = (x, y),
            None => return Some(found),
        }
    }
    None
}

/// The last value of each result in a trace.
fn last<'r>(program: &Program, run: &'r Run) -> FxHashMap<ValueId, &'r Value> {
    run.trace.iter().flat_map(|step| program.results(step.op).zip(&step.results)).collect()
}

fn returned(program: &Program, function: OpId, index: usize) -> Option<ValueId> {
    let leaves = |op: &OpId| program.op(*op).name == known::FUNC_RETURN;
    let leave = program.walk(function).find(leaves)?;
    program.operand(leave, index)
}
