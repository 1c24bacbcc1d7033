//! Facts about values where control flow joins: block arguments, results of regions, parameters and results of
//! functions. Knows no operation; `analysis` finds them.

use assay_ir::data::{OpId, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The facts of one program.
#[derive(Default)]
pub(super) struct Facts {
    pub(super) poison: FxHashSet<ValueId>,
    pub(super) raw: FxHashSet<ValueId>,
    pub(super) loops: FxHashSet<OpId>,
    /// Operations in whose regions something pays for work.
    pub(super) paying: FxHashSet<OpId>,
    /// For each result of each function, true when it may be poison.
    pub(super) returns: FxHashMap<OpId, Vec<bool>>,
}

impl Facts {
    /// Returns true when the value, one where control flow joins, may be poison.
    pub(super) fn poison(&self, name: ValueId) -> bool {
        self.poison.contains(&name)
    }

    /// Returns true when the value, one where control flow joins, may be a NaN with other bits than that which
    /// arithmetic makes.
    pub(super) fn raw(&self, name: ValueId) -> bool {
        self.raw.contains(&name)
    }

    /// Returns true when nothing pays for work in the regions of an operation, so that each run of them costs the same.
    pub(super) fn costs_the_same(&self, op: OpId) -> bool {
        !self.paying.contains(&op)
    }

    /// Returns true when a part of the function may be repeated without a call.
    pub(super) fn loops(&self, function: OpId) -> bool {
        self.loops.contains(&function)
    }
}
