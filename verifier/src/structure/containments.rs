//! Containments that have to be looked at: a matched operation inside of one that is erased. Must not run the rewrite.

use super::run::Containment;
use crate::pattern::classes::Classes;
use crate::pattern::dominance::{Available, fed_by};
use crate::pattern::model::*;

/// Pairs of an erased operation and one that may lie in its regions: neither feeds the other, and nothing that
/// depends on the inner one touches the outer one. Only operations that the rewrite speaks of, or whose place it needs,
/// make a difference.
pub fn containments(base: &Classes<'_>, available: &Available, outer: usize) -> Vec<Containment> {
    let model = base.model();
    let below = fed_by(base, outer);
    let mut out = Vec::new();
    for inner in spoken_of(base) {
        let related = inner == outer || below.contains(inner) || available.dominates(base, inner, outer);
        if related {
            continue;
        }
        let within = fed_by(base, inner);
        let inside: Vec<usize> =
            (0..model.nodes.len()).filter(|node| *node == inner || within.contains(*node)).collect();
        let apart = |node: &usize| !below.contains(*node) && *node != outer;
        if inside.iter().all(apart) {
            out.push(Containment { outer, inner, inside });
        }
    }
    out
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
