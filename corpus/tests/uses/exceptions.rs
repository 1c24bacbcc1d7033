//! Where our answer differs from MLIR's on purpose, each with its reason.

/// Why an answer about a use may differ.
pub(super) fn reason(op: &str, text: &str) -> Option<&'static str> {
    LIST.iter().find(|(name, part, _)| *name == op && text.contains(part)).map(|(.., reason)| *reason)
}

/// The operations with an exception.
pub(super) fn operations() -> impl Iterator<Item = &'static str> {
    LIST.iter().map(|(name, ..)| *name)
}

/// Operation, a part of the text that makes the difference, and the reason.
const LIST: &[(&str, &str, &str)] = &[
    ("arith.index_cast", "memref<", MEMREFS),
    ("arith.index_castui", "memref<", MEMREFS),
    ("arith.bitcast", "memref<", MEMREFS),
];

const MEMREFS: &str = "MLIR takes any memrefs whose extents may agree, the spec asks for one shape, layout and space: \
                       relations have no word for `a memref`, and no pattern casts between such memrefs";
