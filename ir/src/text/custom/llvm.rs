//! Pieces of the llvm dialect's forms: indices and positions. Calls and globals are in `llvm_calls`, types in
//! `llvm_types`.

use super::attribute::numbers;
use super::format::CustomParse;
use super::format::Groups;
use super::format::Piece;
use super::format::{Call, Target};
use super::lists::{property, push};
use super::llvm_types as types;
use crate::data::{AttrId, AttrKind, OpId, TypeId, TypeKind};
use crate::text::lexer::Kind;
use crate::text::op_state::OpState;
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

pub(super) const PIECES: &[Piece] = &[
    Piece::new("GEPIndices", read_indices, print_indices),
    Piece::new("InsertExtractValueElementType", read_part, print_part),
    Piece::new("ShuffleType", read_shuffle, print_shuffle),
];

/// Stands for an index that is an operand.
const DYNAMIC: i128 = i32::MIN as i128;

/// `0, %i, 2`
fn read_indices<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, _: &Call) -> Read<()> {
    let element = p.ctx.integer(32);
    let mut values = Vec::new();
    if !p.at(Kind::RSquare) {
        p.comma_list(|p| {
            if p.at(Kind::Percent) {
                reading.uses[1].push(p.value_use()?);
                values.push(p.ctx.integer_attr(DYNAMIC, element));
            } else {
                let start = p.here();
                let value = p.read_attr(Some(element))?;
                if !matches!(p.ctx.attr_kind(value), AttrKind::Integer { .. }) {
                    return p.fail(crate::diagnostic::Diagnostic::error(
                        start,
                        "an index is a number or a value",
                    ));
                }
                values.push(value);
            }
            Ok(())
        })?;
    }
    let attr = p.ctx.attr(AttrKind::DenseArray { element, values: values.into() });
    push(p, reading.state, "rawConstantIndices", attr);
    Ok(())
}

fn print_indices(p: &mut Printer<'_>, op: OpId, groups: &Groups, _: &Call) -> Option<()> {
    let values = numbers(p.ctx, property(p, op, "rawConstantIndices")?, 32)?;
    let (start, count) = groups.ins[1];
    let dynamic = |value: &i64| i128::from(*value) == DYNAMIC;
    if values.iter().filter(|value| dynamic(value)).count() != count {
        return None;
    }
    let program = p.program;
    let mut operands = program.operands(op).skip(start);
    for (index, value) in values.iter().enumerate() {
        p.write(if index > 0 { ", " } else { "" });
        if dynamic(value) {
            p.value(operands.next()?);
        } else {
            p.write(&value.to_string());
        }
    }
    Some(())
}

fn read_position(p: &Parser<'_>, state: &OpState) -> Vec<i64> {
    let position = state.properties.iter().find(|(key, _)| p.ctx.str(*key) == "position");
    position.and_then(|(_, attr)| numbers(&p.ctx, *attr, 64)).unwrap_or_default()
}

fn first_type(reading: &CustomParse<'_, '_>, group: usize) -> Option<TypeId> {
    reading.in_types[group].as_ref().and_then(|types| types.first().copied())
}

/// The type of the part of the first operand that the position names.
fn part(p: &mut Parser<'_>, reading: &CustomParse<'_, '_>) -> Read<TypeId> {
    let position = read_position(p, reading.state);
    match first_type(reading, 0).and_then(|ty| types::field(&p.ctx, ty, &position)) {
        Some(ty) => Ok(ty),
        None => p.error_here("the aggregate type has no part at this position"),
    }
}

/// The type of the part that the position names, for the values of an argument.
fn read_part<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, call: &Call) -> Read<()> {
    let types = Some(smallvec::smallvec![part(p, reading)?]);
    match call.target(0) {
        Some(Target::In(group)) => reading.in_types[group] = types,
        _ => reading.out_types[0] = types,
    }
    Ok(())
}

fn print_part(p: &mut Printer<'_>, op: OpId, _: &Groups, call: &Call) -> Option<()> {
    let position = numbers(p.ctx, property(p, op, "position")?, 64)?;
    let container = p.program.value_type(p.program.operand(op, 0)?);
    let value = match call.target(0) {
        Some(Target::In(group)) => p.program.operand(op, group)?,
        _ => p.program.result(op, 0)?,
    };
    (types::field(p.program.ctx(), container, &position)? == p.program.value_type(value)).then_some(())
}

/// A vector with as many elements as the mask has, scalable as the operand.
fn shuffled(ctx: &crate::data::Context, vector: TypeId, mask: AttrId) -> Option<TypeId> {
    let length = numbers(ctx, mask, 32)?.len() as u64;
    let TypeKind::Vector { shape, element } = ctx.type_kind(vector) else { return None };
    let scalable = shape.first()?.1;
    Some(ctx.ty(TypeKind::Vector { shape: Box::new([(length, scalable)]), element: *element }))
}

fn read_shuffle<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, _: &Call) -> Read<()> {
    let mask =
        reading.state.properties.iter().find(|(key, _)| p.ctx.str(*key) == "mask").map(|(_, mask)| *mask);
    let found = first_type(reading, 0).zip(mask).and_then(|(vector, mask)| shuffled(&p.ctx, vector, mask));
    match found {
        Some(ty) => reading.out_types[0] = Some(smallvec::smallvec![ty]),
        None => return p.error_here("only vectors can be shuffled"),
    }
    Ok(())
}

fn print_shuffle(p: &mut Printer<'_>, op: OpId, _: &Groups, _: &Call) -> Option<()> {
    let vector = p.program.value_type(p.program.operand(op, 0)?);
    let ty = shuffled(p.ctx, vector, property(p, op, "mask")?)?;
    (ty == p.program.value_type(p.program.result(op, 0)?)).then_some(())
}
