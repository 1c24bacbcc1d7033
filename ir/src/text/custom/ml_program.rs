//! The piece of the ml_program dialect's forms that MLIR writes in C++: a global's value and type.

use super::format::Call;
use super::format::CustomParse;
use super::format::Groups;
use super::format::Piece;
use super::lists::{property, push};
use crate::data::{AttrKind, OpId};
use crate::text::lexer::Kind;
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

pub(super) const PIECES: &[Piece] = &[Piece::new("TypedInitialValue", read_initial, print_initial)];

/// `(value) : type`, or `: type`
fn read_initial<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, _: &Call) -> Read<()> {
    if p.eat(Kind::LParen) {
        let value = p.read_attr(None)?;
        push(p, reading.state, "value", value);
        p.expect(Kind::RParen, "`)` behind the value")?;
    }
    p.expect(Kind::Colon, "`:` and a type")?;
    let ty = p.read_type()?;
    let attr = p.ctx.type_attr(ty);
    push(p, reading.state, "type", attr);
    Ok(())
}

fn print_initial(p: &mut Printer<'_>, op: OpId, _: &Groups, _: &Call) -> Option<()> {
    let AttrKind::Type(ty) = *p.ctx.attr_kind(property(p, op, "type")?) else { return None };
    if let Some(value) = property(p, op, "value") {
        p.write("(");
        p.attr(value);
        p.write(")");
    }
    p.write(" : ");
    p.ty(ty);
    Some(())
}
