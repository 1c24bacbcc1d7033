//! Which numbers a type holds.

use assay_ir::data::{Context, TypeId, TypeKind};
use assay_semantics::{Element, Layout};

use crate::unsupported::EncodeError;

/// Tensors of more elements are not modelled.
const MOST_ELEMENTS: u64 = 64;

/// Bits of `index`.
pub(crate) const INDEX: u32 = 64;

/// The layout of one number of a type.
///
/// # Errors
/// A type without such numbers.
pub(crate) fn number_of(ctx: &Context, ty: TypeId) -> Result<Layout, EncodeError> {
    let element = match ctx.type_kind(ty) {
        TypeKind::RankedTensor { element, .. } => *element,
        _ => ty,
    };
    Ok(Layout { shape: None, ..layout_of(ctx, element)? })
}

/// The layout of a type whose values are numbers that this module knows.
///
/// # Errors
/// A type without such values.
pub(crate) fn layout_of(ctx: &Context, ty: TypeId) -> Result<Layout, EncodeError> {
    let layout = Layout::for_type(ctx, ty, INDEX).filter(|layout| layout.element != Element::Opaque);
    layout.ok_or_else(|| unmodelled(ctx, ty))
}

/// The reason of a type whose values are not modelled.
pub(crate) fn unmodelled(ctx: &Context, ty: TypeId) -> EncodeError {
    EncodeError::Type(assay_ir::text::type_text(ctx, ty))
}

/// Blocks of more places are not modelled.
pub(crate) const MOST_PLACES: usize = 256;

/// Bytes of an element in memory.
pub(crate) fn element_bytes(layout: &Layout) -> u64 {
    u64::from(layout.width.div_ceil(8).max(1)).next_power_of_two()
}

/// The number of elements, if it is modelled.
pub(crate) fn size(shape: &[u64]) -> Option<u64> {
    let size = shape.iter().try_fold(1u64, |size, extent| size.checked_mul(*extent));
    size.filter(|size| *size <= MOST_ELEMENTS)
}
