//! Pieces that several dialects share: lists of static, dynamic and scalable sizes.

use super::attribute::{dense, numbers};
use super::format::Call;
use super::format::CustomParse;
use super::format::Groups;
use super::format::Piece;
use crate::data::{AttrId, OpId};
use crate::text::lexer::Kind;
use crate::text::op_state::OpState;
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

pub(super) const PIECES: &[Piece] = &[
    Piece::new("DynamicIndexList", read_sizes, print_sizes),
    Piece::new("PackedOrDynamicIndexList", read_packed, print_packed),
];

/// The number in a static list where a dynamic value is meant.
pub(super) const DYNAMIC: i64 = i64::MIN;

pub(super) fn push(p: &mut Parser<'_>, state: &mut OpState, key: &'static str, value: AttrId) {
    let key = p.known_ident(key);
    state.properties.push((key, value));
}

/// A property of an operation.
pub(super) fn property(p: &Printer<'_>, op: OpId, key: &str) -> Option<AttrId> {
    p.ctx.entry(p.program.op(op).properties, p.ctx.ident(key))
}

/// The brackets around a list.
fn brackets(call: &Call) -> [(Kind, &'static str); 2] {
    if call.says("Paren") {
        [(Kind::LParen, "("), (Kind::RParen, ")")]
    } else {
        [(Kind::LSquare, "["), (Kind::RSquare, "]")]
    }
}

/// `[4, %p, [8]]`: values go to a group, numbers to an attribute, brackets to the flags of a third argument.
pub(super) fn read_sizes<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, call: &Call) -> Read<()> {
    let (Some(group), Some(fixed)) = (call.group(0), call.attribute(1)) else { return p.expected("a list") };
    let scalable = call.attribute(2);
    let [(open, text), (close, _)] = brackets(call);
    let (mut values, mut flags) = (Vec::new(), Vec::new());
    p.expect(open, &format!("`{text}` and sizes"))?;
    p.list_until(close, "`,` or the end of the list", |p| {
        let bracket = scalable.is_some() && p.eat(Kind::LSquare);
        if p.at(Kind::Percent) {
            reading.uses[group].push(p.value_use()?);
            values.push(DYNAMIC);
        } else {
            values.push(p.small_int("a size or a value")?);
        }
        if bracket {
            p.expect(Kind::RSquare, "`]` behind a scalable size")?;
        }
        flags.push(i64::from(bracket));
        Ok(())
    })?;
    let attr = dense(&p.ctx, 64, &values);
    push(p, reading.state, fixed, attr);
    if let Some(scalable) = scalable {
        let attr = dense(&p.ctx, 1, &flags);
        push(p, reading.state, scalable, attr);
    }
    Ok(())
}

pub(super) fn print_sizes(p: &mut Printer<'_>, op: OpId, groups: &Groups, call: &Call) -> Option<()> {
    let (group, fixed) = (call.group(0)?, call.attribute(1)?);
    let values = numbers(p.ctx, property(p, op, fixed)?, 64)?;
    let flags = match call.attribute(2) {
        Some(key) => numbers(p.ctx, property(p, op, key)?, 1)?,
        None => vec![0; values.len()],
    };
    let (start, count) = groups.ins[group];
    if flags.len() != values.len() || values.iter().filter(|value| **value == DYNAMIC).count() != count {
        return None;
    }
    let [(_, open), (_, close)] = brackets(call);
    let program = p.program;
    let mut operands = program.operands(op).skip(start);
    p.write(open);
    for (index, (value, flag)) in values.iter().zip(flags).enumerate() {
        p.write(if index > 0 { ", " } else { "" });
        p.write(if flag != 0 { "[" } else { "" });
        if *value == DYNAMIC {
            p.value(operands.next()?);
        } else {
            p.write(&value.to_string());
        }
        p.write(if flag != 0 { "]" } else { "" });
    }
    p.write(close);
    Some(())
}

/// The same behind a first argument: `*(%all)` is one handle to all sizes.
fn read_packed<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, call: &Call) -> Read<()> {
    if p.eat(Kind::Star) {
        p.expect(Kind::LParen, "`(` and the handle to all sizes")?;
        let one = p.value_use()?;
        reading.uses[call.group(0).unwrap_or(0)].push(one);
        let none = dense(&p.ctx, 64, &[]);
        push(p, reading.state, call.attribute(2).unwrap_or(""), none);
        return p.expect(Kind::RParen, "`)`").map(|_| ());
    }
    read_sizes(p, reading, &behind_first(call))
}

fn print_packed(p: &mut Printer<'_>, op: OpId, groups: &Groups, call: &Call) -> Option<()> {
    let (packed, count) = groups.ins[call.group(0)?];
    if count == 0 {
        return print_sizes(p, op, groups, &behind_first(call));
    }
    let none = dense(p.ctx, 64, &[]);
    if groups.ins[call.group(1)?].1 > 0 || property(p, op, call.attribute(2)?) != Some(none) {
        return None;
    }
    p.write("*(");
    p.value(p.program.operand(op, packed)?);
    p.write(")");
    Some(())
}

fn behind_first(call: &Call) -> Call {
    Call { piece: call.piece, arguments: call.arguments.get(1..).unwrap_or(&[]).to_vec() }
}
