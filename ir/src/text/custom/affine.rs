//! Custom forms of the affine dialect: maps applied to lists of values, loops with maps as bounds, and places in
//! memory as expressions over values.

use super::Hand;
use super::infer;
use super::memref_hand::{
    only_properties, print_hints, property, push_property, read_hints, resolve_indices,
};
use super::scf::{self, operand_types, print_dictionary, resolve_all, result_types};
use crate::data::{AttrId, AttrKind, LayoutMap, OpId, TypeId, ValueId, known};
use crate::text::affine::{ValueMap, map_parts};
use crate::text::lexer::Kind;
use crate::text::ops::{OpState, Use};
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

const END: &str = "affine.yield";

/// Operations with C++ formats.
pub(super) const HAND: &[Hand] = &[
    ("affine.apply", read_apply, print_apply),
    ("affine.min", read_apply, print_apply),
    ("affine.max", read_apply, print_apply),
    ("affine.for", read_for, print_for),
    ("affine.if", read_if, print_if),
    ("affine.parallel", super::affine_parallel::read, super::affine_parallel::print),
    ("affine.load", read_load, print_load),
    ("affine.vector_load", read_vector_load, print_load),
    ("affine.store", read_store, print_store),
    ("affine.vector_store", read_vector_store, print_store),
    ("affine.prefetch", read_prefetch, print_prefetch),
];

// --- maps and their operands --------------------------------------------------------------------------------

/// The text of a map.
pub(super) fn map_text<'p>(p: &Printer<'p>, attr: AttrId) -> Option<&'p str> {
    let ctx = p.ctx;
    match ctx.attr_kind(attr) {
        AttrKind::AffineMap(map) => Some(ctx.str(map.0)),
        _ => None,
    }
}

fn map_of(p: &Parser<'_>, text: &str) -> AttrId {
    p.ctx.attr(AttrKind::AffineMap(LayoutMap(p.ctx.ident(text))))
}

/// `(%dims)[%symbols]` for a map or set of so many.
fn read_operands<'s>(p: &mut Parser<'s>, map: AttrId) -> Read<Vec<Use<'s>>> {
    let text = match p.ctx.attr_kind(map) {
        AttrKind::AffineMap(map) | AttrKind::IntegerSet(map) => p.ctx.str(map.0).to_owned(),
        _ => return p.error_here("an affine map or set should stand here"),
    };
    let start = p.token.start;
    let mut uses = scf::use_list(p)?;
    let dims = uses.len();
    if p.at(Kind::LSquare) {
        uses.extend(super::memref_hand::read_indices(p)?);
    }
    match map_parts(&text) {
        Some(parts) if parts.dims == dims && parts.symbols == uses.len() - dims => Ok(uses),
        Some(parts) => p.error_since(
            start,
            format!(
                "the map has {} dimensions and {} symbols, {dims} and {} are given",
                parts.dims,
                parts.symbols,
                uses.len() - dims
            ),
        ),
        None => p.error_since(start, "this map cannot be applied"),
    }
}

fn print_operands(p: &mut Printer<'_>, map: &str, values: &[ValueId]) -> Option<()> {
    let parts = map_parts(map)?;
    if parts.dims + parts.symbols != values.len() {
        return None;
    }
    let (dims, symbols) = values.split_at(parts.dims);
    p.write("(");
    p.values(dims.iter().copied());
    p.write(")");
    if !symbols.is_empty() {
        p.write("[");
        p.values(symbols.iter().copied());
        p.write("]");
    }
    Some(())
}

/// An affine map where one is needed.
fn read_map(p: &mut Parser<'_>) -> Read<AttrId> {
    let place = p.here();
    let map = p.read_attr(None)?;
    match p.ctx.attr_kind(map) {
        AttrKind::AffineMap(_) => Ok(map),
        _ => p.fail(crate::diagnostic::Diagnostic::error(place, "an affine map should stand here")),
    }
}

// --- apply, min, max ----------------------------------------------------------------------------------------

fn read_apply(p: &mut Parser<'_>, state: &mut OpState, _start: u32) -> Read<()> {
    let map = read_map(p)?;
    push_property(p, state, "map", map);
    let uses = read_operands(p, map)?;
    resolve_indices(p, state, &uses)?;
    state.results = vec![p.ctx.index()];
    scf::optional_dictionary(p, state)
}

