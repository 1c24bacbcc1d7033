//! Pieces of the llvm dialect's calls and globals. An operand bundle is a tag with operands; their sizes and tags are
//! properties.

use super::attribute::{dense, numbers};
use super::format::Call;
use super::format::CustomParse;
use super::format::Groups;
use super::format::Piece;
use super::lists::{property, push};
use super::llvm_types as types;
use crate::data::{AttrId, AttrKind, Context, OpId, TypeId};
use crate::text::lexer::Kind;
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

pub(super) const PIECES: &[Piece] = &[
    Piece {
        attrs: &["op_bundle_sizes", "op_bundle_tags"],
        ..Piece::new("Bundles", read_bundles, print_bundles)
    },
    Piece::new("Callee", read_callee, print_callee),
    Piece::new("LandingClauses", read_clauses, print_clauses),
    Piece::new("GlobalType", read_global_type, print_global_type),
    Piece::new("VscaleRange", read_vscale, print_vscale),
];

// --- bundles ------------------------------------------------------------------------------------------------

/// `["tag"(%a, %b : T, U), "other"()]`, or nothing.
fn read_bundles<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, call: &Call) -> Read<()> {
    let Some(group) = call.group(0) else { return p.expected("operand bundles") };
    let (mut tags, mut sizes, mut types) = (Vec::new(), Vec::new(), Vec::new());
    if p.eat(Kind::LSquare) {
        p.list_until(Kind::RSquare, "`]` or `,`", |p| {
            let text = p.string("the tag of an operand bundle")?;
            tags.push(p.ctx.attr(AttrKind::String { text, ty: None }));
            let first = reading.uses[group].len();
            p.expect(Kind::LParen, "`(` and operands")?;
            if !p.eat(Kind::RParen) {
                p.comma_list(|p| {
                    reading.uses[group].push(p.value_use()?);
                    Ok(())
                })?;
                p.expect(Kind::Colon, "`:` and types")?;
                p.type_list(&mut types)?;
                p.expect(Kind::RParen, "`)`")?;
            }
            sizes.push((reading.uses[group].len() - first) as i64);
            if types.len() != reading.uses[group].len() {
                return p.error_here("as many types as operands are needed");
            }
            Ok(())
        })?;
    }
    reading.in_types[group] = Some(types.into());
    let sizes = dense(&p.ctx, 32, &sizes);
    push(p, reading.state, "op_bundle_sizes", sizes);
    if !tags.is_empty() {
        let tags = p.ctx.attr(AttrKind::Array(tags.into()));
        push(p, reading.state, "op_bundle_tags", tags);
    }
    Ok(())
}

fn print_bundles(p: &mut Printer<'_>, op: OpId, groups: &Groups, call: &Call) -> Option<()> {
    let (mut first, count) = groups.ins[call.group(0)?];
    let program = p.program;
    // MLIR 22 reads the operands of bundles in front of those of the destinations, though it prints them behind.
    if count > 0 && !program.successors(op).is_empty() && first > groups.ins[0].1 {
        return None;
    }
    let sizes = match property(p, op, "op_bundle_sizes") {
        Some(attr) => numbers(p.ctx, attr, 32)?,
        None => Vec::new(),
    };
    let tags: &[AttrId] = match property(p, op, "op_bundle_tags").map(|attr| p.ctx.attr_kind(attr)) {
        Some(AttrKind::Array(tags)) if !tags.is_empty() => tags,
        Some(_) => return None,
        None => &[],
    };
    let total = sizes.iter().try_fold(0usize, |sum, size| sum.checked_add(usize::try_from(*size).ok()?))?;
    if sizes.len() != tags.len() || total != count {
        return None;
    }
    for (index, (tag, size)) in tags.iter().zip(sizes).enumerate() {
        let AttrKind::String { text, ty: None } = p.ctx.attr_kind(*tag) else { return None };
        let size = size as usize;
        p.write(if index > 0 { ", " } else { "[" });
        p.string(*text);
        p.write("(");
        if size > 0 {
            p.values(program.operands(op).skip(first).take(size));
            p.write(" : ");
            p.types(program.operands(op).skip(first).take(size).map(|value| program.value_type(value)));
        }
        p.write(")");
        first += size;
    }
    p.write(if tags.is_empty() { "" } else { "]" });
    Some(())
}

// --- callees ------------------------------------------------------------------------------------------------

/// `@callee(%a)` or `%callee(%a)`: the arguments, the callee value first.
fn read_callee<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, call: &Call) -> Read<()> {
    if p.at(Kind::Percent) {
        reading.uses[0].push(p.value_use()?);
    } else {
        let callee = p.symbol_ref()?;
        push(p, reading.state, call.attribute(0).unwrap_or(""), callee);
    }
    reading.uses[0].extend(super::scf::use_list(p)?);
    Ok(())
}

