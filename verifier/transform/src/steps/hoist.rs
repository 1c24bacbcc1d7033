//! `loopHoist`: an operation that is the same in all turns moves in front of the loop around it. It must not be undefined, for the loop may have
//! no turn.

use assay_ir::data::{InsertPoint, OpId, Program};
use assay_ir::ops;
use assay_ir::rewrite::{Applied, Listener};
use assay_ir::strategy::{Argument, Refusal, Step, StepError};

use crate::counted::{Counted, is_outside};

/// The operations that are defined for all operands and have no effect.
const DEFINED_OPS: &[&str] =
    &["arith.addi", "arith.constant", "arith.maxsi", "arith.minsi", "arith.muli", "arith.subi"];

/// The step `loopHoist`.
#[derive(Clone, Copy, Debug)]
pub struct Hoist;

fn found(program: &Program, at: OpId) -> Result<OpId, Refusal> {
    if !DEFINED_OPS.contains(&program.op_name(at)) {
        return Err(Refusal::new(format!("`{}` stays in its loop", program.op_name(at))));
    }
    let around = program.parent_op(at).and_then(|op| Counted::view(program, op));
    let around = around.ok_or_else(|| Refusal::new("it is not directly in a loop"))?;
    match program.operands(at).all(|value| is_outside(program, value, around.op)) {
        true => Ok(around.op),
        false => Err(Refusal::new("an operand changes in the loop")),
    }
}

/// Tells if operations are hoisted out of an operation.
pub(crate) fn is_loop(program: &Program, op: OpId) -> bool {
    Counted::any(program, op).is_some()
}

/// Moves all that does not change out of a loop, as `-loop-invariant-code-motion` does: operations that it takes to be free of effects and defined.
/// Returns their number.
pub(crate) fn hoist(program: &mut Program, listener: &mut dyn Listener, at: OpId) -> usize {
    let Some(one) = Counted::any(program, at) else { return 0 };
    let mut count = 0;
    for op in program.ops_in(one.body).filter(|op| *op != one.end).collect::<Vec<_>>() {
        let pure = ops::op(program.op_name(op)).is_some_and(|record| record.has("pure"));
        let invariant = pure
            && program.op_regions(op).is_empty()
            && program.operands(op).all(|value| is_outside(program, value, at));
        if invariant {
            program.detach(op);
            program.insert(op, InsertPoint::Before(at));
            listener.modified(program, op);
            count += 1;
        }
    }
    count
}

impl Step for Hoist {
    fn name(&self) -> &'static str {
        "loopHoist"
    }

    fn applies(&self, program: &Program, at: OpId, _: &[Argument]) -> Result<(), Refusal> {
        found(program, at).map(|_| ())
    }

    fn apply(
        &self,
        program: &mut Program,
        at: OpId,
        _: &[Argument],
        listener: &mut dyn Listener,
    ) -> Result<Applied, StepError> {
        let around = found(program, at)?;
        program.detach(at);
        program.insert(at, InsertPoint::Before(around));
        listener.modified(program, at);
        Ok(Applied { created: Vec::new(), erased: Vec::new(), touched: vec![at] })
    }
}
