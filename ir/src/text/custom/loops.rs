//! Pieces of loops and of other operations with regions: names of block arguments in front of a region, and results
//! behind an arrow.

use super::attribute::{dense, numbers};
use super::format::CustomParse;
use super::format::Groups;
use super::format::Piece;
use super::format::{Argument as Part, Call, Target};
use super::lists::{print_sizes, property, push, read_sizes};
use super::scf::{
    argument_name, arguments, assignments, ensure_terminator, entry_types, last_region, operand_types,
    print_assignments, result_types, terminated, use_list,
};
use crate::data::{AttrKind, OpId, TypeId, ValueId};
use crate::text::lexer::Kind;
use crate::text::op_state::Argument;
use crate::text::op_state::Use;
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

pub(super) const PIECES: &[Piece] = &[
    Piece::new("LoopVariable", read_variable, print_variable).binding(),
    Piece::new("LoopVariables", read_variables, print_variables).binding(),
    Piece::new("LoopBounds", read_bounds, print_bounds),
    Piece::new("MixedBounds", read_mixed, print_mixed),
    Piece::new("IterArgs", read_iter_args, print_iter_args).binding(),
    Piece::new("WhileInits", read_inits, print_inits).binding(),
    Piece::new("CaseRegions", read_cases, print_cases),
    Piece::new("TypeOrIndex", read_type, print_type),
    Piece::new("Results", read_results, print_results),
];

/// `%i`, of the type of an operand or `index`.
fn read_variable<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, call: &Call) -> Read<()> {
    let (name, pos) = argument_name(p)?;
    if let Some(target) = call.target(0) {
        reading.late.push((reading.arguments.len(), target));
    }
    reading.arguments.push(Argument { name, ty: p.ctx.index(), pos });
    Ok(())
}

fn print_variable(p: &mut Printer<'_>, op: OpId, groups: &Groups, call: &Call) -> Option<()> {
    let program = p.program;
    let block = *program.region(*program.op_regions(op).first()?).blocks.first()?;
    let variable = *program.block(block).arguments.first()?;
    let ty = match call.target(0) {
        Some(Target::In(group)) => program.value_type(program.operand(op, groups.ins[group].0)?),
        _ => p.ctx.index(),
    };
    p.value(variable);
    (program.value_type(variable) == ty).then_some(())
}

/// `(%i, %j)`, all of type `index`.
fn read_variables<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, _: &Call) -> Read<()> {
    let ty = p.ctx.index();
    p.expect(Kind::LParen, "`(` and loop variables")?;
    p.list_until(Kind::RParen, "`)` or `,`", |p| {
        let (name, pos) = argument_name(p)?;
        reading.arguments.push(Argument { name, ty, pos });
        Ok(())
    })
}

/// The arguments of the first region but those for values that the loop carries.
pub(super) fn variables<'p>(p: &Printer<'p>, op: OpId, call: &Call) -> Option<&'p [ValueId]> {
    let program = p.program;
    let block = *program.region(*program.op_regions(op).first()?).blocks.first()?;
    let all = &program.block(block).arguments;
    let carried = if call.says("shared_outs") { program.result_count(op) } else { 0 };
    all.get(..all.len().checked_sub(carried)?)
}

fn print_variables(p: &mut Printer<'_>, op: OpId, _: &Groups, call: &Call) -> Option<()> {
    let variables = variables(p, op, call)?;
    let index = p.ctx.index();
    p.write("(");
    p.values(variables.iter().copied());
    p.write(")");
    variables.iter().all(|variable| p.program.value_type(*variable) == index).then_some(())
}

pub(super) fn wrong_rank(p: &mut Parser<'_>, start: u32, rank: usize) -> Read<()> {
    p.error_since(start, format!("every list of bounds has {rank} entries, one for each loop variable"))
}

/// `(%a, %b)`: one for each loop variable.
fn read_bounds<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, call: &Call) -> Read<()> {
    let Some(group) = call.group(0) else { return p.expected("bounds") };
    let start = p.token.start;
    reading.uses[group] = use_list(p)?.into();
    let rank = reading.arguments.len();
    if reading.uses[group].len() == rank { Ok(()) } else { wrong_rank(p, start, rank) }
}

fn print_bounds(p: &mut Printer<'_>, op: OpId, groups: &Groups, call: &Call) -> Option<()> {
    let (start, count) = groups.ins[call.group(0)?];
    p.write("(");
    p.values(p.program.operands(op).skip(start).take(count));
    p.write(")");
    (variables(p, op, call)?.len() == count).then_some(())
}

