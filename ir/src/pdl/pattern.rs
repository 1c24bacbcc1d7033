//! One `pdl.pattern` and the list of them in a program.

use super::views::{Operation, PdlOp, Rewrite, single_block};
use crate::data::{AttrKind, BlockId, OpId, Program, Span, ValueId, known};

/// One `pdl.pattern`.
#[derive(Clone, Copy, Debug)]
pub struct Pattern<'a> {
    /// The program that holds it.
    pub program: &'a Program,
    /// The `pdl.pattern` operation.
    pub op: OpId,
}

/// All patterns of a program, also those in nested modules, in text order.
pub fn patterns(program: &Program) -> Vec<Pattern<'_>> {
    let is_pattern = |op: &OpId| program.op(*op).name == known::PDL_PATTERN;
    program.walk(program.top()).filter(is_pattern).map(|op| Pattern { program, op }).collect()
}

impl<'a> Pattern<'a> {
    /// The symbol name, without `@`.
    pub fn name(self) -> Option<&'a str> {
        self.program.attr_text(self.op, known::SYM_NAME)
    }

    /// The benefit; 0 where it is missing or out of range (which [`validate`](super::validate) reports).
    pub fn benefit(self) -> u16 {
        let kind = self.program.attr(self.op, known::BENEFIT).map(|attr| self.program.ctx().attr_kind(attr));
        match kind {
            Some(AttrKind::Integer { value, .. }) => {
                value.to_i64().and_then(|v| u16::try_from(v).ok()).unwrap_or(0)
            }
            _ => 0,
        }
    }

    /// Where it is written.
    pub fn span(self) -> Span {
        self.program.op(self.op).span
    }

    /// The one block of its body; `None` when the pattern is malformed.
    pub fn body(self) -> Option<BlockId> {
        single_block(self.program, self.op)
    }

    /// All operations of the body in order, the `pdl.rewrite` among them.
    pub fn body_ops(self) -> impl Iterator<Item = OpId> + 'a {
        let program = self.program;
        self.body().into_iter().flat_map(move |block| program.ops_in(block))
    }

    /// The operations of the matching part in order.
    pub fn matcher(self) -> impl Iterator<Item = PdlOp<'a>> {
        let program = self.program;
        self.body_ops().map(move |op| PdlOp::view(program, op)).filter(|op| !matches!(op, PdlOp::Rewrite(_)))
    }

    /// The matched operations in order.
    pub fn operations(self) -> impl Iterator<Item = Operation<'a>> {
        self.matcher().filter_map(|op| match op {
            PdlOp::Operation(operation) => Some(operation),
            _ => None,
        })
    }

    /// The `pdl.rewrite` that ends the body.
    pub fn rewrite(self) -> Option<Rewrite<'a>> {
        let last = self.program.last_op(self.body()?)?;
        match PdlOp::view(self.program, last) {
            PdlOp::Rewrite(rewrite) => Some(rewrite),
            _ => None,
        }
    }

    /// The operations of the rewriting part in order; none when it is external.
    pub fn rewrite_ops(self) -> impl Iterator<Item = PdlOp<'a>> {
        self.rewrite().into_iter().flat_map(Rewrite::ops)
    }

    /// The root as written: the `pdl.operation` that `pdl.rewrite` names.
    pub fn root(self) -> Option<OpId> {
        let value = self.rewrite()?.root()?;
        self.program.defining_op(value).filter(|op| self.program.op(*op).name == known::PDL_OPERATION)
    }

    /// Whether an operation stands in the matching part.
    pub fn in_matcher(self, op: OpId) -> bool {
        self.program.op(op).block.is_some() && self.program.op(op).block == self.body()
    }

    /// The view of the operation that defines a pdl value; `None` for a block argument.
    pub fn definition(self, value: ValueId) -> Option<PdlOp<'a>> {
        self.program.defining_op(value).map(|op| PdlOp::view(self.program, op))
    }
}
