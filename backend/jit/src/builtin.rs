//! `builtin`: casts that conversions of types leave behind.

use assay_ir::data::{OpId, TypeKind};

use crate::lowering::{Lowered, Lowering};
use crate::meaning::OpLowering;
use assay_backend::engine::Unsupported;

pub(super) const OPS: &[OpLowering] = &[OpLowering::new("builtin.unrealized_conversion_cast", cast)];

/// The identity, between `index` and the integer of its width or one type and itself.
fn cast(l: &mut Lowering<'_, '_, '_>, op: OpId) -> Lowered {
    let (Some(from), Some(to), 1, 1) = (
        l.program.operand(op, 0),
        l.program.result(op, 0),
        l.program.operand_count(op),
        l.program.result_count(op),
    ) else {
        return Err(Unsupported::Type);
    };
    let types = [from, to].map(|name| l.program.value_type(name));
    let one_is_index = types.iter().any(|ty| matches!(l.program.ctx().type_kind(*ty), TypeKind::Index));
    if types[0] != types[1] && (!one_is_index || l.form(from)? != l.form(to)?) {
        return Err(Unsupported::Type);
    }
    let held = l.value(from)?;
    l.set(to, held);
    Ok(super::lowering::ControlFlow::Next)
}
