//! Pieces of the vector dialect, and `vector.mask`; that of transfers is in `transfer`.

use super::format::Call;
use super::lists::property;
use super::memref_hand::only_properties;
use super::pieces::Piece;
use super::read::Reading;
use super::scf::{self, operand_types, print_dictionary, resolve_all, result_types};
use super::write::Groups;
use super::{Hand, linalg_generic, transfer};
use crate::data::{InsertPoint, NewOp, OpId, ValueId};
use crate::text::lexer::Kind;
use crate::text::ops::OpState;
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

/// Operations with C++ formats.
pub(super) const HAND: &[Hand] = &[("vector.mask", read_mask, print_mask)];

pub(super) const PIECES: &[Piece] = &[
    linalg_generic::TRAIT,
    Piece::new("CombiningKind", read_kind, print_kind),
    Piece::new("Transfer", transfer::read, transfer::print).writing(&transfer::NAMES),
];

const YIELD: &str = "vector.yield";

/// The dictionary of an outer product.
fn read_kind<'s>(p: &mut Parser<'s>, reading: &mut Reading<'s>, _: &Call) -> Read<()> {
    scf::optional_dictionary(p, &mut reading.state)
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

/// `%mask, %passthru { op } : vector<4xi1> -> vector<4xf32>`; the yield of the operation's results is implied.
fn read_mask(p: &mut Parser<'_>, state: &mut OpState, start: u32) -> Read<()> {
    let mask = p.value_use()?;
    let passthru = if p.eat(Kind::Comma) { Some(p.value_use()?) } else { None };
    p.region(state, &[])?;
    imply_yield(p, state);
    scf::optional_dictionary(p, state)?;
    p.expect(Kind::Colon, "`:` and the type of the mask")?;
    let ty = p.read_type()?;
    if p.eat(Kind::Arrow) {
        state.results = p.result_types()?;
    }
    resolve_all(p, state, &[mask], &[ty])?;
    match (passthru, state.results.first().copied()) {
        (Some(value), Some(ty)) => resolve_all(p, state, &[value], &[ty]),
        (Some(_), None) => p.error_since(start, "a mask with a value to pass through has a result"),
        (None, _) => Ok(()),
    }
}

fn imply_yield(p: &mut Parser<'_>, state: &mut OpState) {
    let here = p.here();
    let Some(region) = scf::last_region(p, state) else { return };
    let block = match p.program.region(region).blocks.last() {
        Some(block) => *block,
        None => p.program.add_block(region, here),
    };
    let last = p.program.last_op(block);
    if last.is_some_and(|last| p.program.op_name(last) == YIELD) {
        return;
    }
    let values: Vec<ValueId> = last.map_or(Vec::new(), |last| p.program.results(last).collect());
    let operands: Vec<_> = values.into_iter().map(|value| (value, crate::data::Pos::NONE)).collect();
    let name = p.ctx.ident(YIELD);
    let new = NewOp { operands: &operands, span: here, ..NewOp::named(&p.ctx, name) };
    p.program.create(&new, InsertPoint::End(block));
}

fn print_mask(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    only_properties(p, op, &[])?;
    let program = p.program;
    let [region] = *program.op_regions(op) else { return None };
    let [block] = program.region(region).blocks[..] else { return None };
    let (operands, results) = (operand_types(p, op), result_types(p, op));
    let passthru = match operands[..] {
        [_] => None,
        [_, ty] if results.first() == Some(&ty) => program.operand(op, 1),
        _ => return None,
    };
    let end = program.last_op(block)?;
    let inner = program.prev_op(end);
    let given: Vec<ValueId> = program.operands(end).collect();
    let made: Vec<ValueId> = inner.map_or(Vec::new(), |inner| program.results(inner).collect());
    let data = program.op(end);
    let empty = p.ctx.empty_dictionary();
    let placed = !p.options.locations || data.loc == p.ctx.unknown_loc();
    let plain = program.op_name(end) == YIELD
        && data.attributes == empty
        && data.properties == empty
        && placed
        && program.result_count(end) == 0;
    let single = inner.is_none_or(|inner| program.prev_op(inner).is_none());
    if !plain || !single || given != made || !program.block(block).arguments.is_empty() {
        return None;
    }
    p.write(" ");
    p.value(program.operand(op, 0)?);
    if let Some(passthru) = passthru {
        p.write(", ");
        p.value(passthru);
    }
    p.write(" { ");
    p.op_without_results(inner.unwrap_or(end));
    p.write(" }");
    print_dictionary(p, op);
    p.write(" : ");
    p.ty(operands[0]);
    if !results.is_empty() {
        p.write(" -> ");
        p.arrow_types(&results);
    }
    Some(())
}
