//! `ub`: poison as a constant, and code that is never reached.

use assay_ir::data::{AttrKind, OpId};

use super::Meaning;
use super::machine::{Executed, Flow, Machine};
use crate::engine::{Gap, Undefined};
use crate::value::Value;

pub(super) const OPS: &[Meaning] =
    &[Meaning::plain("ub.poison", poison), Meaning::plain("ub.unreachable", unreachable)];

fn poison(m: &mut Machine<'_>, op: OpId) -> Executed {
    let ctx = m.program.ctx();
    match m.attr(op, "value").map(|attr| ctx.attr_kind(attr)) {
        None => Ok(Flow::Next(vec![Value::Poison])),
        Some(AttrKind::Opaque { dialect, name, .. } | AttrKind::Dialect { dialect, name, .. })
            if ctx.str(*dialect) == "ub" && ctx.str(*name) == "poison" =>
        {
            Ok(Flow::Next(vec![Value::Poison]))
        }
        // Another dialect's attribute may say that only a part of the value is poison.
        Some(_) => Err(Gap::Attribute.into()),
    }
}

fn unreachable(_: &mut Machine<'_>, _: OpId) -> Executed {
    Err(Undefined::Unreachable.into())
}
