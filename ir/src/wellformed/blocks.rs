//! Regions and blocks: how many blocks, where terminators stand, where successors lead.

use super::{Checker, ViolationKind};
use crate::data::{BlockId, Ident, OpId, RegionId};
use crate::spec::OpSpec;

impl Checker<'_> {
    pub(super) fn regions(&mut self, op: OpId, spec: Option<&OpSpec>) {
        for (index, &region) in self.program.op_regions(op).iter().enumerate() {
            let blocks = &self.program.region(region).blocks;
            let Some(&entry) = blocks.first() else { continue };
            let single = spec.is_some_and(|spec| spec.traits.graph || spec.traits.single_block);
            if single && blocks.len() > 1 {
                let message = format!("`{}` expects a region with 0 or 1 blocks", self.name_of(op));
                self.violate(op, ViolationKind::TooManyBlocks, message);
            }
            self.entry_predecessors(op, region, entry);
            let terminator = spec.and_then(|spec| required_terminator(spec, index));
            for &block in blocks {
                self.children(op, spec, block);
                self.block(op, spec, block, terminator);
            }
        }
    }

    fn entry_predecessors(&mut self, op: OpId, region: RegionId, entry: BlockId) {
        let blocks = &self.program.region(region).blocks;
        let last_ops = blocks.iter().filter_map(|block| self.program.last_op(*block));
        let leads_here = last_ops.into_iter().any(|last| self.program.successors(last).contains(&entry));
        if leads_here {
            let kind = ViolationKind::EntryBlockWithPredecessors(entry);
            self.violate(op, kind, "entry block of region may not have predecessors");
        }
    }

    fn children(&mut self, owner: OpId, spec: Option<&OpSpec>, block: BlockId) {
        let Some(allowed) = spec.map(|spec| &spec.traits.children).filter(|list| !list.is_empty()) else {
            return;
        };
        for op in self.program.ops_in(block) {
            if !allowed.contains(&self.program.op(op).name) {
                let message = format!("`{}` may not contain `{}`", self.name_of(owner), self.name_of(op));
                self.violate(op, ViolationKind::ChildNotAllowed, message);
            }
        }
    }

    fn block(&mut self, owner: OpId, spec: Option<&OpSpec>, block: BlockId, terminator: Option<Ident>) {
        let region = self.program.block(block).region;
        let only_one = self.program.region(region).blocks.len() == 1;
        let may_lack_terminator = only_one && spec.is_none_or(|spec| spec.traits.no_terminator || spec.lossy);
        let Some(last) = self.program.last_op(block) else {
            if !may_lack_terminator {
                let span = self.program.block(block).span;
                let kind = ViolationKind::EmptyBlock(block);
                self.violate_at(owner, span, kind, "empty block: expect at least a terminator");
            }
            return;
        };
        for op in self.program.ops_in(block) {
            if op != last {
                self.inner_operation(op);
            }
        }
        self.last_operation(terminator, block, last, may_lack_terminator);
    }

    fn inner_operation(&mut self, op: OpId) {
        let terminator = self.spec(op).is_some_and(|spec| spec.traits.terminator);
        if terminator {
            let message = format!("`{}` must be the last operation in the parent block", self.name_of(op));
            self.violate(op, ViolationKind::TerminatorNotLast, message);
        } else if !self.program.successors(op).is_empty() {
            let message = "operation with block successors must terminate its parent block";
            self.violate(op, ViolationKind::TerminatorNotLast, message);
        }
    }

    fn last_operation(&mut self, terminator: Option<Ident>, block: BlockId, last: OpId, may_lack: bool) {
        let region = self.program.block(block).region;
        for &successor in self.program.successors(last) {
            if self.program.block(successor).region != region {
                let kind = ViolationKind::SuccessorInOtherRegion(successor);
                self.violate(last, kind, "branching to block of a different region");
            }
        }
        if !may_lack && self.spec(last).is_some_and(|spec| !spec.traits.terminator && !spec.lossy) {
            let message = format!("block with no terminator, has `{}`", self.name_of(last));
            self.violate(last, ViolationKind::MissingTerminator(block), message);
            return;
        }
        let Some(expected) = terminator else { return };
        if self.program.op(last).name != expected {
            let (wanted, found) = (self.program.ctx().str(expected), self.name_of(last));
            let message = format!("regions are expected to end with `{wanted}`, found `{found}`");
            self.violate(last, ViolationKind::WrongTerminator { expected }, message);
        }
    }
}

/// The operation that has to end the blocks of a region.
fn required_terminator(spec: &OpSpec, region: usize) -> Option<Ident> {
    let own = spec.regions.as_ref().and_then(|all| all.get(region).or(all.last()));
    own.and_then(|region| region.terminator).or(spec.traits.implicit_terminator)
}
