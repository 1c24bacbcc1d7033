//! Pieces of the linalg dialect: named operations, whose regions are implied by their names and types
//! (`linalg_body`). Operations with a written body are in `linalg_generic`.

use std::sync::Arc;

use super::format::{Call, CustomParse, Groups, Piece};
use super::infer;
use super::linalg_body::{self, Body, Step, Value, body, element_or_self, tensors};
use super::lists::{property, push};
use super::scf::{self, operand_types, optional_dictionary, result_types};
use crate::data::{
    AttrId, AttrKind, BlockId, Context, Ident, InsertPoint, LayoutMap, NewOp, OpId, Pos, Program, RegionId,
    Span, TypeId, ValueId,
};
use crate::diagnostic::Diagnostic;
use crate::text::lexer::Kind;
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

pub(super) const PIECES: &[Piece] = &[
    Piece::new("Named", read_named, print_named).writing(&["kind", "indexing_maps"]),
    Piece::new("Implied", read_implied, print_implied),
];

// --- implied bodies -----------------------------------------------------------------------------------------

/// Adds the region of an implied body to an operation.
fn imply(program: &mut Program, (op, here): (OpId, Span), body: &Body, arguments: &[TypeId]) {
    let region = program.add_region(op);
    let block = program.add_block(region, here);
    fill(program, (block, here), body, arguments);
}

/// Makes a block an implied body.
fn fill(program: &mut Program, (block, here): (BlockId, Span), body: &Body, arguments: &[TypeId]) {
    let ctx = Arc::clone(program.ctx());
    let arguments: Vec<ValueId> =
        arguments.iter().map(|ty| program.add_argument(block, *ty, Pos::NONE)).collect();
    let mut made: Vec<ValueId> = Vec::new();
    let at = InsertPoint::End(block);
    for Step { name, operands, result, properties } in &body.steps {
        let operands: Vec<ValueId> =
            operands.iter().map(|value| value_of(*value, &arguments, &made)).collect();
        let new = NewOp { properties: *properties, span: here, ..NewOp::named(&ctx, ctx.ident(name)) };
        let step = program.build(&new, &operands, &[*result], at);
        made.extend(program.result(step, 0));
    }
    let yielded = [value_of(body.yielded, &arguments, &made)];
    let ends = assay_ops::op(program.op_name(program.region(program.block(block).region).op));
    if let Some(terminator) = ends.and_then(|record| record.terminator()) {
        let new = NewOp { span: here, ..NewOp::named(&ctx, ctx.ident(terminator)) };
        program.build(&new, &yielded, &[], at);
    }
}

/// Returns true of a named operation whose region its name and types imply.
pub fn implies_body(name: &str) -> bool {
    name.strip_prefix("linalg.").is_some_and(linalg_body::is_named)
}

/// Fills an empty region with the body that the operation around it implies; false where there is none.
pub fn fill_with_implied_body(program: &mut Program, region: RegionId) -> bool {
    let ctx = Arc::clone(program.ctx());
    let op = program.region(region).op;
    let types: Vec<TypeId> = program.operands(op).map(|value| program.value_type(value)).collect();
    let attributes = ctx.entries(program.op(op).properties).to_vec();
    let Ok(body) = body(&ctx, program.op_name(op), &types, &attributes) else { return false };
    let arguments: Vec<TypeId> = types.iter().map(|ty| element_or_self(&ctx, *ty)).collect();
    let block = program.add_block(region, Span::NONE);
    fill(program, (block, Span::NONE), &body, &arguments);
    true
}

fn value_of(value: Value, arguments: &[ValueId], made: &[ValueId]) -> ValueId {
    match value {
        Value::Argument(index) => arguments[index],
        Value::Step(index) => made[index],
    }
}

/// Whether a region is just an implied body.
fn is_implied(p: &Printer<'_>, region: RegionId, body: &Body, arguments: &[TypeId]) -> bool {
    let program = p.program;
    let [block] = program.region(region).blocks[..] else { return false };
    if scf::entry_types(p, region) != arguments {
        return false;
    }
    let given = &program.block(block).arguments;
    let empty = p.ctx.empty_dictionary();
    let mut made: Vec<ValueId> = Vec::new();
    let mut next = program.first_op(block);
    let plain = |op: OpId| {
        program.op(op).attributes == empty
            && program.op_regions(op).is_empty()
            && program.successors(op).is_empty()
    };
    for step in &body.steps {
        let Some(op) = next else { return false };
        let same = program.op_name(op) == step.name
            && plain(op)
            && program.op(op).properties == step.properties
            && result_types(p, op) == [step.result]
            && program.operand_count(op) == step.operands.len()
            && program
                .operands(op)
                .zip(&step.operands)
                .all(|(operand, value)| operand == value_of(*value, given, &made));
        if !same {
            return false;
        }
        made.extend(program.result(op, 0));
        next = program.next_op(op);
    }
    next.is_some_and(|end| {
        assay_ops::op(program.op_name(end)).is_some_and(|record| record.has("terminator"))
            && plain(end)
            && program.op(end).properties == empty
            && program.next_op(end).is_none()
            && program.result_count(end) == 0
            && program.operands(end).eq([value_of(body.yielded, given, &made)])
    })
}

fn is_maps(attribute: &assay_ops::Attribute) -> bool {
    attribute.name == "indexing_maps"
}

// --- named operations ---------------------------------------------------------------------------------------

