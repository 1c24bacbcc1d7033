//! `loop.unroll`: several turns in one, and the turns that are left over in a loop behind.

use assay_ir::data::{InsertPoint, OpId, Program, ValueId};
use rustc_hash::FxHashMap;

use super::promote::promote_single;
use super::{MOST, has_open_turns, inside, numbers};
use crate::counted::{Counted, constant};
use crate::steps::own::{Arith, Edit};

/// Operations in all copies.
const MOST_OPS: i128 = 1 << 20;

/// Tells if it is known what becomes of an operation.
pub(crate) fn is_unrolled(program: &Program, at: OpId, factor: i128) -> bool {
    let Some(one) = Counted::any(program, at) else { return false };
    let step = constant(program, one.step).unwrap_or(MOST);
    let small = factor > 0 && step * factor < MOST && program.walk(at).count() as i128 * factor < MOST_OPS;
    small
        && !inside(program, &one).is_empty()
        && (numbers(program, &one).is_some() || has_open_turns(program, &one))
}

/// Unrolls a loop.
pub(crate) fn unroll(edit: &mut Edit<'_>, at: OpId, factor: i128) {
    let Some(one) = Counted::any(edit.program, at) else { return };
    let before = InsertPoint::Before(at);
    let turns = one.constant_turns(edit.program);
    let (upper, step, rest) = match (turns, numbers(edit.program, &one)) {
        (Some(turns), Some(_)) if factor == 1 => {
            if turns == 1 {
                promote_single(edit, at);
            }
            return;
        }
        (Some(turns), Some([lower, _, step])) => {
            let whole = turns - turns % factor;
            let rest = whole < turns;
            let upper = match rest {
                true => edit.fresh_number(one.lower, lower + whole * step, before),
                false => one.upper,
            };
            (upper, edit.fresh_number(one.lower, step * factor, before), rest)
        }
        _ => {
            let (upper, step) = open_bounds(edit, &one, factor);
            (upper, step, true)
        }
    };
    let rest = rest.then(|| {
        let rest = edit.clone_behind(at);
        let operands: Vec<ValueId> =
            [upper, one.upper, one.step].into_iter().chain(edit.program.results(at)).collect();
        edit.program.set_operands(rest, &operands);
        rest
    });
    let operands: Vec<ValueId> =
        [one.lower, upper, step].into_iter().chain(one.initial.iter().copied()).collect();
    edit.program.set_operands(at, &operands);
    copy_turns(edit, &one, factor);
    promote_single(edit, at);
    if let Some(rest) = rest {
        promote_single(edit, rest);
    }
}

/// The end of the whole turns, and their step, where the number of turns is not known.
fn open_bounds(edit: &mut Edit<'_>, one: &Counted, factor: i128) -> (ValueId, ValueId) {
    let before = InsertPoint::Before(one.op);
    let length = edit.plain(Arith::Sub, one.upper, one.lower, before);
    let unit = edit.fresh_number(one.lower, 1, before);
    let less = edit.plain(Arith::Sub, one.step, unit, before);
    let above = edit.plain(Arith::Add, length, less, before);
    let turns = edit.plain(Arith::DivU, above, one.step, before);
    let factor = edit.fresh_number(one.lower, factor, before);
    let left = edit.plain(Arith::RemS, turns, factor, before);
    let whole = edit.plain(Arith::Sub, turns, left, before);
    let length = edit.plain(Arith::Mul, whole, one.step, before);
    let upper = edit.plain(Arith::Add, one.lower, length, before);
    (upper, edit.plain(Arith::Mul, one.step, factor, before))
}

/// Copies the body behind itself until it has this number of turns.
fn copy_turns(edit: &mut Edit<'_>, one: &Counted, factor: i128) {
    let end = InsertPoint::Before(one.end);
    let body = inside(edit.program, one);
    let ends: Vec<ValueId> = edit.program.operands(one.end).collect();
    let counts = edit.program.has_uses(one.variable);
    let mut last = ends.clone();
    for turn in 1..factor {
        let mut values: FxHashMap<ValueId, ValueId> =
            one.carried.iter().copied().zip(last.iter().copied()).collect();
        if counts {
            let number = edit.fresh_number(one.lower, turn, end);
            let far = edit.plain(Arith::Mul, one.step, number, end);
            let variable = edit.plain(Arith::Add, one.variable, far, end);
            values.insert(one.variable, variable);
        }
        for op in &body {
            edit.clone_op(*op, &mut values, end);
        }
        last = ends.iter().map(|value| values.get(value).copied().unwrap_or(*value)).collect();
    }
    edit.program.set_operands(one.end, &last);
}

impl Edit<'_> {
    /// Arithmetic that is not folded.
    fn plain(&mut self, kind: Arith, a: ValueId, b: ValueId, at: InsertPoint) -> ValueId {
        let ty = self.program.value_type(a);
        let name = self.arith_name(kind);
        self.value(name, &[a, b], ty, &[], at)
    }
}
