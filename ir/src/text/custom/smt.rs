//! Pieces of the smt dialect's forms that MLIR writes in C++: operands of one type, integers without a type, repeated vectors.

use smallvec::SmallVec;

use super::format::Call;
use super::format::CustomParse;
use super::format::Groups;
use super::format::Piece;
use super::infer::width;
use super::lists::{property, push};
use crate::data::{AttrKind, IntValue, OpId, Signedness, TypeKind};
use crate::text::parse_type;
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

pub(super) const PIECES: &[Piece] = &[
    Piece::new("EachType", read_each, print_each),
    Piece::new("Integer", read_integer, print_integer),
    Piece::new("Repeat", read_repeat, print_repeat),
    Piece::new("Patterns", read_patterns, print_patterns),
];

/// The type of each of the operands.
fn read_each<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, _: &Call) -> Read<()> {
    let ty = p.read_type()?;
    let count = reading.uses[0].len();
    reading.in_types[0] = Some(SmallVec::from_elem(ty, count));
    Ok(())
}

fn print_each(p: &mut Printer<'_>, op: OpId, _: &Groups, _: &Call) -> Option<()> {
    let mut types = p.program.operands(op).map(|value| p.program.value_type(value));
    let first = types.next()?;
    types.all(|ty| ty == first).then_some(())?;
    p.ty(first);
    Some(())
}

/// An integer of the width that MLIR gives it: four bits for a digit, one more where the sign needs it.
fn read_integer<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, _: &Call) -> Read<()> {
    let number = i128::from(p.small_int("an integer")?);
    let size = number.unsigned_abs();
    let digits = size.checked_ilog10().map_or(16, |log| log + 1);
    let sign = u32::from(size != 0 && size >> (4 * digits - 1) != 0);
    let width = 4 * digits + sign;
    let ty = p.ctx.ty(TypeKind::Integer { width, signedness: Signedness::Unsigned });
    let bits = if number < 0 { number + (1i128 << width) } else { number };
    let attr = p.ctx.integer_attr(bits, ty);
    push(p, reading.state, "value", attr);
    Ok(())
}

fn print_integer(p: &mut Printer<'_>, op: OpId, _: &Groups, _: &Call) -> Option<()> {
    let attr = property(p, op, "value")?;
    let AttrKind::Integer { value: IntValue::Small(bits), ty } = *p.ctx.attr_kind(attr) else { return None };
    let TypeKind::Integer { width, .. } = *p.ctx.type_kind(ty) else { return None };
    let negative = (1..=80).contains(&width) && bits >> (width - 1) & 1 == 1;
    let number = if negative { bits - (1i128 << width) } else { bits };
    p.write(&number.to_string());
    Some(())
}

/// `3 times %x : !smt.bv<4>`
fn read_repeat<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, _: &Call) -> Read<()> {
    let count = u64::try_from(p.small_int("how often")?).unwrap_or(0);
    p.expect_keyword("times")?;
    let operand = p.value_use()?;
    reading.uses[0].push(operand);
    p.expect(crate::text::lexer::Kind::Colon, "`:` and a type")?;
    let ty = p.read_type()?;
    let total = width(&p.ctx, ty).and_then(|width| width.checked_mul(count));
    let whole = total.and_then(|total| parse_type(&p.ctx, &format!("!smt.bv<{total}>")).ok());
    let Some(whole) = whole else { return p.error_here("a bit vector is repeated at least once") };
    reading.in_types[0] = Some(SmallVec::from_elem(ty, 1));
    reading.out_types[0] = Some(SmallVec::from_elem(whole, 1));
    Ok(())
}

fn print_repeat(p: &mut Printer<'_>, op: OpId, _: &Groups, _: &Call) -> Option<()> {
    let operand = p.program.operand(op, 0)?;
    let (ty, whole) = (p.program.value_type(operand), p.program.value_type(p.program.result(op, 0)?));
    let (one, all) = (width(p.ctx, ty)?, width(p.ctx, whole)?);
    (one > 0 && all.is_multiple_of(one)).then_some(())?;
    p.write(&format!("{} times ", all / one));
    p.values(std::iter::once(operand));
    p.write(" : ");
    p.ty(ty);
    Some(())
}

/// `patterns {..}, {..}`, or nothing.
fn read_patterns<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, _: &Call) -> Read<()> {
    if p.eat_keyword("patterns") {
        p.comma_list(|p| p.region(reading.state, &[]))?;
    }
    Ok(())
}

fn print_patterns(p: &mut Printer<'_>, op: OpId, _: &Groups, _: &Call) -> Option<()> {
    let patterns = p.program.op_regions(op).get(1..)?;
    for (index, region) in patterns.iter().enumerate() {
        p.write(if index > 0 { ", " } else { "patterns " });
        p.region(*region, true, false);
    }
    Some(())
}
