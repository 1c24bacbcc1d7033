//! Pieces of the irdl dialect's forms, and an operation of ours that states a question about constraints.

use super::builtin::ensure_block;
use super::format::Call;
use super::format::CustomParse;
use super::format::Groups;
use super::format::Piece;
use super::lists::push;
use super::pdl;
use crate::data::{AttrId, AttrKind, Ident, OpId, known};
use crate::text::lexer::Kind;
use crate::text::parser::{Parser, Read};
use crate::text::print_types::is_bare;
use crate::text::printer::Printer;

pub(super) const PIECES: &[Piece] = &[
    Piece::new("SingleBlockRegion", read_single_block, print_single_block),
    Piece::new("NamedValueList", read_named, print_named),
    Piece::new("NamedValueListWithVariadicity", read_named, print_named),
    Piece::new("AttributesOp", pdl::read_attributes, pdl::print_attributes),
];

/// A body that may be left out: the region has one block all the same.
fn read_single_block<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, _: &Call) -> Read<()> {
    if p.at(Kind::LBrace) {
        p.region(reading.state, &[])?;
    } else {
        let op = p.holder(reading.state);
        p.program.add_region(op);
    }
    ensure_block(p, reading.state);
    Ok(())
}

fn print_single_block(p: &mut Printer<'_>, op: OpId, _: &Groups, _: &Call) -> Option<()> {
    let [region] = p.program.op_regions(op) else { return None };
    let [block] = p.program.region(*region).blocks[..] else { return None };
    match (p.program.first_op(block), p.program.block(block).arguments.is_empty()) {
        (None, true) => Some(()),
        (None, false) => None,
        (Some(_), _) => {
            p.region(*region, true, false);
            Some(())
        }
    }
}

const VARIADICITIES: [&str; 3] = ["single", "optional", "variadic"];

fn string_attr(p: &Parser<'_>, text: Ident) -> AttrId {
    p.ctx.attr(AttrKind::String { text, ty: None })
}

/// `(name: variadic %x, ..)`
fn read_named<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, call: &Call) -> Read<()> {
    let variadicity = call.attribute(2).is_some();
    let (mut names, mut counts) = (Vec::new(), Vec::new());
    p.expect(Kind::LParen, "`(`")?;
    p.list_until(Kind::RParen, "`)` or `,`", |p| {
        let name = p.name("a name")?;
        names.push(string_attr(p, name));
        p.expect(Kind::Colon, "`:`")?;
        let mut count = "single";
        if variadicity && p.at(Kind::Ident) {
            match VARIADICITIES.iter().find(|word| **word == p.spelling()) {
                Some(word) => count = word,
                None => return p.expected("`single`, `optional`, `variadic` or a value"),
            }
            p.bump();
        }
        counts.push(count);
        reading.uses[0].push(p.value_use()?);
        Ok(())
    })?;
    let names = p.ctx.attr(AttrKind::Array(names.into()));
    push(p, reading.state, "names", names);
    if variadicity {
        let body = p.ctx.ident(&format!("variadicity_array[{}]", counts.join(", ")));
        let kind = AttrKind::Opaque { dialect: known::D_IRDL, name: known::EMPTY, body, ty: None };
        let kind = p.ctx.attr(kind);
        push(p, reading.state, "variadicity", kind);
    }
    Ok(())
}

fn string_list(p: &Printer<'_>, op: OpId, name: &str) -> Option<Vec<Ident>> {
    let list = p.program.attr(op, p.ctx.ident(name))?;
    let AttrKind::Array(items) = p.ctx.attr_kind(list) else { return None };
    let text = |item: &AttrId| match p.ctx.attr_kind(*item) {
        AttrKind::String { text, ty: None } => Some(*text),
        _ => None,
    };
    items.iter().map(text).collect()
}

fn print_named(p: &mut Printer<'_>, op: OpId, _: &Groups, call: &Call) -> Option<()> {
    let variadicity = call.attribute(2).is_some();
    let names = string_list(p, op, "names")?;
    let mut counts = vec!["single"; names.len()];
    if variadicity {
        let attr = p.program.attr(op, p.ctx.ident("variadicity"))?;
        let AttrKind::Opaque { body, .. } = p.ctx.attr_kind(attr) else { return None };
        let inside = p.ctx.str(*body).strip_prefix("variadicity_array[")?.strip_suffix(']')?;
        counts = inside.split(", ").filter(|word| !word.is_empty()).collect();
    }
    if names.len() != p.program.operand_count(op) || counts.len() != names.len() {
        return None;
    }
    p.write("(");
    let program = p.program;
    for (index, ((name, count), value)) in names.iter().zip(counts).zip(program.operands(op)).enumerate() {
        let text = p.ctx.str(*name);
        if !is_bare(text) || !VARIADICITIES.contains(&count) {
            return None;
        }
        p.write(if index > 0 { ", " } else { "" });
        p.write(text);
        p.write(": ");
        if count != "single" {
            p.write(count);
            p.write(" ");
        }
        p.value(value);
    }
    p.write(")");
    Some(())
}
