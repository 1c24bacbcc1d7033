//! Pieces of the pdl dialect's forms. Where MLIR prints what it cannot read back, the generic form is printed
//! instead.

use smallvec::SmallVec;

use super::format::{Call, CustomParse, Groups, Piece};
use super::infer::pdl_range;
use crate::data::{AttrKind, OpId, known};
use crate::text::lexer::Kind;
use crate::text::op_state::OpState;
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

pub(super) const PIECES: &[Piece] = &[
    Piece::new("OperationOpAttributes", read_attributes, print_attributes),
    Piece::new("ResultsValueType", read_results_type, print_results_type),
    Piece::new("RangeType", read_range_type, print_range_type),
    Piece::new("ReplaceEnd", read_replace_end, print_replace_end),
];

/// Reads the body of a pattern whose head is wrong, so that the pattern stays known by its name.
pub(super) fn read_body_anyway(p: &mut Parser<'_>, state: &mut OpState) {
    while state.op.is_none() {
        match p.kind() {
            Kind::LBrace => {
                // What is wrong inside is reported there.
                let _reported = p.region(state, &[]);
                return;
            }
            Kind::Eof | Kind::RBrace => break,
            _ if p.at_line_start() => break,
            _ => {
                p.bump();
            }
        }
    }
    p.holder(state);
}

/// `is_negated = true` behind a constraint, as MLIR 23 writes it.
pub(super) fn read_negation(p: &mut Parser<'_>, state: &mut OpState) -> Read<()> {
    if !p.eat_keyword("is_negated") {
        return Ok(());
    }
    p.expect(Kind::Equal, "`=`")?;
    let negated = p.eat_keyword("true");
    if !negated && !p.eat_keyword("false") {
        return p.expected("`true` or `false`");
    }
    let flag = p.ctx.integer_attr(i128::from(negated), p.ctx.integer(1));
    state.properties.retain(|(name, _)| *name != known::IS_NEGATED);
    state.properties.push((known::IS_NEGATED, flag));
    Ok(())
}

/// `{"name" = %value, ..}`
pub(super) fn read_attributes<'s>(
    p: &mut Parser<'s>,
    reading: &mut CustomParse<'s, '_>,
    call: &Call,
) -> Read<()> {
    let (mut names, mut values) = (Vec::new(), SmallVec::new());
    let any = reading.state.name == Some(known::IRDL_ATTRIBUTES);
    if p.eat(Kind::LBrace) {
        p.comma_list(|p| {
            let name = p.read_attr(None)?;
            if !any && !matches!(p.ctx.attr_kind(name), AttrKind::String { .. }) {
                return p.expected("an attribute name in quotes");
            }
            names.push(name);
            p.expect(Kind::Equal, "`=`")?;
            values.push(p.value_use()?);
            Ok(())
        })?;
        p.expect(Kind::RBrace, "`}` or `,`")?;
    }
    reading.uses[call.group(0).unwrap_or(0)] = values;
    let names = p.ctx.attr(AttrKind::Array(names.into()));
    reading.state.properties.push((known::ATTRIBUTE_VALUE_NAMES, names));
    Ok(())
}

/// Prints the names and values; MLIR takes the dictionary behind for this list when neither it nor a list of types stands
/// between.
pub(super) fn print_attributes(p: &mut Printer<'_>, op: OpId, groups: &Groups, call: &Call) -> Option<()> {
    let names = p.program.attr(op, known::ATTRIBUTE_VALUE_NAMES)?;
    let AttrKind::Array(names) = p.ctx.attr_kind(names) else { return None };
    let (start, length) = groups.ins[call.group(0)?];
    if names.len() != length {
        return None;
    }
    if length == 0 {
        let dictionary = p.program.op(op).attributes != p.ctx.empty_dictionary();
        return (!dictionary || groups.ins.get(2).is_some_and(|types| types.1 > 0)).then_some(());
    }
    p.write("{");
    for (index, name) in names.iter().enumerate() {
        let AttrKind::String { .. } = p.ctx.attr_kind(*name) else { return None };
        p.write(if index > 0 { ", " } else { "" });
        p.attr(*name);
        p.write(" = ");
        p.value(p.program.operand(op, start + index)?);
    }
    p.write("}");
    Some(())
}

/// `-> type` behind `pdl.results I of %op`; without an index all results are meant.
fn read_results_type<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, _: &Call) -> Read<()> {
    let indexed = reading.state.properties.iter().any(|(name, _)| *name == known::INDEX);
    let ty = if indexed {
        p.expect(Kind::Arrow, "`->` and a type")?;
        p.read_type()?
    } else {
        p.ctx.pdl_range(known::VALUE)
    };
    reading.out_types[0] = Some(smallvec::smallvec![ty]);
    Ok(())
}

fn print_results_type(p: &mut Printer<'_>, op: OpId, _: &Groups, _: &Call) -> Option<()> {
    let ty = p.program.value_type(p.program.result(op, 0)?);
    if p.program.attr(op, known::INDEX).is_some() {
        p.write("-> ");
        p.ty(ty);
        return Some(());
    }
    (ty == p.ctx.pdl_range(known::VALUE)).then_some(())
}

/// `: type` of an empty range; otherwise the first element says it.
fn read_range_type<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, _: &Call) -> Read<()> {
    let first = reading.in_types[0].as_ref().and_then(|types| types.first()).copied();
    let ty = match first {
        Some(first) => match pdl_range(&p.ctx, first) {
            Some(ty) => ty,
            None => return p.error_here("the elements of a range are pdl types or values"),
        },
        None => {
            p.expect(Kind::Colon, "`:` and a type")?;
            p.read_type()?
        }
    };
    reading.out_types[0] = Some(smallvec::smallvec![ty]);
    Ok(())
}

fn print_range_type(p: &mut Printer<'_>, op: OpId, _: &Groups, _: &Call) -> Option<()> {
    let ty = p.program.value_type(p.program.result(op, 0)?);
    match p.program.operand(op, 0) {
        Some(first) => (pdl_range(p.ctx, p.program.value_type(first)) == Some(ty)).then_some(()),
        None => {
            p.write(": ");
            p.ty(ty);
            Some(())
        }
    }
}

/// The operation that replaces, unless `%x` starts the next operation.
fn read_replace_end<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, _: &Call) -> Read<()> {
    if p.at(Kind::Percent) && !p.result_definition_follows() {
        reading.uses[1].push(p.value_use()?);
    }
    Ok(())
}

fn print_replace_end(p: &mut Printer<'_>, op: OpId, groups: &Groups, _: &Call) -> Option<()> {
    let (start, length) = groups.ins[1];
    if length > 0 {
        let value = p.program.operand(op, start)?;
        p.value(value);
        return Some(());
    }
    // MLIR would take the name of the next operation's result for the replacing operation.
    let next_has_name = p.program.next_op(op).is_some_and(|next| p.program.result_count(next) > 0);
    let dictionary = p.program.op(op).attributes != p.ctx.empty_dictionary();
    (!next_has_name || dictionary).then_some(())
}
