//! Which matched operations run whenever another one does: undefined behaviour of these excuses what is seen of it. Knows no
//! meaning.

use fixedbitset::FixedBitSet;

use super::builder::{Builder, EvalState, Uncertain};
use crate::pattern::model::OpRef;
use assay_term::node::TermId;

impl Builder<'_> {
    /// The matched operations that run whenever the root does: those that feed it, and itself.
    pub(super) fn certain(&self) -> FixedBitSet {
        self.run_with(self.model.anchor)
    }

    /// When the results of an operation are not seen: it, or what feeds it, is undefined. All of them run before those that see
    /// them.
    pub(super) fn stopped(&mut self, before: &EvalState, op: OpRef, certain: &FixedBitSet) -> TermId {
        let OpRef::Node(node) = op else { return self.pool.boolean(false) };
        let mut others = self.run_with(node);
        others.difference_with(certain);
        self.undefined(before, &|op| matches!(op, OpRef::Node(node) if others.contains(*node)))
    }

    /// The matched operations that run whenever one does: those that feed it, and itself.
    fn run_with(&self, node: usize) -> FixedBitSet {
        let count = self.model.nodes.len();
        let mut inside = FixedBitSet::with_capacity(count);
        let mut stack = vec![self.classes.node(node)];
        while let Some(node) = stack.pop() {
            if !inside.put(node) {
                stack.extend(self.classes.producers(node));
            }
        }
        (0..count).filter(|node| inside.contains(self.classes.node(*node))).collect()
    }

    pub(super) fn uncertain(&self, node: usize) -> Uncertain {
        let with = self.run_with(node).ones().map(|other| self.model.nodes[other].op).collect();
        Uncertain { op: self.model.nodes[node].op, with }
    }
}
