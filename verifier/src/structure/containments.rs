//! Containments that have to be looked at: a matched operation inside of one that is erased. Must not run the rewrite.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::findings::Containment;
use crate::pattern::classes::Classes;
use crate::pattern::dominance::{Available, fed_by};
use crate::pattern::model::*;
use crate::pattern::promises;

/// Pairs of an erased operation and one that may lie in its regions: neither feeds the other, and nothing that depends on the
/// inner one touches the outer one. Only operations that the rewrite speaks of, or whose place it needs, make a difference.
pub(crate) struct Containments<'c, 'a> {
    base: &'c Classes<'a>,
    available: &'c Available,
    /// The step that ends each class of operations where nothing holds another.
    ends: &'c [Option<usize>],
    spoken: Vec<usize>,
    /// The operations that each one feeds directly; none where operations feed themselves.
    feeds: Option<Vec<List<usize>>>,
    below: FxHashMap<usize, Rc<Below>>,
}

/// An operation and all that depends on it.
struct Below {
    /// In order.
    nodes: Rc<[usize]>,
    /// The last step that ends one of them; `None` where one stays.
    last_end: Option<usize>,
}

impl<'c, 'a> Containments<'c, 'a> {
    /// Nothing was looked at yet. `ends` is what a run of the rewrite ends where nothing holds another.
    pub(crate) fn new(
        base: &'c Classes<'a>,
        available: &'c Available,
        ends: &'c [Option<usize>],
    ) -> Containments<'c, 'a> {
        let count = base.model().nodes.len();
        let acyclic = base.topological().len() == base.node_classes().count();
        let feeds = acyclic.then(|| {
            let mut feeds = vec![List::new(); count];
            for node in base.node_classes() {
                base.producers(node).for_each(|producer| feeds[producer].push(node));
            }
            feeds
        });
        Containments { base, available, ends, spoken: spoken_of(base), feeds, below: FxHashMap::default() }
    }

    /// The number of operations that may lie inside of another one.
    pub(crate) fn candidates(&self) -> usize {
        self.spoken.len()
    }

    /// The effect if the operation with this number lies inside of `outer`; `None` where it cannot, or where the rewrite
    /// does the same as if it did not.
    pub(crate) fn get(&mut self, outer: usize, number: usize) -> Option<Containment> {
        let inner = self.spoken[number];
        let end = self.ends[outer]?;
        let inside = self.below(inner);
        let anchor = self.base.node(self.base.model().anchor);
        // Operations that are gone are not taken along. A created one stands beside the root, and goes with it.
        if inside.last_end.is_some_and(|last| last < end) && inside.nodes.binary_search(&anchor).is_err() {
            return None;
        }
        let below = self.below(outer);
        let related = |node: &usize| below.nodes.binary_search(node).is_ok();
        let feeds_itself = self.feeds.is_none();
        if inside.nodes.iter().any(related)
            || (feeds_itself && self.available.dominates(self.base, inner, outer))
        {
            return None;
        }
        let inside = Rc::clone(&inside.nodes);
        (!promises::parts_a_block(self.base, &inside)).then_some(Containment { outer, inner, inside })
    }

    fn below(&mut self, node: usize) -> Rc<Below> {
        if let Some(known) = self.below.get(&node) {
            return Rc::clone(known);
        }
        let nodes: Rc<[usize]> = self.reached_from(node).into();
        let last_end = nodes.iter().try_fold(0, |last, node| Some(last.max(self.ends[*node]?)));
        let found = Rc::new(Below { nodes, last_end });
        self.below.insert(node, Rc::clone(&found));
        found
    }

    fn reached_from(&self, node: usize) -> Vec<usize> {
        let Some(feeds) = &self.feeds else {
            let fed = fed_by(self.base, node);
            let all = 0..self.base.model().nodes.len();
            return all.filter(|other| *other == node || fed.contains(*other)).collect();
        };
        let mut seen = rustc_hash::FxHashSet::default();
        seen.insert(node);
        let mut out = vec![node];
        let mut next = 0;
        while let Some(at) = out.get(next).copied() {
            next += 1;
            out.extend(feeds[at].iter().copied().filter(|user| seen.insert(*user)));
        }
        out.sort_unstable();
        out
    }
}

/// Classes of operations that the rewrite reads or erases, and the root.
fn spoken_of(base: &Classes<'_>) -> Vec<usize> {
    let model = base.model();
    let mut out = vec![base.node(model.anchor)];
    let mut op = |op: &OpRef| {
        if let OpRef::Node(node) = op {
            out.push(base.node(*node));
        }
    };
    let mut values: Vec<ValueRef> = Vec::new();
    for action in &model.actions {
        match &action.step {
            Step::Create(created) => values.extend(&model.created[*created].operands),
            Step::Replace { target, by, values: list } => {
                op(target);
                by.iter().for_each(&mut op);
                values.extend(list);
            }
            Step::Erase(target) | Step::Read(target) | Step::TakeMissing(target) => op(target),
            Step::Take(list) => values.extend(list),
            Step::Copy(copy) => values.extend(&model.copies[*copy]),
        }
    }
    for value in values {
        match value {
            ValueRef::Matched(value) => out.extend(base.definition(value).map(|(node, _)| node)),
            ValueRef::Held(node, _) => out.push(base.node(node)),
            ValueRef::Copied(..) | ValueRef::Created(..) => {}
        }
    }
    out.sort_unstable();
    out.dedup();
    out
}
