//! Which merges of matched operations and values have to be looked at, besides the match in which everything that may
//! differ does differ. Must not run the rewrite.
//!
//! A merge matters only if it makes something end that the rewrite also reaches through another name: an ended
//! operation with another matched operation, or a free value that the rewrite takes with a result of an ended
//! operation. Merging anything else only makes more values available. Every rule is about one ended operation and
//! one other name, and the closure of the merge of these two is the least special match in which the rule breaks, so
//! single merges suffice; pairs of merges, and all sets while they are few, are run on top of that as a safeguard.

use super::model::*;
use super::run::Containment;
use super::unify::Classes;

/// One merge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Merge {
    /// Two matched operations are one.
    Nodes(NodeIx, NodeIx),
    /// Two matched values are one.
    Values(ValueIx, ValueIx),
}

/// Up to this many merges all sets of them are looked at.
const ALL_SETS: usize = 6;
/// Up to this many merges all pairs of them are looked at.
const ALL_PAIRS: usize = 24;

/// Merges that matter, each of which some payload may realise.
pub fn merges(base: &Classes<'_>) -> Vec<Merge> {
    let model = base.model();
    let ended = ended_nodes(model);
    let taken = taken_values(base);
    let mut out = Vec::new();
    for node in &ended {
        for other in 0..model.nodes.len() {
            let both_ended = ended.contains(&other);
            if other != *node && !(both_ended && other < *node) {
                out.push(Merge::Nodes(*node, other));
            }
        }
        for result in &model.nodes[*node].results {
            out.extend(taken.iter().map(|value| Merge::Values(*value, *result)));
        }
    }
    out.retain(|merge| apply(base, &[*merge]).is_some());
    out
}

/// The sets of merges to run, the empty one first.
pub fn sets(base: &Classes<'_>) -> Vec<Vec<Merge>> {
    let atoms = merges(base);
    let mut out: Vec<Vec<Merge>> = vec![Vec::new()];
    out.extend(atoms.iter().map(|atom| vec![*atom]));
    if atoms.len() <= ALL_SETS {
        let all = 1usize << atoms.len();
        let sets = (0..all).filter(|bits| bits.count_ones() > 1);
        out.extend(sets.map(|bits| {
            atoms
                .iter()
                .enumerate()
                .filter(|(index, _)| bits >> index & 1 == 1)
                .map(|(_, atom)| *atom)
                .collect()
        }));
        out[1 + atoms.len()..].sort_by_key(Vec::len);
    } else if atoms.len() <= ALL_PAIRS {
        for (index, first) in atoms.iter().enumerate() {
            out.extend(atoms[index + 1..].iter().map(|second| vec![*first, *second]));
        }
    }
    out
}

/// The classes under a set of merges, unless nothing can realise it.
pub fn apply<'a>(base: &Classes<'a>, merges: &[Merge]) -> Option<Classes<'a>> {
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

/// Matched operations that the rewrite ends.
pub fn ended_nodes(model: &Model) -> Vec<NodeIx> {
    let mut out: Vec<NodeIx> = model
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
fn taken_values(base: &Classes<'_>) -> Vec<ValueIx> {
    let model = base.model();
    let mut out = Vec::new();
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

/// Pairs of an operation that ends and one that may lie in its regions: neither feeds the other, and nothing that
/// depends on the inner one touches the outer one.
pub fn containments(base: &Classes<'_>, feeds: impl Fn(usize, usize) -> bool) -> Vec<Containment> {
    let mut out = Vec::new();
    for outer in ended_nodes(base.model()) {
        let outer = base.node(outer);
        for inner in base.node_classes().filter(|inner| *inner != outer) {
            let inside: Vec<usize> =
                base.node_classes().filter(|node| *node == inner || feeds(inner, *node)).collect();
            if inside.iter().all(|node| !feeds(outer, *node) && !feeds(*node, outer)) {
                out.push(Containment { outer, inner, inside });
            }
        }
    }
    out
}