fn print_apply(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    only_properties(p, op, &["map"])?;
    let index = p.ctx.index();
    if result_types(p, op) != [index] || operand_types(p, op).iter().any(|ty| *ty != index) {
        return None;
    }
    let map = property(p, op, "map")?;
    let text = map_text(p, map)?;
    p.write(" ");
    p.attr(map);
    let values: Vec<ValueId> = p.program.operands(op).collect();
    print_operands(p, text, &values)?;
    print_dictionary(p, op);
    Some(())
}

// --- for ----------------------------------------------------------------------------------------------------

/// `0`, `%n` or `min #map(%i)[%n]`
fn read_bound<'s>(p: &mut Parser<'s>, several: &str) -> Read<(AttrId, Vec<Use<'s>>)> {
    let start = p.token.start;
    let many = p.eat_keyword(several);
    if p.at(Kind::Percent) {
        let one = p.value_use()?;
        return Ok((map_of(p, "()[s0] -> (s0)"), vec![one]));
    }
    if matches!(p.kind(), Kind::Int | Kind::Minus) {
        let value = p.small_int("a number")?;
        return Ok((map_of(p, &format!("() -> ({value})")), Vec::new()));
    }
    let map = read_map(p)?;
    let uses = read_operands(p, map)?;
    let results = match p.ctx.attr_kind(map) {
        AttrKind::AffineMap(map) => map_parts(p.ctx.str(map.0)).map_or(0, |parts| parts.results.len()),
        _ => 0,
    };
    if results == 0 || results > 1 && !many {
        return p
            .error_since(start, format!("a bound of {results} results needs `{several}` in front of a map"));
    }
    Ok((map, uses))
}

fn read_for(p: &mut Parser<'_>, state: &mut OpState, _start: u32) -> Read<()> {
    let variable = scf::argument_name(p)?;
    p.expect(Kind::Equal, "`=` and the lower bound")?;
    let (lower, lower_uses) = read_bound(p, "max")?;
    p.expect_keyword("to")?;
    let (upper, upper_uses) = read_bound(p, "min")?;
    let index = p.ctx.index();
    let step = if p.eat_keyword("step") {
        let place = p.here();
        match p.small_int("a number")? {
            step if step > 0 => step,
            _ => {
                return p.fail(crate::diagnostic::Diagnostic::error(place, "the step of a loop is positive"));
            }
        }
    } else {
        1
    };
    let step = p.ctx.integer_attr(i128::from(step), index);
    let (mut names, mut inits, mut types) = (vec![variable], Vec::new(), Vec::new());
    if p.eat_keyword("iter_args") {
        let (more, uses) = scf::assignments(p)?;
        names.extend(more);
        inits = uses;
        p.expect(Kind::Arrow, "`->` and types")?;
        types = p.result_types()?;
    }
    resolve_indices(p, state, &lower_uses)?;
    resolve_indices(p, state, &upper_uses)?;
    resolve_all(p, state, &inits, &types)?;
    push_property(p, state, "lowerBoundMap", lower);
    push_property(p, state, "upperBoundMap", upper);
    push_property(p, state, "step", step);
    let sizes = segment_sizes(&p.ctx, &[lower_uses.len(), upper_uses.len(), inits.len()]);
    state.properties.push((known::OPERAND_SEGMENT_SIZES, sizes));
    let mut all = vec![index];
    all.extend_from_slice(&types);
    state.results = types;
    body(p, state, &scf::arguments(&names, &all))?;
    scf::optional_dictionary(p, state)
}

fn body<'s>(
    p: &mut Parser<'s>,
    state: &mut OpState,
    arguments: &[crate::text::regions::Argument<'s>],
) -> Read<()> {
    p.region(state, arguments)?;
    if let Some(region) = scf::last_region(p, state) {
        scf::ensure_terminator(p, region, END);
    }
    Ok(())
}

pub(super) fn segment_sizes(ctx: &crate::data::Context, sizes: &[usize]) -> AttrId {
    let element = ctx.integer(32);
    let values = sizes.iter().map(|size| ctx.integer_attr(*size as i128, element)).collect();
    ctx.attr(AttrKind::DenseArray { element, values })
}

fn print_bound(p: &mut Printer<'_>, map: AttrId, values: &[ValueId], several: &str) -> Option<()> {
    let text = map_text(p, map)?;
    let parts = map_parts(text)?;
    match parts.results[..] {
        [] => return None,
        [one] if parts.dims + parts.symbols == 0 && one.parse::<i64>().is_ok() => {
            p.write(one);
            return values.is_empty().then_some(());
        }
        ["s0"] if parts.dims == 0 && parts.symbols == 1 => {
            p.value(*values.first()?);
            return (values.len() == 1).then_some(());
        }
        [_] => {}
        _ => {
            p.write(several);
            p.write(" ");
        }
    }
    p.attr(map);
    print_operands(p, text, values)
}

