//! `loop_split(loop, by) -> main, rest`: the turns of a loop up to the last multiple of `by`, and those behind it. The order of the turns stays. Where
//! all turns are in the first part its end is the end of the loop, so that no bound leaves the type of the loop.

use assay_ir::data::{InsertPoint, OpId, ValueId};
use assay_ir::strategy::Refusal;
use rustc_hash::FxHashMap;

use super::build::{Arith, Compare};
use super::step::{Call, Edit, Operand, OwnStep};
use super::turns::turns;
use crate::counted::Counted;

/// The step `loop_split`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Split;

impl OwnStep for Split {
    fn name(&self) -> &'static str {
        "assay.loop_split"
    }

    fn what(&self) -> &'static str {
        "the turns up to a multiple of `by`, and the rest"
    }

    fn operands(&self) -> &'static [Operand] {
        &[Operand::Consumed("loop"), Operand::Numbers("by")]
    }

    fn results(&self) -> &'static [&'static str] {
        &["main", "rest"]
    }

    fn apply(&self, edit: &mut Edit<'_>, call: &Call) -> Result<Vec<Vec<OpId>>, Refusal> {
        let at = call.loops[0];
        let one = Counted::any_at(edit.program, at)?;
        let [by] = call.numbers[..] else { return Err(Refusal::new("it takes one number")) };
        if by < 1 {
            return Err(Refusal::new(format!("a part has at least one turn, and not {by}")));
        }
        let middle = middle(edit, &one, by, at);
        let (rest, body) =
            edit.loop_like(&one, [middle, one.upper, one.step], &one.initial, InsertPoint::After(at));
        let mut values: FxHashMap<ValueId, ValueId> = FxHashMap::default();
        let arguments = edit.program.block(body).arguments.clone();
        values.extend(std::iter::once(one.variable).chain(one.carried.iter().copied()).zip(arguments));
        for op in edit.program.ops_in(one.body).collect::<Vec<_>>() {
            edit.clone_op(op, &mut values, InsertPoint::End(body));
        }
        // The results of the loop are those of the rest, whose initial values are the results of the first part.
        let (first, last): (Vec<_>, Vec<_>) =
            edit.program.results(at).zip(edit.program.results(rest)).unzip();
        for (old, new) in first.iter().zip(&last) {
            edit.program.replace_uses(*old, *new);
        }
        let slots: Vec<_> = edit.program.operand_ids(rest).skip(3).collect();
        for (slot, value) in slots.into_iter().zip(first) {
            edit.program.set_operand(slot, value);
        }
        let upper = edit.program.operand_ids(at).nth(1).expect("a loop has an upper bound");
        edit.program.set_operand(upper, middle);
        edit.listener.modified(edit.program, at);
        Ok(vec![vec![at], vec![rest]])
    }
}

/// The end of the first part.
fn middle(edit: &mut Edit<'_>, one: &Counted, by: i128, before: OpId) -> ValueId {
    let count = turns(edit, one, before);
    let zero = edit.number(before, one.lower, 0);
    // No loop of this type has as many turns as a number that does not fit.
    let fits = by < 1 << one.width(edit.program).min(64);
    let rest = match fits {
        true => {
            let by = edit.number(before, one.lower, by);
            edit.arith(Arith::RemU, count, by, before)
        }
        false => count,
    };
    let whole = edit.arith(Arith::Sub, count, rest, before);
    let length = edit.arith(Arith::Mul, whole, one.step, before);
    let end = edit.arith(Arith::Add, one.lower, length, before);
    let all = edit.compare(Compare::Equal, rest, zero, before);
    edit.choose(all, one.upper, end, before)
}
