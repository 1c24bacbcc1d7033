//! Custom forms of the scf dialect, and what structured operations share: loops whose regions have arguments in
//! front of them and terminators that may be left out.

use super::Hand;
use super::func::print_function_attributes;
use crate::data::{AttrId, AttrKind, InsertPoint, NewOp, OpId, Pos, RegionId, TypeId, known};
use crate::text::lexer::Kind;
use crate::text::ops::{OpState, Use};
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;
use crate::text::regions::Argument;

/// Operations with C++ formats.
pub(super) const HAND: &[Hand] = &[
    ("scf.while", read_while, print_while),
    ("scf.parallel", read_parallel, print_parallel),
    ("scf.reduce", read_reduce, print_reduce),
    ("scf.index_switch", read_index_switch, print_index_switch),
];

// --- shared -------------------------------------------------------------------------------------------------

/// Adds an empty terminator to the one block of a region that has none; adds the block too.
pub(super) fn ensure_terminator(p: &mut Parser<'_>, region: RegionId, name: &str) {
    let here = p.here();
    let blocks = &p.program.region(region).blocks;
    let block = match blocks.last() {
        Some(block) => *block,
        None => p.program.add_block(region, here),
    };
    let last = p.program.last_op(block).map(|last| p.program.op_name(last));
    if last.is_some_and(|last| last == name || is_terminator(last)) {
        return;
    }
    let name = p.ctx.ident(name);
    let new = NewOp { span: here, ..NewOp::named(&p.ctx, name) };
    p.program.create(&new, InsertPoint::End(block));
}

/// Terminators that can end a region of a structured operation.
pub(super) fn is_terminator(name: &str) -> bool {
    matches!(
        name,
        "affine.yield"
            | "linalg.yield"
            | "memref.alloca_scope.return"
            | "memref.atomic_yield"
            | "tensor.yield"
            | "vector.yield"
            | "scf.yield"
            | "scf.condition"
            | "scf.reduce"
            | "scf.forall.in_parallel"
            | "func.return"
            | "cf.br"
            | "cf.cond_br"
            | "cf.switch"
            | "ub.unreachable"
            | "llvm.unreachable"
            | "llvm.return"
    )
}

/// The last region of the operation that is being read.
pub(super) fn last_region(p: &mut Parser<'_>, state: &mut OpState) -> Option<RegionId> {
    let op = p.holder(state);
    p.program.op_regions(op).last().copied()
}

fn body<'s>(
    p: &mut Parser<'s>,
    state: &mut OpState,
    arguments: &[Argument<'s>],
    terminator: &str,
) -> Read<()> {
    p.region(state, arguments)?;
    if let Some(region) = last_region(p, state) {
        ensure_terminator(p, region, terminator);
    }
    Ok(())
}

/// `(%a, %b)`
pub(super) fn use_list<'s>(p: &mut Parser<'s>) -> Read<Vec<Use<'s>>> {
    let mut uses = Vec::new();
    p.expect(Kind::LParen, "`(` and values")?;
    p.list_until(Kind::RParen, "`)` or `,`", |p| {
        uses.push(p.value_use()?);
        Ok(())
    })?;
    Ok(uses)
}

/// `(%arg = %init, ..)`: names with their positions, and initial values.
#[allow(clippy::type_complexity)]
pub(super) fn assignments<'s>(p: &mut Parser<'s>) -> Read<(Vec<(&'s str, Pos)>, Vec<Use<'s>>)> {
    let (mut names, mut uses) = (Vec::new(), Vec::new());
    p.expect(Kind::LParen, "`(` and `%name = %value`")?;
    p.list_until(Kind::RParen, "`)` or `,`", |p| {
        names.push(argument_name(p)?);
        p.expect(Kind::Equal, "`=` and a value")?;
        uses.push(p.value_use()?);
        Ok(())
    })?;
    Ok((names, uses))
}

/// `%i` as a new name.
pub(super) fn argument_name<'s>(p: &mut Parser<'s>) -> Read<(&'s str, Pos)> {
    let token = p.expect(Kind::Percent, "a new name such as `%i`")?;
    if p.at_keyword("loc") {
        p.optional_location()?;
    }
    Ok((&p.slice(token)[1..], Pos(token.start)))
}

