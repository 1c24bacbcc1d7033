//! Pieces of the vector dialect; that of transfers is in `transfer`.

use super::format::{Call, CustomParse, Groups, Piece};
use super::lists::property;
use super::{infer, linalg_generic, loops, scf, transfer};
use crate::data::{InsertPoint, NewOp, OpId, ValueId};
use crate::text::op_state::OpState;
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

pub(super) const PIECES: &[Piece] = &[
    linalg_generic::TRAIT,
    Piece::new("CombiningKind", read_kind, print_kind),
    Piece::new("MaskedOp", read_masked, print_masked),
    Piece::new("MaskedResults", read_masked_results, loops::print_results),
    Piece::new("Transfer", transfer::read, transfer::print).writing(&infer::NAMES),
];

/// The dictionary of an outer product.
fn read_kind<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, _: &Call) -> Read<()> {
    scf::optional_dictionary(p, reading.state)
}

fn print_kind(p: &mut Printer<'_>, op: OpId, _: &Groups, _: &Call) -> Option<()> {
    let kind = property(p, op, "kind")?;
    let mut entries = p.ctx.entries(p.program.op(op).attributes).to_vec();
    // MLIR leaves the kind out only where there is nothing to combine with.
    if p.program.operand_count(op) > 2 || p.default_attr("#vector.kind<add>") != Some(kind) {
        entries.push((p.ctx.ident("kind"), kind));
        entries.sort_by(|a, b| p.ctx.str(a.0).cmp(p.ctx.str(b.0)));
    }
    if !entries.is_empty() {
        p.dictionary(&entries);
    }
    Some(())
}

/// `{ op }`; the yield of the operation's results is implied.
fn read_masked<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, _: &Call) -> Read<()> {
    p.region(reading.state, &[])?;
    imply_yield(p, reading.state);
    Ok(())
}

fn imply_yield(p: &mut Parser<'_>, state: &mut OpState) {
    let here = p.here();
    let Some(region) = scf::last_region(p, state) else { return };
    let block = match p.program.region(region).blocks.last() {
        Some(block) => *block,
        None => p.program.add_block(region, here),
    };
    let Some(name) = state.record.and_then(|record| record.terminator()).map(|name| p.ctx.ident(name)) else {
        return;
    };
    let last = p.program.last_op(block);
    if last.is_some_and(|last| p.program.op(last).name == name) {
        return;
    }
    let values: Vec<ValueId> = last.map_or(Vec::new(), |last| p.program.results(last).collect());
    let new = NewOp { span: here, ..NewOp::named(&p.ctx, name) };
    p.program.build(&new, &values, &[], InsertPoint::End(block));
}

/// The results; a value to pass through has the type of the first.
fn read_masked_results<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, call: &Call) -> Read<()> {
    loops::read_results(p, reading, call)?;
    if !reading.uses[1].is_empty() && reading.out_types[0].as_ref().is_none_or(|types| types.is_empty()) {
        return p.error_since(reading.start, "a mask with a value to pass through has a result");
    }
    Ok(())
}

fn print_masked(p: &mut Printer<'_>, op: OpId, _: &Groups, _: &Call) -> Option<()> {
    let program = p.program;
    let [region] = *program.op_regions(op) else { return None };
    let [block] = program.region(region).blocks[..] else { return None };
    let end = program.last_op(block)?;
    let inner = program.prev_op(end);
    let made: Vec<ValueId> = inner.map_or(Vec::new(), |inner| program.results(inner).collect());
    let data = program.op(end);
    let empty = p.ctx.empty_dictionary();
    let implied = assay_ops::op(program.op_name(op)).and_then(|record| record.terminator());
    let plain = Some(program.op_name(end)) == implied
        && data.attributes == empty
        && data.properties == empty
        && (!p.options.locations || data.loc == p.ctx.unknown_loc())
        && program.result_count(end) == 0
        && program.operands(end).eq(made);
    let single = inner.is_none_or(|inner| program.prev_op(inner).is_none());
    if !plain || !single || !program.block(block).arguments.is_empty() {
        return None;
    }
    p.write("{ ");
    p.op_without_results(inner.unwrap_or(end));
    p.write(" }");
    Some(())
}
