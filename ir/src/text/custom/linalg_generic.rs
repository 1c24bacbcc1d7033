//! Pieces of linalg operations with a body of their own: `generic`, and `map`, `reduce`, `transpose` and
//! `broadcast`, whose bodies may be one operation that is only named.

use super::format::{Call, CustomParse, Groups, Payload, Piece};
use super::linalg_body::{element_or_self, tensors};
use super::lists::property;
use super::scf::{self, entry_types, operand_types, result_types};
use crate::data::{AttrId, AttrKind, Context, Ident, InsertPoint, NewOp, OpId, Pos, TypeId, ValueId};
use crate::text::dialect_types::keywords;
use crate::text::lexer::Kind;
use crate::text::op_state::{Argument, OpState};
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

const ITERATORS: &str = "iterator_types";

// --- iterator types -----------------------------------------------------------------------------------------

/// `["parallel"]` as `[#d.iterator_type<parallel>]`; what is written so already stays. `None` for another word.
fn iterators_of_words(ctx: &Context, dialect: &str, list: AttrId) -> Option<AttrId> {
    let AttrKind::Array(items) = ctx.attr_kind(list) else { return Some(list) };
    let words = keywords(dialect, "iterator_type").unwrap_or(&[]);
    let items = items.iter().map(|item| match ctx.attr_kind(*item) {
        AttrKind::String { text, ty: None } => {
            let (dialect, name) = (ctx.ident(dialect), ctx.ident("iterator_type"));
            let known = words.contains(&ctx.str(*text));
            known.then(|| ctx.attr(AttrKind::Opaque { dialect, name, body: *text, ty: None }))
        }
        _ => Some(*item),
    });
    Some(ctx.attr(AttrKind::Array(items.collect::<Option<_>>()?)))
}

/// The list as strings; `None` when it holds anything else.
fn iterator_words(p: &Printer<'_>, dialect: &str, list: AttrId) -> Option<AttrId> {
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

// --- pieces -------------------------------------------------------------------------------------------------

pub(super) const TRAIT: Piece = Piece::new("Trait", read_trait, print_trait);

pub(super) const PIECES: &[Piece] = &[
    TRAIT,
    Piece::new("Attrs", read_attrs, print_attrs),
    Piece::new("Body", read_body, print_body),
    Piece::new("Payload", read_payload, print_payload),
    Piece::new("PayloadBody", read_payload_body, print_payload_body),
];

/// `{indexing_maps = .., iterator_types = [..]}`: the attributes of the arguments and more.
fn read_trait<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, _: &Call) -> Read<()> {
    let place = p.here();
    let list = p.read_attr(None)?;
    let ctx = std::sync::Arc::clone(&p.ctx);
    if !matches!(ctx.attr_kind(list), AttrKind::Dictionary(_)) {
        return p.error_at(place, "the maps and iterator types should stand here, in `{..}`");
    }
    let name = reading.state.record.map_or("", |record| record.name);
    for (key, value) in ctx.entries(list) {
        let iterators = ctx.str(*key) == ITERATORS;
        let dialect = assay_ops::dialect_of(name);
        let value = if iterators { iterators_of_words(&ctx, dialect, *value) } else { Some(*value) };
        match value {
            Some(value) => reading.state.attributes.push((*key, value)),
            None => return p.error_at(place, "an iterator type is not known"),
        }
    }
    for needed in ["indexing_maps", ITERATORS] {
        if reading.state.attributes.iter().all(|(key, _)| ctx.str(*key) != needed) {
            return p.error_at(place, format!("`{name}` needs `{needed}`"));
        }
    }
    Ok(())
}

fn print_trait(p: &mut Printer<'_>, op: OpId, _: &Groups, call: &Call) -> Option<()> {
    let dialect = assay_ops::dialect_of(p.program.op_name(op));
    let mut entries: Vec<(Ident, AttrId)> = Vec::new();
    for name in (0..call.arguments.len()).filter_map(|index| call.attribute(index)) {
        let Some(mut value) = property(p, op, name) else { continue };
        if name == ITERATORS {
            value = iterator_words(p, dialect, value)?;
        }
        entries.push((p.ctx.ident(name), value));
    }
    p.dictionary(&entries);
    Some(())
}

/// `attrs = {..}`, with none that the trait has.
fn read_attrs<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, _: &Call) -> Read<()> {
    if !p.eat_keyword("attrs") {
        return Ok(());
    }
    p.expect(Kind::Equal, "`=`")?;
    let place = p.here();
    let mut more = Vec::new();
    p.nested(|p| p.dictionary_entries(&mut more))?;
    if let Some((key, _)) =
        more.iter().find(|(key, _)| reading.state.attributes.iter().any(|(had, _)| had == key))
    {
        let message = format!("attribute `{}` is given twice", p.ctx.str(*key));
        return p.error_at(place, message);
    }
    reading.state.attributes.extend(more);
    Ok(())
}

fn print_attrs(p: &mut Printer<'_>, op: OpId, _: &Groups, _: &Call) -> Option<()> {
    let attributes = p.program.op(op).attributes;
    if attributes != p.ctx.empty_dictionary() {
        p.write("attrs = ");
        let entries = p.ctx.entries(attributes);
        p.dictionary(entries);
    }
    Some(())
}

/// A region, or none, which stands for an empty one.
fn read_body<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, _: &Call) -> Read<()> {
    if p.at(Kind::LBrace) { p.region(reading.state, &[]) } else { Ok(()) }
}

