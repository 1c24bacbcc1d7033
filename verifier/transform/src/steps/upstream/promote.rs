//! `loop.promote_if_one_iteration`: the body of a loop with one turn takes its place. One without a turn is erased.

use assay_ir::data::{InsertPoint, OpId, Program, ValueId};

use super::{has_open_turns, inside, numbers};
use crate::counted::Counted;
use crate::steps::own::Edit;

/// Tells if it is known what becomes of an operation.
pub(crate) fn is_promoted(program: &Program, at: OpId) -> bool {
    let one = Counted::any(program, at);
    one.is_some_and(|one| numbers(program, &one).is_some() || has_open_turns(program, &one))
}

/// Puts the body of a loop with one turn in its place, and erases one without.
pub(crate) fn promote_single(edit: &mut Edit<'_>, at: OpId) {
    let Some(one) = Counted::any(edit.program, at) else { return };
    match one.constant_turns(edit.program) {
        Some(0) => return edit.replace(at, &one.initial),
        Some(1) => {}
        _ => return,
    }
    edit.rename(&one, one.lower, &one.initial);
    for op in inside(edit.program, &one) {
        edit.program.detach(op);
        edit.program.insert(op, InsertPoint::Before(at));
    }
    let values: Vec<ValueId> = edit.program.operands(one.end).collect();
    edit.replace(at, &values);
}
