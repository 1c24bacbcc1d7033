//! The operations of a pattern at one moment: what each is given, and what was computed of it so far.

use rustc_hash::FxHashMap;

use super::memory::Write;
use crate::pattern::model::{OpRef, ValueRef};
use assay_semantics::{OpResult, Value};
use assay_term::nondet::Side;

/// The operands of all operations at one moment.
#[derive(Clone, Debug)]
pub(super) struct OperandMap {
    pub(super) nodes: Vec<Vec<ValueRef>>,
    pub(super) created: Vec<Vec<ValueRef>>,
}

/// The results of one moment.
pub(super) struct EvalState {
    pub(super) side: Side,
    pub(super) done: FxHashMap<OpRef, Option<OpResult>>,
    pub(super) order: Vec<OpRef>,
    /// What operations store.
    pub(super) writes: Vec<(OpRef, Write)>,
    /// Operands of operations without results.
    pub(super) given: FxHashMap<OpRef, Vec<Value>>,
}

impl EvalState {
    pub(super) fn new(side: Side) -> EvalState {
        let (done, order, writes, given) = Default::default();
        EvalState { side, done, order, writes, given }
    }
}

impl OperandMap {
    /// Operands of an operation.
    pub(super) fn operands(&self, op: OpRef) -> Vec<ValueRef> {
        match op {
            OpRef::Node(node) => self.nodes[node].clone(),
            OpRef::Created(created) => self.created[created].clone(),
        }
    }
}
