//! Steps of MLIR 22 that run in this process, with MLIR's result, operation by operation. Each says which loops it knows; all others are left to
//! `mlir-opt`.

mod cse;
mod dce;
mod jam;
mod peel;
mod promote;
mod siblings;
mod unroll;

use assay_ir::data::{OpId, Program, ValueId};
use assay_ir::ops;

use crate::counted::{Counted, constant};

pub(crate) use cse::erase_common;
pub(crate) use dce::erase_dead;
pub(crate) use jam::{is_jammed, jam};
pub(crate) use peel::{is_peeled, peel};
pub(crate) use promote::{is_promoted, promote_single};
pub(crate) use siblings::{fuse_siblings, siblings};
pub(crate) use unroll::{is_unrolled, unroll};

/// The greatest number of a bound, so that no type of a loop is left.
const MOST: i128 = 1 << 30;

/// The bounds and the step of a loop with a sign as small numbers.
fn numbers(program: &Program, one: &Counted) -> Option<[i128; 3]> {
    let [lower, upper, step] = one.numbers(program).ok()?;
    let small = [lower, upper, step].iter().all(|number| (-MOST..MOST).contains(number));
    (small && !one.unsigned && one.width(program) >= 32).then_some([lower, upper, step])
}

/// Tells if MLIR does not know the number that a value is, nor the distance of it to another one.
fn is_open(program: &Program, value: ValueId) -> bool {
    let Some(op) = program.defining_op(value) else { return true };
    let name = program.op_name(op);
    let is_constant = ops::op(name).is_none_or(|record| record.has("constant_like"));
    !is_constant && !SUM_OPS.contains(&name)
}

/// Operations that MLIR looks through to find the distance of two bounds.
const SUM_OPS: [&str; 2] = ["arith.addi", "affine.apply"];

/// Tells if MLIR finds no number of turns, as none is found here.
fn has_open_turns(program: &Program, one: &Counted) -> bool {
    let known = |value| constant(program, value).is_some();
    let decided = |value| known(value) || is_open(program, value);
    let step = constant(program, one.step).is_some_and(|step| (1..MOST).contains(&step));
    step && one.lower != one.upper
        && !(known(one.lower) && known(one.upper))
        && decided(one.lower)
        && decided(one.upper)
        && !one.unsigned
        && one.width(program) >= 32
}

/// The operations of a body but for its end.
fn inside(program: &Program, one: &Counted) -> Vec<OpId> {
    program.ops_in(one.body).filter(|op| *op != one.end).collect()
}
