//! Pieces of loops and of other operations with regions: names of block arguments in front of a region, and results
//! behind an arrow.

use super::format::{Call, Target};
use super::pieces::Piece;
use super::read::Reading;
use super::scf::{argument_name, assignments, entry_types, operand_types, result_types};
use super::write::Groups;
use crate::data::{OpId, TypeId};
use crate::text::lexer::Kind;
use crate::text::ops::OpState;
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;
use crate::text::regions::Argument;

pub(super) const PIECES: &[Piece] = &[
    Piece::new("LoopVariable", read_variable, print_variable).binding(),
    Piece::new("IterArgs", read_iter_args, print_iter_args).binding(),
    Piece::new("TypeOrIndex", read_type, print_type),
    Piece::new("Results", read_results, print_results),
];

/// `%i`, of the type of an operand or `index`.
fn read_variable<'s>(
    p: &mut Parser<'s>,
    _: &mut OpState,
    reading: &mut Reading<'s>,
    call: &Call,
) -> Read<()> {
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

/// `iter_args(%a = %init, ..) -> (types)`, or nothing.
fn read_iter_args<'s>(
    p: &mut Parser<'s>,
    _: &mut OpState,
    reading: &mut Reading<'s>,
    call: &Call,
) -> Read<()> {
    let Some(group) = call.group(0) else { return p.expected("loop-carried values") };
    let (mut names, mut types) = (Vec::new(), Vec::new());
    if p.eat_keyword("iter_args") {
        (names, reading.uses[group]) = assignments(p).map(|(names, uses)| (names, uses.into()))?;
        p.expect(Kind::Arrow, "`->` and types")?;
        types = p.result_types()?;
    }
    if names.len() != types.len() {
        return p.error_here(format!("{} values have {} types", names.len(), types.len()));
    }
    let named = names.iter().zip(&types);
    reading.arguments.extend(named.map(|((name, pos), ty)| Argument { name, ty: *ty, pos: *pos }));
    reading.in_types[group] = Some(types.as_slice().into());
    reading.out_types[0] = Some(types.into());
    Ok(())
}

fn print_iter_args(p: &mut Printer<'_>, op: OpId, groups: &Groups, call: &Call) -> Option<()> {
    let (start, count) = groups.ins[call.group(0)?];
    let region = *p.program.op_regions(op).first()?;
    let (results, entry) = (result_types(p, op), entry_types(p, region));
    if operand_types(p, op)[start..start + count] != results || entry.get(1..)? != results {
        return None;
    }
    if count > 0 {
        p.write("iter_args");
        super::scf::print_assignments(p, op, region, 1, start);
        p.write(" -> (");
        p.types(results);
        p.write(")");
    }
    Some(())
}

/// `: type`, or nothing for `index`.
fn read_type<'s>(p: &mut Parser<'s>, _: &mut OpState, reading: &mut Reading<'s>, call: &Call) -> Read<()> {
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
fn read_results<'s>(p: &mut Parser<'s>, _: &mut OpState, reading: &mut Reading<'s>, _: &Call) -> Read<()> {
    let types = if p.eat(Kind::Arrow) { p.result_types()? } else { Vec::new() };
    reading.out_types[0] = Some(types.into());
    Ok(())
}

fn print_results(p: &mut Printer<'_>, op: OpId, _: &Groups, call: &Call) -> Option<()> {
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
