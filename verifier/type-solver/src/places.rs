//! Where the types and attributes of an operation are in a statement.

use crate::term::Term;
use assay_ir::data::Ident;

/// What stands at the places of an operation.
pub struct Places<'a> {
    /// Types of the operands.
    pub operands: &'a [Term],
    /// Types of the results.
    pub results: &'a [Term],
    /// The attribute of a name; absent where it is not there, an unknown where it may or may not be.
    pub attribute: &'a dyn Fn(Ident) -> Term,
    /// Whether the operation surely has neither regions nor successors.
    pub bare: bool,
}
