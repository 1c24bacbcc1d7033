//! Memrefs with a layout that is the identity, as `memref<6xi32, strided<[1]>>` has one, as memrefs without a layout: both types say where
//! the same elements lie, and the meanings of operations know the one.

use std::sync::Arc;

use assay_ir::data::{AttrKind, Context, Dim, Program, TypeId, TypeKind};
use assay_ir::meanings::retype;

/// Takes away layouts that are the identity.
pub(crate) fn without_identity_layouts(program: &mut Program) {
    let ctx = Arc::clone(program.ctx());
    retype(program, &|ty| without_layout(&ctx, ty));
}

/// The type without its layout, where that is the identity.
fn without_layout(ctx: &Context, ty: TypeId) -> Option<TypeId> {
    let TypeKind::MemRef { shape, element, layout: Some(layout), space } = ctx.type_kind(ty) else {
        return None;
    };
    let AttrKind::Strided { strides, offset: Some(0) } = ctx.attr_kind(*layout) else { return None };
    is_row_major(shape, strides).then(|| {
        ctx.ty(TypeKind::MemRef { shape: shape.clone(), element: *element, layout: None, space: *space })
    })
}

/// Tells if each stride is the number of elements of the dimensions behind it.
fn is_row_major(shape: &[Dim], strides: &[Option<i64>]) -> bool {
    let mut behind = Some(1_i64);
    shape.len() == strides.len()
        && shape.iter().zip(strides).rev().all(|(extent, stride)| {
            let fits = stride.is_some() && *stride == behind;
            let extent = extent.and_then(|extent| i64::try_from(extent).ok());
            behind = behind.zip(extent).and_then(|(behind, extent)| behind.checked_mul(extent));
            fits
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use assay_ir::data::Source;

    fn as_layout(shape: &str, layout: &str) -> bool {
        let ctx = Context::new();
        let text = format!("func.func private @f(memref<{shape}xi8, {layout}>)\n");
        let mut parsed = assay_ir::text::parse(&ctx, &Source::new("test", text));
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        without_identity_layouts(&mut parsed.program);
        !assay_ir::text::print(&parsed.program, &assay_ir::text::PrintOptions::default()).contains("strided")
    }

    #[test]
    fn a_layout_is_the_identity_where_it_counts_elements_in_row_major_order() {
        for (shape, layout) in [
            ("6", "strided<[1]>"),
            ("?", "strided<[1]>"),
            ("2x3", "strided<[3, 1]>"),
            ("?x3", "strided<[3, 1]>"),
        ] {
            assert!(as_layout(shape, layout), "{shape} {layout}");
        }
        for (shape, layout) in [
            ("6", "strided<[2]>"),
            ("6", "strided<[1], offset: 1>"),
            ("6", "strided<[?]>"),
            ("2x3", "strided<[1, 2]>"),
            ("2x3", "strided<[4, 1]>"),
            ("2x?", "strided<[3, 1]>"),
        ] {
            assert!(!as_layout(shape, layout), "{shape} {layout}");
        }
    }
}
