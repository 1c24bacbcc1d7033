//! Builtin attributes of which only identity and type matter to a question. Knows how the data model spells them.

use assay_ir::data::AttrKind;

/// A kind of attribute that is compared as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Blob {
    Dictionary,
    FlatSymbolRef,
    NestedSymbolRef,
    Sparse,
    DenseResource,
    AffineMap,
    IntegerSet,
    Strided,
    Distinct,
    Location,
    /// The text of a dialect's type or attribute whose body is not read.
    Body,
}

impl Blob {
    /// All kinds; the position is the number in the encoding.
    pub const ALL: &[Blob] = &[
        Blob::Dictionary,
        Blob::FlatSymbolRef,
        Blob::NestedSymbolRef,
        Blob::Sparse,
        Blob::DenseResource,
        Blob::AffineMap,
        Blob::IntegerSet,
        Blob::Strided,
        Blob::Distinct,
        Blob::Location,
        Blob::Body,
    ];

    /// Number in the encoding.
    pub fn number(self) -> usize {
        self as usize
    }

    /// The kind of an attribute, where it is one of these.
    pub fn from_kind(kind: &AttrKind) -> Option<Blob> {
        Some(match kind {
            AttrKind::Dictionary(_) => Blob::Dictionary,
            AttrKind::SymbolRef { nested, .. } if nested.is_empty() => Blob::FlatSymbolRef,
            AttrKind::SymbolRef { .. } => Blob::NestedSymbolRef,
            AttrKind::Sparse { .. } => Blob::Sparse,
            AttrKind::DenseResource { .. } => Blob::DenseResource,
            AttrKind::AffineMap(_) => Blob::AffineMap,
            AttrKind::IntegerSet(_) => Blob::IntegerSet,
            AttrKind::Strided { .. } => Blob::Strided,
            AttrKind::Distinct { .. } => Blob::Distinct,
            AttrKind::Location(_) => Blob::Location,
            _ => return None,
        })
    }
}
