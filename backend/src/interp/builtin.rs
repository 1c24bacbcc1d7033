//! `builtin`: casts that conversions of types leave behind.

use assay_ir::data::{OpId, TypeKind};

use super::Meaning;
use super::machine::{Executed, Flow, Machine};
use crate::engine::Gap;

pub(super) const OPS: &[Meaning] = &[Meaning::plain("builtin.unrealized_conversion_cast", cast)];

/// The identity between a type and itself, and between `index` and an integer of its width, which have the same values.
/// Between other types it "should not be attributed any special representational or execution semantics".
fn cast(m: &mut Machine<'_>, op: OpId) -> Executed {
    let count = m.program.operand_count(op);
    if count != m.program.result_count(op) {
        return Err(Gap::Type.into());
    }
    for at in 0..count {
        let (from, to) = (m.operand_type(op, at)?, m.result_type(op, at)?);
        let kinds = [from, to].map(|ty| m.program.ctx().type_kind(ty));
        let one_is_index = kinds.iter().any(|kind| matches!(kind, TypeKind::Index));
        let widths = [from, to].map(|ty| m.options.width(m.program, ty));
        if from != to && !(one_is_index && widths[0].is_some() && widths[0] == widths[1]) {
            return Err(Gap::Type.into());
        }
    }
    Ok(Flow::Next(m.operands_from(op, 0)?))
}
