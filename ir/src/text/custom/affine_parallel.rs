//! Pieces of `affine.parallel`: bounds in groups over values, steps, reductions.

use assay_ops::Enum;

use super::affine::{map_text, print_expression, reads_back};
use super::attribute::expected;
use super::format::Call;
use super::format::CustomParse;
use super::format::Groups;
use super::format::Piece;
use super::lists::{property, push};
use super::loops::{variables, wrong_rank};
use super::scf::result_types;
use crate::data::{AttrId, AttrKind, Context, DenseData, OpId, TypeKind, ValueId};
use crate::diagnostic::Diagnostic;
use crate::text::affine::{ValueMap, map_parts};
use crate::text::lexer::Kind;
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

pub(super) const PIECES: &[Piece] = &[
    Piece::new("ParallelBounds", read_bounds, print_bounds),
    Piece::new("ParallelSteps", read_steps, print_steps),
    Piece::new("Reductions", read_reduced, print_reduced),
];

/// Sizes of groups as `dense<..> : tensor<Nxi32>`.
fn groups_attr(ctx: &Context, sizes: &[usize]) -> AttrId {
    let element = ctx.integer(32);
    let shape = Box::new([Some(sizes.len() as u64)]);
    let ty = ctx.ty(TypeKind::RankedTensor { shape, element, encoding: None });
    let values: Vec<AttrId> = sizes.iter().map(|size| ctx.integer_attr(*size as i128, element)).collect();
    let same = !values.is_empty() && values.iter().all(|value| *value == values[0]);
    let data = if same { DenseData::Splat(values[0]) } else { DenseData::Elements(values.into()) };
    ctx.attr(AttrKind::Dense { data, ty })
}

/// The word in front of several bounds.
fn several(call: &Call) -> &'static str {
    if call.says("upper") { "min" } else { "max" }
}

/// `(%i + 1, max(%n, 5))`: the map, its operands and the sizes of the groups.
fn read_bounds<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, call: &Call) -> Read<()> {
    let (start, mut map, mut sizes) = (p.token.start, ValueMap::new(), Vec::new());
    p.expect(Kind::LParen, "`(` and bounds")?;
    p.list_until(Kind::RParen, "`)`, `,` or an operator", |p| {
        if !p.eat_keyword(several(call)) {
            sizes.push(1);
            return p.affine_value_result(&mut map);
        }
        let mut size = 0;
        p.expect(Kind::LParen, "`(` and bounds")?;
        p.list_until(Kind::RParen, "`)`, `,` or an operator", |p| {
            size += 1;
            p.affine_value_result(&mut map)
        })?;
        sizes.push(size);
        Ok(())
    })?;
    if sizes.len() != reading.arguments.len() {
        return wrong_rank(p, start, reading.arguments.len());
    }
    let (map, uses, symbols) = map.finish(p);
    reading.uses[0].extend(uses.into_iter().chain(symbols));
    push(p, reading.state, call.attribute(1).unwrap_or(""), map);
    let groups = groups_attr(&p.ctx, &sizes);
    push(p, reading.state, call.attribute(2).unwrap_or(""), groups);
    Ok(())
}

fn reduction_kinds() -> Option<&'static Enum> {
    assay_ops::dialect("memref")?.enumeration("AtomicRMWKind")
}

/// `reduce ("addf", "maxs")`
fn read_reductions(p: &mut Parser<'_>) -> Read<Vec<AttrId>> {
    let i64 = p.ctx.integer(64);
    let mut reductions = Vec::new();
    p.expect(Kind::LParen, "`(` and kinds of reduction")?;
    p.list_until(Kind::RParen, "`)` or `,`", |p| {
        let place = p.here();
        let name = p.string("a kind of reduction such as \"addf\"")?;
        let kinds = reduction_kinds();
        let Some(kind) = kinds.and_then(|kinds| kinds.value(p.ctx.str(name))) else {
            let message = format!("\"{}\" is no kind of reduction", p.ctx.str(name));
            let help = kinds.map(expected).unwrap_or_default();
            return p.fail(Diagnostic::error(place, message).help(help));
        };
        reductions.push(p.ctx.integer_attr(i128::from(kind), i64));
        Ok(())
    })?;
    Ok(reductions)
}

/// `step (2, 3)`, or nothing where all are 1.
fn read_steps<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, call: &Call) -> Read<()> {
    let (i64, start, rank) = (p.ctx.integer(64), p.token.start, reading.arguments.len());
    let mut steps = Vec::new();
    if p.eat_keyword("step") {
        p.expect(Kind::LParen, "`(` and steps")?;
        p.list_until(Kind::RParen, "`)` or `,`", |p| {
            steps.push(p.read_attr(Some(i64))?);
            Ok(())
        })?;
    } else {
        steps = vec![p.ctx.integer_attr(1, i64); rank];
    }
    if steps.len() != rank {
        return wrong_rank(p, start, rank);
    }
    let steps = p.ctx.attr(AttrKind::Array(steps.into()));
    push(p, reading.state, call.attribute(0).unwrap_or(""), steps);
    Ok(())
}

