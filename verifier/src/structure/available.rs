//! Which values are available at a matched operation in every payload, whatever the order, the blocks and the nesting
//! of regions. Must not know the rewrite.
//!
//! Domain: for each class of matched operations the set of value classes whose definition dominates it in every
//! placement. That set is the closure over operands: an operand's definition dominates the user, and dominance is
//! transitive. Nothing else is in it: any other value can be defined later, by putting the operation and all that it
//! needs first. In graph regions visibility takes the place of dominance; then an operation's own results belong to
//! its set too. Facts about positions in the original payload never change during a rewrite.

use super::model::{NodeIx, ValueIx};
use super::unify::Classes;

/// Availability under one set of merges.
#[derive(Clone, Debug)]
pub struct Available {
    /// Per class of operations: flags of value classes.
    values: Vec<Vec<bool>>,
    /// Per class of operations: flags of the classes of operations that dominate it, without itself.
    before: Vec<Vec<bool>>,
}

impl Available {
    /// Computes the sets by walking from producers to users, until nothing changes (once, without cycles).
    pub fn new(classes: &Classes<'_>, graph: bool) -> Available {
        let model = classes.model();
        let (nodes, values) = (model.nodes.len(), model.values.len());
        let mut out =
            Available { values: vec![vec![false; values]; nodes], before: vec![vec![false; nodes]; nodes] };
        let mut order = classes.topological();
        order.extend(classes.node_classes().filter(|node| !order.contains(node)).collect::<Vec<_>>());
        loop {
            let mut changed = false;
            for node in &order {
                changed |= out.visit(classes, *node, graph);
            }
            if !changed || !graph {
                return out;
            }
        }
    }

    fn visit(&mut self, classes: &Classes<'_>, node: usize, graph: bool) -> bool {
        let model = classes.model();
        let mut values = self.values[node].clone();
        let mut before = self.before[node].clone();
        for operand in &model.nodes[node].operands {
            values[classes.value(*operand)] = true;
            if let Some((producer, _)) = classes.definition(*operand) {
                before[producer] = true;
                join(&mut before, &self.before[producer]);
                join(&mut values, &self.values[producer]);
                set_results(classes, producer, &mut values);
            }
        }
        if graph {
            set_results(classes, node, &mut values);
        }
        let changed = values != self.values[node] || before != self.before[node];
        self.values[node] = values;
        self.before[node] = before;
        changed
    }

    /// Whether a value is available at a matched operation, both given as classes.
    pub fn at(&self, node: usize, value: usize) -> bool {
        self.values[node][value]
    }

    /// Whether one operation dominates another (or is it) in every placement, both given as classes.
    pub fn dominates(&self, first: usize, then: usize) -> bool {
        first == then || self.before[then][first]
    }
}

fn join(into: &mut [bool], from: &[bool]) {
    for (into, from) in into.iter_mut().zip(from) {
        *into |= *from;
    }
}

fn set_results(classes: &Classes<'_>, node: NodeIx, values: &mut [bool]) {
    let results: &[ValueIx] = &classes.model().nodes[node].results;
    for result in results {
        values[classes.value(*result)] = true;
    }
}