fn print_for(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    only_properties(p, op, &["lowerBoundMap", "upperBoundMap", "step", "operandSegmentSizes"])?;
    let program = p.program;
    let [region] = *program.op_regions(op) else { return None };
    let (lower, upper) = (property(p, op, "lowerBoundMap")?, property(p, op, "upperBoundMap")?);
    let inputs = |map| map_parts(map_text(p, map)?).map(|parts| parts.dims + parts.symbols);
    let (first, second) = (inputs(lower)?, inputs(upper)?);
    let bounds = first + second;
    let (operands, results, entry) = (operand_types(p, op), result_types(p, op), scf::entry_types(p, region));
    let index = p.ctx.index();
    let sizes = segment_sizes(p.ctx, &[first, second, results.len()]);
    let fits = operands.len() == bounds + results.len()
        && operands[..bounds].iter().all(|ty| *ty == index)
        && operands[bounds..] == results
        && entry.split_first().is_some_and(|(one, rest)| *one == index && rest == results)
        && property(p, op, "operandSegmentSizes") == Some(sizes);
    let skip = scf::terminated(p, region, END)?;
    let AttrKind::Integer { value: step, ty } = p.ctx.attr_kind(property(p, op, "step")?) else {
        return None;
    };
    let step = step.to_i64().filter(|step| *step > 0 && *ty == index)?;
    if !fits {
        return None;
    }
    let block = *program.region(region).blocks.first()?;
    let values: Vec<ValueId> = program.operands(op).collect();
    p.write(" ");
    p.value(program.block(block).arguments[0]);
    p.write(" = ");
    print_bound(p, lower, &values[..first], "max")?;
    p.write(" to ");
    print_bound(p, upper, &values[first..bounds], "min")?;
    if step != 1 {
        p.write(&format!(" step {step}"));
    }
    if !results.is_empty() {
        p.write(" iter_args");
        scf::print_assignments(p, op, region, 1, bounds);
        p.write(" -> (");
        p.types(results);
        p.write(")");
    }
    p.write(" ");
    p.region(region, false, skip);
    print_dictionary(p, op);
    Some(())
}

// --- if -----------------------------------------------------------------------------------------------------

fn read_if(p: &mut Parser<'_>, state: &mut OpState, _start: u32) -> Read<()> {
    let place = p.here();
    let set = p.read_attr(None)?;
    if !matches!(p.ctx.attr_kind(set), AttrKind::IntegerSet(_)) {
        return p.fail(crate::diagnostic::Diagnostic::error(place, "an integer set should stand here"));
    }
    push_property(p, state, "condition", set);
    let uses = read_operands(p, set)?;
    resolve_indices(p, state, &uses)?;
    if p.eat(Kind::Arrow) {
        state.results = p.result_types()?;
    }
    body(p, state, &[])?;
    if p.eat_keyword("else") {
        body(p, state, &[])?;
    } else {
        let op = p.holder(state);
        p.program.add_region(op);
    }
    scf::optional_dictionary(p, state)
}

fn print_if(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    only_properties(p, op, &["condition"])?;
    let program = p.program;
    let [then, otherwise] = *program.op_regions(op) else { return None };
    let set = property(p, op, "condition")?;
    let AttrKind::IntegerSet(text) = p.ctx.attr_kind(set) else { return None };
    let text = p.ctx.str(text.0);
    let index = p.ctx.index();
    let skip_then = scf::terminated(p, then, END)?;
    let has_else = !program.region(otherwise).blocks.is_empty();
    let skip_else = has_else && scf::terminated(p, otherwise, END)?;
    let no_arguments = scf::entry_types(p, then).is_empty() && scf::entry_types(p, otherwise).is_empty();
    if operand_types(p, op).iter().any(|ty| *ty != index) || !no_arguments {
        return None;
    }
    p.write(" ");
    p.attr(set);
    let values: Vec<ValueId> = program.operands(op).collect();
    print_operands(p, text, &values)?;
    let results = result_types(p, op);
    if !results.is_empty() {
        p.write(" -> ");
        p.arrow_types(&results);
    }
    p.write(" ");
    p.region(then, false, skip_then);
    if has_else {
        p.write(" else ");
        p.region(otherwise, false, skip_else);
    }
    print_dictionary(p, op);
    Some(())
}

