//! Patterns over integers that are wider than expressions compute with: what holds at all widths holds at theirs. Asks no
//! solver.

use assay_ir::data::{AttrId, AttrKind, Context, IntValue, TypeId, TypeKind};

use num_bigint::BigInt;

use super::builder::Encoding;
use crate::pattern::classes::Classes;
use crate::pattern::model::{AttrRef, Model};
use crate::witness::widen::{widen, width_of};
use assay_term::sample::SMALL;

/// Widths at which values are looked for that break a pattern over wider integers: no type of a pattern, and small enough
/// for a solver, the second for patterns that name types between the two.
pub(super) const NARROW: [u32; 2] = [67, 127];

/// The type that is written for one that is looked at, which may stand `instead` of it.
pub(super) fn written(narrowed_type: Option<(TypeId, TypeId)>, ty: TypeId) -> TypeId {
    narrowed_type.filter(|(_, narrow)| *narrow == ty).map_or(ty, |(wide, _)| wide)
}

/// A number of a type that stands for a wider one, as one of that; `None` where it stands for itself.
pub(super) fn number(ctx: &Context, sides: &Encoding, bits: u128, ty: TypeId) -> Option<BigInt> {
    let wide = written(sides.narrowed_type, ty);
    (wide != ty).then_some(())?;
    Some(widen(bits, width_of(ctx, ty)?, width_of(ctx, wide)?))
}

/// Tells if all that is written of a wide type says the same number at each width from [`assay_term::sample::FROM`] on.
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
