//! `func` and its mirror in `llvm`: direct calls and returns. Values of function type are not modelled.

use assay_ir::data::{AttrKind, OpId};

use super::attributes::counts;
use super::machine::{ControlFlow, Executed, Machine};
use super::{OpInterpreter, pointers};
use crate::engine::{Unsupported, entry_block};

pub(super) const OPS: &[OpInterpreter] = &[
    OpInterpreter::without_regions("func.call", call),
    OpInterpreter::without_regions("func.return", leave),
    OpInterpreter::without_regions("llvm.call", call_lowered),
    OpInterpreter::without_regions("llvm.return", leave),
];

fn call(m: &mut Machine<'_>, op: OpId) -> Executed {
    let callee = m.attr(op, "callee").ok_or(Unsupported::Malformed)?;
    match m.program.ctx().attr_kind(callee) {
        AttrKind::SymbolRef { root, nested } if nested.is_empty() => {
            let function = m.function(op, *root)?;
            Ok(ControlFlow::Call(function, m.operands_from(op, 0)?))
        }
        _ => Err(Unsupported::Attribute.into()),
    }
}

/// A call of a function, or of one of the C library that is only declared.
fn call_lowered(m: &mut Machine<'_>, op: OpId) -> Executed {
    let callee = m.attr(op, "callee").ok_or(Unsupported::Type)?;
    let AttrKind::SymbolRef { root, nested } = m.program.ctx().attr_kind(callee) else {
        return Err(Unsupported::Attribute.into());
    };
    if !nested.is_empty() || m.attr(op, "var_callee_type").is_some() {
        return Err(Unsupported::Attribute.into());
    }
    let given = m.operands_from(op, 0)?;
    let given = match counts(m, op, "operandSegmentSizes") {
        Ok(sizes) => given.into_iter().take(*sizes.first().ok_or(Unsupported::Malformed)?).collect(),
        Err(_) => given,
    };
    let function = m.function(op, *root)?;
    if entry_block(m.program, function).is_none()
        && let Some(done) = pointers::library(m, m.program.ctx().str(*root), &given)
    {
        return done;
    }
    Ok(ControlFlow::Call(function, given))
}

fn leave(m: &mut Machine<'_>, op: OpId) -> Executed {
    Ok(ControlFlow::Leave(m.operands_from(op, 0)?))
}
