//! `loop_fuse(first, second) -> loop`: two neighbours with the same bounds become one loop, whose turn is the turn of the first and then that of the
//! second.

use assay_ir::data::{InsertPoint, OpId, ValueId};
use assay_ir::ops;
use assay_ir::strategy::Refusal;

use super::step::{Call, Edit, Operand, OwnStep};
use crate::counted::{Counted, constant};
use crate::order::Reorder;

/// The step `loop_fuse`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fuse;

impl OwnStep for Fuse {
    fn name(&self) -> &'static str {
        "assay.loop_fuse"
    }

    fn what(&self) -> &'static str {
        "one loop of two neighbours with equal bounds"
    }

    fn operands(&self) -> &'static [Operand] {
        &[Operand::Consumed("first"), Operand::Consumed("second")]
    }

    fn results(&self) -> &'static [&'static str] {
        &["loop"]
    }

    fn apply(&self, edit: &mut Edit<'_>, call: &Call) -> Result<Vec<Vec<OpId>>, Refusal> {
        let first = Counted::any_at(edit.program, call.loops[0])?;
        let second = Counted::any_at(edit.program, call.loops[1])?;
        fits(edit, &first, &second)?;
        edit.keeps_order(&[first.clone(), second.clone()], &Reorder::Fuse)?;
        let initial: Vec<ValueId> = first.initial.iter().chain(&second.initial).copied().collect();
        let bounds = [second.lower, second.upper, second.step];
        let (fused, body) = edit.loop_like(&first, bounds, &initial, InsertPoint::Before(second.op));
        let arguments = edit.program.block(body).arguments.clone();
        let (of_first, of_second) = arguments[1..].split_at(first.initial.len());
        for (one, carried) in [(&first, of_first), (&second, of_second)] {
            edit.rename(one, arguments[0], carried);
            edit.move_body(one, body);
        }
        let values: Vec<ValueId> =
            edit.program.operands(first.end).chain(edit.program.operands(second.end)).collect();
        edit.end_like(second.end, body, &values);
        let results: Vec<ValueId> = edit.program.results(fused).collect();
        let (of_first, of_second) = results.split_at(first.initial.len());
        edit.replace(first.op, of_first);
        edit.replace(second.op, of_second);
        Ok(vec![vec![fused]])
    }
}

fn fits(edit: &Edit<'_>, first: &Counted, second: &Counted) -> Result<(), Refusal> {
    let program = &*edit.program;
    if first.op == second.op || program.op(first.op).block != program.op(second.op).block {
        return Err(Refusal::new("the loops are not in one block"));
    }
    let mut between = Vec::new();
    let mut next = program.next_op(first.op);
    while let Some(op) = next.filter(|op| *op != second.op) {
        between.push(op);
        next = program.next_op(op);
    }
    if next.is_none() {
        return Err(Refusal::new("the second loop does not come behind the first one"));
    }
    let pure = |op: &&OpId| ops::op(program.op_name(**op)).is_some_and(|record| record.has("pure"));
    if let Some(other) = between.iter().find(|op| !pure(op)) {
        return Err(Refusal::new(format!(
            "the loops are no neighbours: `{}` is between them",
            program.op_name(*other)
        )));
    }
    let same = |a: ValueId, b: ValueId| {
        let number = constant(program, a);
        a == b || number.is_some() && number == constant(program, b)
    };
    let pairs = [(first.lower, second.lower), (first.upper, second.upper), (first.step, second.step)];
    let one_type = program.value_type(first.variable) == program.value_type(second.variable);
    if !one_type || first.unsigned != second.unsigned || !pairs.iter().all(|(a, b)| same(*a, *b)) {
        return Err(Refusal::new("the loops have different bounds or steps"));
    }
    let used = program.results(first.op).any(|value| {
        program.uses(value).any(|slot| {
            let user = program.operand_owner(slot);
            program.is_within(user, second.op) || between.iter().any(|op| program.is_within(user, *op))
        })
    });
    if used {
        return Err(Refusal::new("a result of the first loop is used by the second one or between them"));
    }
    Ok(())
}
