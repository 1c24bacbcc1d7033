//! The custom form of `affine.parallel`: bounds in groups over values, steps, reductions.

use super::affine::{map_text, print_expression, reads_back};
use super::format::Enum;
use super::forms;
use super::lists::{property, push};
use super::memref_hand::{only_properties, resolve_indices};
use super::scf::{self, operand_types, print_dictionary, result_types};
use crate::data::{AttrId, AttrKind, Context, DenseData, OpId, TypeKind, ValueId};
use crate::diagnostic::Diagnostic;
use crate::text::affine::{ValueMap, map_parts};
use crate::text::lexer::Kind;
use crate::text::ops::{OpState, Use};
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

const END: &str = "affine.yield";

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

/// `(%i + 1, max(%n, 5))`: the map, its operands and the sizes of the groups.
#[allow(clippy::type_complexity)]
fn read_bounds<'s>(p: &mut Parser<'s>, several: &str) -> Read<(AttrId, Vec<Use<'s>>, Vec<usize>)> {
    let mut map = ValueMap::new();
    let mut sizes = Vec::new();
    p.expect(Kind::LParen, "`(` and bounds")?;
    p.list_until(Kind::RParen, "`)`, `,` or an operator", |p| {
        if !p.eat_keyword(several) {
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
    let (map, mut uses, symbols) = map.finish(p);
    uses.extend(symbols);
    Ok((map, uses, sizes))
}

fn reduction_kinds() -> Option<&'static Enum> {
    forms::enumeration("memref", "AtomicRMWKind")
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
            let help = kinds.map(Enum::expected).unwrap_or_default();
            return p.fail(Diagnostic::error(place, message).help(help));
        };
        reductions.push(p.ctx.integer_attr(i128::from(kind), i64));
        Ok(())
    })?;
    Ok(reductions)
}

