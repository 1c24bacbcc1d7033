//! Custom forms of linalg operations with a body of their own: `generic`, and `map`, `reduce`, `transpose` and
//! `broadcast`, whose bodies may be one operation that is only named.

use super::affine::segment_sizes;
use super::linalg::{imply, is_implied, print_ins_outs, read_ins_outs, segments};
use super::linalg_body::{element_or_self, first_argument};
use super::memref_hand::{only_properties, property, push_property};
use super::scf::{self, entry_types, operand_types, print_dictionary, result_types};
use crate::data::{
    AttrId, AttrKind, Context, Ident, InsertPoint, NewOp, OpId, Pos, RegionId, TypeId, TypeKind, ValueId,
    known,
};
use crate::diagnostic::Diagnostic;
use crate::text::lexer::Kind;
use crate::text::ops::OpState;
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;
use crate::text::regions::Argument;

const TRAIT: [&str; 4] = ["doc", "indexing_maps", "iterator_types", "library_call"];

// --- iterator types -----------------------------------------------------------------------------------------

/// `["parallel"]` as `[#d.iterator_type<parallel>]`; what is written so already stays.
pub(super) fn iterators_of_words(ctx: &Context, dialect: &str, list: AttrId) -> AttrId {
    let AttrKind::Array(items) = ctx.attr_kind(list) else { return list };
    let items = items.iter().map(|item| match ctx.attr_kind(*item) {
        AttrKind::String { text, ty: None } => {
            let (dialect, name) = (ctx.ident(dialect), ctx.ident("iterator_type"));
            ctx.attr(AttrKind::Opaque { dialect, name, body: *text, ty: None })
        }
        _ => *item,
    });
    ctx.attr(AttrKind::Array(items.collect()))
}

/// The list as strings; `None` when it holds anything else.
pub(super) fn iterator_words(p: &Printer<'_>, dialect: &str, list: AttrId) -> Option<AttrId> {
    let ctx = p.ctx;
    let AttrKind::Array(items) = ctx.attr_kind(list) else { return None };
    let words: Option<Box<[AttrId]>> = items
        .iter()
        .map(|item| match ctx.attr_kind(*item) {
            AttrKind::Opaque { dialect: found, name, body, ty: None }
                if ctx.str(*found) == dialect && ctx.str(*name) == "iterator_type" =>
            {
                Some(ctx.attr(AttrKind::String { text: *body, ty: None }))
            }
            _ => None,
        })
        .collect();
    Some(ctx.attr(AttrKind::Array(words?)))
}

// --- generic ------------------------------------------------------------------------------------------------

/// `{indexing_maps = .., iterator_types = [..]} ins(..) outs(..) [attrs = {..}] {region} [-> types]`
pub(super) fn read_generic(p: &mut Parser<'_>, state: &mut OpState, _start: u32) -> Read<()> {
    let place = p.here();
    let trait_attr = p.read_attr(None)?;
    let ctx = std::sync::Arc::clone(&p.ctx);
    if !matches!(ctx.attr_kind(trait_attr), AttrKind::Dictionary(_)) {
        return p.fail(Diagnostic::error(place, "the maps and iterator types should stand here, in `{..}`"));
    }
    for (key, value) in ctx.entries(trait_attr) {
        let iterators = ctx.str(*key) == TRAIT[2];
        let value = if iterators { iterators_of_words(&ctx, "linalg", *value) } else { *value };
        state.attributes.push((*key, value));
    }
    for name in &TRAIT[1..3] {
        if state.attributes.iter().all(|(key, _)| ctx.str(*key) != *name) {
            return p.fail(Diagnostic::error(place, format!("`linalg.generic` needs `{name}`")));
        }
    }
    let counts = read_ins_outs(p, state)?;
    if p.eat_keyword("attrs") {
        p.expect(Kind::Equal, "`=`")?;
        let place = p.here();
        let mut more = Vec::new();
        p.nested(|p| p.dictionary_entries(&mut more))?;
        if let Some((key, _)) =
            more.iter().find(|(key, _)| state.attributes.iter().any(|(had, _)| had == key))
        {
            let message = format!("attribute `{}` is given twice", p.ctx.str(*key));
            return p.fail(Diagnostic::error(place, message));
        }
        state.attributes.extend(more);
    }
    if p.at(Kind::LBrace) {
        p.region(state, &[])?;
    } else {
        let op = p.holder(state);
        p.program.add_region(op);
    }
    if p.eat(Kind::Arrow) {
        state.results = p.result_types()?;
    }
    let sizes = segment_sizes(&p.ctx, &counts);
    state.properties.push((known::OPERAND_SEGMENT_SIZES, sizes));
    Ok(())
}

