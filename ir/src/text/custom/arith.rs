//! The piece of the arith dialect that has a C++ format.

use super::format::CustomParse;
use super::format::Groups;
use super::format::Piece;
use super::format::{Call, Target};
use crate::data::OpId;
use crate::text::lexer::Kind;
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

pub(super) const PIECES: &[Piece] =
    &[Piece::new("SelectType", read_select_type, print_select_type).typed(&[Target::In(0), Target::Results])];

/// `type`, or `condition type, type` when the condition is no `i1`.
fn read_select_type<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, _: &Call) -> Read<()> {
    let mut condition = p.ctx.integer(1);
    let mut ty = p.read_type()?;
    if p.eat(Kind::Comma) {
        condition = ty;
        ty = p.read_type()?;
    }
    reading.in_types[0] = Some(smallvec::smallvec![condition]);
    reading.out_types[0] = Some(smallvec::smallvec![ty]);
    Ok(())
}

fn print_select_type(p: &mut Printer<'_>, op: OpId, _: &Groups, _: &Call) -> Option<()> {
    let condition = p.program.value_type(p.program.operand(op, 0)?);
    let ty = p.program.value_type(p.program.result(op, 0)?);
    if condition != p.ctx.integer(1) {
        p.ty(condition);
        p.write(", ");
    }
    p.ty(ty);
    Some(())
}
