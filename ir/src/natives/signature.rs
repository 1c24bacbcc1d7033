//! The signature of a `func.func` that describes something for Assay, with the `assay.` attributes beside each type. Reads
//! functions alike for native code and for operations; knows neither.

use crate::data::{AttrId, AttrKind, Context, OpId, Program, TypeId, TypeKind, known};

/// Attributes whose names begin with `assay.`.
pub(crate) type Own = Vec<(String, AttrId)>;

/// Inputs and results of a function, each with its own attributes.
pub(crate) struct Signature {
    pub(crate) inputs: Vec<(TypeId, Own)>,
    pub(crate) results: Vec<(TypeId, Own)>,
    pub(crate) has_body: bool,
}

/// The entries of a dictionary that are meant for Assay.
pub(crate) fn own_entries(ctx: &Context, dictionary: AttrId) -> Own {
    let named = ctx.entries(dictionary).iter().map(|(name, value)| (ctx.str(*name).to_owned(), *value));
    named.filter(|(name, _)| name.starts_with("assay.")).collect()
}

/// The signature of a function; `None` for an operation that has none.
pub(crate) fn signature(program: &Program, op: OpId) -> Option<Signature> {
    let ctx = program.ctx();
    let ty = match ctx.attr_kind(program.attr(op, known::FUNCTION_TYPE)?) {
        AttrKind::Type(ty) => *ty,
        _ => return None,
    };
    let TypeKind::Function { inputs, results } = ctx.type_kind(ty) else { return None };
    let extra = |name: &str| -> Vec<Own> {
        match program.attr(op, ctx.ident(name)).map(|attr| ctx.attr_kind(attr)) {
            Some(AttrKind::Array(list)) => list.iter().map(|item| own_entries(ctx, *item)).collect(),
            _ => Vec::new(),
        }
    };
    let join = |types: &[TypeId], mut extra: Vec<Own>| {
        extra.resize(types.len(), Vec::new());
        types.iter().copied().zip(extra).collect()
    };
    let has_body =
        program.op_regions(op).first().is_some_and(|region| !program.region(*region).blocks.is_empty());
    Some(Signature {
        inputs: join(inputs, extra("arg_attrs")),
        results: join(results, extra("res_attrs")),
        has_body,
    })
}
