//! `loop.unroll_and_jam`: several turns of a loop in one, side by side in the loops inside. A carried value of these gets a copy for each turn.

use assay_ir::data::{InsertPoint, OpId, Program, ValueId};
use rustc_hash::FxHashMap;

use super::promote::promote_single;
use super::{MOST, inside, numbers};
use crate::counted::{Counted, is_outside};
use crate::steps::own::{Arith, Edit};

/// Operations in all copies.
const MOST_OPS: i128 = 1 << 20;

/// Operations without a loop of the nest between two of them.
type Run = Vec<OpId>;

/// Tells if it is known what becomes of an operation.
pub(crate) fn is_jammed(program: &Program, at: OpId, factor: i128) -> bool {
    let Some(one) = Counted::any(program, at) else { return false };
    let (Some([_, _, step]), Some(turns)) = (numbers(program, &one), one.constant_turns(program)) else {
        return false;
    };
    let counts = program.value_type(one.variable) == program.ctx().index();
    let size = factor > 1 && step * factor < MOST && program.walk(at).count() as i128 * factor < MOST_OPS;
    let divides = size && turns >= factor && turns % factor == 0;
    counts && divides && program.results(at).next().is_none() && nest(program, at).is_some()
}

/// The loops of a nest from the inside out, the operation itself the last. `None` where one is in an operation that is no loop, or has bounds from inside of the nest.
fn nest(program: &Program, at: OpId) -> Option<Vec<OpId>> {
    let mut loops = Vec::new();
    for op in program.walk_post(at) {
        let Some(one) = Counted::any(program, op) else { continue };
        let mut around = program.parent_op(op).filter(|_| op != at);
        while let Some(other) = around {
            Counted::any(program, other)?;
            around = program.parent_op(other).filter(|_| other != at);
        }
        let fixed = [one.lower, one.upper, one.step].iter().all(|value| is_outside(program, *value, at));
        if op != at && !fixed {
            return None;
        }
        loops.push(op);
    }
    Some(loops)
}

/// Unrolls and jams a loop.
pub(crate) fn jam(edit: &mut Edit<'_>, at: OpId, factor: i128) {
    let Some(loops) = nest(edit.program, at) else { return };
    let Some(one) = Counted::any(edit.program, at) else { return };
    let Some([_, _, step]) = numbers(edit.program, &one) else { return };
    if inside(edit.program, &one).is_empty() {
        return;
    }
    let mut runs = Vec::new();
    gather(edit.program, &one, &mut runs);
    let mut turns: Vec<FxHashMap<ValueId, ValueId>> = vec![FxHashMap::default(); factor as usize - 1];
    let mut widened = Vec::new();
    for op in loops {
        let inner = Counted::any(edit.program, op).expect("it is a loop");
        if !inner.initial.is_empty() {
            widened.push((widen(edit, &inner, &mut turns), inner.initial.len()));
        }
    }
    let before = InsertPoint::Before(at);
    edit.fresh_number(one.lower, factor, before);
    let wide = edit.fresh_number(one.lower, step * factor, before);
    edit.program.set_operands(at, &[one.lower, one.upper, wide]);
    for (number, values) in turns.iter_mut().enumerate().rev() {
        let distance = (number as i128 + 1) * step;
        for run in &runs {
            let mut last = InsertPoint::After(*run.last().expect("a run is not empty"));
            if edit.program.has_uses(one.variable) {
                let far = edit.fresh_number(one.lower, distance, last);
                last = InsertPoint::After(edit.program.defining_op(far).expect("it is a constant"));
                let name = edit.arith_name(Arith::Add);
                let ty = edit.program.value_type(one.variable);
                let variable = edit.value(name, &[one.variable, far], ty, &[], last);
                last = InsertPoint::After(edit.program.defining_op(variable).expect("it is a sum"));
                values.insert(one.variable, variable);
            }
            for op in run {
                last = InsertPoint::After(edit.clone_op(*op, values, last));
            }
        }
    }
    for (inner, carried) in widened {
        finish(edit, inner, carried, &turns);
    }
    promote_single(edit, at);
}

/// The operations between the loops of a body, outside and inside of these.
fn gather(program: &Program, one: &Counted, runs: &mut Vec<Run>) {
    let mut run = Run::new();
    for op in inside(program, one) {
        let Some(inner) = Counted::any(program, op) else {
            run.push(op);
            continue;
        };
        if !run.is_empty() {
            runs.push(std::mem::take(&mut run));
        }
        gather(program, &inner, runs);
    }
    if !run.is_empty() {
        runs.push(run);
    }
}

/// Replaces a loop by one with a copy of its carried values for each turn, which begin and go on as the first until `finish`.
fn widen(edit: &mut Edit<'_>, one: &Counted, turns: &mut [FxHashMap<ValueId, ValueId>]) -> OpId {
    let copies = turns.len() + 1;
    let initial = one.initial.repeat(copies);
    let bounds = [one.lower, one.upper, one.step];
    let (op, body) = edit.loop_like(one, bounds, &initial, InsertPoint::Before(one.op));
    let arguments = edit.program.block(body).arguments.clone();
    let carried = one.initial.len();
    edit.rename(one, arguments[0], &arguments[1..=carried]);
    edit.move_body(one, body);
    let ends: Vec<ValueId> = edit.program.operands(one.end).collect();
    edit.end_like(one.end, body, &ends.repeat(copies));
    let results: Vec<ValueId> = edit.program.results(op).collect();
    edit.replace(one.op, &results[..carried]);
    for values in [&arguments[1..], &results[..]] {
        for (turn, copy) in turns.iter_mut().zip(values.chunks(carried).skip(1)) {
            turn.extend(values.iter().copied().zip(copy.iter().copied()));
        }
    }
    op
}

/// Begins and ends the copies of carried values by what their turns compute.
fn finish(edit: &mut Edit<'_>, at: OpId, carried: usize, turns: &[FxHashMap<ValueId, ValueId>]) {
    let one = Counted::any(edit.program, at).expect("it is a loop");
    let of_turns = |values: &[ValueId]| -> Vec<ValueId> {
        let first = &values[..carried];
        let copies =
            turns.iter().flat_map(|turn| first.iter().map(|value| *turn.get(value).unwrap_or(value)));
        first.iter().copied().chain(copies).collect()
    };
    let bounds = [one.lower, one.upper, one.step];
    let operands: Vec<ValueId> = bounds.into_iter().chain(of_turns(&one.initial)).collect();
    let ends: Vec<ValueId> = edit.program.operands(one.end).collect();
    edit.program.set_operands(one.op, &operands);
    edit.program.set_operands(one.end, &of_turns(&ends));
}
