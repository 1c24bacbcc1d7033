//! Whether a failure of a replay is the one that a claim speaks of: the rule, the place, and the value or block that broke.
//! A failure for another reason shows nothing of a claim.

use assay_ir::data::{OpId, ValueId, known};
use assay_ir::pdl::Pattern;

use crate::verdict::{Claim, Rule};
use crate::witness::payload::Payload;
use crate::witness::replay::{Broke, Failure};

/// The failure that shows a claim.
pub(super) fn explains<'f>(
    pattern: Pattern<'_>,
    payload: &Payload,
    failures: &'f [Failure],
    claim: &Claim,
) -> Option<&'f Failure> {
    failures
        .iter()
        .find(|failure| failure.codes.contains(&claim.code) && at(pattern, payload, failure, claim))
}

fn at(pattern: Pattern<'_>, payload: &Payload, failure: &Failure, claim: &Claim) -> bool {
    let created = pattern.program.op(claim.op).name == known::PDL_OPERATION;
    match &failure.broke {
        Broke::Step(op) => *op == claim.op,
        // A claim about what is created is shown by that operation and no other.
        Broke::Created(op) if created => *op == claim.op,
        // A use may stand in what the rewrite itself has made.
        Broke::Created(_) => claim.code != Rule::S103 || brings(pattern, payload, claim, &failure.value),
        Broke::Elsewhere => match claim.code {
            Rule::S106 | Rule::S111 | Rule::S114 => false,
            Rule::S103 => brings(pattern, payload, claim, &failure.value),
            Rule::S101 => created || ends_in(pattern, payload, claim, failure),
            _ => true,
        },
    }
}

/// Whether the `pdl.replace` that is blamed, or a later one, puts this value into the use that breaks.
fn brings(pattern: Pattern<'_>, payload: &Payload, claim: &Claim, value: &Value) -> bool {
    let program = pattern.program;
    let replaces = pattern.rewrite_ops().map(assay_ir::pdl::PdlOp::op);
    let mut from_here = replaces.skip_while(|op| *op != claim.op);
    from_here.any(|op| {
        program.op(op).name == known::PDL_REPLACE
            && program.operands(op).skip(1).any(|given| stands_for(pattern, payload, given, value))
    })
}

/// A value of the payload, with what made it.
pub(super) type Value = Option<(ValueId, Option<OpId>)>;

/// Whether a PDL value may stand for a value of the payload.
fn stands_for(pattern: Pattern<'_>, payload: &Payload, given: ValueId, value: &Value) -> bool {
    let program = pattern.program;
    let (Some((value, maker)), Some(op)) = (value, program.defining_op(given)) else { return false };
    match program.op(op).name {
        known::PDL_OPERATION => *maker == Some(op) || is_result_of(payload, op, *value),
        known::PDL_RESULT | known::PDL_RESULTS => program
            .operand(op, 0)
            .is_some_and(|parent| stands_for(pattern, payload, parent, &Some((*value, *maker)))),
        known::PDL_OPERAND => payload.operands.get(&op) == Some(value),
        // The elements of a range are not kept apart.
        _ => true,
    }
}

fn is_result_of(payload: &Payload, handle: OpId, value: ValueId) -> bool {
    let made = payload.ops.get(&handle);
    made.is_some_and(|op| payload.program.results(*op).any(|result| result == value))
}

/// Whether what the blamed step ends stood in the block that has lost its terminator.
fn ends_in(pattern: Pattern<'_>, payload: &Payload, claim: &Claim, failure: &Failure) -> bool {
    let target = pattern.program.operand(claim.op, 0).and_then(|target| pattern.program.defining_op(target));
    let Some(op) = target.and_then(|handle| payload.ops.get(&handle)) else { return false };
    failure.block.is_none_or(|block| payload.program.op(*op).block == Some(block))
}