/// `[kind = ..] [indexing_maps = [..]] [<{..}>] [{..}]`
fn read_named<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, _: &Call) -> Read<()> {
    let name = reading.state.record.map_or("", |record| record.name);
    if reading.state.record.is_some_and(|record| record.is_inherent("kind")) {
        p.expect_keyword("kind")?;
        p.expect(Kind::Equal, "`=`")?;
        let kind = p.read_attr(None)?;
        push(p, reading.state, "kind", kind);
    }
    let maps = reading.state.record.and_then(|record| record.attributes().find(is_maps));
    if maps.is_some() && p.eat_keyword("indexing_maps") {
        p.expect(Kind::Equal, "`=`")?;
        let list = p.nested(Parser::array_attr)?;
        push(p, reading.state, "indexing_maps", list);
    } else if maps.is_some_and(|maps| !maps.optional && maps.default.is_none()) {
        return p.error_since(reading.start, format!("`{name}` needs `indexing_maps`"));
    }
    if p.eat(Kind::Less) {
        p.nested(|p| p.dictionary_entries(&mut reading.state.properties))?;
        p.expect(Kind::Greater, "`>` behind the properties")?;
    }
    optional_dictionary(p, reading.state)
}

/// Nothing in the text: the region that follows from the name and the types, and results that are tensors where an
/// argument names them.
fn read_implied<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, call: &Call) -> Read<()> {
    let start = reading.start;
    let name = reading.state.record.map_or("", |record| record.name);
    let types: Vec<TypeId> = reading.in_types.iter().flatten().flatten().copied().collect();
    if reading.state.record.is_some_and(|record| record.is_inherent("kind"))
        && reading.state.properties.iter().all(|(key, _)| p.ctx.str(*key) != "indexing_maps")
    {
        let Some(list) = types.last().and_then(|ty| identities(&p.ctx, *ty, types.len())) else {
            return p
                .error_since(start, "the output of `linalg.elementwise` is a tensor or memref with a rank");
        };
        push(p, reading.state, "indexing_maps", list);
    }
    if call.target(0).is_some() {
        reading.out_types[0] = Some(tensors(&p.ctx, &types[types.len().min(1)..]).into());
    }
    let given: Vec<(Ident, AttrId)> =
        reading.state.properties.iter().chain(&reading.state.attributes).copied().collect();
    let implied = match reading.uses.get(1).map(|outputs| outputs.len()) {
        Some(1) => body(&p.ctx, name, &types, &given),
        _ => Err(format!("`{name}` has one output")),
    };
    match implied {
        Ok(body) => {
            let arguments: Vec<TypeId> = types.iter().map(|ty| element_or_self(&p.ctx, *ty)).collect();
            let (op, here) = (p.holder(reading.state), p.here());
            imply(&mut p.program, (op, here), &body, &arguments);
            Ok(())
        }
        Err(message) => {
            let place = p.since(start);
            p.fail(
                Diagnostic::error(place, format!("the region of `{name}` cannot be built: {message}"))
                    .help("write the operation in generic form, with its region"),
            )
        }
    }
}

fn print_implied(p: &mut Printer<'_>, op: OpId, groups: &Groups, call: &Call) -> Option<()> {
    let program = p.program;
    let types = operand_types(p, op);
    let arguments: Vec<TypeId> = types.iter().map(|ty| element_or_self(p.ctx, *ty)).collect();
    let properties = p.ctx.entries(program.op(op).properties);
    let implied = body(program.ctx(), program.op_name(op), &types, properties).ok()?;
    let region = *program.op_regions(op).first()?;
    let fits = call.target(0).is_none() || result_types(p, op) == tensors(p.ctx, types.get(1..)?);
    (fits && groups.ins[1].1 == 1 && is_implied(p, region, &implied, &arguments)).then_some(())
}

/// `count` identity maps of a shaped type's rank.
fn identities(ctx: &Context, ty: TypeId, count: usize) -> Option<AttrId> {
    let rank = infer::rank(ctx, ty)?;
    let dims: Vec<String> = (0..rank).map(|dim| format!("d{dim}")).collect();
    let list = dims.join(", ");
    let map = ctx.attr(AttrKind::AffineMap(LayoutMap(ctx.ident(&format!("({list}) -> ({list})")))));
    Some(ctx.attr(AttrKind::Array(vec![map; count].into())))
}

fn print_named(p: &mut Printer<'_>, op: OpId, _: &Groups, _: &Call) -> Option<()> {
    let name = p.program.op_name(op);
    let record = assay_ops::op(name)?;
    let mut elided = vec!["operandSegmentSizes"];
    if record.is_inherent("kind") {
        elided.push("kind");
        let kind = property(p, op, "kind")?;
        linalg_body::enumeration(p.ctx, kind, "elementwise_kind")?;
        p.write(" kind=");
        p.attr(kind);
    }
    if record.is_inherent("indexing_maps") {
        elided.push("indexing_maps");
        let maps = property(p, op, "indexing_maps")?;
        let types = operand_types(p, op);
        let usual = match record.default_of("indexing_maps") {
            Some(text) => p.default_attr(text),
            None if record.is_inherent("kind") => identities(p.ctx, *types.last()?, types.len()),
            None => None,
        };
        if usual != Some(maps) {
            if !matches!(p.ctx.attr_kind(maps), AttrKind::Array(_)) {
                return None;
            }
            p.write(" indexing_maps = ");
            p.attr(maps);
        }
    }
    let data = p.program.op(op);
    let mut entries: Vec<(Ident, AttrId)> = p.ctx.entries(data.attributes).to_vec();
    let written = |key: &Ident| !elided.contains(&p.ctx.str(*key));
    entries.extend(p.ctx.entries(data.properties).iter().filter(|(key, _)| written(key)));
    if !entries.is_empty() {
        entries.sort_by(|a, b| p.ctx.str(a.0).cmp(p.ctx.str(b.0)));
        p.write(" ");
        p.dictionary(&entries);
    }
    Some(())
}
