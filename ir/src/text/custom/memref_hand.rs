//! Pieces of the memref dialect that others share: indices and hints of prefetches.

use super::format::Call;
use super::format::CustomParse;
use super::format::Groups;
use super::format::Piece;
use super::lists::{property, push};
use crate::data::{AttrKind, OpId};
use crate::text::lexer::Kind;
use crate::text::op_state::Use;
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

/// `[%i, %j]`
pub(super) fn read_indices<'s>(p: &mut Parser<'s>) -> Read<Vec<Use<'s>>> {
    let mut uses = Vec::new();
    p.expect(Kind::LSquare, "`[` and indices")?;
    p.list_until(Kind::RSquare, "`]` or `,`", |p| {
        uses.push(p.value_use()?);
        Ok(())
    })?;
    Ok(uses)
}

/// The value of a boolean property.
pub(super) fn flag(p: &Printer<'_>, op: OpId, name: &str) -> Option<bool> {
    match p.ctx.attr_kind(property(p, op, name)?) {
        AttrKind::Integer { value, ty } if *ty == p.ctx.integer(1) => Some(value.to_i64() != Some(0)),
        _ => None,
    }
}

// --- prefetch -----------------------------------------------------------------------------------------------

pub(super) const HINTS: Piece = Piece::new("PrefetchHints", read_hints, print_hints);

/// `, write, locality<3>, data`, as three properties.
fn read_hints<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, _: &Call) -> Read<()> {
    p.expect(Kind::Comma, "`,` and hints")?;
    let i1 = p.ctx.integer(1);
    let write = p.at_keyword("write");
    if !write && !p.at_keyword("read") {
        return p.expected("`read` or `write`");
    }
    p.bump();
    let value = p.ctx.integer_attr(i128::from(write), i1);
    push(p, reading.state, "isWrite", value);
    p.expect(Kind::Comma, "`,`")?;
    p.expect_keyword("locality")?;
    p.expect(Kind::Less, "`<`")?;
    let i32 = p.ctx.integer(32);
    let hint = p.read_attr(Some(i32))?;
    push(p, reading.state, "localityHint", hint);
    p.expect(Kind::Greater, "`>`")?;
    p.expect(Kind::Comma, "`,`")?;
    let data = p.at_keyword("data");
    if !data && !p.at_keyword("instr") {
        return p.expected("`data` or `instr`");
    }
    p.bump();
    let value = p.ctx.integer_attr(i128::from(data), i1);
    push(p, reading.state, "isDataCache", value);
    Ok(())
}

fn print_hints(p: &mut Printer<'_>, op: OpId, _: &Groups, call: &Call) -> Option<()> {
    if call.says("no dictionary") && p.program.op(op).attributes != p.ctx.empty_dictionary() {
        return None;
    }
    let hint = property(p, op, "localityHint")?;
    if p.ctx.attr_type(hint) != Some(p.ctx.integer(32)) {
        return None;
    }
    p.write(if flag(p, op, "isWrite")? { ", write, locality<" } else { ", read, locality<" });
    p.number(hint);
    p.write(if flag(p, op, "isDataCache")? { ">, data" } else { ">, instr" });
    Some(())
}
