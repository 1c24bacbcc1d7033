//! Ports of CIRCT's hw dialect, as far as modules of combinational logic need them. No MLIR binary reads
//! them: they follow CIRCT's documentation.

use std::sync::Arc;

use super::format::Call;
use super::format::CustomParse;
use super::format::Groups;
use super::format::Piece;
use super::lists::{property, push};
use super::scf::entry_types;
use crate::data::{AttrKind, Context, OpId, Pos, TypeId, TypeKind};
use crate::text::lexer::{self, Kind};
use crate::text::op_state::Argument;
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;
use crate::text::{parse_type, type_text};

pub(super) const PIECES: &[Piece] =
    &[Piece::new("Ports", read_ports, print_ports).writing(&["parameters"]).binding()];

/// A port of a module.
struct Port {
    input: bool,
    name: String,
    ty: TypeId,
}

/// A name as a keyword where it is one, else in quotes.
fn spelled(name: &str) -> String {
    let mut bytes = name.bytes();
    let bare = bytes.next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
        && bytes.all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.'));
    if bare {
        return name.to_owned();
    }
    let escape = |c: char| match c {
        '"' | '\\' => format!("\\{c}"),
        c if c.is_ascii_control() => format!("\\{:02X}", c as u32),
        c => c.to_string(),
    };
    format!("\"{}\"", name.chars().map(escape).collect::<String>())
}

/// `!hw.modty<input a : i8, output b : i8>`
fn module_type(ctx: &Arc<Context>, ports: &[Port]) -> Option<TypeId> {
    let port = |port: &Port| {
        let direction = if port.input { "input" } else { "output" };
        format!("{direction} {} : {}", spelled(&port.name), type_text(ctx, port.ty))
    };
    let list: Vec<String> = ports.iter().map(port).collect();
    let text = if list.is_empty() { "!hw.modty".into() } else { format!("!hw.modty<{}>", list.join(", ")) };
    parse_type(ctx, &text).ok()
}

/// The ports of a module type; `None` where one is neither input nor output.
fn ports(p: &Printer<'_>, ty: TypeId) -> Option<Vec<Port>> {
    let ctx: &Context = p.ctx;
    let (dialect, name, body) = match ctx.type_kind(ty) {
        TypeKind::Opaque { dialect, name, body } => (dialect, name, ctx.str(*body)),
        TypeKind::Dialect { dialect, name, params } if params.is_empty() => (dialect, name, ""),
        _ => return None,
    };
    if ctx.str(*dialect) != "hw" || ctx.str(*name) != "modty" {
        return None;
    }
    let mut list = Vec::new();
    let mut at = 0;
    while at < body.len() {
        let direction = lexer::next(body.as_bytes(), at);
        let name = lexer::next(body.as_bytes(), direction.end as usize);
        let colon = lexer::next(body.as_bytes(), name.end as usize);
        let text = |token: lexer::Token| body.get(token.start as usize..token.end as usize).unwrap_or("");
        let input = match text(direction) {
            "input" => true,
            "output" => false,
            _ => return None,
        };
        let written = text(name);
        let name = match name.kind {
            Kind::Ident => written.to_owned(),
            Kind::Str => lexer::unescape(written.get(1..written.len() - 1)?).into_owned(),
            _ => return None,
        };
        if colon.kind != Kind::Colon {
            return None;
        }
        let start = colon.end as usize;
        let end = type_end(body, start);
        list.push(Port { input, name, ty: parse_type(p.program.ctx(), body.get(start..end)?.trim()).ok()? });
        at = end + 1;
    }
    Some(list)
}

/// Where the comma stands that ends a type, or the end of the text.
fn type_end(text: &str, start: usize) -> usize {
    let (mut depth, mut at) = (0usize, start);
    loop {
        let token = lexer::next(text.as_bytes(), at);
        match token.kind {
            Kind::Eof => return text.len(),
            Kind::Less | Kind::LParen | Kind::LSquare | Kind::LBrace => depth += 1,
            Kind::Greater | Kind::RParen | Kind::RSquare | Kind::RBrace => depth = depth.saturating_sub(1),
            Kind::Comma if depth == 0 => return token.start as usize,
            _ => {}
        }
        at = token.end as usize;
    }
}

fn optional_name(p: &mut Parser<'_>) -> Read<Option<String>> {
    match p.kind() {
        Kind::Str => {
            let name = p.string("a name")?;
            Ok(Some(p.ctx.str(name).to_owned()))
        }
        Kind::Ident => Ok(Some(p.keyword("a name")?.to_owned())),
        _ => Ok(None),
    }
}

/// `in %a name : type` or `out name : type`; the name of an input is that of its value when none is written.
fn read_port<'s>(p: &mut Parser<'s>, arguments: &mut Vec<Argument<'s>>) -> Read<Port> {
    let input = match p.spelling() {
        "in" => true,
        "out" => false,
        _ => return p.expected("`in` or `out`"),
    };
    p.bump();
    let mut value = ("", Pos::NONE);
    if input {
        let token = p.expect(Kind::Percent, "a value such as `%a`")?;
        value = (&p.slice(token)[1..], Pos(token.start));
    }
    let name = match optional_name(p)? {
        Some(name) => name,
        None if input => value.0.to_owned(),
        None => return p.expected("the name of the port"),
    };
    p.expect(Kind::Colon, "`:` and a type")?;
    let ty = p.read_type()?;
    if p.at(Kind::LBrace) {
        return p.error_here("attributes of ports are not known here");
    }
    p.optional_location()?;
    if input {
        arguments.push(Argument { name: value.0, ty, pos: value.1 });
    }
    Ok(Port { input, name, ty })
}

/// `(in %a : i8, out b : i8)`: the type of the module, and the arguments of its body.
fn read_ports<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, call: &Call) -> Read<()> {
    if p.at(Kind::Less) {
        return p.error_here("parameters of modules are not known here");
    }
    let mut ports = Vec::new();
    p.expect(Kind::LParen, "`(` and ports")?;
    p.list_until(Kind::RParen, "`)` or `,`", |p| {
        ports.push(read_port(p, &mut reading.arguments)?);
        Ok(())
    })?;
    let Some(ty) = module_type(&p.ctx, &ports) else {
        return p.error_here("this list of ports makes no module type");
    };
    let ty = p.ctx.type_attr(ty);
    push(p, reading.state, call.attribute(0).unwrap_or(""), ty);
    Ok(())
}

fn print_ports(p: &mut Printer<'_>, op: OpId, _: &Groups, call: &Call) -> Option<()> {
    let program = p.program;
    let AttrKind::Type(ty) = p.ctx.attr_kind(property(p, op, call.attribute(0)?)?) else { return None };
    let ports = ports(p, *ty)?;
    let region = *program.op_regions(op).first()?;
    let inputs: Vec<TypeId> = ports.iter().filter(|port| port.input).map(|port| port.ty).collect();
    if module_type(program.ctx(), &ports) != Some(*ty)
        || entry_types(p, region) != inputs
        || property(p, op, "parameters") != p.default_attr("[]")
    {
        return None;
    }
    let block = *program.region(region).blocks.first()?;
    let mut arguments = program.block(block).arguments.iter();
    p.write("(");
    for (index, port) in ports.iter().enumerate() {
        p.write(if index > 0 { ", " } else { "" });
        p.write(if port.input { "in " } else { "out " });
        if port.input {
            p.value(*arguments.next()?);
            p.write(" ");
        }
        p.write(&spelled(&port.name));
        p.write(" : ");
        p.ty(port.ty);
    }
    p.write(")");
    Some(())
}
