//! `func`: direct calls and returns. Values of function type are not modelled.

use assay_ir::data::{AttrKind, OpId};

use super::Meaning;
use super::machine::{Executed, Flow, Machine};
use crate::engine::Gap;

pub(super) const OPS: &[Meaning] = &[Meaning::plain("func.call", call), Meaning::plain("func.return", leave)];

fn call(m: &mut Machine<'_>, op: OpId) -> Executed {
    let callee = m.attr(op, "callee").ok_or(Gap::Malformed)?;
    match m.program.ctx().attr_kind(callee) {
        AttrKind::SymbolRef { root, nested } if nested.is_empty() => {
            let function = m.function(op, *root)?;
            Ok(Flow::Call(function, m.operands_from(op, 0)?))
        }
        _ => Err(Gap::Attribute.into()),
    }
}

fn leave(m: &mut Machine<'_>, op: OpId) -> Executed {
    Ok(Flow::Leave(m.operands_from(op, 0)?))
}
