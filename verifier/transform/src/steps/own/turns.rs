//! The number of turns of a loop as a value: `ub - lb` without a sign where `lb < ub`, divided by the step and rounded up, else 0. Nothing of it
//! overflows.

use assay_ir::data::{OpId, ValueId};

use super::build::{Arith, Compare};
use super::step::Edit;
use crate::counted::{Counted, constant};

/// The number of turns, computed before an operation.
pub(super) fn turns(edit: &mut Edit<'_>, one: &Counted, before: OpId) -> ValueId {
    if let Some(known) = one.turns(edit.program) {
        return edit.number(before, one.lower, known);
    }
    let less = if one.unsigned { Compare::LessUnsigned } else { Compare::LessSigned };
    let runs = edit.compare(less, one.lower, one.upper, before);
    let (zero, single) = (edit.number(before, one.lower, 0), edit.number(before, one.lower, 1));
    let distance = edit.arith(Arith::Sub, one.upper, one.lower, before);
    let ahead = edit.arith(Arith::Sub, distance, single, before);
    let step = positive(edit, one, before);
    let whole = edit.arith(Arith::DivU, ahead, step, before);
    let count = edit.arith(Arith::Add, whole, single, before);
    edit.choose(runs, count, zero, before)
}

/// The step as a divisor: a loop without turns may have one that is 0.
fn positive(edit: &mut Edit<'_>, one: &Counted, before: OpId) -> ValueId {
    if constant(edit.program, one.step).is_some_and(|step| step > 0) {
        return one.step;
    }
    let single = edit.number(before, one.lower, 1);
    edit.arith(Arith::MaxU, one.step, single, before)
}