/// The values and numbers of the lower bounds, the upper bounds or the steps.
fn mixed(call: &Call, index: usize) -> Call {
    let mut arguments = call.arguments.get(2 * index..2 * index + 2).unwrap_or(&[]).to_vec();
    arguments.push(Part::Text("Paren"));
    Call { piece: call.piece, arguments }
}

/// `in (%n, 4)`, or `= (0, %a) to (%n, 4) step (1, 2)`.
fn read_mixed<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, call: &Call) -> Read<()> {
    let start = p.token.start;
    let (parts, rank) = ([0, 1, 2].map(|part| mixed(call, part)), reading.arguments.len());
    if p.eat_keyword("in") {
        for (part, value) in [(0, 0), (2, 1)] {
            let list = dense(&p.ctx, 64, &vec![value; rank]);
            push(p, reading.state, parts[part].attribute(1).unwrap_or(""), list);
        }
        read_sizes(p, reading, &parts[1])?;
    } else {
        p.expect(Kind::Equal, "`=` and the lower bounds, or `in`")?;
        read_sizes(p, reading, &parts[0])?;
        p.expect_keyword("to")?;
        read_sizes(p, reading, &parts[1])?;
        p.expect_keyword("step")?;
        read_sizes(p, reading, &parts[2])?;
    }
    let all = reading.state.properties.iter().all(|(_, list)| {
        matches!(p.ctx.attr_kind(*list), AttrKind::DenseArray { values, .. } if values.len() == rank)
    });
    if all { Ok(()) } else { wrong_rank(p, start, rank) }
}

fn print_mixed(p: &mut Printer<'_>, op: OpId, groups: &Groups, call: &Call) -> Option<()> {
    let (parts, rank) = ([0, 1, 2].map(|part| mixed(call, part)), variables(p, op, call)?.len());
    let mut plain = true;
    for (part, usual) in parts.iter().zip([Some(0), None, Some(1)]) {
        let list = numbers(p.ctx, property(p, op, part.attribute(1)?)?, 64)?;
        (list.len() == rank).then_some(())?;
        plain &= usual.is_none_or(|usual| list.iter().all(|number| *number == usual));
    }
    if plain {
        p.write("in ");
        return print_sizes(p, op, groups, &parts[1]);
    }
    for (part, word) in parts.iter().zip(["= ", " to ", " step "]) {
        p.write(word);
        print_sizes(p, op, groups, part)?;
    }
    Some(())
}

/// The word in front of values that a loop carries.
fn carried(call: &Call) -> &'static str {
    ["init", "shared_outs"].into_iter().find(|word| call.says(word)).unwrap_or("iter_args")
}

/// `iter_args(%a = %init, ..) -> (types)` or `init (%init, ..) -> types`, or nothing.
fn read_iter_args<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, call: &Call) -> Read<()> {
    let Some(group) = call.group(0) else { return p.expected("loop-carried values") };
    let (mut names, mut uses, mut types) = (Vec::new(), Vec::new(), Vec::new());
    let word = carried(call);
    let given = p.eat_keyword(word);
    if word == "init" {
        uses = if given { use_list(p)? } else { uses };
        types = if p.eat(Kind::Arrow) { p.result_types()? } else { types };
    } else if given {
        (names, uses) = assignments(p)?;
        p.expect(Kind::Arrow, "`->` and types")?;
        types = p.result_types()?;
    }
    reading.arguments.extend(arguments(&names, &types));
    carry(p, reading, group, uses, &types, &types)
}

/// Sets what a loop carries.
fn carry<'s>(
    p: &mut Parser<'s>,
    reading: &mut CustomParse<'s, '_>,
    group: usize,
    uses: Vec<Use<'s>>,
    inputs: &[TypeId],
    results: &[TypeId],
) -> Read<()> {
    if uses.len() != inputs.len() {
        return p.error_here(format!("{} values have {} types", uses.len(), inputs.len()));
    }
    reading.uses[group] = uses.into();
    reading.in_types[group] = Some(inputs.into());
    reading.out_types[0] = Some(results.into());
    Ok(())
}

fn print_iter_args(p: &mut Printer<'_>, op: OpId, groups: &Groups, call: &Call) -> Option<()> {
    let (start, count) = groups.ins[call.group(0)?];
    let region = *p.program.op_regions(op).first()?;
    let (results, entry, word) = (result_types(p, op), entry_types(p, region), carried(call));
    let first = entry.len().saturating_sub(count);
    let bound = entry[first..] == results && (first == 1 || word != "iter_args");
    if operand_types(p, op)[start..start + count] != results || !bound && word != "init" {
        return None;
    }
    if count == 0 {
        return Some(());
    }
    p.write(word);
    if word == "init" {
        p.write(" (");
        p.values(p.program.operands(op).skip(start).take(count));
        p.write(") -> ");
        p.arrow_types(&results);
        return Some(());
    }
    print_assignments(p, op, region, first, start);
    p.write(" -> (");
    p.types(results);
    p.write(")");
    Some(())
}