pub(super) fn read(p: &mut Parser<'_>, state: &mut OpState, start: u32) -> Read<()> {
    let mut names = Vec::new();
    p.expect(Kind::LParen, "`(` and loop variables")?;
    p.list_until(Kind::RParen, "`)` or `,`", |p| {
        names.push(scf::argument_name(p)?);
        Ok(())
    })?;
    p.expect(Kind::Equal, "`=` and the lower bounds")?;
    let (lower, lower_uses, lower_sizes) = read_bounds(p, "max")?;
    p.expect_keyword("to")?;
    let (upper, upper_uses, upper_sizes) = read_bounds(p, "min")?;
    let i64 = p.ctx.integer(64);
    let mut steps = Vec::new();
    if p.eat_keyword("step") {
        p.expect(Kind::LParen, "`(` and steps")?;
        p.list_until(Kind::RParen, "`)` or `,`", |p| {
            steps.push(p.read_attr(Some(i64))?);
            Ok(())
        })?;
    } else {
        steps = vec![p.ctx.integer_attr(1, i64); names.len()];
    }
    if [lower_sizes.len(), upper_sizes.len(), steps.len()].iter().any(|size| *size != names.len()) {
        return p.error_since(start, format!("{} loop variables need as many bounds and steps", names.len()));
    }
    let mut reductions = Vec::new();
    if p.eat_keyword("reduce") {
        reductions = read_reductions(p)?;
    }
    if p.eat(Kind::Arrow) {
        state.results = p.result_types()?;
    }
    if reductions.len() != state.results.len() {
        return p.error_since(start, "there are as many reductions as results");
    }
    resolve_indices(p, state, &lower_uses)?;
    resolve_indices(p, state, &upper_uses)?;
    let values = [
        ("reductions", p.ctx.attr(AttrKind::Array(reductions.into()))),
        ("lowerBoundsMap", lower),
        ("lowerBoundsGroups", groups_attr(&p.ctx, &lower_sizes)),
        ("upperBoundsMap", upper),
        ("upperBoundsGroups", groups_attr(&p.ctx, &upper_sizes)),
        ("steps", p.ctx.attr(AttrKind::Array(steps.into()))),
    ];
    for (name, value) in values {
        push(p, state, name, value);
    }
    let types = vec![p.ctx.index(); names.len()];
    p.region(state, &scf::arguments(&names, &types))?;
    if let Some(region) = scf::last_region(p, state) {
        scf::ensure_terminator(p, region, END);
    }
    scf::optional_dictionary(p, state)
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

fn print_bounds(
    p: &mut Printer<'_>,
    map: &str,
    values: &[ValueId],
    sizes: &[usize],
    several: &str,
) -> Option<()> {
    reads_back(map, values)?;
    let parts = map_parts(map)?;
    if sizes.iter().try_fold(0usize, |sum, size| sum.checked_add(*size))? != parts.results.len() {
        return None;
    }
    let mut results = parts.results.iter();
    p.write("(");
    for (at, size) in sizes.iter().enumerate() {
        p.write(if at > 0 { ", " } else { "" });
        if *size != 1 {
            p.write(several);
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

pub(super) fn print(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    const NAMES: [&str; 6] =
        ["reductions", "lowerBoundsMap", "lowerBoundsGroups", "upperBoundsMap", "upperBoundsGroups", "steps"];
    only_properties(p, op, &NAMES)?;
    let program = p.program;
    let [region] = *program.op_regions(op) else { return None };
    let [block] = program.region(region).blocks[..] else { return None };
    let index = p.ctx.index();
    let i64 = p.ctx.integer(64);
    let (operands, results, entry) = (operand_types(p, op), result_types(p, op), scf::entry_types(p, region));
    if operands.iter().chain(&entry).any(|ty| *ty != index) {
        return None;
    }
    let list = |p: &Printer<'_>, name: &str| match p.ctx.attr_kind(property(p, op, name)?) {
        AttrKind::Array(items) => {
            items.iter().all(|item| p.ctx.attr_type(*item) == Some(i64)).then(|| items.to_vec())
        }
        _ => None,
    };
    let (steps, reductions) = (list(p, "steps")?, list(p, "reductions")?);
    let words: Vec<&str> = reductions
        .iter()
        .map(|kind| match p.ctx.attr_kind(*kind) {
            AttrKind::Integer { value, .. } => reduction_kinds()?.keyword(value.to_i64()?),
            _ => None,
        })
        .collect::<Option<_>>()?;
    let skip = scf::terminated(p, region, END)?;
    if steps.len() != entry.len() || words.len() != results.len() {
        return None;
    }
    p.write(" (");
    p.values(program.block(block).arguments.iter().copied());
    p.write(") = ");
    let lower = map_text(p, property(p, op, "lowerBoundsMap")?)?;
    let upper = map_text(p, property(p, op, "upperBoundsMap")?)?;
    let values: Vec<ValueId> = program.operands(op).collect();
    let first = map_parts(lower).map(|parts| parts.dims + parts.symbols)?;
    let (low, high) = values.split_at_checked(first)?;
    let sizes = group_sizes(p, property(p, op, "lowerBoundsGroups")?, entry.len())?;
    print_bounds(p, lower, low, &sizes, "max")?;
    p.write(" to ");
    let sizes = group_sizes(p, property(p, op, "upperBoundsGroups")?, entry.len())?;
    print_bounds(p, upper, high, &sizes, "min")?;
    let one = p.ctx.integer_attr(1, i64);
    if steps.iter().any(|step| *step != one) {
        p.write(" step (");
        for (at, step) in steps.iter().enumerate() {
            p.write(if at > 0 { ", " } else { "" });
            p.number(*step);
        }
        p.write(")");
    }
    if !words.is_empty() {
        p.write(&format!(" reduce (\"{}\") -> (", words.join("\", \"")));
        p.types(results);
        p.write(")");
    }
    p.write(" ");
    p.region(region, false, skip);
    print_dictionary(p, op);
    Some(())
}