fn print_callee(p: &mut Printer<'_>, op: OpId, groups: &Groups, call: &Call) -> Option<()> {
    let (mut values, count) = (p.program.operands(op), groups.ins[0].1);
    let mut left = count;
    match property(p, op, call.attribute(0)?) {
        Some(callee) => super::attribute::AttrForm::Symbol.print(p, callee)?,
        None => {
            left = count.checked_sub(1)?;
            p.value(values.next()?);
        }
    }
    p.write("(");
    p.values(values.take(left));
    p.write(")");
    Some(())
}

// --- exceptions ---------------------------------------------------------------------------------------------

/// `(catch %a : T) (filter %b : U)`
fn read_clauses<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, _: &Call) -> Read<()> {
    let types = reading.in_types[0].get_or_insert_default();
    while p.eat(Kind::LParen) {
        if !p.eat_keyword("catch") && !p.eat_keyword("filter") {
            return p.expected("`catch` or `filter`");
        }
        reading.uses[0].push(p.value_use()?);
        p.expect(Kind::Colon, "`:` and a type")?;
        types.push(p.read_type()?);
        p.expect(Kind::RParen, "`)`")?;
    }
    Ok(())
}

fn print_clauses(p: &mut Printer<'_>, op: OpId, _: &Groups, _: &Call) -> Option<()> {
    let program = p.program;
    for (index, value) in program.operands(op).enumerate() {
        let ty = program.value_type(value);
        let array = types::parts(p.ctx, ty).is_some_and(|(name, _)| name == "array");
        p.write(if index > 0 { " " } else { "" });
        p.write(if array { "(filter " } else { "(catch " });
        p.value(value);
        p.write(" : ");
        p.ty(ty);
        p.write(")");
    }
    Some(())
}

// --- globals and functions ----------------------------------------------------------------------------------

/// The array type of a string without a type.
fn string_type(ctx: &Context, value: AttrId) -> Option<TypeId> {
    let AttrKind::String { text, ty: None } = ctx.attr_kind(value) else { return None };
    let bytes = ctx.str(*text).as_bytes();
    let (mut length, mut at) = (0usize, 0);
    while at < bytes.len() {
        // A byte that is no UTF-8 is kept as its escape.
        let escaped = bytes[at] == b'\\'
            && bytes.get(at + 1..at + 3).is_some_and(|hex| {
                matches!(hex[0], b'8' | b'9' | b'A'..=b'F') && matches!(hex[1], b'0'..=b'9' | b'A'..=b'F')
            });
        at += if escaped { 3 } else { 1 };
        length += 1;
    }
    Some(types::named(ctx, "array", &format!("{length} x i8")))
}

/// `: type`, which the value may be instead when it is a string.
fn read_global_type<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, call: &Call) -> Read<()> {
    let value =
        reading.state.properties.iter().find(|(key, _)| p.ctx.str(*key) == "value").map(|(_, value)| *value);
    let ty = match value.and_then(|value| string_type(&p.ctx, value)) {
        Some(ty) if !p.at(Kind::Colon) => ty,
        _ => {
            p.expect(Kind::Colon, "`:` and a type")?;
            p.read_type()?
        }
    };
    let ty = p.ctx.type_attr(ty);
    push(p, reading.state, call.attribute(0).unwrap_or(""), ty);
    Ok(())
}

fn print_global_type(p: &mut Printer<'_>, op: OpId, _: &Groups, call: &Call) -> Option<()> {
    let AttrKind::Type(ty) = *p.ctx.attr_kind(property(p, op, call.attribute(0)?)?) else { return None };
    if property(p, op, "value").and_then(|value| string_type(p.ctx, value)) != Some(ty) {
        p.write(": ");
        p.ty(ty);
    }
    Some(())
}

/// `vscale_range(1, 2)`, or nothing.
fn read_vscale<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, _: &Call) -> Read<()> {
    if p.eat_keyword("vscale_range") {
        p.expect(Kind::LParen, "`(` and a number")?;
        let low = p.small_int("a number")?;
        p.expect(Kind::Comma, "`,`")?;
        let high = p.small_int("a number")?;
        p.expect(Kind::RParen, "`)`")?;
        let body = p.ctx.ident(&format!("minRange = {low} : i32, maxRange = {high} : i32"));
        let (dialect, name) = (p.ctx.ident("llvm"), p.ctx.ident("vscale_range"));
        let range = p.ctx.attr(AttrKind::Opaque { dialect, name, body, ty: None });
        push(p, reading.state, "vscale_range", range);
    }
    Ok(())
}

fn print_vscale(p: &mut Printer<'_>, op: OpId, _: &Groups, _: &Call) -> Option<()> {
    let Some(range) = property(p, op, "vscale_range") else { return Some(()) };
    let AttrKind::Opaque { body, .. } = p.ctx.attr_kind(range) else { return None };
    let body = p.ctx.str(*body).strip_prefix("minRange = ")?.strip_suffix(" : i32")?;
    let (low, high) = body.split_once(" : i32, maxRange = ")?;
    let (low, high): (i32, i32) = (low.parse().ok()?, high.parse().ok()?);
    p.write(&format!("vscale_range({low}, {high})"));
    Some(())
}
