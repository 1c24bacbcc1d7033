//! `loop_reverse(loop) -> loop`: the last turn comes first.

use assay_ir::data::{InsertPoint, OpId};
use assay_ir::strategy::Refusal;

use super::build::Arith;
use super::reduction::{reduction, reorder};
use super::step::{Call, Edit, Operand, OwnStep};
use super::turns::turns;
use crate::counted::Counted;
use crate::order::Reorder;

/// The step `loop_reverse`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reverse;

impl OwnStep for Reverse {
    fn name(&self) -> &'static str {
        "assay.loop_reverse"
    }

    fn what(&self) -> &'static str {
        "the last turn first"
    }

    fn operands(&self) -> &'static [Operand] {
        &[Operand::Consumed("loop")]
    }

    fn results(&self) -> &'static [&'static str] {
        &["loop"]
    }

    fn apply(&self, edit: &mut Edit<'_>, call: &Call) -> Result<Vec<Vec<OpId>>, Refusal> {
        let at = call.loops[0];
        let one = Counted::any_at(edit.program, at)?;
        if !one.initial.is_empty() {
            let combined = reduction(edit.program, &one)?;
            edit.note(format!("`{}` may combine in any order", edit.program.op_name(combined.op)));
            reorder(edit, combined.op);
        }
        edit.keeps_order(std::slice::from_ref(&one), &Reorder::Reverse)?;
        // lb + (n - 1) st - (i - lb): what does not depend on the turn is computed once.
        let count = turns(edit, &one, at);
        let single = edit.number(at, one.lower, 1);
        let ahead = edit.arith(Arith::Sub, count, single, at);
        let length = edit.arith(Arith::Mul, ahead, one.step, at);
        let last = edit.arith(Arith::Add, one.lower, length, at);
        let ends = edit.arith(Arith::Add, last, one.lower, at);
        let uses: Vec<_> = edit.program.uses(one.variable).collect();
        if !uses.is_empty() {
            let name = edit.arith_name(Arith::Sub);
            let ty = edit.program.value_type(one.variable);
            let mirrored = edit.value(name, &[ends, one.variable], ty, &[], InsertPoint::Start(one.body));
            uses.into_iter().for_each(|slot| edit.program.set_operand(slot, mirrored));
        }
        edit.listener.modified(edit.program, at);
        Ok(vec![vec![at]])
    }
}