// --- places in memory ---------------------------------------------------------------------------------------

/// `[%i + 1, symbol(%n)]`: pushes the map; returns its operands.
fn read_place<'s>(p: &mut Parser<'s>, state: &mut OpState) -> Read<Vec<Use<'s>>> {
    let mut map = ValueMap::new();
    p.expect(Kind::LSquare, "`[` and subscripts")?;
    p.list_until(Kind::RSquare, "`]`, `,` or an operator", |p| p.affine_value_result(&mut map))?;
    let (map, mut uses, symbols) = map.finish(p);
    uses.extend(symbols);
    push_property(p, state, "map", map);
    Ok(uses)
}

/// Prints an expression of a canonical map with values for its dimensions and symbols.
pub(super) fn print_expression(
    p: &mut Printer<'_>,
    expr: &str,
    values: &[ValueId],
    dims: usize,
) -> Option<()> {
    let mut rest = expr;
    while let Some(at) = rest.find(|c: char| c.is_ascii_alphabetic()) {
        let (plain, word) = rest.split_at(at);
        p.write(plain);
        let end = word.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(word.len());
        let (word, tail) = word.split_at(end);
        let number = |text: &str| text.parse::<usize>().ok();
        if let Some(dim) = word.strip_prefix('d').and_then(number) {
            p.value(*values.get(dim)?);
        } else if let Some(symbol) = word.strip_prefix('s').and_then(number) {
            p.write("symbol(");
            p.value(*values.get(dims + symbol)?);
            p.write(")");
        } else {
            p.write(word);
        }
        rest = tail;
    }
    p.write(rest);
    Some(())
}

/// Whether reading results over values gives this map back: every operand another value, each used, first uses
/// in order.
pub(super) fn reads_back(map: &str, values: &[ValueId]) -> Option<()> {
    let parts = map_parts(map)?;
    let mut seen = [0usize; 2];
    for result in &parts.results {
        let words = result.split(|c: char| !c.is_ascii_alphanumeric());
        for (kind, number) in words.filter_map(|word| {
            let kind = usize::from(word.starts_with('s'));
            let number = word.strip_prefix(['d', 's'])?.parse::<usize>().ok()?;
            Some((kind, number))
        }) {
            if number > seen[kind] {
                return None;
            }
            seen[kind] = seen[kind].max(number + 1);
        }
    }
    let all = seen == [parts.dims, parts.symbols] && values.len() == parts.dims + parts.symbols;
    let distinct = |list: &[ValueId]| {
        let mut sorted = list.to_vec();
        sorted.sort();
        sorted.dedup();
        sorted.len() == list.len()
    };
    (all && distinct(&values[..parts.dims]) && distinct(&values[parts.dims..])).then_some(())
}

/// `%m[..]` of the memref that is the operand at `at`; all behind it are subscripts.
fn print_place(p: &mut Printer<'_>, op: OpId, at: usize) -> Option<()> {
    let text = map_text(p, property(p, op, "map")?)?;
    let values: Vec<ValueId> = p.program.operands(op).skip(at + 1).collect();
    let index = p.ctx.index();
    reads_back(text, &values)?;
    if values.iter().any(|value| p.program.value_type(*value) != index) {
        return None;
    }
    let parts = map_parts(text)?;
    p.value(p.program.operand(op, at)?);
    p.write("[");
    for (at, result) in parts.results.iter().enumerate() {
        p.write(if at > 0 { ", " } else { "" });
        print_expression(p, result, &values, parts.dims)?;
    }
    p.write("]");
    Some(())
}

fn read_load(p: &mut Parser<'_>, state: &mut OpState, start: u32) -> Read<()> {
    read_any_load(p, state, start, false)
}

fn read_vector_load(p: &mut Parser<'_>, state: &mut OpState, start: u32) -> Read<()> {
    read_any_load(p, state, start, true)
}

fn element_of(p: &mut Parser<'_>, memref: TypeId, start: u32) -> Read<TypeId> {
    match infer::element(&p.ctx, memref) {
        Some(element) => Ok(element),
        None => p.error_since(start, "a memref type is needed"),
    }
}

