//! Custom forms of the builtin dialect.

use super::Spec;
use super::format::op;
use crate::data::{OpId, Span};
use crate::text::ops::OpState;
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

pub(super) const OPS: &[Spec] = &[
    op("builtin.module")
        .attrs("sym_name:symname? sym_visibility:str?")
        .regions("body")
        .dialect("builtin")
        .isolated()
        .form("($sym_name^)? attr-dict-with-keyword custom<OneBlock>"),
    op("builtin.unrealized_conversion_cast")
        .ins("inputs*")
        .outs("outputs*")
        .form("($inputs^ `:` type($inputs))? `to` type($outputs) attr-dict"),
];

/// A region with exactly one block, which may stand empty.
pub(super) fn read_one_block(p: &mut Parser<'_>, state: &mut OpState) -> Read<()> {
    p.region(state, &[])?;
    ensure_block(p, state);
    Ok(())
}

/// Adds an empty block to the last region when it has none.
pub(super) fn ensure_block(p: &mut Parser<'_>, state: &mut OpState) {
    let op = p.holder(state);
    let Some(region) = p.program.op_regions(op).last().copied() else { return };
    if p.program.region(region).blocks.is_empty() {
        let span: Span = p.here();
        p.program.add_block(region, span);
    }
}

pub(super) fn print_one_block(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    let [region] = p.program.op_regions(op) else { return None };
    let [block] = p.program.region(*region).blocks[..] else { return None };
    if p.program.first_op(block).is_none() && !p.program.block(block).arguments.is_empty() {
        return None;
    }
    let arguments = !p.program.block(block).arguments.is_empty();
    p.region(*region, arguments, false);
    Some(())
}
