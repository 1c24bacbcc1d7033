//! Merges of matched operations and values that have to be looked at, besides the match in which everything that may
//! differ does differ. Must not run the rewrite.
//!
//! A merge matters only if it lets the rewrite reach an erased operation through another name: an erased
//! operation with another matched operation, or a free value that the rewrite takes with a result of an erased
//! operation. Merging anything else only makes more values available. Every rule is about one erased operation and
//! one other name, and the closure of the merge of these two is the least special match in which the rule breaks, so
//! single merges suffice; tests run all sets of them beside.

use std::ops::ControlFlow;

use fixedbitset::FixedBitSet;

use super::classes::Classes;
use super::dominance::{Available, fed_by};
use super::model::*;

/// One merge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Merge {
    /// Two matched operations are one.
    Nodes(NodeIx, NodeIx),
    /// Two matched values are one.
    Values(ValueIx, ValueIx),
}

/// Up to this many merges all sets of them are looked at, when that is asked for.
const ALL_SETS: usize = 8;

/// Hands over the merges that matter, each with the classes that it leaves, until `read` breaks; none that no payload realises.
pub(crate) fn each<'a>(
    base: &Classes<'a>,
    available: &Available,
    graph: bool,
    read: &mut dyn FnMut(Merge, Classes<'a>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let model = base.model();
    let erased = erased_nodes(model);
    let taken = taken_values(base);
    let mut is_erased = FixedBitSet::with_capacity(model.nodes.len());
    erased.iter().for_each(|node| is_erased.insert(*node));
    let mut try_out = |merge: Merge| match apply(base, &[merge]) {
        Some(classes) => read(merge, classes),
        None => ControlFlow::Continue(()),
    };
    for node in &erased {
        let class = base.node(*node);
        // What feeds the operation, or is fed by it, is not the operation.
        let mut below = None;
        let mut related = |other: usize| {
            let below = below.get_or_insert_with(|| fed_by(base, class));
            below.contains(other) || available.dominates(base, other, class)
        };
        for other in 0..model.nodes.len() {
            if other != *node
                && may_be_one(base, *node, other)
                && !(other < *node && is_erased.contains(other))
                && (graph || !related(base.node(other)))
            {
                try_out(Merge::Nodes(*node, other))?;
            }
        }
        for result in &model.nodes[*node].results {
            for value in &taken {
                if base.types_may_be_one(model.values[*value].ty, model.values[*result].ty)
                    && (graph || !available.at(base, class, *value))
                {
                    try_out(Merge::Values(*value, *result))?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Whether names and numbers of two operations do not keep them apart.
fn may_be_one(base: &Classes<'_>, a: NodeIx, b: NodeIx) -> bool {
    let (one, two) = (&base.model().nodes[a], &base.model().nodes[b]);
    let names = match (base.name(a), base.name(b)) {
        (Some(a), Some(b)) => a == b,
        _ => true,
    };
    names && one.operands.len() == two.operands.len() && one.results.len() == two.results.len()
}

/// Hands over the sets of merges to run but the empty one: single ones, and all sets while they are few and it is asked for.
pub(crate) fn each_set<'a>(
    base: &Classes<'a>,
    available: &Available,
    graph: bool,
    thorough: bool,
    read: &mut dyn FnMut(&[Merge], Classes<'a>) -> ControlFlow<()>,
) {
    let mut all = Vec::new();
    let done = each(base, available, graph, &mut |merge, classes| {
        if thorough {
            all.push(merge);
        }
        read(&[merge], classes)
    });
    if done.is_break() || !thorough || all.len() > ALL_SETS {
        return;
    }
    let mut sets: Vec<Vec<Merge>> = (0..1usize << all.len())
        .filter(|bits| bits.count_ones() > 1)
        .map(|bits| {
            let chosen = all.iter().enumerate().filter(|(index, _)| bits >> index & 1 == 1);
            chosen.map(|(_, merge)| *merge).collect()
        })
        .collect();
    sets.sort_by_key(Vec::len);
    for set in sets {
        if let Some(classes) = apply(base, &set)
            && read(&set, classes).is_break()
        {
            return;
        }
    }
}

/// The classes under a set of merges, unless nothing can realise it.
pub(crate) fn apply<'a>(base: &Classes<'a>, merges: &[Merge]) -> Option<Classes<'a>> {
    let mut classes = base.clone();
    for merge in merges {
        let done = match merge {
            Merge::Nodes(a, b) => classes.merge_nodes(*a, *b),
            Merge::Values(a, b) => classes.merge_values(*a, *b),
        };
        done.ok()?;
    }
    Some(classes)
}

/// Matched operations that the rewrite erases or replaces.
pub(crate) fn erased_nodes(model: &Model) -> List<NodeIx> {
    let mut out: List<NodeIx> = model
        .actions
        .iter()
        .filter_map(|action| match action.step {
            Step::Replace { target: OpRef::Node(node), .. } | Step::Erase(OpRef::Node(node)) => Some(node),
            _ => None,
        })
        .collect();
    out.sort_unstable();
    out.dedup();
    out
}

/// Values without a matched definition that the rewrite takes.
fn taken_values(base: &Classes<'_>) -> List<ValueIx> {
    let model = base.model();
    let mut out = List::new();
    let mut take = |list: &[ValueRef]| {
        for value in list {
            match value {
                ValueRef::Matched(value) if base.definition(*value).is_none() => out.push(base.value(*value)),
                // What an operand holds moves along with it.
                _ => {}
            }
        }
    };
    for action in &model.actions {
        match &action.step {
            Step::Create(created) => take(&model.created[*created].operands),
            Step::Replace { values, .. } | Step::Take(values) => take(values),
            _ => {}
        }
    }
    out.sort_unstable();
    out.dedup();
    out
}
