//! Walks over the tree of a payload that are kept until the tree changes, and which of their nodes a name or an attribute can
//! select.

use std::cell::{Cell, OnceCell};

use assay_ir::data::{Ident, OpId, Program};
use rustc_hash::FxHashMap;

/// A node of the tree of a payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct NodeId(pub(super) u32);

/// Nodes below (and with) a root, children first: the order of MLIR's walks.
#[derive(Debug)]
pub(super) struct Walk {
    pub(super) nodes: Vec<NodeId>,
    asked: Cell<bool>,
    index: OnceCell<Index>,
}

/// Positions in a walk.
#[derive(Debug, Default)]
struct Index {
    /// The untouched operations of the given program, by name.
    named: FxHashMap<Ident, Vec<u32>>,
    /// The same ones by the names of their attributes.
    having: FxHashMap<Ident, Vec<u32>>,
    /// All other nodes.
    others: Vec<u32>,
}

impl Walk {
    pub(super) fn new(nodes: Vec<NodeId>) -> Walk {
        Walk { nodes, asked: Cell::new(false), index: OnceCell::new() }
    }

    /// The nodes, in their order, without untouched operations (`untouched`: name and operation) that have none of the names or lack the attribute. A walk that is
    /// asked for the first time gives all of them; an index pays from the second time on.
    pub(super) fn select(
        &self,
        untouched: impl Fn(NodeId) -> Option<(Ident, OpId)>,
        given: Option<&Program>,
        names: Option<&[Ident]>,
        attribute: Option<Ident>,
    ) -> Vec<NodeId> {
        let Some(given) =
            given.filter(|_| self.asked.replace(true) && (names.is_some() || attribute.is_some()))
        else {
            return self.nodes.clone();
        };
        let index = self.index.get_or_init(|| self.index(untouched, given));
        let mut at = index.others.clone();
        match (attribute, names) {
            (Some(key), _) => at.extend(index.having.get(&key).into_iter().flatten()),
            (None, names) => {
                let lists = names.into_iter().flatten().filter_map(|name| index.named.get(name));
                at.extend(lists.flatten());
            }
        }
        at.sort_unstable();
        at.dedup();
        at.into_iter().map(|at| self.nodes[at as usize]).collect()
    }

    fn index(&self, untouched: impl Fn(NodeId) -> Option<(Ident, OpId)>, given: &Program) -> Index {
        let mut index = Index::default();
        for (at, node) in (0..).zip(&self.nodes) {
            match untouched(*node) {
                Some((name, op)) => {
                    index.named.entry(name).or_default().push(at);
                    let op = given.op(op);
                    let entries = [op.properties, op.attributes].map(|list| given.ctx().entries(list));
                    for (key, _) in entries.into_iter().flatten() {
                        index.having.entry(*key).or_default().push(at);
                    }
                }
                None => index.others.push(at),
            }
        }
        index
    }
}
