//! Which operation a matched range is a view of: MLIR 22 binds a range where it meets it first, walking from the roots down
//! through the operands, and reads it from that operation whenever the rewrite takes it. Must not know the rewrite.

use assay_ir::data::{ValueId, known};
use assay_ir::pdl::PdlOp;

use super::super::model::*;
use super::{Decoder, ValueBinding, is_range};

impl Decoder<'_> {
    /// Makes views of the ranges of the matcher.
    pub(super) fn bind_views(&mut self) {
        let mut seen = vec![false; self.model.nodes.len()];
        for root in self.roots() {
            self.walk(root, &mut seen);
        }
    }

    /// The anchor and the further roots, in the order in which MLIR comes to them.
    fn roots(&mut self) -> Vec<NodeIx> {
        let mut out = Vec::new();
        if let Some(order) = self.source.order() {
            out.extend(self.model.nodes.iter().position(|node| node.op == order.anchor));
            for edge in &order.edges {
                // MLIR looks for the users of the first element.
                let way = std::iter::once(edge.connector).chain(edge.path.iter().map(|step| step.parent));
                if let Some(op) = way
                    .filter(|value| self.is_empty(*value))
                    .find_map(|value| self.program.defining_op(value))
                {
                    let message = "an empty range leads to no operation that uses it".to_owned();
                    self.model.impossible.push((op, message));
                }
                // On the way up each operation is visited before the next one.
                let steps = edge.path.iter().filter_map(|step| self.node(step.parent));
                out.extend(steps);
            }
        }
        out.extend(0..self.model.nodes.len());
        out
    }

    /// Whether a PDL value stands for no value at all.
    fn is_empty(&self, handle: ValueId) -> bool {
        let list = self.meanings.get(&handle);
        matches!(list, Some(ValueBinding::Values(list) | ValueBinding::View(_, list)) if list.is_empty())
    }

    /// One tree, depth first, without recursion.
    fn walk(&mut self, root: NodeIx, seen: &mut [bool]) {
        if std::mem::replace(&mut seen[root], true) {
            return;
        }
        let mut stack = vec![(root, 0)];
        while let Some((node, place)) = stack.pop() {
            let Some(at) = self.model.nodes[node].places.get(place).copied() else {
                self.bind_result_types(node);
                continue;
            };
            stack.push((node, place + 1));
            self.bind_place(node, at);
            if let Some(parent) = self.parent_of(at.handle)
                && !std::mem::replace(&mut seen[parent], true)
            {
                stack.push((parent, 0));
            }
        }
    }

    fn parent_of(&self, handle: ValueId) -> Option<NodeIx> {
        let op = self.program.defining_op(handle)?;
        let PdlOp::Result(view) = PdlOp::view(self.program, op) else { return None };
        self.node(view.parent()?)
    }

    fn bind_place(&mut self, node: NodeIx, place: OperandPlace) {
        if !is_range(self.program, place.handle) || !self.bound.insert(place.handle) {
            return;
        }
        let held = (place.start..place.start + place.len).map(|slot| ValueRef::Held(node, slot)).collect();
        self.meanings.insert(place.handle, ValueBinding::View(OpRef::Node(node), held));
        let definition = self.program.defining_op(place.handle);
        let operands = definition.filter(|op| self.program.op(*op).name == known::PDL_OPERANDS);
        if let Some(ty) = operands.and_then(|op| self.program.operand(op, 0)) {
            self.bind_types(node, ty);
        }
    }

    fn bind_result_types(&mut self, node: NodeIx) {
        if let PdlOp::Operation(view) = PdlOp::view(self.program, self.model.nodes[node].op) {
            for ty in view.result_types() {
                self.bind_types(node, ty);
            }
        }
    }

    fn bind_types(&mut self, node: NodeIx, handle: ValueId) {
        if !is_range(self.program, handle) || !self.bound.insert(handle) {
            return;
        }
        if let Some(ValueBinding::Types(types)) = self.meanings.get(&handle) {
            let view = ValueBinding::TypesOf(OpRef::Node(node), types.clone());
            self.meanings.insert(handle, view);
        }
    }
}
