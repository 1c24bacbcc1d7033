//! `scf`: structured control flow. A condition, bound or step that is poison is undefined behaviour, and so is
//! a step that is not positive. A loop ends where its induction variable would leave its type: that follows the
//! text of MLIR's definition, while its lowering to `cf` wraps around.

use assay_ir::data::{OpId, known};

use super::OpInterpreter;
use super::attributes::{has_unit, int_array};
use super::machine::{ControlFlow, Executed, Machine};
use crate::engine::{Undefined, Unsupported};
use crate::int::Int;
use crate::value::Value;

pub(super) const OPS: &[OpInterpreter] = &[
    OpInterpreter::without_regions("scf.condition", leave),
    OpInterpreter::region("scf.execute_region", execute_region, done),
    OpInterpreter::region("scf.for", loop_over_range, next_in_range),
    OpInterpreter::region("scf.if", branch, done),
    OpInterpreter::region("scf.index_switch", switch, done),
    OpInterpreter::region("scf.while", loop_while, next_while),
    OpInterpreter::without_regions("scf.yield", leave),
];

fn leave(m: &mut Machine<'_>, op: OpId) -> Executed {
    Ok(ControlFlow::Leave(m.operands_from(op, 0)?))
}

/// The end of a region that runs at most once: what it yields are the results.
fn done(_: &mut Machine<'_>, _: OpId, _: OpId, values: Vec<Value>) -> Executed {
    Ok(ControlFlow::Next(values))
}

fn execute_region(m: &mut Machine<'_>, op: OpId) -> Executed {
    Ok(ControlFlow::Enter(m.region(op, 0)?, Vec::new()))
}

fn branch(m: &mut Machine<'_>, op: OpId) -> Executed {
    let region = m.region(op, usize::from(!m.condition(op, 0)?))?;
    // Without results the second region may be empty.
    match m.program.region(region).blocks.is_empty() {
        true => Ok(ControlFlow::Next(Vec::new())),
        false => Ok(ControlFlow::Enter(region, Vec::new())),
    }
}

/// The first region is the default, then come the cases in order.
fn switch(m: &mut Machine<'_>, op: OpId) -> Executed {
    let flag = m.deciding(op, 0)?;
    let cases = int_array(m, op, "cases", flag.width())?;
    let region = cases.iter().position(|case| *case == flag).map_or(0, |case| case + 1);
    Ok(ControlFlow::Enter(m.region(op, region)?, Vec::new()))
}

fn loop_over_range(m: &mut Machine<'_>, op: OpId) -> Executed {
    let (lower, _, step) = (m.deciding(op, 0)?, m.deciding(op, 1)?, m.deciding(op, 2)?);
    if step.is_zero() || step.is_negative() && !is_unsigned(m, op) {
        return Err(Undefined::StepNotPositive.into());
    }
    let carried = m.operands_from(op, 3)?;
    iterate(m, op, Some(lower), carried)
}

fn next_in_range(m: &mut Machine<'_>, op: OpId, _: OpId, carried: Vec<Value>) -> Executed {
    let body = *m.program.region(m.region(op, 0)?).blocks.first().ok_or(Unsupported::Malformed)?;
    let current = *m.program.block(body).arguments.first().ok_or(Unsupported::Malformed)?;
    let Value::Int(current) = m.value(current)? else { return Err(Unsupported::Malformed.into()) };
    let step = m.deciding(op, 2)?;
    let leaves = match is_unsigned(m, op) {
        true => current.add_wraps_unsigned(&step),
        false => current.add_wraps_signed(&step),
    };
    iterate(m, op, (!leaves).then(|| current.add(&step)), carried)
}

fn is_unsigned(m: &Machine<'_>, op: OpId) -> bool {
    has_unit(m, op, "unsignedCmp")
}

/// One more iteration, if the induction variable is below the upper bound.
fn iterate(m: &mut Machine<'_>, op: OpId, at: Option<Int>, carried: Vec<Value>) -> Executed {
    let upper = m.deciding(op, 1)?;
    let below = |at: &Int| match is_unsigned(m, op) {
        true => at.cmp_unsigned(&upper).is_lt(),
        false => at.cmp_signed(&upper).is_lt(),
    };
    match at.filter(below) {
        None => Ok(ControlFlow::Next(carried)),
        Some(at) => {
            let arguments = std::iter::once(Value::Int(at)).chain(carried).collect();
            Ok(ControlFlow::Enter(m.region(op, 0)?, arguments))
        }
    }
}

fn loop_while(m: &mut Machine<'_>, op: OpId) -> Executed {
    Ok(ControlFlow::Enter(m.region(op, 0)?, m.operands_from(op, 0)?))
}

/// The first region ends in a condition and what it passes on, the second in a yield that starts the next iteration.
fn next_while(m: &mut Machine<'_>, op: OpId, ended: OpId, values: Vec<Value>) -> Executed {
    if m.program.op(ended).name == known::SCF_YIELD {
        return Ok(ControlFlow::Enter(m.region(op, 0)?, values));
    }
    let go_on = m.condition(ended, 0)?;
    let values = values.into_iter().skip(1).collect();
    if go_on { Ok(ControlFlow::Enter(m.region(op, 1)?, values)) } else { Ok(ControlFlow::Next(values)) }
}
