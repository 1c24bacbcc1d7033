//! The state of a generator of programs, and what a new operation consists of.

use arbitrary::Unstructured;
use assay_ir::data::{AttrId, BlockId, Program, TypeId, ValueId};

use super::types::Types;

/// A program while it grows.
pub(crate) struct ProgramGenerator<'c, 'b, 'd> {
    pub(crate) types: Types<'c>,
    pub(crate) program: Program,
    pub(crate) bytes: &'b mut Unstructured<'d>,
    /// Values that a new operation may use.
    pub(crate) visible: Vec<ValueId>,
    /// Functions that a call here may name, with their types.
    pub(crate) functions: Vec<(String, TypeId)>,
    pub(crate) symbols: usize,
    pub(crate) left: usize,
}

/// The parts of a new operation beside its name and its place.
#[derive(Default)]
pub(crate) struct Parts<'p> {
    pub(crate) operands: &'p [ValueId],
    pub(crate) results: &'p [TypeId],
    pub(crate) successors: &'p [BlockId],
    pub(crate) properties: &'p [(&'p str, AttrId)],
    pub(crate) regions: usize,
}
