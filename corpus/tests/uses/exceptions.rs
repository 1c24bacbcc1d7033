//! Where our answer differs from MLIR's on purpose, each with its reason.

/// Why an answer about a use may differ.
pub(super) fn reason(op: &str, text: &str) -> Option<&'static str> {
    LIST.iter().find(|(name, part, _)| *name == op && text.contains(part)).map(|(.., reason)| *reason)
}

/// The operations with an exception in a group of dialects.
pub(super) fn operations(dialects: &[&str]) -> Vec<&'static str> {
    let inside = |name: &&str| dialects.contains(&name.split('.').next().unwrap_or_default());
    let mut names: Vec<&str> = LIST.iter().map(|(name, ..)| *name).filter(inside).collect();
    names.sort();
    names.dedup();
    names
}

/// Operation, a part of the text that makes the difference, and the reason.
const LIST: &[(&str, &str, &str)] = &[
    ("arith.index_cast", "memref<", MEMREFS),
    ("arith.index_castui", "memref<", MEMREFS),
    ("arith.bitcast", "memref<", MEMREFS),
    ("llvm.load", "ordering = ", ATOMIC),
    ("llvm.load", "syncscope = ", ATOMIC),
    ("llvm.store", "ordering = ", ATOMIC),
    ("llvm.store", "syncscope = ", ATOMIC),
    ("llvm.return", "\"llvm.return\"() : ()", RETURNED),
    ("llvm.return", "\"llvm.return\"(%x) :", RETURNED),
];

const RETURNED: &str = "MLIR compares the operand with the result type of the function, which stands inside of an `!llvm.func` \
                        that relations have no word for";

const ATOMIC: &str = "MLIR lets only some orderings, types and alignments go together where an access is atomic, and a scope \
                      only there: custom checks in C++ that the table of predicates has no word for";

const MEMREFS: &str = "MLIR takes any memrefs whose extents may agree, the spec asks for one shape, layout and space: \
                       relations have no word for `a memref`, and no pattern casts between such memrefs";
