//! The custom form of each operation, compiled from its record when it is first met.

use assay_ops::{Op, PerOp};

use super::format::OpSyntax;
use crate::data::Context;

/// The custom form of an operation.
pub(in crate::text) fn form(op: &'static Op) -> Option<&'static OpSyntax> {
    static COMPILED: PerOp<Result<OpSyntax, String>> = PerOp::new();
    COMPILED.get(op, || OpSyntax::compile(op)).as_ref().ok()
}

/// The syntax of an operation by its full name; `None` for one that is not known.
pub(in crate::text) fn syntax(ctx: &Context, name: &str) -> Option<&'static OpSyntax> {
    ctx.record(name).and_then(form)
}

/// The names of the attributes that an operation of MLIR has; `None` for one that is not known.
pub fn attribute_names(name: &str) -> Option<impl Iterator<Item = &'static str>> {
    assay_ops::op(name).map(Op::attribute_names)
}

#[cfg(test)]
pub(super) fn names() -> Vec<&'static str> {
    assay_ops::dialects().flat_map(assay_ops::Dialect::names).collect()
}