fn read_any_load(p: &mut Parser<'_>, state: &mut OpState, start: u32, vector: bool) -> Read<()> {
    let memref = p.value_use()?;
    let uses = read_place(p, state)?;
    scf::optional_dictionary(p, state)?;
    p.expect(Kind::Colon, "`:` and the type of the memref")?;
    let ty = p.read_type()?;
    let result = if vector {
        p.expect(Kind::Comma, "`,` and the type of the vector")?;
        p.read_type()?
    } else {
        element_of(p, ty, start)?
    };
    state.results = vec![result];
    resolve_all(p, state, &[memref], &[ty])?;
    resolve_indices(p, state, &uses)
}

fn print_load(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    only_properties(p, op, &["map"])?;
    let memref = *operand_types(p, op).first()?;
    let vector = p.program.op_name(op) == "affine.vector_load";
    let results = result_types(p, op);
    let [result] = results[..] else { return None };
    let element = infer::element(p.ctx, memref)?;
    if !vector && result != element {
        return None;
    }
    p.write(" ");
    print_place(p, op, 0)?;
    print_dictionary(p, op);
    p.write(" : ");
    p.ty(memref);
    if vector {
        p.write(", ");
        p.ty(result);
    }
    Some(())
}

fn read_store(p: &mut Parser<'_>, state: &mut OpState, start: u32) -> Read<()> {
    read_any_store(p, state, start, false)
}

fn read_vector_store(p: &mut Parser<'_>, state: &mut OpState, start: u32) -> Read<()> {
    read_any_store(p, state, start, true)
}

fn read_any_store(p: &mut Parser<'_>, state: &mut OpState, start: u32, vector: bool) -> Read<()> {
    let value = p.value_use()?;
    p.expect(Kind::Comma, "`,` and a place")?;
    let memref = p.value_use()?;
    let uses = read_place(p, state)?;
    scf::optional_dictionary(p, state)?;
    p.expect(Kind::Colon, "`:` and the type of the memref")?;
    let ty = p.read_type()?;
    let stored = if vector {
        p.expect(Kind::Comma, "`,` and the type of the vector")?;
        p.read_type()?
    } else {
        element_of(p, ty, start)?
    };
    resolve_all(p, state, &[value, memref], &[stored, ty])?;
    resolve_indices(p, state, &uses)
}

fn print_store(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    only_properties(p, op, &["map"])?;
    let types = operand_types(p, op);
    let [stored, memref, ..] = types[..] else { return None };
    let vector = p.program.op_name(op) == "affine.vector_store";
    let element = infer::element(p.ctx, memref)?;
    if !vector && stored != element || p.program.result_count(op) > 0 {
        return None;
    }
    p.write(" ");
    p.value(p.program.operand(op, 0)?);
    p.write(", ");
    print_place(p, op, 1)?;
    print_dictionary(p, op);
    p.write(" : ");
    p.ty(memref);
    if vector {
        p.write(", ");
        p.ty(stored);
    }
    Some(())
}

fn read_prefetch(p: &mut Parser<'_>, state: &mut OpState, _start: u32) -> Read<()> {
    let memref = p.value_use()?;
    let uses = read_place(p, state)?;
    p.expect(Kind::Comma, "`,`")?;
    read_hints(p, state)?;
    scf::optional_dictionary(p, state)?;
    p.expect(Kind::Colon, "`:` and the type of the memref")?;
    let ty = p.read_type()?;
    resolve_all(p, state, &[memref], &[ty])?;
    resolve_indices(p, state, &uses)
}

fn print_prefetch(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    only_properties(p, op, &["map", "isWrite", "localityHint", "isDataCache"])?;
    let memref = *operand_types(p, op).first()?;
    if p.program.result_count(op) > 0 {
        return None;
    }
    p.write(" ");
    print_place(p, op, 0)?;
    print_hints(p, op)?;
    print_dictionary(p, op);
    p.write(" : ");
    p.ty(memref);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_reads_back_when_its_operands_are_used_in_order() {
        let values: Vec<ValueId> = (0..2).map(ValueId::new).collect();
        assert!(reads_back("(d0, d1) -> (d0 + d1)", &values).is_some());
        assert!(reads_back("(d0, d1) -> (d1 + d0)", &values).is_none());
        assert!(reads_back("(d0, d1) -> (d0)", &values).is_none());
        assert!(reads_back("(d0)[s0] -> (d0 mod 3 + s0)", &values).is_some());
        assert!(reads_back("(d0, d1) -> (d0, d1)", &[values[0], values[0]]).is_none());
    }
}