/// The entries of a list of 64-bit numbers.
fn numbers_of<'p>(p: &Printer<'p>, op: OpId, call: &Call) -> Option<&'p [AttrId]> {
    let AttrKind::Array(items) = p.ctx.attr_kind(property(p, op, call.attribute(0)?)?) else { return None };
    let i64 = p.ctx.integer(64);
    items.iter().all(|item| p.ctx.attr_type(*item) == Some(i64)).then_some(items)
}

fn print_steps(p: &mut Printer<'_>, op: OpId, _: &Groups, call: &Call) -> Option<()> {
    let steps = numbers_of(p, op, call)?;
    let one = p.ctx.integer_attr(1, p.ctx.integer(64));
    if steps.iter().any(|step| *step != one) {
        p.write("step (");
        for (at, step) in steps.iter().enumerate() {
            p.write(if at > 0 { ", " } else { "" });
            p.number(*step);
        }
        p.write(")");
    }
    (variables(p, op, call)?.len() == steps.len()).then_some(())
}

/// `reduce ("addf", "maxs") -> (f32, i32)`, or nothing without results.
fn read_reduced<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, call: &Call) -> Read<()> {
    let start = p.token.start;
    let reductions = if p.eat_keyword("reduce") { read_reductions(p)? } else { Vec::new() };
    let types = if p.eat(Kind::Arrow) { p.result_types()? } else { Vec::new() };
    if reductions.len() != types.len() {
        return p.error_since(start, "there are as many reductions as results");
    }
    reading.out_types[0] = Some(types.into());
    let reductions = p.ctx.attr(AttrKind::Array(reductions.into()));
    push(p, reading.state, call.attribute(0).unwrap_or(""), reductions);
    Ok(())
}

fn print_reduced(p: &mut Printer<'_>, op: OpId, _: &Groups, call: &Call) -> Option<()> {
    let word = |kind: &AttrId| match p.ctx.attr_kind(*kind) {
        AttrKind::Integer { value, .. } => reduction_kinds()?.keyword(value.to_i64()?),
        _ => None,
    };
    let words: Vec<&str> = numbers_of(p, op, call)?.iter().map(word).collect::<Option<_>>()?;
    let results = result_types(p, op);
    (words.len() == results.len()).then_some(())?;
    if !words.is_empty() {
        p.write(&format!("reduce (\"{}\") -> (", words.join("\", \"")));
        p.types(results);
        p.write(")");
    }
    Some(())
}

/// The sizes that a groups attribute says, `count` of them.
fn group_sizes(p: &Printer<'_>, attr: AttrId, count: usize) -> Option<Vec<usize>> {
    let AttrKind::Dense { data, .. } = p.ctx.attr_kind(attr) else { return None };
    let number = |value: &AttrId| match p.ctx.attr_kind(*value) {
        AttrKind::Integer { value, .. } => usize::try_from(value.to_i64()?).ok(),
        _ => None,
    };
    let sizes: Vec<usize> = match data {
        DenseData::Splat(one) => vec![number(one)?; count],
        DenseData::Elements(list) => list.iter().map(number).collect::<Option<_>>()?,
        DenseData::Hex(_) => return None,
    };
    // What reading gives for these sizes.
    (sizes.len() == count && groups_attr(p.ctx, &sizes) == attr).then_some(sizes)
}

fn print_bounds(p: &mut Printer<'_>, op: OpId, _: &Groups, call: &Call) -> Option<()> {
    let map = map_text(p, property(p, op, call.attribute(1)?)?)?;
    let sizes = group_sizes(p, property(p, op, call.attribute(2)?)?, variables(p, op, call)?.len())?;
    let parts = map_parts(map)?;
    if sizes.iter().try_fold(0usize, |sum, size| sum.checked_add(*size))? != parts.results.len() {
        return None;
    }
    // The operands of the lower bounds stand first.
    let lower = map_parts(map_text(p, property(p, op, "lowerBoundsMap")?)?)?;
    let values: Vec<ValueId> = p.program.operands(op).collect();
    let (low, high) = values.split_at_checked(lower.dims + lower.symbols)?;
    let values = if call.says("upper") { high } else { low };
    reads_back(map, values)?;
    let mut results = parts.results.iter();
    p.write("(");
    for (at, size) in sizes.iter().enumerate() {
        p.write(if at > 0 { ", " } else { "" });
        if *size != 1 {
            p.write(several(call));
            p.write("(");
        }
        for (at, result) in results.by_ref().take(*size).enumerate() {
            p.write(if at > 0 { ", " } else { "" });
            print_expression(p, result, values, parts.dims)?;
        }
        p.write(if *size == 1 { "" } else { ")" });
    }
    p.write(")");
    Some(())
}
