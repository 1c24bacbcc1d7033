//! Whether what a summary promises is so in a program, at one match. Shares no algorithm with `wellformed`: a block
//! dominates another one if no way from the entry avoids it.

use rustc_hash::FxHashSet;

use super::{Promise, Role, Summary};
use crate::data::{AttrKind, BlockId, OpId, Program, ValueDef, ValueId};
use crate::pdl::{Answer, Bound, NativeCall};
use crate::spec::Registry;

/// Consequence of the promises of a summary for a constraint that is not evaluated: it fails where one of them is broken, it
/// holds where all are kept and the summary says everything, and else nothing is known.
pub fn promised(program: &Program, registry: &Registry, call: &NativeCall<'_>) -> Answer {
    let Some(summary) = registry.native(call.name).filter(|summary| summary.role == Role::Constraint) else {
        return Answer::Unknown;
    };
    if summary.arguments.len() != call.arguments.len() {
        return Answer::Unknown;
    }
    let promises = match promises_hold(program, registry, summary, call.arguments) {
        Some(false) => return Answer::Fails,
        promises => promises.is_some(),
    };
    let complete = summary.exact && !summary.has_body() && summary.results.is_empty();
    if promises && complete && call.results.is_empty() { Answer::Holds(Vec::new()) } else { Answer::Unknown }
}

/// Whether everything that a summary promises of its arguments is so; `None` when nothing is broken and something cannot
/// be told.
pub fn promises_hold(
    program: &Program,
    registry: &Registry,
    summary: &Summary,
    arguments: &[Bound],
) -> Option<bool> {
    let mut all = Some(true);
    for (index, promise) in summary.promises() {
        match holds(program, registry, promise, index, arguments) {
            Some(true) => {}
            Some(false) => return Some(false),
            None => all = None,
        }
    }
    all
}

/// Whether a promise about one of the arguments is kept; `None` when the arguments are not of the kinds it speaks of.
fn holds(
    program: &Program,
    registry: &Registry,
    promise: Promise,
    index: usize,
    arguments: &[Bound],
) -> Option<bool> {
    let subject = arguments.get(index)?;
    let operation = |index: usize| match arguments.get(index) {
        Some(Bound::Operation(op)) => Some(*op),
        _ => None,
    };
    match promise {
        Promise::IsUnused => Some(uses(program, subject)? == 0),
        Promise::HasOneUse => Some(uses(program, subject)? == 1),
        Promise::IsNotTerminator => Some(!ends_block(program, registry, operation(index)?)),
        Promise::SameBlock(other) => {
            Some(program.op(operation(index)?).block == program.op(operation(other)?).block)
        }
        Promise::Lacks(other) => {
            let Some(Bound::Attribute(Some(name))) = arguments.get(other) else { return None };
            let AttrKind::String { text, .. } = program.ctx().attr_kind(*name) else { return None };
            Some(program.attr(operation(index)?, *text).is_none())
        }
        Promise::Dominates(other) => {
            let other = operation(other)?;
            match subject {
                Bound::Value(value) => Some(value_dominates(program, *value, other)),
                Bound::Operation(op) => Some(op_dominates(program, *op, other)),
                _ => None,
            }
        }
    }
}

fn uses(program: &Program, subject: &Bound) -> Option<usize> {
    match subject {
        Bound::Value(value) => Some(program.uses(*value).count()),
        Bound::Operation(op) => Some(program.results(*op).map(|value| program.uses(value).count()).sum()),
        _ => None,
    }
}

/// A terminator by its spec; without one, an operation with successors.
fn ends_block(program: &Program, registry: &Registry, op: OpId) -> bool {
    match registry.op(program.op(op).name) {
        Some(spec) if !spec.lossy => spec.traits.terminator,
        _ => !program.successors(op).is_empty(),
    }
}

fn value_dominates(program: &Program, value: ValueId, op: OpId) -> bool {
    match program.value(value).def {
        ValueDef::Result(definer, _) => op_dominates(program, definer, op),
        ValueDef::Argument(block, _) => lifted(program, op, block)
            .is_some_and(|(_, at)| at == block || block_dominates(program, block, at)),
    }
}

fn op_dominates(program: &Program, first: OpId, then: OpId) -> bool {
    let Some(block) = program.op(first).block else { return false };
    let Some((inner, at)) = lifted(program, then, block) else { return false };
    if at != block {
        return block_dominates(program, block, at);
    }
    // What holds the other operation does not dominate it.
    inner != first && program.ops_in(block).find(|op| *op == first || *op == inner) == Some(first)
}

/// The operation that is, or holds, `op` in the region of a block, and the block of it.
fn lifted(program: &Program, op: OpId, block: BlockId) -> Option<(OpId, BlockId)> {
    let region = program.block(block).region;
    let mut at = op;
    loop {
        let here = program.op(at).block?;
        if program.block(here).region == region {
            return Some((at, here));
        }
        at = program.block_parent_op(here);
    }
}

/// Whether every way from the entry to `below` goes through `above`.
fn block_dominates(program: &Program, above: BlockId, below: BlockId) -> bool {
    let Some(entry) = program.region(program.block(above).region).blocks.first().copied() else {
        return false;
    };
    let mut seen: FxHashSet<BlockId> = FxHashSet::default();
    let mut pending: Vec<BlockId> = if entry == above { Vec::new() } else { vec![entry] };
    while let Some(block) = pending.pop() {
        if block == below {
            return false;
        }
        if seen.insert(block)
            && let Some(last) = program.last_op(block)
        {
            pending.extend(program.successors(last).iter().copied().filter(|next| *next != above));
        }
    }
    true
}
