//! `cf`: branches between the blocks of a region, and assertions. A branch on poison leaves the function.

use assay_ir::data::OpId;
use cranelift_codegen::ir::InstBuilder;

use crate::attributes::{elements, segments};
use crate::lowering::{ControlFlow, HeldValue, Lane, Lowered, Lowering};
use crate::meaning::OpLowering;
use crate::types::Kind;
use crate::unit::Exit;
use assay_backend::engine::{Undefined, Unsupported};

pub(super) const OPS: &[OpLowering] = &[
    OpLowering::new("cf.assert", assert),
    OpLowering::new("cf.br", branch),
    OpLowering::new("cf.cond_br", branch_if),
    OpLowering::new("cf.switch", switch),
];

/// Operand number `index`, an integer that decides where control goes.
pub(super) fn deciding(
    l: &mut Lowering<'_, '_, '_>,
    op: OpId,
    index: usize,
) -> Result<(u32, Lane), Unsupported> {
    let (Kind::Int(width), lane) = l.scalar(op, index)? else { return Err(Unsupported::Type) };
    l.guard_ub(lane.poison, Undefined::ControlByPoison);
    Ok((width, lane))
}

fn assert(l: &mut Lowering<'_, '_, '_>, op: OpId) -> Lowered {
    let (width, condition) = deciding(l, op, 0)?;
    let fails = l.is(width, condition.bits, 0);
    l.guard(Some(fails), Exit::Trap(op));
    Ok(ControlFlow::Next)
}

/// The operands that go to a successor.
fn forwarded(l: &Lowering<'_, '_, '_>, op: OpId, index: usize) -> Result<Vec<HeldValue>, Unsupported> {
    let (start, count) = segments(l.program, op, index).ok_or(Unsupported::Malformed)?;
    l.program.operands(op).skip(start).take(count).map(|name| l.value(name)).collect()
}

fn branch(l: &mut Lowering<'_, '_, '_>, op: OpId) -> Lowered {
    l.charge_back_edges(op);
    let values = forwarded(l, op, 0)?;
    let (block, arguments) = l.successor_edge(op, 0, &values)?;
    l.b.ins().jump(block, &arguments);
    Ok(ControlFlow::Closed)
}

fn branch_if(l: &mut Lowering<'_, '_, '_>, op: OpId) -> Lowered {
    let (_, condition) = deciding(l, op, 0)?;
    l.charge_back_edges(op);
    let (on_true, on_false) = (forwarded(l, op, 0)?, forwarded(l, op, 1)?);
    let (then, then_arguments) = l.successor_edge(op, 0, &on_true)?;
    let (other, other_arguments) = l.successor_edge(op, 1, &on_false)?;
    l.b.ins().brif(condition.bits, then, &then_arguments, other, &other_arguments);
    Ok(ControlFlow::Closed)
}

/// Compares with one case after the other.
fn switch(l: &mut Lowering<'_, '_, '_>, op: OpId) -> Lowered {
    let (width, flag) = deciding(l, op, 0)?;
    l.charge_back_edges(op);
    let count = l.program.successors(op).len().saturating_sub(1);
    let cases = match l.attr(op, "case_values") {
        Some(attr) => elements(l.program.ctx(), attr, Kind::Int(width), count)?,
        None => Vec::new(),
    };
    if cases.len() != count {
        return Err(Unsupported::Malformed);
    }
    for (index, case) in cases.into_iter().enumerate() {
        let values = forwarded(l, op, index + 1)?;
        let (block, arguments) = l.successor_edge(op, index + 1, &values)?;
        let hit = l.is(width, flag.bits, case);
        let next = l.b.create_block();
        l.b.ins().brif(hit, block, &arguments, next, &[]);
        l.b.switch_to_block(next);
    }
    let values = forwarded(l, op, 0)?;
    let (block, arguments) = l.successor_edge(op, 0, &values)?;
    l.b.ins().jump(block, &arguments);
    Ok(ControlFlow::Closed)
}
