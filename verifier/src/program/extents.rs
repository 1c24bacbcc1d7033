//! Extents that the types of arguments leave open: a proof is for each choice of them up to a bound.

use assay_ir::data::{Context, TypeId, TypeKind};

/// The greatest extent of a choice.
const MOST: u64 = 3;

/// Choices beyond which fewer extents are tried, and then none.
const CHOICES: usize = 64;

/// The types of arguments for each choice of extents.
pub(super) struct Choices {
    /// One list of types for each choice.
    pub(super) types: Vec<Vec<TypeId>>,
    /// The greatest extent, where extents are open.
    pub(super) most: Option<u64>,
}

/// The choices for these types; `None` where there are too many.
pub(super) fn choices(ctx: &Context, types: &[TypeId]) -> Option<Choices> {
    let open: usize = types.iter().map(|ty| shape(ctx, *ty).iter().filter(|one| one.is_none()).count()).sum();
    if open == 0 {
        return Some(Choices { types: vec![types.to_vec()], most: None });
    }
    let number = |most: u64| (most as usize + 1).checked_pow(u32::try_from(open).ok()?);
    let most = (1..=MOST).rev().find(|most| number(*most).is_some_and(|number| number <= CHOICES))?;
    let mut lists: Vec<Vec<u64>> = vec![Vec::new()];
    for _ in 0..open {
        let longer = |list: &Vec<u64>| (0..=most).map(|one| [&list[..], &[one]].concat()).collect::<Vec<_>>();
        lists = lists.iter().flat_map(longer).collect();
    }
    let types = lists.into_iter().map(|list| closed(ctx, types, &list)).collect();
    Some(Choices { types, most: Some(most) })
}

/// The extents of a tensor, or of memory without a layout.
pub(super) fn shape(ctx: &Context, ty: TypeId) -> &[Option<u64>] {
    match ctx.type_kind(ty) {
        TypeKind::RankedTensor { shape, .. } | TypeKind::MemRef { shape, layout: None, .. } => shape,
        _ => &[],
    }
}

/// The types with these extents in the place of those that are open, in order.
fn closed(ctx: &Context, types: &[TypeId], extents: &[u64]) -> Vec<TypeId> {
    let mut rest = extents.iter().copied();
    let mut out = Vec::with_capacity(types.len());
    for ty in types {
        let all = shape(ctx, *ty).iter().map(|extent| extent.or_else(|| rest.next())).collect();
        let mut kind = ctx.type_kind(*ty).clone();
        if let TypeKind::RankedTensor { shape, .. } | TypeKind::MemRef { shape, layout: None, .. } = &mut kind
        {
            *shape = all;
        }
        out.push(ctx.ty(kind));
    }
    out
}

#[cfg(test)]
mod tests {
    use assay_ir::text::type_text;

    use super::*;

    fn texts(types: &[&str]) -> (Option<u64>, Vec<String>) {
        let ctx = Context::new();
        let types: Vec<TypeId> =
            types.iter().map(|text| assay_ir::text::parse_type(&ctx, text).expect("a type")).collect();
        let found = choices(&ctx, &types).expect("few choices");
        let text =
            |list: &Vec<TypeId>| list.iter().map(|ty| type_text(&ctx, *ty)).collect::<Vec<_>>().join(" ");
        (found.most, found.types.iter().map(text).collect())
    }

    #[test]
    fn each_open_extent_is_chosen() {
        assert_eq!(texts(&["i32", "tensor<2xi8>"]), (None, vec!["i32 tensor<2xi8>".to_owned()]));
        let (most, all) = texts(&["tensor<?x2xi8>", "memref<?xi8>"]);
        assert_eq!((most, all.len()), (Some(3), 16));
        assert_eq!(all[7], "tensor<1x2xi8> memref<3xi8>");
        assert_eq!(texts(&["tensor<?x?x?x?xi8>"]).0, Some(1));
    }
}
