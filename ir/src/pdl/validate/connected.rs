//! Rule S120: the matched operations hang together. The walk is MLIR's own (`PDL.cpp`, `visit`): from the
//! first node that the rewrite uses to operands, result parents and users; types and attributes do not
//! connect, and neither does a native constraint towards its arguments.

use smallvec::SmallVec;

use super::{Checker, users};
use crate::data::{BlockId, OpId, SmallMap, known};
use crate::pdl::rules::StaticRule;
use crate::pdl::views::PdlOp;

impl Checker<'_> {
    pub(super) fn connected(&mut self, body: BlockId) {
        let nodes: SmallVec<[OpId; 16]> = self.program.ops_in(body).filter(|op| self.is_node(*op)).collect();
        let used: SmallVec<[OpId; 16]> =
            nodes.iter().copied().filter(|op| self.used_by_rewrite(*op)).collect();
        let Some(first) = used.first() else { return };
        let reached = self.reach(*first, body);
        if used.iter().all(|op| reached.contains(*op)) {
            return;
        }
        // MLIR names the first node that it did not reach; from the reader's side the stray one is what the
        // root does not reach.
        let root = self.pattern.root().unwrap_or(*first);
        let home = self.reach(root, body);
        let strays: Vec<OpId> = nodes.into_iter().filter(|op| !home.contains(*op)).collect();
        let is_operation = |op: &&OpId| self.program.op(**op).name == known::PDL_OPERATION;
        let blamed = strays.iter().find(is_operation).or(strays.first()).copied().unwrap_or(self.pattern.op);
        let related = vec![self.also(root, "matching starts here")];
        let message = "no value connects this with the rest of the pattern";
        self.report(StaticRule::Connected, blamed, message).related = related;
    }

    fn is_node(&self, op: OpId) -> bool {
        matches!(PdlOp::view(self.program, op), PdlOp::Operand(_) | PdlOp::Result(_) | PdlOp::Operation(_))
    }

    fn used_by_rewrite(&self, op: OpId) -> bool {
        users(self.program, op).any(|user| {
            let is_rewrite = |op: OpId| self.program.op(op).name == known::PDL_REWRITE;
            is_rewrite(user) || self.program.parent_op(user).is_some_and(is_rewrite)
        })
    }

    fn reach(&self, start: OpId, body: BlockId) -> SmallMap<OpId, ()> {
        let mut reached = SmallMap::default();
        let mut stack: SmallVec<[OpId; 16]> = SmallVec::from_slice(&[start]);
        while let Some(op) = stack.pop() {
            let data = self.program.op(op);
            if data.block != Some(body) || data.name == known::PDL_REWRITE || !reached.add(op, ()) {
                continue;
            }
            let definition = |value| self.program.defining_op(value);
            match PdlOp::view(self.program, op) {
                PdlOp::Operation(view) => stack.extend(view.operands().filter_map(definition)),
                PdlOp::Result(view) => stack.extend(view.parent().and_then(definition)),
                _ => {}
            }
            stack.extend(users(self.program, op));
        }
        reached
    }
}
