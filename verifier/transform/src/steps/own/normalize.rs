//! `loop_normalize(loop) -> loop`: a loop that counts its turns from 0 by 1; the old variable is computed from them.

use assay_ir::data::OpId;
use assay_ir::strategy::Refusal;

use super::build::Arith;
use super::step::{Call, Edit, Operand, OwnStep};
use super::turns::turns;
use crate::counted::{Counted, constant};

/// The step `loop_normalize`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Normalize;

impl OwnStep for Normalize {
    fn name(&self) -> &'static str {
        "assay.loop_normalize"
    }

    fn what(&self) -> &'static str {
        "a loop from 0 by 1"
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
        let bits = one.width(edit.program);
        let most = if one.unsigned { (1 << bits) - 1 } else { (1 << (bits - 1)) - 1 };
        // The number of turns, as a bound of this loop.
        let from_zero = constant(edit.program, one.lower).is_some_and(|lower| lower >= 0);
        let fits = one.unsigned || from_zero || one.turns(edit.program).is_some_and(|turns| turns <= most);
        if !fits {
            return Err(Refusal::new("the number of turns may not fit the type of the loop"));
        }
        let count = turns(edit, &one, at);
        let (zero, single) = (edit.number(at, one.lower, 0), edit.number(at, one.lower, 1));
        let uses: Vec<_> = edit.program.uses(one.variable).collect();
        if let (Some(first), false) = (edit.program.first_op(one.body), uses.is_empty()) {
            let length = edit.arith(Arith::Mul, one.variable, one.step, first);
            let number = edit.arith(Arith::Add, length, one.lower, first);
            uses.into_iter().for_each(|slot| edit.program.set_operand(slot, number));
        }
        let slots: Vec<_> = edit.program.operand_ids(at).take(3).collect();
        for (slot, bound) in slots.into_iter().zip([zero, count, single]) {
            edit.program.set_operand(slot, bound);
        }
        edit.note("the turns keep their order");
        edit.listener.modified(edit.program, at);
        Ok(vec![vec![at]])
    }
}
