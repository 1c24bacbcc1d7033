//! The pieces of the memref dialect; more are in `memref_hand`.

use super::format::Call;
use super::format::CustomParse;
use super::format::Groups;
use super::format::Piece;
use super::lists::{property, push};
use super::memref_hand;
use crate::data::{AttrKind, OpId, TypeKind};
use crate::text::lexer::Kind;
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

pub(super) const PIECES: &[Piece] =
    &[memref_hand::HINTS, Piece::new("GlobalMemrefOpTypeAndInitialValue", read_global, print_global)];

/// `type`, `type = uninitialized` or `type = value` with the value's type left out.
fn read_global<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, _: &Call) -> Read<()> {
    let ty = p.read_type()?;
    let TypeKind::MemRef { shape, element, .. } = p.ctx.type_kind(ty).clone() else {
        return p.error_here("a global has a memref type");
    };
    let attr = p.ctx.type_attr(ty);
    push(p, reading.state, "type", attr);
    if !p.eat(Kind::Equal) {
        return Ok(());
    }
    let value = if p.eat_keyword("uninitialized") {
        p.ctx.unit()
    } else {
        let tensor = p.ctx.ty(TypeKind::RankedTensor { shape, element, encoding: None });
        p.read_attr(Some(tensor))?
    };
    let kind = p.ctx.attr_kind(value);
    let plain = matches!(kind, AttrKind::Integer { .. } | AttrKind::Float { .. } | AttrKind::String { .. });
    if plain || matches!(kind, AttrKind::SymbolRef { .. } | AttrKind::Type(_) | AttrKind::Array(_)) {
        return p.error_since(reading.start, "the initial value of a global is a list of elements");
    }
    push(p, reading.state, "initial_value", value);
    Ok(())
}

fn print_global(p: &mut Printer<'_>, op: OpId, _: &Groups, _: &Call) -> Option<()> {
    let AttrKind::Type(ty) = *p.ctx.attr_kind(property(p, op, "type")?) else { return None };
    let value = property(p, op, "initial_value");
    let TypeKind::MemRef { shape, element, .. } = p.ctx.type_kind(ty) else { return None };
    let tensor = p.ctx.ty(TypeKind::RankedTensor { shape: shape.clone(), element: *element, encoding: None });
    p.ty(ty);
    match value {
        None => {}
        Some(value) if value == p.ctx.unit() => p.write(" = uninitialized"),
        Some(value) if p.ctx.attr_type(value) == Some(tensor) => {
            let start = p.length();
            p.write(" = ");
            p.attr(value);
            // The type behind the value is the memref's shape again.
            let suffix = format!(" : {}", crate::text::type_text(p.ctx, tensor));
            let end = p.length().checked_sub(suffix.len()).filter(|end| *end > start)?;
            p.truncate(end);
        }
        Some(_) => return None,
    }
    Some(())
}
