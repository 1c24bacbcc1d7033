//! The custom form of each operation, compiled from its record when it is first met.

use assay_ops::{Op, PerOp};

use super::format::OpSyntax;

fn compiled(op: &'static Op) -> Option<&'static OpSyntax> {
    static COMPILED: PerOp<Option<OpSyntax>> = PerOp::new();
    COMPILED.get(op, || OpSyntax::compile(op)).as_ref()
}

/// The syntax of an operation by its full name; `None` for one that is not known.
pub(in crate::text) fn syntax(name: &str) -> Option<&'static OpSyntax> {
    assay_ops::op(name).and_then(compiled)
}

/// The syntax of `dialect.word`.
pub(in crate::text) fn syntax_in(dialect: &str, word: &str) -> Option<&'static OpSyntax> {
    assay_ops::op_in(dialect, word).and_then(compiled)
}

/// The names of the attributes that an operation of MLIR has; `None` for one that is not known.
pub fn attribute_names(name: &str) -> Option<impl Iterator<Item = &'static str>> {
    assay_ops::op(name).map(Op::attribute_names)
}

/// Tells if a dialect of MLIR has no type, or else no attribute, of this name.
pub(in crate::text) fn lacks(dialect: &str, is_type: bool, name: &str) -> bool {
    let lacks = |known: &assay_ops::Dialect| {
        if is_type { known.lacks_type(name) } else { known.lacks_attribute(name) }
    };
    assay_ops::dialect(dialect).is_some_and(lacks)
}

#[cfg(test)]
pub(super) fn names() -> Vec<&'static str> {
    assay_ops::dialects().flat_map(assay_ops::Dialect::names).collect()
}
