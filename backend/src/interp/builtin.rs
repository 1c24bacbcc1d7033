//! `builtin`: casts that conversions of types leave behind.

use assay_ir::data::{OpId, TypeId, TypeKind};

use super::machine::{ControlFlow, Executed, Machine};
use super::{OpInterpreter, pointers};
use crate::engine::Unsupported;

pub(super) const OPS: &[OpInterpreter] =
    &[OpInterpreter::without_regions("builtin.unrealized_conversion_cast", cast)];

/// The identity between a type and itself, and between `index` and an integer of its width, which have the same values; and what the
/// conversion to `llvm` makes of a type. Between other types it "should not be attributed any special representational or
/// execution semantics".
fn cast(m: &mut Machine<'_>, op: OpId) -> Executed {
    let count = m.program.operand_count(op);
    if count != m.program.result_count(op) {
        return Err(Unsupported::Type.into());
    }
    let mut values = m.operands_from(op, 0)?;
    for (at, value) in values.iter_mut().enumerate() {
        let (from, to) = (m.operand_type(op, at)?, m.result_type(op, at)?);
        if from == to || is_index_cast(m, from, to) {
            continue;
        }
        *value = pointers::converted(m, value, from, to).ok_or(Unsupported::Type)??;
    }
    Ok(ControlFlow::Next(values))
}

/// Tells if one type is the other with `index` in the place of integers of its width.
fn is_index_cast(m: &Machine<'_>, from: TypeId, to: TypeId) -> bool {
    let ctx = m.program.ctx();
    let shapes = [from, to].map(|ty| match ctx.type_kind(ty) {
        TypeKind::Vector { shape, .. } => Some(&shape[..]),
        _ => None,
    });
    let elements = [from, to].map(|ty| match ctx.type_kind(ty) {
        TypeKind::Vector { element, .. } => *element,
        _ => ty,
    });
    let one_is_index = elements.iter().any(|ty| matches!(ctx.type_kind(*ty), TypeKind::Index));
    let widths = elements.map(|ty| m.options.width(m.program, ty));
    shapes[0] == shapes[1] && one_is_index && widths[0].is_some() && widths[0] == widths[1]
}
