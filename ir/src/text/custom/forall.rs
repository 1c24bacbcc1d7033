//! Custom forms of `scf.forall` and of what ends it.

use super::Hand;
use super::memref_hand::{property, push_property};
use super::scf::{self, operand_types, print_dictionary, resolve_all, result_types};
use crate::data::{AttrId, AttrKind, BlockId, OpId, RegionId, TypeId, known};
use crate::text::lexer::Kind;
use crate::text::ops::{OpState, Use};
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

const END: &str = "scf.forall.in_parallel";
const STATIC: [&str; 3] = ["staticLowerBound", "staticUpperBound", "staticStep"];
/// What stands in a static list where a dynamic value is meant.
const DYNAMIC: i64 = i64::MIN;

/// Operations with C++ formats.
pub(super) const HAND: &[Hand] =
    &[("scf.forall", read_forall, print_forall), ("scf.forall.in_parallel", read_end, print_end)];

/// One of the three lists of numbers and values.
#[derive(Default)]
struct Mixed<'s> {
    uses: Vec<Use<'s>>,
    numbers: Vec<AttrId>,
}

/// `(%a, 0, %b)`
fn read_mixed<'s>(p: &mut Parser<'s>) -> Read<Mixed<'s>> {
    let mut list = Mixed::default();
    let i64 = p.ctx.integer(64);
    p.expect(Kind::LParen, "`(` and bounds")?;
    p.list_until(Kind::RParen, "`)` or `,`", |p| {
        if p.at(Kind::Percent) {
            list.uses.push(p.value_use()?);
            list.numbers.push(p.ctx.integer_attr(i128::from(DYNAMIC), i64));
        } else {
            list.numbers.push(p.read_attr(Some(i64))?);
        }
        Ok(())
    })?;
    Ok(list)
}

fn constant<'s>(p: &Parser<'s>, value: i128, count: usize) -> Mixed<'s> {
    let number = p.ctx.integer_attr(value, p.ctx.integer(64));
    Mixed { uses: Vec::new(), numbers: vec![number; count] }
}

fn read_forall(p: &mut Parser<'_>, state: &mut OpState, start: u32) -> Read<()> {
    let mut names = Vec::new();
    p.expect(Kind::LParen, "`(` and loop variables")?;
    p.list_until(Kind::RParen, "`)` or `,`", |p| {
        names.push(scf::argument_name(p)?);
        Ok(())
    })?;
    let rank = names.len();
    let lists = if p.eat_keyword("in") {
        let upper = read_mixed(p)?;
        [constant(p, 0, rank), upper, constant(p, 1, rank)]
    } else {
        p.expect(Kind::Equal, "`=` and the lower bounds, or `in`")?;
        let lower = read_mixed(p)?;
        p.expect_keyword("to")?;
        let upper = read_mixed(p)?;
        p.expect_keyword("step")?;
        [lower, upper, read_mixed(p)?]
    };
    if lists.iter().any(|list| list.numbers.len() != rank) {
        return p.error_since(
            start,
            format!("every list of bounds has {rank} entries, one for each loop variable"),
        );
    }
    let (index, i32, i64) = (p.ctx.index(), p.ctx.integer(32), p.ctx.integer(64));
    let mut inits = Vec::new();
    if p.eat_keyword("shared_outs") {
        let (more, uses) = scf::assignments(p)?;
        names.extend(more);
        inits = uses;
        p.expect(Kind::Arrow, "`->` and types")?;
        state.results = p.result_types()?;
    }
    let mut sizes = Vec::new();
    for (list, name) in lists.into_iter().zip(STATIC) {
        resolve_all(p, state, &list.uses, &vec![index; list.uses.len()])?;
        sizes.push(p.ctx.integer_attr(list.uses.len() as i128, i32));
        let numbers = p.ctx.attr(AttrKind::DenseArray { element: i64, values: list.numbers.into() });
        push_property(p, state, name, numbers);
    }
    let outputs = state.results.clone();
    resolve_all(p, state, &inits, &outputs)?;
    sizes.push(p.ctx.integer_attr(inits.len() as i128, i32));
    let sizes = p.ctx.attr(AttrKind::DenseArray { element: i32, values: sizes.into() });
    state.properties.push((known::OPERAND_SEGMENT_SIZES, sizes));
    let mut types = vec![index; rank];
    types.extend(outputs);
    p.region(state, &scf::arguments(&names, &types))?;
    if let Some(region) = scf::last_region(p, state) {
        ensure_end(p, region);
    }
    scf::optional_dictionary(p, state)
}

/// Adds an empty `scf.forall.in_parallel` where none ends the block.
fn ensure_end(p: &mut Parser<'_>, region: RegionId) {
    let here = p.here();
    scf::ensure_terminator(p, region, END);
    let last = p.program.region(region).blocks.last().and_then(|block: &BlockId| p.program.last_op(*block));
    if let Some(end) = last
        && p.program.op_name(end) == END
        && p.program.op_regions(end).is_empty()
    {
        let inner = p.program.add_region(end);
        p.program.add_block(inner, here);
    }
}

/// The numbers of a static list.
fn numbers(p: &Printer<'_>, op: OpId, name: &str) -> Option<Vec<AttrId>> {
    match p.ctx.attr_kind(property(p, op, name)?) {
        AttrKind::DenseArray { element, values } if *element == p.ctx.integer(64) => Some(values.to_vec()),
        _ => None,
    }
}

