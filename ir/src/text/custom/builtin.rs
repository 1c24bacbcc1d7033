//! What operations with a region of one block share.

use crate::data::Span;
use crate::text::op_state::OpState;
use crate::text::parser::Parser;

/// Adds an empty block to the last region when it has none.
pub(super) fn ensure_block(p: &mut Parser<'_>, state: &mut OpState) {
    let op = p.holder(state);
    let Some(region) = p.program.op_regions(op).last().copied() else { return };
    if p.program.region(region).blocks.is_empty() {
        let span: Span = p.here();
        p.program.add_block(region, span);
    }
}
