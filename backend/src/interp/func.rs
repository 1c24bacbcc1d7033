//! `func` and its mirror in `llvm`: direct calls and returns. Values of function type are not modelled.

use assay_ir::data::{AttrKind, OpId};

use super::attributes::counts;
use super::machine::{Executed, Flow, Machine};
use super::{Meaning, pointers};
use crate::engine::{Gap, entry_block};

pub(super) const OPS: &[Meaning] = &[
    Meaning::plain("func.call", call),
    Meaning::plain("func.return", leave),
    Meaning::plain("llvm.call", call_lowered),
    Meaning::plain("llvm.return", leave),
];

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

/// A call of a function, or of one of the C library that is only declared.
fn call_lowered(m: &mut Machine<'_>, op: OpId) -> Executed {
    let callee = m.attr(op, "callee").ok_or(Gap::Type)?;
    let AttrKind::SymbolRef { root, nested } = m.program.ctx().attr_kind(callee) else {
        return Err(Gap::Attribute.into());
    };
    if !nested.is_empty() || m.attr(op, "var_callee_type").is_some() {
        return Err(Gap::Attribute.into());
    }
    let given = m.operands_from(op, 0)?;
    let given = match counts(m, op, "operandSegmentSizes") {
        Ok(sizes) => given.into_iter().take(*sizes.first().ok_or(Gap::Malformed)?).collect(),
        Err(_) => given,
    };
    let function = m.function(op, *root)?;
    if entry_block(m.program, function).is_none()
        && let Some(done) = pointers::library(m, m.program.ctx().str(*root), &given)
    {
        return done;
    }
    Ok(Flow::Call(function, given))
}

fn leave(m: &mut Machine<'_>, op: OpId) -> Executed {
    Ok(Flow::Leave(m.operands_from(op, 0)?))
}
