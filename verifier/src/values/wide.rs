//! Patterns over integers that are wider than expressions compute with: what holds at all widths holds at theirs. Asks no
//! solver.

use assay_ir::data::{AttrId, AttrKind, Context, IntValue, TypeId, TypeKind};

use super::uniform::SMALL;
use crate::pattern::classes::Classes;
use crate::pattern::model::{AttrRef, Model};

/// Tells if all that is written of a wide type says the same number at each width from [`super::uniform::FROM`] on.
pub(super) fn says_the_same(ctx: &Context, model: &Model, classes: &Classes<'_>, wide: TypeId) -> bool {
    if !model.makers.is_empty() || !model.constraints.is_empty() {
        return false;
    }
    let matched = (0..model.attributes.len()).map(|attribute| classes.attribute(attribute));
    let matched = matched.filter_map(|class| classes.attribute_constant(class));
    let created = model.created.iter().flat_map(|created| &created.attributes);
    let created = created.filter_map(|(_, value)| match value {
        AttrRef::Constant(attr) => Some(*attr),
        _ => None,
    });
    matched.chain(created).all(|attr| is_small(ctx, attr, wide))
}

/// A number of the wide type that is small, or an attribute that says nothing of such a type.
fn is_small(ctx: &Context, attr: AttrId, wide: TypeId) -> bool {
    match ctx.attr_kind(attr) {
        AttrKind::Integer { value: IntValue::Small(value), ty } if *ty == wide => value.abs() <= SMALL,
        AttrKind::Integer { ty, .. } => *ty != wide,
        AttrKind::Opaque { .. } | AttrKind::String { .. } | AttrKind::Unit => true,
        AttrKind::Type(ty) => {
            !matches!(ctx.type_kind(*ty), TypeKind::Vector { .. } | TypeKind::RankedTensor { .. })
        }
        _ => false,
    }
}