pub(super) fn arguments<'s>(names: &[(&'s str, Pos)], types: &[TypeId]) -> Vec<Argument<'s>> {
    names.iter().zip(types).map(|((name, pos), ty)| Argument { name, ty: *ty, pos: *pos }).collect()
}

pub(super) fn resolve_all<'s>(
    p: &mut Parser<'s>,
    state: &mut OpState,
    uses: &[Use<'s>],
    types: &[TypeId],
) -> Read<()> {
    if uses.len() != types.len() {
        return p.error_here(format!("{} values have {} types", uses.len(), types.len()));
    }
    for (one, ty) in uses.iter().zip(types) {
        let value = p.resolve(one, *ty);
        state.operands.push((value, one.pos));
    }
    Ok(())
}

pub(super) fn optional_dictionary(p: &mut Parser<'_>, state: &mut OpState) -> Read<()> {
    if p.at(Kind::LBrace) { p.nested(|p| p.dictionary_entries(&mut state.attributes)) } else { Ok(()) }
}

pub(super) fn print_dictionary(p: &mut Printer<'_>, op: OpId) {
    let attributes = p.program.op(op).attributes;
    if attributes != p.ctx.empty_dictionary() {
        p.write(" ");
        let entries = p.ctx.entries(attributes);
        p.dictionary(entries);
    }
}

/// Whether a region has one block with a given terminator at its end, and whether that terminator says nothing.
pub(super) fn terminated(p: &Printer<'_>, region: RegionId, name: &str) -> Option<bool> {
    let [block] = p.program.region(region).blocks[..] else { return None };
    let last = p.program.last_op(block)?;
    if p.program.op_name(last) != name {
        return None;
    }
    let data = p.program.op(last);
    let empty = p.ctx.empty_dictionary();
    let plain = p.program.operand_count(last) == 0 && data.attributes == empty && data.properties == empty;
    let regions = p.program.op_regions(last).is_empty() && p.program.result_count(last) == 0;
    let placed = !p.options.locations || data.loc == p.ctx.unknown_loc();
    // Left out, it is not put back behind something else that ends a block.
    let before = p.program.prev_op(last).map(|before| p.program.op_name(before));
    let put_back = !before.is_some_and(|before| before == name || is_terminator(before));
    Some(plain && regions && placed && put_back)
}

pub(super) fn entry_types(p: &Printer<'_>, region: RegionId) -> Vec<TypeId> {
    let first = p.program.region(region).blocks.first();
    first.map_or(Vec::new(), |block| {
        p.program.block(*block).arguments.iter().map(|argument| p.program.value_type(*argument)).collect()
    })
}

pub(super) fn operand_types(p: &Printer<'_>, op: OpId) -> Vec<TypeId> {
    p.program.operands(op).map(|value| p.program.value_type(value)).collect()
}

pub(super) fn result_types(p: &Printer<'_>, op: OpId) -> Vec<TypeId> {
    p.program.results(op).map(|value| p.program.value_type(value)).collect()
}

fn no_properties(p: &Printer<'_>, op: OpId) -> Option<()> {
    (p.program.op(op).properties == p.ctx.empty_dictionary()).then_some(())
}

/// `(%arg = %init, ..)`
pub(super) fn print_assignments(
    p: &mut Printer<'_>,
    op: OpId,
    region: RegionId,
    skip_arguments: usize,
    skip: usize,
) {
    let program = p.program;
    let Some(block) = program.region(region).blocks.first() else { return };
    p.write("(");
    let names = program.block(*block).arguments.iter().skip(skip_arguments);
    for (index, (name, init)) in names.zip(program.operands(op).skip(skip)).enumerate() {
        p.write(if index > 0 { ", " } else { "" });
        p.value(*name);
        p.write(" = ");
        p.value(init);
    }
    p.write(")");
}

// --- while --------------------------------------------------------------------------------------------------

