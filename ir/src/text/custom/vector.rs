//! C++ formats of the vector dialect; those of transfers are in `transfer`.

use super::Hand;
use super::infer;
use super::linalg_generic::{iterator_words, iterators_of_words};
use super::memref_hand::{only_properties, property};
use super::scf::{self, operand_types, print_dictionary, resolve_all, result_types};
use super::transfer;
use crate::data::{AttrId, Ident, InsertPoint, NewOp, OpId, ValueId};
use crate::diagnostic::Diagnostic;
use crate::text::lexer::Kind;
use crate::text::ops::OpState;
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

/// Operations with C++ formats.
pub(super) const HAND: &[Hand] = &[
    ("vector.outerproduct", read_outer, print_outer),
    ("vector.contract", read_contract, print_contract),
    ("vector.transfer_read", transfer::read_read, transfer::print_read),
    ("vector.transfer_write", transfer::read_write, transfer::print_write),
    ("vector.mask", read_mask, print_mask),
];

const YIELD: &str = "vector.yield";
const CONTRACT: [&str; 3] = ["indexing_maps", "iterator_types", "kind"];

/// `{indexing_maps = .., iterator_types = [..], kind = ..} %a, %b, %c {..} : A, B into C`
fn read_contract(p: &mut Parser<'_>, state: &mut OpState, _start: u32) -> Read<()> {
    let place = p.here();
    let mut entries: Vec<(Ident, AttrId)> = Vec::new();
    p.nested(|p| p.dictionary_entries(&mut entries))?;
    for (key, value) in entries {
        let iterators = p.ctx.str(key) == CONTRACT[1];
        let value = if iterators { iterators_of_words(&p.ctx, "vector", value) } else { value };
        state.attributes.push((key, value));
    }
    for name in &CONTRACT[..2] {
        if state.attributes.iter().all(|(key, _)| p.ctx.str(*key) != *name) {
            return p.fail(Diagnostic::error(place, format!("`vector.contract` needs `{name}`")));
        }
    }
    let lhs = p.value_use()?;
    p.expect(Kind::Comma, "`,`")?;
    let rhs = p.value_use()?;
    p.expect(Kind::Comma, "`,`")?;
    let acc = p.value_use()?;
    scf::optional_dictionary(p, state)?;
    p.expect(Kind::Colon, "`:` and types")?;
    let left = p.read_type()?;
    p.expect(Kind::Comma, "`,`")?;
    let right = p.read_type()?;
    p.expect_keyword("into")?;
    let result = p.read_type()?;
    state.results = vec![result];
    resolve_all(p, state, &[lhs, rhs, acc], &[left, right, result])
}

fn print_contract(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    only_properties(p, op, &CONTRACT)?;
    let (operands, results) = (operand_types(p, op), result_types(p, op));
    let [left, right, acc] = operands[..] else { return None };
    let iterators = iterator_words(p, "vector", property(p, op, "iterator_types")?)?;
    if results != [acc] {
        return None;
    }
    let entries = [
        (p.ctx.ident(CONTRACT[0]), property(p, op, CONTRACT[0])?),
        (p.ctx.ident(CONTRACT[1]), iterators),
        (p.ctx.ident(CONTRACT[2]), property(p, op, CONTRACT[2])?),
    ];
    p.write(" ");
    p.dictionary(&entries);
    p.write(" ");
    p.values(p.program.operands(op));
    print_dictionary(p, op);
    p.write(" : ");
    p.types([left, right]);
    p.write(" into ");
    p.ty(acc);
    Some(())
}

/// `%a, %b, %acc {kind = ..} : A, B`; the result's type follows from both.
fn read_outer(p: &mut Parser<'_>, state: &mut OpState, start: u32) -> Read<()> {
    let lhs = p.value_use()?;
    p.expect(Kind::Comma, "`,`")?;
    let rhs = p.value_use()?;
    let acc = if p.eat(Kind::Comma) { Some(p.value_use()?) } else { None };
    scf::optional_dictionary(p, state)?;
    p.expect(Kind::Colon, "`:` and two types")?;
    let left = p.read_type()?;
    p.expect(Kind::Comma, "`,` and a type")?;
    let right = p.read_type()?;
    let Some(result) = infer::outer(&p.ctx, left, right) else {
        return p.error_since(start, "an outer product is of a vector with a vector or a scalar");
    };
    state.results = vec![result];
    resolve_all(p, state, &[lhs, rhs], &[left, right])?;
    match acc {
        Some(acc) => resolve_all(p, state, &[acc], &[result]),
        None => Ok(()),
    }
}

fn print_outer(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    only_properties(p, op, &["kind"])?;
    let operands = operand_types(p, op);
    let (left, right, acc) = match operands[..] {
        [left, right] => (left, right, None),
        [left, right, acc] => (left, right, Some(acc)),
        _ => return None,
    };
    let result = infer::outer(p.ctx, left, right)?;
    if result_types(p, op) != [result] || acc.is_some_and(|acc| acc != result) {
        return None;
    }
    let kind = property(p, op, "kind")?;
    let mut entries = p.ctx.entries(p.program.op(op).attributes).to_vec();
    // MLIR leaves the kind out only where there is nothing to combine with.
    if acc.is_some() || p.default_attr("#vector.kind<add>") != Some(kind) {
        entries.push((p.ctx.ident("kind"), kind));
        entries.sort_by(|a, b| p.ctx.str(a.0).cmp(p.ctx.str(b.0)));
    }
    p.write(" ");
    p.values(p.program.operands(op));
    if !entries.is_empty() {
        p.write(" ");
        p.dictionary(&entries);
    }
    p.write(" : ");
    p.types([left, right]);
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
