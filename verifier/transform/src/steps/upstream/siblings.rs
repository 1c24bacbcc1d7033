//! `loop.fuse_sibling`: two loops of a block with the same bounds become one behind the second operand, whose turn is the turn of the first operand and
//! then that of the second one.

use assay_ir::data::{InsertPoint, OpId, Program, ValueId};

use crate::counted::Counted;
use crate::steps::own::Edit;

/// The loops that become one, and the operation in front of which everything has to be defined.
pub(crate) fn siblings(program: &Program, target: OpId, source: OpId) -> Option<[Counted; 2]> {
    let [target, source] = [target, source].map(|at| Counted::any(program, at));
    let (target, source) = (target?, source?);
    let bounds = |one: &Counted| (one.lower, one.upper, one.step, one.unsigned);
    let together = target.op != source.op && program.op(target.op).block == program.op(source.op).block;
    if !together || bounds(&target) != bounds(&source) {
        return None;
    }
    let mut behind = std::iter::successors(program.next_op(target.op), |op| program.next_op(*op));
    let defined = match behind.any(|op| op == source.op) {
        true => no_use_between(program, &target, &source),
        false => no_value_between(program, &target, &source),
    };
    defined.then_some([target, source])
}

/// Tells if the results of the first loop are used behind the second one alone.
fn no_use_between(program: &Program, first: &Counted, second: &Counted) -> bool {
    let mut between = std::iter::successors(program.next_op(first.op), |op| program.next_op(*op))
        .take_while(|op| *op != second.op)
        .chain([second.op]);
    let uses: Vec<OpId> = program
        .results(first.op)
        .flat_map(|value| program.uses(value).map(|slot| program.operand_owner(slot)))
        .collect();
    uses.is_empty() || !between.any(|op| uses.iter().any(|user| program.is_within(*user, op)))
}

/// Tells if a loop uses nothing that is defined at another one or behind it.
fn no_value_between(program: &Program, last: &Counted, first: &Counted) -> bool {
    let between: Vec<OpId> = std::iter::successors(Some(first.op), |op| program.next_op(*op))
        .take_while(|op| *op != last.op)
        .collect();
    program.walk(last.op).all(|op| {
        program.operands(op).all(|value| program.defining_op(value).is_none_or(|by| !between.contains(&by)))
    })
}

/// Fuses two loops.
pub(crate) fn fuse_siblings(edit: &mut Edit<'_>, [target, source]: [Counted; 2]) -> OpId {
    let initial: Vec<ValueId> = target.initial.iter().chain(&source.initial).copied().collect();
    let bounds = [source.lower, source.upper, source.step];
    let (fused, body) = edit.loop_like(&source, bounds, &initial, InsertPoint::After(source.op));
    let none = edit.program.ctx().dictionary([]);
    edit.program.set_attributes(fused, none);
    let arguments = edit.program.block(body).arguments.clone();
    let carried = arguments[1..].split_at(target.initial.len());
    for (one, carried) in [(&target, carried.0), (&source, carried.1)] {
        edit.rename(one, arguments[0], carried);
        edit.move_body(one, body);
    }
    let values: Vec<ValueId> =
        edit.program.operands(target.end).chain(edit.program.operands(source.end)).collect();
    edit.end_like(source.end, body, &values);
    let results: Vec<ValueId> = edit.program.results(fused).collect();
    let results = results.split_at(target.initial.len());
    edit.replace(target.op, results.0);
    edit.replace(source.op, results.1);
    fused
}
