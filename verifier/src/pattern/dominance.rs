//! What dominates what in every placement. Must not know the rewrite.
//!
//! Domain: for a class of matched operations, the value classes that are available right before it wherever the match
//! stands, and the operations that dominate it. Closure over operands: an operand's definition dominates the user, and
//! dominance is transitive. Nothing else is in it: any other value can be defined later, by putting the operation and
//! all that it needs first. In graph regions visibility takes the place of dominance; then an operation's own results
//! belong to its set too. Facts about positions in the original payload never change during a rewrite, so that each set
//! is found once, when it is asked for.

use std::cell::{Cell, RefCell};

use fixedbitset::FixedBitSet;
use smallvec::{SmallVec, smallvec};

use super::classes::Classes;

/// Availability under one set of merges; asked with the classes that it was made for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Available {
    graph: bool,
    known: RefCell<Known>,
    steps: Cell<usize>,
}

/// The findings so far.
#[derive(Clone, Debug, Default)]
struct Known {
    reaches: SmallVec<[Reach; 3]>,
    /// For each operation the number of what was found, counted from one.
    at: SmallVec<[u32; 8]>,
}

/// What is above one operation.
#[derive(Clone, Debug)]
struct Reach {
    /// Value classes.
    values: FixedBitSet,
    /// The classes of operations that dominate it, without itself.
    before: FixedBitSet,
}

impl Available {
    /// Nothing was asked yet.
    pub(crate) fn new(graph: bool) -> Available {
        Available { graph, ..Available::default() }
    }

    /// Whether a value is available at a matched operation, both given as classes.
    pub(crate) fn at(&self, classes: &Classes<'_>, node: usize, value: usize) -> bool {
        self.reach(classes, node, |reach| reach.values.contains(value))
    }

    /// Whether one operation dominates another (or is it) in every placement, both given as classes.
    pub(crate) fn dominates(&self, classes: &Classes<'_>, first: usize, then: usize) -> bool {
        first == then || self.reach(classes, then, |reach| reach.before.contains(first))
    }

    /// Operations that were looked at.
    pub(crate) fn steps(&self) -> usize {
        self.steps.get()
    }

    fn reach(&self, classes: &Classes<'_>, node: usize, ask: impl FnOnce(&Reach) -> bool) -> bool {
        let mut known = self.known.borrow_mut();
        if known.at.is_empty() {
            known.at.resize(classes.model().nodes.len(), 0);
        }
        if known.at[node] == 0 {
            known.reaches.push(self.find(classes, node));
            known.at[node] = known.reaches.len() as u32;
        }
        ask(&known.reaches[known.at[node] as usize - 1])
    }

    fn find(&self, classes: &Classes<'_>, node: usize) -> Reach {
        let model = classes.model();
        let mut reach = Reach {
            values: FixedBitSet::with_capacity(model.values.len()),
            before: FixedBitSet::with_capacity(model.nodes.len()),
        };
        let mut stack: SmallVec<[usize; 8]> = smallvec![node];
        let mut steps = 0;
        while let Some(at) = stack.pop() {
            steps += 1;
            let held = model.nodes[at].operands.iter().copied();
            for operand in held.chain(classes.values_promised_above(at)) {
                reach.values.insert(classes.value(operand));
            }
            for producer in classes.producers(at) {
                if reach.before.put(producer) {
                    continue;
                }
                for result in &model.nodes[producer].results {
                    reach.values.insert(classes.value(*result));
                }
                stack.push(producer);
            }
        }
        self.steps.set(self.steps.get() + steps);
        if self.graph {
            for result in &model.nodes[node].results {
                reach.values.insert(classes.value(*result));
            }
        }
        reach
    }
}

/// The classes of operations that one operation feeds, directly or through others, itself not counted.
pub(crate) fn fed_by(classes: &Classes<'_>, node: usize) -> FixedBitSet {
    let mut fed = FixedBitSet::with_capacity(classes.model().nodes.len());
    let mut look = |other: usize| {
        if classes.producers(other).any(|producer| producer == node || fed.contains(producer)) {
            fed.insert(other);
        }
    };
    match classes.is_in_order() {
        true => classes.node_classes().for_each(&mut look),
        false => classes.topological().into_iter().for_each(&mut look),
    }
    fed
}
