//! Which operand places MLIR 22 does not compare: the order in which a match visits values, and nothing else of it.

use assay_ir::data::{OpId, ValueId};
use assay_ir::pdl::{Pattern, PdlOp, roots};
use rustc_hash::FxHashSet;

/// Operand places that hold a `pdl.result` which MLIR 22 has visited before: it does not compare them. It visits depth
/// first from the root; further roots are reached from a value through the operand that uses it, which is compared.
pub(super) fn loose_places(pattern: Pattern<'_>) -> FxHashSet<(OpId, usize)> {
    let mut visits = Visits {
        pattern,
        seen: FxHashSet::default(),
        reached: FxHashSet::default(),
        tied: FxHashSet::default(),
        loose: FxHashSet::default(),
    };
    if let Ok(order) = roots::order(pattern) {
        let steps = order.edges.iter().flat_map(|edge| &edge.path);
        visits.tied = steps
            .filter_map(|step| Some((pattern.program.defining_op(step.parent)?, step.index? as usize)))
            .collect();
        visits.operation(order.anchor);
        for edge in &order.edges {
            if let Some(op) = pattern.program.defining_op(edge.target) {
                visits.operation(op);
            }
        }
    }
    for operation in pattern.operations() {
        visits.operation(operation.op);
    }
    visits.loose
}

struct Visits<'a> {
    pattern: Pattern<'a>,
    /// Values that were visited.
    seen: FxHashSet<ValueId>,
    /// Operations that were visited.
    reached: FxHashSet<OpId>,
    /// Operand places through which further roots are reached.
    tied: FxHashSet<(OpId, usize)>,
    loose: FxHashSet<(OpId, usize)>,
}

impl Visits<'_> {
    fn operation(&mut self, root: OpId) {
        // Operations on the way down, with the operand to look at next.
        let mut stack = vec![(root, 0)];
        while let Some((op, index)) = stack.pop() {
            if index == 0 && !self.reached.insert(op) {
                continue;
            }
            let PdlOp::Operation(operation) = PdlOp::view(self.pattern.program, op) else { continue };
            let Some(operand) = operation.operands().nth(index) else { continue };
            stack.push((op, index + 1));
            let Some(PdlOp::Result(result)) = self.pattern.definition(operand) else { continue };
            if self.seen.insert(operand) {
                stack.extend(result.parent_op().map(|parent| (parent, 0)));
            } else if !self.tied.contains(&(op, index)) {
                self.loose.insert((op, index));
            }
        }
    }
}
