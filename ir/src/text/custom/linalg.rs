//! C++ formats of the linalg dialect: named operations, whose regions are implied by their names and types
//! (`linalg_body`). Operations with a written body are in `linalg_generic`.

use super::Hand;
use super::affine::segment_sizes;
use super::infer;
use super::linalg_body::{self, Body, Step, Value, body, element_or_self};
use super::linalg_generic as generic;
use super::memref_hand::{only_properties, property, push_property};
use super::scf::{self, operand_types, resolve_all, result_types};
use crate::data::{
    AttrId, AttrKind, Ident, InsertPoint, LayoutMap, NewOp, OpId, Pos, RegionId, TypeId, ValueId, known,
};
use crate::diagnostic::Diagnostic;
use crate::text::lexer::Kind;
use crate::text::ops::OpState;
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

/// Attributes with maps that MLIR computes once and keeps; they say nothing new.
pub(super) const MEMOIZED: &str = "linalg.memoized_indexing_maps";

/// Operations with C++ formats.
pub(super) const HAND: &[Hand] = &[
    ("linalg.generic", generic::read_generic, generic::print_generic),
    ("linalg.map", generic::read_map, generic::print_map),
    ("linalg.reduce", generic::read_reduce, generic::print_reduce),
    ("linalg.transpose", generic::read_transpose, generic::print_transpose),
    ("linalg.broadcast", generic::read_broadcast, generic::print_broadcast),
];

// --- what structured operations share -----------------------------------------------------------------------

/// `ins(%a, %b : A, B) outs(%c : C)`: adds the operands; returns how many there are of each.
pub(super) fn read_ins_outs(p: &mut Parser<'_>, state: &mut OpState) -> Read<[usize; 2]> {
    let mut counts = [0; 2];
    for (count, word) in counts.iter_mut().zip(["ins", "outs"]) {
        if !p.eat_keyword(word) {
            continue;
        }
        let (mut uses, mut types) = (Vec::new(), Vec::new());
        p.expect(Kind::LParen, "`(` and values")?;
        if !p.eat(Kind::RParen) {
            p.comma_list(|p| {
                uses.push(p.value_use()?);
                Ok(())
            })?;
            p.expect(Kind::Colon, "`:` and types")?;
            p.type_list(&mut types)?;
            p.expect(Kind::RParen, "`)` or `,`")?;
        }
        resolve_all(p, state, &uses, &types)?;
        *count = uses.len();
    }
    Ok(counts)
}

pub(super) fn print_ins_outs(p: &mut Printer<'_>, op: OpId, inputs: usize) {
    let program = p.program;
    let outputs = program.operand_count(op) - inputs;
    for (word, start, count) in [(" ins(", 0, inputs), (" outs(", inputs, outputs)] {
        if count == 0 {
            continue;
        }
        p.write(word);
        p.values(program.operands(op).skip(start).take(count));
        p.write(" : ");
        p.types(program.operands(op).skip(start).take(count).map(|value| program.value_type(value)));
        p.write(")");
    }
}

/// The two sizes that `operandSegmentSizes` says, when they fit.
pub(super) fn segments(p: &Printer<'_>, op: OpId) -> Option<usize> {
    let all = p.program.operand_count(op);
    let AttrKind::DenseArray { values, .. } = p.ctx.attr_kind(property(p, op, "operandSegmentSizes")?) else {
        return None;
    };
    let AttrKind::Integer { value, .. } = p.ctx.attr_kind(*values.first()?) else { return None };
    let inputs = usize::try_from(value.to_i64()?).ok().filter(|inputs| *inputs <= all)?;
    let sizes = segment_sizes(p.ctx, &[inputs, all - inputs]);
    (property(p, op, "operandSegmentSizes") == Some(sizes)).then_some(inputs)
}

/// Adds the region of an implied body to the operation that is being read.
pub(super) fn imply(p: &mut Parser<'_>, state: &mut OpState, body: &Body, arguments: &[TypeId]) {
    let op = p.holder(state);
    let here = p.here();
    let region = p.program.add_region(op);
    let block = p.program.add_block(region, here);
    let arguments: Vec<ValueId> =
        arguments.iter().map(|ty| p.program.add_argument(block, *ty, Pos::NONE)).collect();
    let mut made: Vec<ValueId> = Vec::new();
    let at = InsertPoint::End(block);
    for Step { name, operands, result, properties } in &body.steps {
        let operands: Vec<(ValueId, Pos)> =
            operands.iter().map(|value| (value_of(*value, &arguments, &made), Pos::NONE)).collect();
        let name = p.ctx.ident(name);
        let results = [(*result, Pos::NONE)];
        let new = NewOp {
            operands: &operands,
            results: &results,
            properties: *properties,
            span: here,
            ..NewOp::named(&p.ctx, name)
        };
        let step = p.program.create(&new, at);
        made.extend(p.program.result(step, 0));
    }
    let yielded = [(value_of(body.yielded, &arguments, &made), Pos::NONE)];
    let name = p.ctx.ident("linalg.yield");
    p.program.create(&NewOp { operands: &yielded, span: here, ..NewOp::named(&p.ctx, name) }, at);
}

fn value_of(value: Value, arguments: &[ValueId], made: &[ValueId]) -> ValueId {
    match value {
        Value::Argument(index) => arguments[index],
        Value::Step(index) => made[index],
    }
}