pub(super) fn print_generic(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    only_properties(p, op, &[TRAIT[0], TRAIT[1], TRAIT[2], TRAIT[3], "operandSegmentSizes"])?;
    let program = p.program;
    let [region] = *program.op_regions(op) else { return None };
    let inputs = segments(p, op)?;
    let iterators = iterator_words(p, "linalg", property(p, op, TRAIT[2])?)?;
    let mut entries: Vec<(Ident, AttrId)> = Vec::new();
    for name in TRAIT {
        match property(p, op, name) {
            Some(_) if name == TRAIT[2] => entries.push((p.ctx.ident(name), iterators)),
            Some(value) => entries.push((p.ctx.ident(name), value)),
            None if name == TRAIT[1] => return None,
            None => {}
        }
    }
    p.write(" ");
    p.dictionary(&entries);
    print_ins_outs(p, op, inputs);
    let attributes = program.op(op).attributes;
    if attributes != p.ctx.empty_dictionary() {
        p.write(" attrs = ");
        let entries = p.ctx.entries(attributes);
        p.dictionary(entries);
    }
    p.write(" ");
    if !program.region(region).blocks.is_empty() {
        p.region(region, true, false);
    } else {
        p.write("{\n}");
    }
    let results = result_types(p, op);
    if !results.is_empty() {
        p.write(" -> ");
        p.arrow_types(&results);
    }
    Some(())
}

// --- map and reduce -----------------------------------------------------------------------------------------

/// `{ arith.addf {..} }`: the one operation of a body.
struct Payload {
    name: Ident,
    properties: AttrId,
    attributes: AttrId,
}

fn read_payload(p: &mut Parser<'_>) -> Read<Option<Payload>> {
    if !p.eat(Kind::LBrace) {
        return Ok(None);
    }
    let word = match p.kind() {
        Kind::Ident if p.spelling().contains('.') => p.keyword("an operation")?,
        _ => return p.expected("the name of an operation such as `arith.addf`"),
    };
    let mut entries = Vec::new();
    if p.at(Kind::LBrace) {
        p.nested(|p| p.dictionary_entries(&mut entries))?;
    }
    p.expect(Kind::RBrace, "`}`")?;
    let info = p.name_info(word);
    let ctx = std::sync::Arc::clone(&p.ctx);
    let inherent = |key: &Ident| info.syntax.is_some_and(|syntax| syntax.is_inherent(ctx.str(*key)));
    let (properties, attributes): (Vec<_>, Vec<_>) = entries.into_iter().partition(|(key, _)| inherent(key));
    let mut properties = ctx.dictionary(properties);
    if let Some(syntax) = info.syntax {
        properties = super::with_defaults(&ctx, syntax, properties);
    }
    Ok(Some(Payload { name: info.ident, properties, attributes: ctx.dictionary(attributes) }))
}

/// The block arguments that the one operation takes, in order: for a map the inputs, for a reduction the
/// accumulated value first.
fn payload_operands(arguments: &[ValueId], inputs: usize, reduce: bool) -> Vec<ValueId> {
    if reduce {
        arguments[inputs..].iter().chain(&arguments[..inputs]).copied().collect()
    } else {
        arguments[..inputs].to_vec()
    }
}

fn build_payload(
    p: &mut Parser<'_>,
    state: &mut OpState,
    payload: &Payload,
    types: &[TypeId],
    inputs: usize,
    reduce: bool,
) {
    let here = p.here();
    let op = p.holder(state);
    let region = p.program.add_region(op);
    let block = p.program.add_block(region, here);
    let arguments: Vec<ValueId> =
        types.iter().map(|ty| p.program.add_argument(block, *ty, Pos::NONE)).collect();
    let operands: Vec<(ValueId, Pos)> =
        payload_operands(&arguments, inputs, reduce).into_iter().map(|value| (value, Pos::NONE)).collect();
    let results: Vec<(TypeId, Pos)> = types.last().map(|ty| (*ty, Pos::NONE)).into_iter().collect();
    let at = InsertPoint::End(block);
    let new = NewOp {
        operands: &operands,
        results: &results,
        properties: payload.properties,
        attributes: payload.attributes,
        span: here,
        ..NewOp::named(&p.ctx, payload.name)
    };
    let one = p.program.create(&new, at);
    let yielded: Vec<(ValueId, Pos)> = p.program.results(one).map(|value| (value, Pos::NONE)).collect();
    let name = p.ctx.ident("linalg.yield");
    p.program.create(&NewOp { operands: &yielded, span: here, ..NewOp::named(&p.ctx, name) }, at);
}

