//! What dominates what in every placement. Must not know the rewrite.
//!
//! Domain: for a class of matched operations, the value classes that are available right before it wherever the match
//! stands, and the operations that dominate it. Closure over operands: an operand's definition dominates the user, and
//! dominance is transitive. Nothing else is in it: any other value can be defined later, by putting the operation and
//! all that it needs first. In graph regions visibility takes the place of dominance; then an operation's own results
//! belong to its set too. Facts about positions in the original payload never change during a rewrite, so that each set
//! is found once, when it is asked for.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::promises;
use super::unify::Classes;

/// Availability under one set of merges; asked with the classes that it was made for.
#[derive(Clone, Debug, Default)]
pub struct Available {
    graph: bool,
    known: RefCell<Vec<(usize, Rc<Reach>)>>,
    steps: Cell<usize>,
}

/// What is above one operation.
#[derive(Debug)]
struct Reach {
    /// Flags of value classes.
    values: Vec<bool>,
    /// Flags of the classes of operations that dominate it, without itself.
    before: Vec<bool>,
}

impl Available {
    /// Nothing was asked yet.
    pub fn new(graph: bool) -> Available {
        Available { graph, ..Available::default() }
    }

    /// Whether a value is available at a matched operation, both given as classes.
    pub fn at(&self, classes: &Classes<'_>, node: usize, value: usize) -> bool {
        self.reach(classes, node).values[value]
    }

    /// Whether one operation dominates another (or is it) in every placement, both given as classes.
    pub fn dominates(&self, classes: &Classes<'_>, first: usize, then: usize) -> bool {
        first == then || self.reach(classes, then).before[first]
    }

    /// Operations that were looked at.
    pub fn steps(&self) -> usize {
        self.steps.get()
    }

    fn reach(&self, classes: &Classes<'_>, node: usize) -> Rc<Reach> {
        let mut known = self.known.borrow_mut();
        if let Some((_, reach)) = known.iter().find(|(other, _)| *other == node) {
            return Rc::clone(reach);
        }
        let reach = Rc::new(self.find(classes, node));
        known.push((node, Rc::clone(&reach)));
        reach
    }

    fn find(&self, classes: &Classes<'_>, node: usize) -> Reach {
        let model = classes.model();
        let mut reach =
            Reach { values: vec![false; model.values.len()], before: vec![false; model.nodes.len()] };
        let mut stack = vec![node];
        let mut steps = 0;
        while let Some(at) = stack.pop() {
            steps += 1;
            let held = model.nodes[at].operands.iter().copied();
            for operand in held.chain(promises::values_above(classes, at)) {
                reach.values[classes.value(operand)] = true;
            }
            for producer in classes.producers(at) {
                if std::mem::replace(&mut reach.before[producer], true) {
                    continue;
                }
                for result in &model.nodes[producer].results {
                    reach.values[classes.value(*result)] = true;
                }
                stack.push(producer);
            }
        }
        self.steps.set(self.steps.get() + steps);
        if self.graph {
            for result in &model.nodes[node].results {
                reach.values[classes.value(*result)] = true;
            }
        }
        reach
    }
}

/// Flags of the classes of operations that one operation feeds, directly or through others, itself not counted.
pub fn fed_by(classes: &Classes<'_>, node: usize) -> Vec<bool> {
    let mut fed = vec![false; classes.model().nodes.len()];
    for other in classes.topological() {
        fed[other] = classes.producers(other).any(|producer| producer == node || fed[producer]);
    }
    fed
}
