//! A number that depends on inputs that are not known, as a value that is moved and compared. Knows no values and nothing of what it
//! stands for, which [`crate::terms`] keeps.

use std::fmt;

use assay_ir::data::FloatKind;

/// The type of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TermKind {
    /// An integer of this width; `index` is one, too.
    Int(u32),
    /// A floating-point number.
    Float(FloatKind),
}

/// A number that depends on inputs that are not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Term {
    /// Its fingerprint.
    pub print: [u64; 2],
    /// Its type.
    pub kind: TermKind,
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:016x}{:016x}", self.print[0], self.print[1])
    }
}

impl fmt::Display for TermKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TermKind::Int(width) => write!(f, "i{width}"),
            TermKind::Float(kind) => write!(f, "{kind:?}"),
        }
    }
}
