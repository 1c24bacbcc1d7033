//! Folding in the greedy driver: operations whose results are known become these, and constants stand once, at the front of
//! the region that is isolated around them. As in MLIR (`OperationFolder` and `GreedyPatternRewriteDriver.cpp` of LLVM 22), a
//! fold is no rewrite. The values are a [`Folder`](super::Folder)'s; this module knows no operation.

use rustc_hash::FxHashSet;

use super::folder::{Constants, Fold, Folded};
use super::greedy::{Driver, Worklist};
use crate::data::{BlockId, InsertPoint, NewOp, OpId, Pos, ValueId, known};

impl Driver<'_, '_, '_> {
    /// Puts a constant where those of its region are. Where the same constant is there already, the operation goes and the
    /// answer is true.
    pub(super) fn unify_constant(
        &mut self,
        op: OpId,
        constants: &mut Constants,
        work: &mut Worklist,
    ) -> bool {
        let Some(folder) = self.limits.fold else { return false };
        let Some(value) = folder.constant(self.program, op) else { return false };
        let (Some(result), Some(block)) = (self.program.result(op, 0), self.program.op(op).block) else {
            return false;
        };
        let front = self.front(block);
        let ctx = self.program.ctx();
        let dialect = ctx.ident(self.program.op_name(op).split('.').next().unwrap_or_default());
        let region = self.program.block(front).region;
        let key = (region, dialect, value, self.program.value_type(result));
        if let Some(there) = constants.by_value.get(&key).copied() {
            let stands = self.program.result(there, 0);
            stands.into_iter().for_each(|there| self.replace(op, &[there], work));
            return stands.is_some();
        }
        let before = self.program.prev_op(op);
        let in_place = block == front && before.is_none_or(|before| constants.all.contains(&before));
        if !in_place {
            self.program.detach(op);
            self.program.insert(op, InsertPoint::Start(front));
        }
        constants.by_value.insert(key, op);
        constants.all.insert(op);
        false
    }

    /// The first block of the innermost region around a block that sees no values from outside, as far as is known.
    fn front(&self, mut block: BlockId) -> BlockId {
        loop {
            let owner = self.program.block_parent_op(block);
            let spec = self.options.registry.and_then(|registry| registry.op(self.program.op(owner).name));
            let outer = self.program.op(owner).block;
            match outer.filter(|_| owner != self.scope && spec.is_some_and(|spec| !spec.traits.isolated)) {
                Some(outer) => block = outer,
                None => break,
            }
        }
        let region = self.program.block(block).region;
        self.program.region(region).blocks.first().copied().unwrap_or(block)
    }

    /// Folds an operation, if it can be.
    pub(super) fn fold(&mut self, op: OpId, work: &mut Worklist) -> bool {
        let Some(folder) = self.limits.fold else { return false };
        if folder.constant(self.program, op).is_some() {
            return false;
        }
        match folder.fold(self.program, op) {
            None => false,
            Some(Fold::Operands(values)) => {
                self.reorder(op, &values);
                work.push_with_parents(self.program, op, self.scope);
                true
            }
            Some(Fold::Results(folded)) => {
                let results: Vec<ValueId> = self.program.results(op).collect();
                let values: Vec<ValueId> = results
                    .iter()
                    .zip(folded)
                    .filter_map(|(result, folded)| self.materialise(op, *result, folded, work))
                    .collect();
                let complete = values.len() == results.len();
                if complete {
                    self.replace(op, &values, work);
                }
                complete
            }
        }
    }

    fn reorder(&mut self, op: OpId, values: &[ValueId]) {
        if let Some((sum, _)) = &mut self.seen {
            sum.changing(self.program, op);
        }
        self.program.set_operands(op, values);
        self.tell(|listener, program| listener.modified(program, op));
    }

    fn materialise(
        &mut self,
        op: OpId,
        result: ValueId,
        folded: Folded,
        work: &mut Worklist,
    ) -> Option<ValueId> {
        let (name, value) = match folded {
            Folded::Value(value) => return Some(value),
            Folded::Constant(name, value) => (name, value),
        };
        let ctx = self.program.ctx().clone();
        let new = NewOp {
            results: &[(self.program.value_type(result), Pos::NONE)],
            properties: ctx.dictionary([(known::VALUE, value)]),
            loc: self.program.op(op).loc,
            ..NewOp::named(&ctx, name)
        };
        let constant = self.program.create(&new, InsertPoint::Before(op));
        self.tell(|listener, program| listener.inserted(program, constant));
        work.push_with_parents(self.program, constant, self.scope);
        self.program.result(constant, 0)
    }

    /// Puts values into the place of the results of an operation, which goes.
    fn replace(&mut self, op: OpId, values: &[ValueId], work: &mut Worklist) {
        self.tell(|listener, program| listener.replaced(program, op, values));
        let results: Vec<ValueId> = self.program.results(op).collect();
        let mut users = Vec::new();
        for (result, value) in results.iter().zip(values) {
            users.extend(self.program.uses(*result).map(|slot| self.program.operand_owner(slot)));
            self.program.replace_uses(*result, *value);
        }
        let mut told = FxHashSet::default();
        for user in users {
            if told.insert(user) {
                self.tell(|listener, program| listener.modified(program, user));
            }
            work.push_with_parents(self.program, user, self.scope);
        }
        self.erase(op, work);
    }
}
