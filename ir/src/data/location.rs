//! Locations as MLIR's `loc(...)` writes them.

use super::{AttrId, Ident, LocId};

/// One location.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LocKind {
    /// `loc(unknown)`.
    Unknown,
    /// `loc("file":line:column)`; an end where the text gives a range.
    File {
        /// File name as written.
        file: Ident,
        /// First line, as written.
        line: u64,
        /// First column, as written.
        column: u64,
        /// Last line and column of a range.
        end: Option<(u64, u64)>,
    },
    /// `loc("name")` or `loc("name"(child))`.
    Name {
        /// The name.
        name: Ident,
        /// The location in parentheses.
        child: Option<LocId>,
    },
    /// `loc(callsite(callee at caller))`.
    CallSite {
        /// Where the callee is.
        callee: LocId,
        /// Where it is called from.
        caller: LocId,
    },
    /// `loc(fused<metadata>[..])`.
    Fused {
        /// Attribute between the angle brackets.
        metadata: Option<AttrId>,
        /// The parts.
        parts: Box<[LocId]>,
    },
}
