//! The interface of folding: the values of operations, as the greedy driver asks for them, and the constants of one round.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::data::{AttrId, Ident, OpId, Program, RegionId, TypeId, ValueId};

/// The values of operations.
pub trait Folder: std::fmt::Debug {
    /// The attribute that an operation holds which does nothing but make a constant of it.
    fn constant(&self, program: &Program, op: OpId) -> Option<AttrId>;

    /// The fold of an operation that is no constant; `None` where it stays as it is.
    fn fold(&self, program: &Program, op: OpId) -> Option<Fold>;
}

/// The fold of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fold {
    /// It stays, with its operands in this order.
    Operands(Vec<ValueId>),
    /// It goes, and these stand for its results, one for each.
    Results(Vec<Folded>),
}

/// A value that stands for a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Folded {
    /// A value that there is.
    Value(ValueId),
    /// A new operation of this name, which takes nothing and whose property `value` is the attribute.
    Constant(Ident, AttrId),
}

/// The constants of one round: one for each dialect, attribute, type and region.
#[derive(Default)]
pub(super) struct Constants {
    pub(super) by_value: FxHashMap<(RegionId, Ident, AttrId, TypeId), OpId>,
    pub(super) all: FxHashSet<OpId>,
}
