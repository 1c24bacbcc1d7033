//! `loop_unroll_full(loop)`: a loop with a known number of turns becomes its turns.

use assay_ir::data::{InsertPoint, OpId, ValueId};
use assay_ir::strategy::Refusal;
use rustc_hash::FxHashMap;

use super::build::Arith;
use super::step::{Call, Edit, Operand, OwnStep};
use crate::counted::{Counted, constant};

/// Copies of a body.
const MOST: i128 = 4096;
/// Operations in all copies.
const MOST_OPS: i128 = 1 << 20;

/// The step `loop_unroll_full`.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnrollFull;

impl OwnStep for UnrollFull {
    fn name(&self) -> &'static str {
        "assay.loop_unroll_full"
    }

    fn what(&self) -> &'static str {
        "the turns one after the other"
    }

    fn operands(&self) -> &'static [Operand] {
        &[Operand::Consumed("loop")]
    }

    fn results(&self) -> &'static [&'static str] {
        &[]
    }

    fn apply(&self, edit: &mut Edit<'_>, call: &Call) -> Result<Vec<Vec<OpId>>, Refusal> {
        let at = call.loops[0];
        let one = Counted::any_at(edit.program, at)?;
        let turns =
            one.turns(edit.program).ok_or_else(|| Refusal::new("the number of turns is not known"))?;
        if turns > MOST {
            return Err(Refusal::new(format!("{turns} turns are more than {MOST}")));
        }
        let step = constant(edit.program, one.step).unwrap_or(1);
        let inside: Vec<OpId> = edit.program.ops_in(one.body).filter(|op| *op != one.end).collect();
        let size: usize = inside.iter().map(|op| edit.program.walk(*op).count()).sum();
        if turns * size as i128 > MOST_OPS {
            return Err(Refusal::new(format!("{turns} turns of {size} operations are more than {MOST_OPS}")));
        }
        let ends: Vec<ValueId> = edit.program.operands(one.end).collect();
        let mut carried = one.initial.clone();
        let counts = edit.program.has_uses(one.variable);
        for turn in 0..turns {
            let mut values: FxHashMap<ValueId, ValueId> =
                one.carried.iter().copied().zip(carried.iter().copied()).collect();
            if counts {
                let distance = edit.number(at, one.lower, turn * step);
                let variable = edit.arith(Arith::Add, one.lower, distance, at);
                values.insert(one.variable, variable);
            }
            for op in &inside {
                edit.clone_op(*op, &mut values, InsertPoint::Before(at));
            }
            carried = ends.iter().map(|value| values.get(value).copied().unwrap_or(*value)).collect();
        }
        edit.note("the turns keep their order");
        edit.replace(at, &carried);
        Ok(Vec::new())
    }
}