fn read_while(p: &mut Parser<'_>, state: &mut OpState, _start: u32) -> Read<()> {
    let (mut names, mut inits) = (Vec::new(), Vec::new());
    if p.at(Kind::LParen) {
        (names, inits) = assignments(p)?;
    }
    p.expect(Kind::Colon, "`:` and a function type")?;
    let (inputs, results) = p.function_parts()?;
    resolve_all(p, state, &inits, &inputs)?;
    state.results = results;
    p.region(state, &arguments(&names, &inputs))?;
    p.expect_keyword("do")?;
    body(p, state, &[], "scf.yield")?;
    if p.eat_keyword("attributes") {
        p.nested(|p| p.dictionary_entries(&mut state.attributes))?;
    }
    Ok(())
}

fn print_while(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    no_properties(p, op)?;
    let program = p.program;
    let [before, after] = *program.op_regions(op) else { return None };
    let operands = operand_types(p, op);
    let shapes = program.region(before).blocks.len() == 1 && entry_types(p, before) == operands;
    if !shapes || terminated(p, after, "scf.yield").is_none() {
        return None;
    }
    p.write(" ");
    if !operands.is_empty() {
        print_assignments(p, op, before, 0, 0);
        p.write(" ");
    }
    p.write(": ");
    let results = result_types(p, op);
    p.functional_type(&operands, &results);
    p.write(" ");
    p.region(before, operands.is_empty() && is_empty(p, before), false);
    p.write(" do ");
    p.region(after, true, false);
    print_function_attributes(p, op, &[]);
    Some(())
}

fn is_empty(p: &Printer<'_>, region: RegionId) -> bool {
    p.program.region(region).blocks.first().is_some_and(|block| p.program.first_op(*block).is_none())
}

// --- parallel and reduce ------------------------------------------------------------------------------------

fn read_parallel(p: &mut Parser<'_>, state: &mut OpState, _start: u32) -> Read<()> {
    let mut names = Vec::new();
    p.expect(Kind::LParen, "`(` and loop variables")?;
    p.list_until(Kind::RParen, "`)` or `,`", |p| {
        names.push(argument_name(p)?);
        Ok(())
    })?;
    let index = p.ctx.index();
    let types = vec![index; names.len()];
    p.expect(Kind::Equal, "`=` and the lower bounds")?;
    let lower = use_list(p)?;
    p.expect_keyword("to")?;
    let upper = use_list(p)?;
    p.expect_keyword("step")?;
    let step = use_list(p)?;
    for list in [&lower, &upper, &step] {
        resolve_all(p, state, list, &types)?;
    }
    let mut inits = Vec::new();
    if p.eat_keyword("init") {
        inits = use_list(p)?;
    }
    if p.eat(Kind::Arrow) {
        state.results = p.result_types()?;
    }
    let results = state.results.clone();
    resolve_all(p, state, &inits, &results)?;
    body(p, state, &arguments(&names, &types), "scf.reduce")?;
    optional_dictionary(p, state)?;
    let i32 = p.ctx.integer(32);
    let sizes = [names.len(), names.len(), names.len(), inits.len()];
    let values = sizes.iter().map(|size| p.ctx.integer_attr(*size as i128, i32)).collect();
    let sizes = p.ctx.attr(AttrKind::DenseArray { element: i32, values });
    state.properties.push((known::OPERAND_SEGMENT_SIZES, sizes));
    Ok(())
}

fn print_parallel(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    let program = p.program;
    let [region] = *program.op_regions(op) else { return None };
    let entry = entry_types(p, region);
    let (rank, results) = (entry.len(), result_types(p, op));
    let operands = operand_types(p, op);
    let i32 = p.ctx.integer(32);
    let values = [rank, rank, rank, results.len()].map(|size| p.ctx.integer_attr(size as i128, i32));
    let sizes = p.ctx.attr(AttrKind::DenseArray { element: i32, values: Box::new(values) });
    let properties = p.ctx.dictionary([(known::OPERAND_SEGMENT_SIZES, sizes)]);
    let index = p.ctx.index();
    if operands.len() != 3 * rank + results.len()
        || program.op(op).properties != properties
        || !entry.iter().chain(&operands[..3 * rank]).all(|ty| *ty == index)
        || operands[3 * rank..] != results
        || terminated(p, region, "scf.reduce").is_none()
    {
        return None;
    }
    let block = *program.region(region).blocks.first()?;
    p.write(" (");
    p.values(program.block(block).arguments.iter().copied());
    p.write(")");
    for (part, word) in [" = (", " to (", " step ("].into_iter().enumerate() {
        p.write(word);
        p.values(program.operands(op).skip(part * rank).take(rank));
        p.write(")");
    }
    if !results.is_empty() {
        p.write(" init (");
        p.values(program.operands(op).skip(3 * rank));
        p.write(") -> ");
        p.arrow_types(&results);
    }
    p.write(" ");
    p.region(region, false, false);
    print_dictionary(p, op);
    Some(())
}

