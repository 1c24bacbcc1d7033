//! `ub`: poison as a constant, and code that is never reached.

use assay_ir::data::OpId;

use super::Meaning;
use super::machine::{Executed, Flow, Machine};
use crate::constant;
use crate::engine::{Gap, Undefined};

pub(super) const OPS: &[Meaning] = &[
    Meaning::plain("llvm.unreachable", unreachable),
    Meaning::plain("ub.poison", poison),
    Meaning::plain("ub.unreachable", unreachable),
];

fn poison(m: &mut Machine<'_>, op: OpId) -> Executed {
    let ctx = m.program.ctx();
    match m.attr(op, "value") {
        // Another dialect's attribute may say that only a part of the value is poison.
        Some(attr) if !constant::is_poison(ctx, attr) => Err(Gap::Attribute.into()),
        _ => Ok(Flow::Next(vec![constant::poison(ctx, m.result_type(op, 0)?)?])),
    }
}

fn unreachable(_: &mut Machine<'_>, _: OpId) -> Executed {
    Err(Undefined::Unreachable.into())
}