/// `dimensions = [0, 1]`
fn read_list(p: &mut Parser<'_>, state: &mut OpState, name: &'static str) -> Read<()> {
    p.expect_keyword(name)?;
    p.expect(Kind::Equal, "`=`")?;
    let list = super::attribute::I64_LIST.read(p)?;
    push_property(p, state, name, list);
    Ok(())
}

/// Results are the outputs that are tensors.
fn results_of_outputs(p: &Parser<'_>, state: &mut OpState, inputs: usize) {
    let types = state.operands[inputs..].iter().map(|(value, _)| p.program.value_type(*value));
    let tensors = types.filter(|ty| matches!(p.ctx.type_kind(*ty), TypeKind::RankedTensor { .. }));
    state.results = tensors.collect();
}

fn operand_elements(p: &Parser<'_>, state: &OpState) -> Vec<TypeId> {
    state.operands.iter().map(|(value, _)| element_or_self(&p.ctx, p.program.value_type(*value))).collect()
}

fn read_with_body(p: &mut Parser<'_>, state: &mut OpState, list: Option<&'static str>) -> Read<()> {
    let start = p.token.start;
    let payload = read_payload(p)?;
    let [inputs, outputs] = read_ins_outs(p, state)?;
    if let Some(name) = list {
        read_list(p, state, name)?;
    }
    let same = inputs == outputs || list.is_none() && outputs == 1;
    if !same || outputs == 0 {
        return p.error_since(start, "a map has one output, a reduction as many as inputs");
    }
    scf::optional_dictionary(p, state)?;
    results_of_outputs(p, state, inputs);
    if let Some(payload) = payload {
        let types = operand_elements(p, state);
        build_payload(p, state, &payload, &types, inputs, list.is_some());
        return Ok(());
    }
    let mut arguments = Vec::new();
    p.expect(Kind::LParen, "`(` and the arguments of the body")?;
    p.list_until(Kind::RParen, "`)` or `,`", |p| {
        let (name, pos) = scf::argument_name(p)?;
        p.expect(Kind::Colon, "`:` and a type")?;
        let ty = p.read_type()?;
        p.optional_location()?;
        arguments.push(Argument { name, ty, pos });
        Ok(())
    })?;
    p.region(state, &arguments)
}

/// The operation that is the whole body, when the short form says it.
fn short_payload(p: &Printer<'_>, region: RegionId, inputs: usize, reduce: bool) -> Option<OpId> {
    let program = p.program;
    let [block] = program.region(region).blocks[..] else { return None };
    let one = program.first_op(block)?;
    let end = program.next_op(one)?;
    let arguments = &program.block(block).arguments;
    let operands = payload_operands(arguments, inputs, reduce);
    let data = program.op(end);
    let empty = p.ctx.empty_dictionary();
    let unplaced = |op: OpId| !p.options.locations || program.op(op).loc == p.ctx.unknown_loc();
    let plain = program.op_name(end) == "linalg.yield"
        && program.next_op(end).is_none()
        && data.properties == empty
        && data.attributes == empty;
    let last = program.value_type(*arguments.last()?);
    let fits = plain
        && unplaced(one)
        && unplaced(end)
        && !operands.is_empty()
        && program.operands(one).eq(operands)
        && program.op_regions(one).is_empty()
        && program.successors(one).is_empty()
        && result_types(p, one) == [last]
        && program.operands(end).eq(program.results(one))
        && program.op_name(one).contains('.')
        && program.op_name(one).bytes().all(|b| b.is_ascii_alphanumeric() || b == b'.' || b == b'_')
        && !program.op_name(one).starts_with(|c: char| c.is_ascii_digit() || c == '.');
    fits.then_some(one)
}

fn print_payload(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    let program = p.program;
    let name = program.op_name(op);
    let syntax = super::syntax(name);
    let mut entries = p.ctx.entries(program.op(op).attributes).to_vec();
    for (key, value) in p.ctx.entries(program.op(op).properties) {
        // Only known properties find their way back from a dictionary.
        let syntax = syntax.filter(|syntax| syntax.is_inherent(p.ctx.str(*key)))?;
        let default = syntax.defaults.iter().find(|(other, _)| *other == p.ctx.str(*key));
        if default.and_then(|(_, text)| p.default_attr(text)) != Some(*value) {
            entries.push((*key, *value));
        }
    }
    p.write(" { ");
    p.write(name);
    if !entries.is_empty() {
        entries.sort_by(|a, b| p.ctx.str(a.0).cmp(p.ctx.str(b.0)));
        p.write(" ");
        p.dictionary(&entries);
    }
    p.write(" }");
    Some(())
}