/// Whether a region is just an implied body.
pub(super) fn is_implied(p: &Printer<'_>, region: RegionId, body: &Body, arguments: &[TypeId]) -> bool {
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
        program.op_name(end) == "linalg.yield"
            && plain(end)
            && program.op(end).properties == empty
            && program.next_op(end).is_none()
            && program.result_count(end) == 0
            && program.operands(end).eq([value_of(body.yielded, given, &made)])
    })
}

// --- named operations ---------------------------------------------------------------------------------------

/// `[kind = ..] [indexing_maps = [..]] [{..}] ins(..) outs(..) [-> types]`
pub(super) fn read_named(p: &mut Parser<'_>, state: &mut OpState, start: u32) -> Read<()> {
    let name = state.syntax.map_or("", |syntax| syntax.name);
    if name == "linalg.elementwise" {
        p.expect_keyword("kind")?;
        p.expect(Kind::Equal, "`=`")?;
        let kind = p.read_attr(None)?;
        push_property(p, state, "kind", kind);
    }
    let with_maps = state.syntax.is_some_and(|syntax| syntax.is_inherent("indexing_maps"));
    let mut maps = false;
    if with_maps && p.eat_keyword("indexing_maps") {
        p.expect(Kind::Equal, "`=`")?;
        let list = p.nested(Parser::array_attr)?;
        push_property(p, state, "indexing_maps", list);
        maps = true;
    }
    if p.eat(Kind::Less) {
        let mut entries = Vec::new();
        p.nested(|p| p.dictionary_entries(&mut entries))?;
        state.properties.extend(entries);
        p.expect(Kind::Greater, "`>` behind the properties")?;
    }
    scf::optional_dictionary(p, state)?;
    let counts = read_ins_outs(p, state)?;
    if p.eat(Kind::Arrow) {
        state.results = p.result_types()?;
    }
    let types: Vec<TypeId> = state.operands.iter().map(|(value, _)| p.program.value_type(*value)).collect();
    if with_maps && !maps && name == "linalg.contract" {
        return p.error_since(start, "`linalg.contract` needs `indexing_maps`");
    }
    if name == "linalg.elementwise" && !maps {
        let Some(list) = types.last().and_then(|ty| identities(&p.ctx, *ty, types.len())) else {
            return p
                .error_since(start, "the output of `linalg.elementwise` is a tensor or memref with a rank");
        };
        push_property(p, state, "indexing_maps", list);
    }
    let sizes = segment_sizes(&p.ctx, &counts);
    state.properties.push((known::OPERAND_SEGMENT_SIZES, sizes));
    let given: Vec<(Ident, AttrId)> = state.properties.iter().chain(&state.attributes).copied().collect();
    let implied = if counts[1] == 1 {
        body(&p.ctx, name, &types, &given)
    } else {
        Err(format!("`{name}` has one output"))
    };
    match implied {
        Ok(body) => {
            let arguments: Vec<TypeId> = types.iter().map(|ty| element_or_self(&p.ctx, *ty)).collect();
            imply(p, state, &body, &arguments);
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

/// So many identity maps of a shaped type's rank.
fn identities(ctx: &crate::data::Context, ty: TypeId, count: usize) -> Option<AttrId> {
    let rank = infer::rank(ctx, ty)?;
    let dims: Vec<String> = (0..rank).map(|dim| format!("d{dim}")).collect();
    let list = dims.join(", ");
    let map = ctx.attr(AttrKind::AffineMap(LayoutMap(ctx.ident(&format!("({list}) -> ({list})")))));
    Some(ctx.attr(AttrKind::Array(vec![map; count].into())))
}

pub(super) fn print_named(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    let program = p.program;
    let name = program.op_name(op);
    let syntax = super::syntax(name)?;
    only_properties(p, op, &syntax.inherent)?;
    let inputs = segments(p, op)?;
    let [region] = *program.op_regions(op) else { return None };
    let data = program.op(op);
    let types = operand_types(p, op);
    let arguments: Vec<TypeId> = types.iter().map(|ty| element_or_self(p.ctx, *ty)).collect();
    let implied = body(program.ctx(), name, &types, p.ctx.entries(data.properties)).ok()?;
    if types.len() != inputs + 1 || !is_implied(p, region, &implied, &arguments) {
        return None;
    }
    let mut elided = vec!["operandSegmentSizes"];
    if name == "linalg.elementwise" {
        elided.push("kind");
        let kind = property(p, op, "kind")?;
        linalg_body::enumeration(p.ctx, kind, "elementwise_kind")?;
        p.write(" kind=");
        p.attr(kind);
    }
    if syntax.is_inherent("indexing_maps") {
        elided.push("indexing_maps");
        let maps = property(p, op, "indexing_maps")?;
        let default = syntax.defaults.iter().find(|(key, _)| *key == "indexing_maps");
        let usual = match default {
            Some((_, text)) => p.default_attr(text),
            None if name == "linalg.elementwise" => identities(p.ctx, *types.last()?, types.len()),
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
    let mut entries: Vec<(Ident, AttrId)> = p.ctx.entries(data.attributes).to_vec();
    let written = |key: &Ident| !elided.contains(&p.ctx.str(*key));
    entries.extend(p.ctx.entries(data.properties).iter().filter(|(key, _)| written(key)));
    if !entries.is_empty() {
        entries.sort_by(|a, b| p.ctx.str(a.0).cmp(p.ctx.str(b.0)));
        p.write(" ");
        p.dictionary(&entries);
    }
    print_ins_outs(p, op, inputs);
    let results = result_types(p, op);
    if !results.is_empty() {
        p.write(" -> ");
        p.arrow_types(&results);
    }
    Some(())
}