/// `(%a = %init, ..) : (types) -> (types)`; the names are those of the first region's arguments.
fn read_inits<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, _: &Call) -> Read<()> {
    let (names, uses) = if p.at(Kind::LParen) { assignments(p)? } else { (Vec::new(), Vec::new()) };
    p.expect(Kind::Colon, "`:` and a function type")?;
    let (inputs, results) = p.function_parts()?;
    reading.arguments = arguments(&names, &inputs);
    carry(p, reading, 0, uses, &inputs, &results)
}

fn print_inits(p: &mut Printer<'_>, op: OpId, _: &Groups, _: &Call) -> Option<()> {
    let region = *p.program.op_regions(op).first()?;
    let (operands, results) = (operand_types(p, op), result_types(p, op));
    if p.program.region(region).blocks.len() != 1 || entry_types(p, region) != operands {
        return None;
    }
    if !operands.is_empty() {
        print_assignments(p, op, region, 0, 0);
        p.write(" ");
    }
    p.write(": ");
    p.functional_type(&operands, &results);
    Some(())
}

/// ` -> types`, and `case 2 {..}` for each number but the last region, which comes first: `default {..}`.
fn read_cases<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, call: &Call) -> Read<()> {
    let mut types = Vec::new();
    if p.eat(Kind::Arrow) {
        // A list without parentheses: one in them is a function type.
        p.type_list(&mut types)?;
    }
    reading.out_types[0] = Some(types.into());
    let op = p.holder(reading.state);
    let default = p.program.add_region(op);
    let (element, mut values) = (p.ctx.integer(64), Vec::new());
    let end = reading.state.record.and_then(|record| record.terminator()).unwrap_or_default();
    while p.eat_keyword("case") {
        let value = p.small_int("a number")?;
        values.push(p.ctx.integer_attr(i128::from(value), element));
        p.region(reading.state, &[])?;
        if let Some(region) = last_region(p, reading.state) {
            ensure_terminator(p, region, end);
        }
    }
    p.expect_keyword("default")?;
    p.region_into(op, default, &[])?;
    ensure_terminator(p, default, end);
    let cases = p.ctx.attr(AttrKind::DenseArray { element, values: values.into() });
    push(p, reading.state, call.attribute(0).unwrap_or(""), cases);
    Ok(())
}

fn print_cases(p: &mut Printer<'_>, op: OpId, _: &Groups, call: &Call) -> Option<()> {
    let AttrKind::DenseArray { values, .. } = p.ctx.attr_kind(property(p, op, call.attribute(0)?)?) else {
        return None;
    };
    let all = p.program.op_regions(op);
    let (default, regions) = all.split_first()?;
    let end = assay_ops::op(p.program.op_name(op))?.terminator()?;
    let single = all.iter().all(|region| terminated(p, *region, end).is_some());
    (single && values.len() == regions.len()).then_some(())?;
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

/// `: type`, or nothing for `index`.
fn read_type<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, call: &Call) -> Read<()> {
    let Some(Target::In(group)) = call.target(0) else { return p.expected("a type") };
    let ty = if p.eat(Kind::Colon) { p.read_type()? } else { p.ctx.index() };
    reading.in_types[group] = Some(smallvec::smallvec![ty]);
    Ok(())
}

fn print_type(p: &mut Printer<'_>, op: OpId, groups: &Groups, call: &Call) -> Option<()> {
    let Some(Target::In(group)) = call.target(0) else { return None };
    let ty = p.program.value_type(p.program.operand(op, groups.ins[group].0)?);
    if ty != p.ctx.index() {
        p.write(": ");
        p.ty(ty);
    }
    Some(())
}

/// `-> type` or `-> (types)`, or nothing without results; MLIR prints parentheses always where an argument says so.
pub(super) fn read_results<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, _: &Call) -> Read<()> {
    let types = if p.eat(Kind::Arrow) { p.result_types()? } else { Vec::new() };
    reading.out_types[0] = Some(types.into());
    Ok(())
}

pub(super) fn print_results(p: &mut Printer<'_>, op: OpId, _: &Groups, call: &Call) -> Option<()> {
    let results: Vec<TypeId> = result_types(p, op);
    match results.is_empty() {
        true => {}
        false if call.says("paren") => {
            p.write("-> (");
            p.types(results);
            p.write(")");
        }
        false => {
            p.write("-> ");
            p.arrow_types(&results);
        }
    }
    Some(())
}
