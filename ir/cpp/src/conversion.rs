//! The types and operands of a path that a conversion gives other types. Data alone.

/// The conversion that a path is a part of.
#[derive(Clone, Default)]
pub(crate) struct Conversion {
    /// The class of the converter that a table describes.
    pub(crate) class: String,
    /// Types with those that they become.
    pub(crate) types: Vec<(usize, usize)>,
    /// Operands with what they are in their new types.
    pub(crate) operands: Vec<(usize, usize)>,
}
