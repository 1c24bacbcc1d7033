//! `cf` and its mirror in `llvm`: branches between the blocks of a region, and assertions. A branch on poison is undefined behaviour.

use assay_ir::data::{AttrKind, OpId};

use super::OpInterpreter;
use super::attributes::{counts, dense_ints};
use super::machine::{ControlFlow, Executed, Machine, Stop};
use crate::engine::Unsupported;
use crate::value::Value;

pub(super) const OPS: &[OpInterpreter] = &[
    OpInterpreter::without_regions("cf.assert", assert),
    OpInterpreter::without_regions("cf.br", branch),
    OpInterpreter::without_regions("cf.cond_br", branch_if),
    OpInterpreter::without_regions("cf.switch", switch),
    // The same with the same operands and attributes.
    OpInterpreter::without_regions("llvm.br", branch),
    OpInterpreter::without_regions("llvm.cond_br", branch_if),
    OpInterpreter::without_regions("llvm.switch", switch),
];

fn assert(m: &mut Machine<'_>, op: OpId) -> Executed {
    if m.condition(op, 0)? {
        return Ok(ControlFlow::Next(Vec::new()));
    }
    let ctx = m.program.ctx();
    match m.attr(op, "msg").map(|attr| ctx.attr_kind(attr)) {
        Some(AttrKind::String { text, .. }) => Err(Stop::Trap(ctx.str(*text).to_owned())),
        _ => Err(Unsupported::Malformed.into()),
    }
}

fn branch(m: &mut Machine<'_>, op: OpId) -> Executed {
    let arguments = m.operands_from(op, 0)?;
    to_successor(m, op, 0, arguments)
}

fn branch_if(m: &mut Machine<'_>, op: OpId) -> Executed {
    let taken = usize::from(!m.condition(op, 0)?);
    let segments = counts(m, op, "operandSegmentSizes")?;
    let [_, on_true, on_false] = segments[..] else { return Err(Unsupported::Malformed.into()) };
    let (skipped, taken_count) = if taken == 0 { (0, on_true) } else { (on_true, on_false) };
    let arguments = m.operands_from(op, 1)?.into_iter().skip(skipped).take(taken_count).collect();
    to_successor(m, op, taken, arguments)
}

/// The operands are the flag, those of the default destination, then those of each case.
fn switch(m: &mut Machine<'_>, op: OpId) -> Executed {
    let flag = m.deciding(op, 0)?;
    let case_count = m.program.successors(op).len().saturating_sub(1);
    let cases = match m.attr(op, "case_values") {
        Some(attr) => dense_ints(m, attr, case_count, flag.width())?,
        None => Vec::new(),
    };
    let segments = counts(m, op, "operandSegmentSizes")?;
    let default_count = *segments.get(1).ok_or(Unsupported::Malformed)?;
    let case_segments = counts(m, op, "case_operand_segments")?;
    let arguments = m.operands_from(op, 1)?.into_iter();
    match cases.iter().position(|case| *case == flag) {
        None => to_successor(m, op, 0, arguments.take(default_count).collect()),
        Some(case) => {
            let before = default_count + case_segments.iter().take(case).sum::<usize>();
            let count = *case_segments.get(case).ok_or(Unsupported::Malformed)?;
            to_successor(m, op, case + 1, arguments.skip(before).take(count).collect())
        }
    }
}

fn to_successor(m: &Machine<'_>, op: OpId, index: usize, arguments: Vec<Value>) -> Executed {
    let block = *m.program.successors(op).get(index).ok_or(Unsupported::Malformed)?;
    Ok(ControlFlow::Branch(block, arguments))
}