/// Whether the region can be read back from a text that leaves an empty end out.
fn is_empty_end(p: &Printer<'_>, end: OpId) -> Option<bool> {
    let program = p.program;
    let [region] = *program.op_regions(end) else { return None };
    let [block] = program.region(region).blocks[..] else { return None };
    let data = program.op(end);
    let empty = p.ctx.empty_dictionary();
    let plain = data.attributes == empty && data.properties == empty && program.operand_count(end) == 0;
    let placed = !p.options.locations || data.loc == p.ctx.unknown_loc();
    let nothing = program.first_op(block).is_none() && program.block(block).arguments.is_empty();
    Some(plain && placed && nothing)
}

fn print_forall(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    super::memref_hand::only_properties(
        p,
        op,
        &[STATIC[0], STATIC[1], STATIC[2], "mapping", "operandSegmentSizes"],
    )?;
    let program = p.program;
    let [region] = *program.op_regions(op) else { return None };
    let [block] = program.region(region).blocks[..] else { return None };
    let lists = [numbers(p, op, STATIC[0])?, numbers(p, op, STATIC[1])?, numbers(p, op, STATIC[2])?];
    let rank = lists[0].len();
    let (index, i32, i64) = (p.ctx.index(), p.ctx.integer(32), p.ctx.integer(64));
    let dynamic = p.ctx.integer_attr(i128::from(DYNAMIC), i64);
    let results = result_types(p, op);
    let mut counts: Vec<usize> =
        lists.iter().map(|list| list.iter().filter(|number| **number == dynamic).count()).collect();
    let bounds: usize = counts.iter().sum();
    counts.push(results.len());
    let sizes = counts.iter().map(|count| p.ctx.integer_attr(*count as i128, i32)).collect();
    let sizes = p.ctx.attr(AttrKind::DenseArray { element: i32, values: sizes });
    let (entry, operands) = (scf::entry_types(p, region), operand_types(p, op));
    let fits = property(p, op, "operandSegmentSizes") == Some(sizes)
        && lists.iter().all(|list| list.len() == rank)
        && operands.len() == bounds + results.len()
        && operands[..bounds].iter().all(|ty| *ty == index)
        && operands[bounds..] == results
        && entry.len() == rank + results.len()
        && entry[..rank].iter().all(|ty: &TypeId| *ty == index)
        && entry[rank..] == results;
    let end = program.last_op(block)?;
    if !fits || program.op_name(end) != END {
        return None;
    }
    let before = program.prev_op(end).map(|before| program.op_name(before));
    let skip = results.is_empty() && is_empty_end(p, end)? && !before.is_some_and(scf::is_terminator);
    let arguments = &program.block(block).arguments;
    p.write(" (");
    p.values(arguments[..rank].iter().copied());
    p.write(")");
    let zero = p.ctx.integer_attr(0, i64);
    let one = p.ctx.integer_attr(1, i64);
    let plain = lists[0].iter().all(|n| *n == zero) && lists[2].iter().all(|n| *n == one);
    let words: [Option<&str>; 3] =
        if plain { [None, Some(" in "), None] } else { [Some(" = "), Some(" to "), Some(" step ")] };
    let mut values = program.operands(op);
    for (list, word) in lists.iter().zip(words) {
        let Some(word) = word else { continue };
        p.write(word);
        p.write("(");
        for (at, number) in list.iter().enumerate() {
            p.write(if at > 0 { ", " } else { "" });
            match if *number == dynamic { values.next() } else { None } {
                Some(value) => p.value(value),
                None => p.number(*number),
            }
        }
        p.write(")");
    }
    if !results.is_empty() {
        p.write(" shared_outs");
        scf::print_assignments(p, op, region, rank, bounds);
        p.write(" -> (");
        p.types(results);
        p.write(")");
    }
    p.write(" ");
    p.region(region, false, skip);
    let mut entries = p.ctx.entries(program.op(op).attributes).to_vec();
    entries.extend(property(p, op, "mapping").map(|mapping| (p.ctx.ident("mapping"), mapping)));
    if !entries.is_empty() {
        entries.sort_by(|a, b| p.ctx.str(a.0).cmp(p.ctx.str(b.0)));
        p.write(" ");
        p.dictionary(&entries);
    }
    Some(())
}

// --- in_parallel --------------------------------------------------------------------------------------------

fn read_end(p: &mut Parser<'_>, state: &mut OpState, _start: u32) -> Read<()> {
    p.region(state, &[])?;
    let here = p.here();
    if let Some(region) = scf::last_region(p, state)
        && p.program.region(region).blocks.is_empty()
    {
        p.program.add_block(region, here);
    }
    scf::optional_dictionary(p, state)
}

fn print_end(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    super::memref_hand::only_properties(p, op, &[])?;
    let program = p.program;
    let [region] = *program.op_regions(op) else { return None };
    let [block] = program.region(region).blocks[..] else { return None };
    if !program.block(block).arguments.is_empty() || program.operand_count(op) + program.result_count(op) > 0
    {
        return None;
    }
    p.write(" ");
    p.region(region, false, false);
    print_dictionary(p, op);
    Some(())
}
