//! Walks over the operation tree, iterative so that deep nesting cannot exhaust the stack.

use smallvec::SmallVec;

use super::{OpId, Program};

/// Operations below (and with) a root, parents before children, in text order.
pub struct PreOrder<'a> {
    program: &'a Program,
    /// True until the root was there: its siblings are not below it.
    at_root: bool,
    next: Option<OpId>,
    /// Operations that are next in the blocks around, innermost last.
    stack: SmallVec<[OpId; 8]>,
}

impl Program {
    /// `root` and all below it, parents first, in text order.
    pub fn walk(&self, root: OpId) -> PreOrder<'_> {
        PreOrder { program: self, at_root: true, next: Some(root), stack: SmallVec::new() }
    }

    /// `root` and all below it, children first.
    pub fn walk_post(&self, root: OpId) -> PostOrder<'_> {
        PostOrder { program: self, next: Some(root), around: Vec::new() }
    }
}

impl Iterator for PreOrder<'_> {
    type Item = OpId;

    #[inline]
    fn next(&mut self) -> Option<OpId> {
        let op = self.next?;
        let sibling = if std::mem::take(&mut self.at_root) { None } else { self.program.next_op(op) };
        let regions = self.program.op_regions(op);
        if regions.is_empty() && sibling.is_some() {
            self.next = sibling;
            return Some(op);
        }
        self.stack.extend(sibling);
        for region in regions.iter().rev() {
            let blocks = &self.program.region(*region).blocks;
            self.stack.extend(blocks.iter().rev().filter_map(|block| self.program.first_op(*block)));
        }
        self.next = self.stack.pop();
        Some(op)
    }
}

/// Operations below (and with) a root, children before parents, in text order.
pub struct PostOrder<'a> {
    program: &'a Program,
    /// The operation that is next in its block.
    next: Option<OpId>,
    /// The operations around it, innermost last.
    around: Vec<Around>,
}

/// An operation around, and the region and the block of it that are next.
struct Around {
    op: OpId,
    region: usize,
    block: usize,
}

impl Around {
    /// The first operation of the next block that has one.
    fn enter(&mut self, program: &Program) -> Option<OpId> {
        while let Some(region) = program.op_regions(self.op).get(self.region) {
            for block in &program.region(*region).blocks[self.block..] {
                self.block += 1;
                if let Some(first) = program.first_op(*block) {
                    return Some(first);
                }
            }
            (self.region, self.block) = (self.region + 1, 0);
        }
        None
    }
}

impl Iterator for PostOrder<'_> {
    type Item = OpId;

    fn next(&mut self) -> Option<OpId> {
        let program = self.program;
        // An operation beside the root is not below it.
        let beside = |op, around: &[Around]| if around.is_empty() { None } else { program.next_op(op) };
        loop {
            if let Some(op) = self.next {
                if program.op_regions(op).is_empty() {
                    self.next = beside(op, &self.around);
                    return Some(op);
                }
                self.around.push(Around { op, region: 0, block: 0 });
            }
            let innermost = self.around.last_mut()?;
            self.next = innermost.enter(program);
            if self.next.is_none() {
                let op = innermost.op;
                self.around.pop();
                self.next = beside(op, &self.around);
                return Some(op);
            }
        }
    }
}
