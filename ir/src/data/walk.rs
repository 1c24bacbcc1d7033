//! Walks over the operation tree, iterative so that deep nesting cannot exhaust the stack.

use super::{OpId, Program};

/// Operations below (and with) a root, parents before children, in text order.
pub struct PreOrder<'a> {
    program: &'a Program,
    /// True until the root was there: its siblings are not below it.
    at_root: bool,
    next: Option<OpId>,
    /// Operations that are next in the blocks around, innermost last.
    stack: Vec<OpId>,
}

impl Program {
    /// `root` and all below it, parents first, in text order.
    pub fn walk(&self, root: OpId) -> PreOrder<'_> {
        PreOrder { program: self, at_root: true, next: Some(root), stack: Vec::new() }
    }

    /// `root` and all below it, children first.
    pub fn walk_post(&self, root: OpId) -> PostOrder<'_> {
        PostOrder { program: self, stack: vec![(root, false)] }
    }
}

fn push_children(program: &Program, op: OpId, mut push: impl FnMut(OpId)) {
    for region in program.op_regions(op).iter().rev() {
        for block in program.region(*region).blocks.iter().rev() {
            let mut last = program.last_op(*block);
            while let Some(op) = last {
                push(op);
                last = program.prev_op(op);
            }
        }
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
    stack: Vec<(OpId, bool)>,
}

impl Iterator for PostOrder<'_> {
    type Item = OpId;

    fn next(&mut self) -> Option<OpId> {
        loop {
            let (op, expanded) = self.stack.pop()?;
            if expanded || self.program.op_regions(op).is_empty() {
                return Some(op);
            }
            self.stack.push((op, true));
            push_children(self.program, op, |child| self.stack.push((child, false)));
        }
    }
}
