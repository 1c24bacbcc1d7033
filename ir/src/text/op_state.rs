//! An operation and its regions while they are read: names, types and attributes as far as they stand in the text.

use assay_ops::Op;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::data::{AttrId, BlockId, Ident, LocId, OpId, Pos, RegionId, Span, TypeId, ValueId};

/// A use of a value as written: `%name#number`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Use<'s> {
    pub(super) name: &'s str,
    pub(super) number: u32,
    pub(super) pos: Pos,
}

/// Names on the left of `=`.
pub(super) struct ResultName<'s> {
    pub(super) name: &'s str,
    pub(super) count: u32,
    pub(super) pos: Pos,
}

/// An operation while it is read.
#[derive(Default)]
pub(super) struct OpState {
    pub(super) name: Option<Ident>,
    /// The record of that name, if there is one.
    pub(super) record: Option<&'static Op>,
    /// How many results the text names.
    pub(super) named_results: usize,
    pub(super) operands: Vec<(ValueId, Pos)>,
    pub(super) results: Vec<TypeId>,
    pub(super) successors: Vec<BlockId>,
    pub(super) properties: Vec<(Ident, AttrId)>,
    pub(super) attributes: Vec<(Ident, AttrId)>,
    /// Where the location is written in front of a region (`loc` of a custom form); usually at the end.
    pub(super) loc: Option<LocId>,
    /// The operation, once a region had to hang somewhere.
    pub(super) op: Option<OpId>,
    /// Ready-made dictionaries of the generic form.
    pub(super) raw: Option<(AttrId, AttrId)>,
}

impl OpState {
    pub(super) fn clear(&mut self) {
        self.name = None;
        self.record = None;
        self.named_results = 0;
        self.operands.clear();
        self.results.clear();
        self.successors.clear();
        self.properties.clear();
        self.attributes.clear();
        self.loc = None;
        self.op = None;
        self.raw = None;
    }
}

/// Types of builtin dialect words that end a line behind an operation in generic form: `(i32, i32) -> i32`.
pub(super) struct Signature<'s> {
    /// With the line break.
    pub(super) text: &'s str,
    pub(super) operands: SmallVec<[TypeId; 4]>,
    pub(super) results: SmallVec<[TypeId; 2]>,
}

pub(super) fn count(number: usize, what: &str) -> String {
    match number {
        0 => format!("no {what}s"),
        1 => format!("one {what}"),
        n => format!("{n} {what}s"),
    }
}

/// A region argument that stands in front of the region in the text.
#[derive(Clone, Copy)]
pub(super) struct Argument<'s> {
    /// Name without `%`; empty for none.
    pub(super) name: &'s str,
    pub(super) ty: TypeId,
    pub(super) pos: Pos,
}

/// Labels of an open region.
pub(super) struct RegionState<'s> {
    pub(super) region: RegionId,
    pub(super) labels: FxHashMap<&'s str, Label>,
    /// Blocks in the order of their definitions.
    pub(super) order: SmallVec<[BlockId; 4]>,
}

#[derive(Clone, Copy)]
pub(super) struct Label {
    pub(super) block: BlockId,
    pub(super) first_seen: Span,
    pub(super) defined: bool,
}