fn print_body(p: &mut Printer<'_>, op: OpId, _: &Groups, _: &Call) -> Option<()> {
    let region = *p.program.op_regions(op).first()?;
    if p.program.region(region).blocks.is_empty() {
        p.write("{\n}");
    } else {
        p.region(region, true, false);
    }
    Some(())
}

// --- map and reduce -----------------------------------------------------------------------------------------

/// `{ arith.addf {..} }`, or nothing.
fn read_payload<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, _: &Call) -> Read<()> {
    if !p.eat(Kind::LBrace) {
        return Ok(());
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
    let inherent = |key: &Ident| info.record.is_some_and(|record| record.is_inherent(ctx.str(*key)));
    let (properties, attributes): (Vec<_>, Vec<_>) = entries.into_iter().partition(|(key, _)| inherent(key));
    let mut properties = ctx.dictionary(properties);
    if let Some(record) = info.record {
        properties = super::with_defaults(&ctx, record, properties);
    }
    reading.payload = Some(Payload { name: info.ident, properties, attributes: ctx.dictionary(attributes) });
    Ok(())
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
    let operands = payload_operands(&arguments, inputs, reduce);
    let at = InsertPoint::End(block);
    let new = NewOp {
        properties: payload.properties,
        attributes: payload.attributes,
        span: here,
        ..NewOp::named(&p.ctx, payload.name)
    };
    let one = p.program.build(&new, &operands, types.last().copied().as_slice(), at);
    let yielded: Vec<ValueId> = p.program.results(one).collect();
    scf::end_region(p, state, &yielded, at);
}

/// `(%a: f32, ..) {..}`, or nothing where the one operation is given; the results are the outputs that are tensors.
fn read_payload_body<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, call: &Call) -> Read<()> {
    let (inputs, outputs) = (reading.uses[0].len(), reading.uses[1].len());
    let types: Vec<TypeId> = reading.in_types.iter().flatten().flatten().copied().collect();
    let reduce = call.says("reduce");
    if reduce && (inputs != outputs || types.len() != inputs + outputs) {
        return p.error_since(reading.start, "a reduction has as many outputs as inputs");
    }
    reading.out_types[0] = reading.in_types[1].as_ref().map(|types| tensors(&p.ctx, types).into());
    if let Some(payload) = reading.payload.take() {
        let elements: Vec<TypeId> = types.iter().map(|ty| element_or_self(&p.ctx, *ty)).collect();
        build_payload(p, reading.state, &payload, &elements, inputs, reduce);
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
    p.region(reading.state, &arguments)
}

/// The operation that is the whole body, when the short form says it.
fn short_payload(p: &Printer<'_>, op: OpId, inputs: usize, reduce: bool) -> Option<OpId> {
    let program = p.program;
    let region = *program.op_regions(op).first()?;
    if !operand_types(p, op).into_iter().map(|ty| element_or_self(p.ctx, ty)).eq(entry_types(p, region)) {
        return None;
    }
    let [block] = program.region(region).blocks[..] else { return None };
    let one = program.first_op(block)?;
    let end = program.next_op(one)?;
    let arguments = &program.block(block).arguments;
    let operands = payload_operands(arguments, inputs, reduce);
    let data = program.op(end);
    let empty = p.ctx.empty_dictionary();
    let unplaced = |op: OpId| !p.options.locations || program.op(op).loc == p.ctx.unknown_loc();
    let plain = assay_ops::op(program.op_name(end)).is_some_and(|record| record.has("terminator"))
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

/// The attributes and those properties that have no default; `None` where one is not known: it would not find its
/// way back from a dictionary.
fn payload_entries(p: &mut Printer<'_>, op: OpId) -> Option<Vec<(Ident, AttrId)>> {
    let record = p.ctx.record(p.program.op_name(op));
    let mut entries = p.ctx.entries(p.program.op(op).attributes).to_vec();
    for (key, value) in p.ctx.entries(p.program.op(op).properties) {
        let record = record.filter(|record| record.is_inherent(p.ctx.str(*key)))?;
        let default = record.default_of(p.ctx.str(*key));
        if default.and_then(|text| p.default_attr(text)) != Some(*value) {
            entries.push((*key, *value));
        }
    }
    entries.sort_by(|a, b| p.ctx.str(a.0).cmp(p.ctx.str(b.0)));
    Some(entries)
}

fn print_payload(p: &mut Printer<'_>, op: OpId, groups: &Groups, call: &Call) -> Option<()> {
    let Some(one) = short_payload(p, op, groups.ins[0].1, call.says("reduce")) else { return Some(()) };
    let Some(entries) = payload_entries(p, one) else { return Some(()) };
    p.write("{ ");
    p.write(p.program.op_name(one));
    if !entries.is_empty() {
        p.write(" ");
        p.dictionary(&entries);
    }
    p.write(" }");
    Some(())
}

fn print_payload_body(p: &mut Printer<'_>, op: OpId, groups: &Groups, call: &Call) -> Option<()> {
    let program = p.program;
    let (inputs, outputs) = (groups.ins[0].1, groups.ins[1].1);
    let reduce = call.says("reduce");
    if outputs == 0 || result_types(p, op) != tensors(p.ctx, &operand_types(p, op)[inputs..]) {
        return None;
    }
    let short = short_payload(p, op, inputs, reduce);
    if short.is_some_and(|one| payload_entries(p, one).is_some()) {
        return Some(());
    }
    let region = *program.op_regions(op).first()?;
    let arguments = &program.block(*program.region(region).blocks.first()?).arguments;
    if arguments.is_empty() {
        return None;
    }
    p.write("(");
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
