//! `ub`: poison as a constant, and code that is never reached.

use assay_ir::data::{AttrKind, OpId};

use crate::arith::{always, number};
use crate::lowering::{ControlFlow, Lane, Lowered, Lowering};
use crate::meaning::OpLowering;
use crate::unit::Exit;
use assay_backend::engine::{Undefined, Unsupported};
use cranelift_codegen::ir::InstBuilder;
use cranelift_codegen::ir::types::I8;

pub(super) const OPS: &[OpLowering] = &[
    OpLowering::new("ub.poison", poison).may_poison(always),
    OpLowering::new("ub.unreachable", unreachable),
];

fn poison(l: &mut Lowering<'_, '_, '_>, op: OpId) -> Lowered {
    let ctx = l.program.ctx();
    let whole = match l.attr(op, "value").map(|attr| ctx.attr_kind(attr)) {
        None => true,
        Some(AttrKind::Opaque { dialect, name, .. } | AttrKind::Dialect { dialect, name, .. }) => {
            ctx.str(*dialect) == "ub" && ctx.str(*name) == "poison"
        }
        Some(_) => false,
    };
    if !whole {
        return Err(Unsupported::Attribute);
    }
    let (kind, count) = l.result_kind(op, 0)?;
    let flag = l.b.ins().iconst(I8, 1);
    let zero = number(l, kind, 0);
    let lane = Lane { poison: Some(flag), constant: None, ..zero };
    l.give(op, std::iter::repeat_n(lane, count).collect())
}

fn unreachable(l: &mut Lowering<'_, '_, '_>, op: OpId) -> Lowered {
    l.leave(Exit::Ub(op, Undefined::Unreachable));
    Ok(ControlFlow::Closed)
}
