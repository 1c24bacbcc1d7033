//! Pieces of the affine dialect: maps applied to lists of values, loops with maps as bounds, and places in memory as
//! expressions over values.

use super::format::Call;
use super::format::CustomParse;
use super::format::Groups;
use super::format::Piece;
use super::lists::{property, push};
use super::memref_hand::HINTS;
use super::scf;
use crate::data::{AttrId, AttrKind, LayoutMap, OpId, ValueId};
use crate::text::affine::{ValueMap, map_parts};
use crate::text::lexer::Kind;
use crate::text::op_state::Use;
use crate::text::parser::{Failed, Parser, Read};
use crate::text::printer::Printer;

pub(super) const PIECES: &[Piece] = &[
    Piece::new("MapOperands", read_applied, print_applied),
    Piece::new("Bound", read_loop_bound, print_loop_bound),
    Piece::new("Step", read_step, print_step),
    Piece::new("Place", read_place, print_place),
    HINTS,
];

/// The operands that a piece writes, and the attribute with their map.
fn parts(call: &Call) -> Option<(usize, &'static str)> {
    call.group(0).zip(call.attribute(1))
}

fn values(p: &Printer<'_>, op: OpId, groups: &Groups, group: usize) -> Vec<ValueId> {
    let (start, count) = groups.ins[group];
    p.program.operands(op).skip(start).take(count).collect()
}

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

/// `(%dims)[%symbols]` for a map or set of these numbers.
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
        _ => p.error_at(place, "an affine map should stand here"),
    }
}

/// The number of results of a map.
fn result_count(p: &Parser<'_>, map: AttrId) -> usize {
    match p.ctx.attr_kind(map) {
        AttrKind::AffineMap(map) => map_parts(p.ctx.str(map.0)).map_or(0, |parts| parts.results.len()),
        _ => 0,
    }
}

/// `#map(%dims)[%symbols]`; a set, or a map of one result, where an argument says so.
fn read_applied<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, call: &Call) -> Read<()> {
    let (group, key) = parts(call).ok_or(Failed)?;
    let start = p.token.start;
    let map = if call.says("set") {
        let place = p.here();
        let set = p.read_attr(None)?;
        if !matches!(p.ctx.attr_kind(set), AttrKind::IntegerSet(_)) {
            return p.error_at(place, "an integer set should stand here");
        }
        set
    } else {
        read_map(p)?
    };
    if call.says("one") && result_count(p, map) != 1 {
        return p.error_since(start, "this map has one result");
    }
    push(p, reading.state, key, map);
    reading.uses[group] = read_operands(p, map)?.into();
    Ok(())
}

fn print_applied(p: &mut Printer<'_>, op: OpId, groups: &Groups, call: &Call) -> Option<()> {
    let (group, key) = parts(call)?;
    let map = property(p, op, key)?;
    let text = match p.ctx.attr_kind(map) {
        AttrKind::AffineMap(map) if !call.says("set") => p.ctx.str(map.0),
        AttrKind::IntegerSet(set) if call.says("set") => p.ctx.str(set.0),
        _ => return None,
    };
    p.attr(map);
    let values = values(p, op, groups, group);
    print_operands(p, text, &values)
}

// --- for ----------------------------------------------------------------------------------------------------

/// A number that is an attribute in MLIR, so that it has no negative zero.
fn read_number(p: &mut Parser<'_>) -> Read<i64> {
    let (place, index) = (p.here(), p.ctx.index());
    let number = p.read_attr(Some(index))?;
    match p.ctx.attr_kind(number) {
        AttrKind::Integer { value, .. } if value.to_i64().is_some() => Ok(value.to_i64().unwrap_or(0)),
        _ => p.error_at(place, "a number should stand here"),
    }
}

/// `0`, `%n` or `min #map(%i)[%n]`
fn read_bound<'s>(p: &mut Parser<'s>, several: &str) -> Read<(AttrId, Vec<Use<'s>>)> {
    let start = p.token.start;
    let many = p.eat_keyword(several);
    if p.at(Kind::Percent) {
        let one = p.value_use()?;
        return Ok((map_of(p, "()[s0] -> (s0)"), vec![one]));
    }
    if matches!(p.kind(), Kind::Int | Kind::Minus) {
        let value = read_number(p)?;
        return Ok((map_of(p, &format!("() -> ({value})")), Vec::new()));
    }
    let map = read_map(p)?;
    let uses = read_operands(p, map)?;
    let results = result_count(p, map);
    if results == 0 || results > 1 && !many {
        return p
            .error_since(start, format!("a bound of {results} results needs `{several}` in front of a map"));
    }
    Ok((map, uses))
}

fn read_loop_bound<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, call: &Call) -> Read<()> {
    let (group, key) = parts(call).ok_or(Failed)?;
    let (map, uses) = read_bound(p, if call.says("max") { "max" } else { "min" })?;
    push(p, reading.state, key, map);
    reading.uses[group] = uses.into();
    Ok(())
}

fn print_loop_bound(p: &mut Printer<'_>, op: OpId, groups: &Groups, call: &Call) -> Option<()> {
    let (group, key) = parts(call)?;
    let values = values(p, op, groups, group);
    let map = property(p, op, key)?;
    print_bound(p, map, &values, if call.says("max") { "max" } else { "min" })
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

/// `step 2`, or nothing for 1.
fn read_step<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, _: &Call) -> Read<()> {
    let written = p.eat_keyword("step");
    let place = p.here();
    let step = if written { read_number(p)? } else { 1 };
    if step < 0 {
        return p.error_at(place, "the step of a loop is not negative");
    }
    let step = p.ctx.integer_attr(i128::from(step), p.ctx.index());
    push(p, reading.state, "step", step);
    Ok(())
}

fn print_step(p: &mut Printer<'_>, op: OpId, _: &Groups, _: &Call) -> Option<()> {
    let AttrKind::Integer { value: step, ty } = p.ctx.attr_kind(property(p, op, "step")?) else {
        return None;
    };
    let step = step.to_i64().filter(|step| *step >= 0 && *ty == p.ctx.index())?;
    if step != 1 {
        p.write(&format!("step {step}"));
    }
    Some(())
}

// --- places in memory ---------------------------------------------------------------------------------------

/// `[%i + 1, symbol(%n)]`: a map, and a group of values for it.
fn read_place<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, call: &Call) -> Read<()> {
    let (group, key) = parts(call).ok_or(Failed)?;
    let mut map = ValueMap::new();
    p.expect(Kind::LSquare, "`[` and subscripts")?;
    p.list_until(Kind::RSquare, "`]`, `,` or an operator", |p| p.affine_value_result(&mut map))?;
    let (map, uses, symbols) = map.finish(p);
    reading.uses[group] = uses.into_iter().chain(symbols).collect();
    push(p, reading.state, key, map);
    Ok(())
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

fn print_place(p: &mut Printer<'_>, op: OpId, groups: &Groups, call: &Call) -> Option<()> {
    let (group, key) = parts(call)?;
    let text = map_text(p, property(p, op, key)?)?;
    let values = values(p, op, groups, group);
    reads_back(text, &values)?;
    let parts = map_parts(text)?;
    p.write("[");
    for (at, result) in parts.results.iter().enumerate() {
        p.write(if at > 0 { ", " } else { "" });
        print_expression(p, result, &values, parts.dims)?;
    }
    p.write("]");
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
