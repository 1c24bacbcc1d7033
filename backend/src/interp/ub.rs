//! `ub`: poison as a constant, and code that is never reached.

use assay_ir::data::OpId;

use super::OpInterpreter;
use super::machine::{ControlFlow, Executed, Machine};
use crate::constant;
use crate::engine::{Undefined, Unsupported};

pub(super) const OPS: &[OpInterpreter] = &[
    OpInterpreter::without_regions("llvm.unreachable", unreachable),
    OpInterpreter::without_regions("ub.poison", poison),
    OpInterpreter::without_regions("ub.unreachable", unreachable),
];

fn poison(m: &mut Machine<'_>, op: OpId) -> Executed {
    let ctx = m.program.ctx();
    match m.attr(op, "value") {
        // Another dialect's attribute may say that only a part of the value is poison.
        Some(attr) if !constant::is_poison(ctx, attr) => Err(Unsupported::Attribute.into()),
        _ => Ok(ControlFlow::Next(vec![constant::poison(ctx, m.result_type(op, 0)?)?])),
    }
}

fn unreachable(_: &mut Machine<'_>, _: OpId) -> Executed {
    Err(Undefined::Unreachable.into())
}