fn read_reduce(p: &mut Parser<'_>, state: &mut OpState, _start: u32) -> Read<()> {
    let (mut uses, mut types) = (Vec::new(), Vec::new());
    if p.eat(Kind::LParen) {
        p.comma_list(|p| {
            uses.push(p.value_use()?);
            Ok(())
        })?;
        p.expect(Kind::Colon, "`:` and types")?;
        p.type_list(&mut types)?;
        p.expect(Kind::RParen, "`)`")?;
    }
    resolve_all(p, state, &uses, &types)?;
    for index in 0..uses.len() {
        if index > 0 {
            p.expect(Kind::Comma, "`,` and a region")?;
        }
        p.region(state, &[])?;
    }
    optional_dictionary(p, state)
}

fn print_reduce(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    no_properties(p, op)?;
    let program = p.program;
    let regions = program.op_regions(op);
    if regions.len() != program.operand_count(op) || program.result_count(op) > 0 {
        return None;
    }
    if !regions.is_empty() {
        p.write("(");
        p.values(program.operands(op));
        p.write(" : ");
        let types = operand_types(p, op);
        p.types(types);
        p.write(")");
    }
    for (index, region) in regions.iter().enumerate() {
        p.write(if index > 0 { ", " } else { " " });
        p.region(*region, true, false);
    }
    print_dictionary(p, op);
    Some(())
}

// --- index_switch -------------------------------------------------------------------------------------------

fn read_index_switch(p: &mut Parser<'_>, state: &mut OpState, _start: u32) -> Read<()> {
    let flag = p.value_use()?;
    let index = p.ctx.index();
    resolve_all(p, state, &[flag], &[index])?;
    optional_dictionary(p, state)?;
    if p.eat(Kind::Arrow) {
        // A list without parentheses: one in them is a function type.
        p.type_list(&mut state.results)?;
    }
    // The default region comes first in the operation and last in the text.
    let op = p.holder(state);
    let default = p.program.add_region(op);
    let mut cases = Vec::new();
    let i64 = p.ctx.integer(64);
    while p.eat_keyword("case") {
        cases.push(p.read_attr(Some(i64))?);
        body(p, state, &[], "scf.yield")?;
    }
    p.expect_keyword("default")?;
    p.region_into(op, default, &[])?;
    ensure_terminator(p, default, "scf.yield");
    let key = p.ident("cases");
    let cases: AttrId = p.ctx.attr(AttrKind::DenseArray { element: i64, values: cases.into() });
    state.properties.push((key, cases));
    Ok(())
}

fn print_index_switch(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    let program = p.program;
    let [(key, cases)] = p.ctx.entries(program.op(op).properties) else { return None };
    let AttrKind::DenseArray { values, .. } = p.ctx.attr_kind(*cases) else { return None };
    let (default, regions) = program.op_regions(op).split_first()?;
    let single = program.op_regions(op).iter().all(|region| terminated(p, *region, "scf.yield").is_some());
    if p.ctx.str(*key) != "cases"
        || values.len() != regions.len()
        || operand_types(p, op) != [p.ctx.index()]
        || !single
    {
        return None;
    }
    p.write(" ");
    p.values(program.operands(op));
    print_dictionary(p, op);
    let results = result_types(p, op);
    if !results.is_empty() {
        p.write(" -> ");
        p.types(results);
    }
    for (value, region) in values.iter().zip(regions) {
        p.line();
        p.write("case ");
        p.number(*value);
        p.write(" ");
        p.region(*region, true, false);
    }
    p.line();
    p.write("default ");
    p.region(*default, true, false);
    Some(())
}