/// What results an operation with these operands has when it is read.
fn fit_results(p: &Printer<'_>, op: OpId, inputs: usize) -> Option<()> {
    let types = operand_types(p, op);
    let tensors: Vec<TypeId> = types[inputs..]
        .iter()
        .copied()
        .filter(|ty| matches!(p.ctx.type_kind(*ty), TypeKind::RankedTensor { .. }))
        .collect();
    (result_types(p, op) == tensors).then_some(())
}

fn print_list(p: &mut Printer<'_>, op: OpId, name: &str) -> Option<()> {
    let list = property(p, op, name)?;
    p.write(" ");
    p.write(name);
    p.write(" = ");
    super::attribute::I64_LIST.print(p, list)
}

fn print_with_body(p: &mut Printer<'_>, op: OpId, inputs: usize, list: Option<&str>) -> Option<()> {
    only_properties(p, op, list.as_slice())?;
    let program = p.program;
    let [region] = *program.op_regions(op) else { return None };
    fit_results(p, op, inputs)?;
    let elements: Vec<TypeId> = operand_types(p, op).iter().map(|ty| element_or_self(p.ctx, *ty)).collect();
    let block = *program.region(region).blocks.first()?;
    let start = p.length();
    let short = short_payload(p, region, inputs, list.is_some())
        .filter(|_| entry_types(p, region) == elements)
        .and_then(|one| print_payload(p, one));
    if short.is_none() {
        p.truncate(start);
    }
    print_ins_outs(p, op, inputs);
    if let Some(name) = list {
        print_list(p, op, name)?;
    }
    print_dictionary(p, op);
    if short.is_some() {
        return Some(());
    }
    let arguments = &program.block(block).arguments;
    if arguments.is_empty() {
        return None;
    }
    p.write(" (");
    for (at, argument) in arguments.iter().enumerate() {
        p.write(if at > 0 { ", " } else { "" });
        p.value(*argument);
        p.write(": ");
        p.ty(program.value_type(*argument));
    }
    p.write(") ");
    p.region(region, false, false);
    Some(())
}

pub(super) fn read_map(p: &mut Parser<'_>, state: &mut OpState, _start: u32) -> Read<()> {
    read_with_body(p, state, None)
}

pub(super) fn print_map(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    let inputs = p.program.operand_count(op).checked_sub(1)?;
    print_with_body(p, op, inputs, None)
}

pub(super) fn read_reduce(p: &mut Parser<'_>, state: &mut OpState, _start: u32) -> Read<()> {
    read_with_body(p, state, Some("dimensions"))
}

pub(super) fn print_reduce(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    let all = p.program.operand_count(op);
    (all > 0 && all.is_multiple_of(2)).then_some(())?;
    print_with_body(p, op, all / 2, Some("dimensions"))
}

// --- transpose and broadcast --------------------------------------------------------------------------------

fn read_copying(p: &mut Parser<'_>, state: &mut OpState, list: &'static str) -> Read<()> {
    let start = p.token.start;
    let counts = read_ins_outs(p, state)?;
    if counts != [1, 1] {
        return p.error_since(start, "one input and one output are needed");
    }
    read_list(p, state, list)?;
    scf::optional_dictionary(p, state)?;
    results_of_outputs(p, state, 1);
    let types = operand_elements(p, state);
    imply(p, state, &first_argument(), &types);
    Ok(())
}

fn print_copying(p: &mut Printer<'_>, op: OpId, list: &'static str) -> Option<()> {
    only_properties(p, op, &[list])?;
    let [region] = *p.program.op_regions(op) else { return None };
    let types = operand_types(p, op);
    if types.len() != 2 {
        return None;
    }
    fit_results(p, op, 1)?;
    let elements: Vec<TypeId> = types.iter().map(|ty| element_or_self(p.ctx, *ty)).collect();
    if !is_implied(p, region, &first_argument(), &elements) {
        return None;
    }
    print_ins_outs(p, op, 1);
    print_list(p, op, list)?;
    print_dictionary(p, op);
    Some(())
}

pub(super) fn read_transpose(p: &mut Parser<'_>, state: &mut OpState, _start: u32) -> Read<()> {
    read_copying(p, state, "permutation")
}

pub(super) fn print_transpose(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    print_copying(p, op, "permutation")
}

pub(super) fn read_broadcast(p: &mut Parser<'_>, state: &mut OpState, _start: u32) -> Read<()> {
    read_copying(p, state, "dimensions")
}

pub(super) fn print_broadcast(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    print_copying(p, op, "dimensions")
}
