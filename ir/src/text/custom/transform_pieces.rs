//! Pieces of the transform dialect's forms: positions, options of passes, pairs of matchers and actions.

use super::attribute::{dense, numbers};
use super::format::Call;
use super::format::CustomParse;
use super::format::Groups;
use super::format::Piece;
use super::lists::{DYNAMIC, property, push};
use super::scf::operand_types;
use crate::data::{AttrId, AttrKind, Ident, OpId};
use crate::text::lexer::Kind;
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

pub(super) const PIECES: &[Piece] = &[
    Piece::new("TransformMatchDims", read_positions, print_positions),
    Piece::new("ApplyRegisteredPassOptions", read_options, print_options),
    Piece::new("ForeachMatchSymbols", read_actions, print_actions),
    Piece::new("SplitPoint", read_split, print_split),
    Piece::new("SequenceOpOperands", read_bindings, print_bindings),
];

/// `%root, %more : (T, U)`, or nothing.
fn read_bindings<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, _: &Call) -> Read<()> {
    let mut types = Vec::new();
    if p.at(Kind::Percent) {
        reading.uses[0].push(p.value_use()?);
        while p.eat(Kind::Comma) {
            reading.uses[1].push(p.value_use()?);
        }
        p.expect(Kind::Colon, "`:` and types")?;
        if p.eat(Kind::LParen) {
            p.type_list(&mut types)?;
            p.expect(Kind::RParen, "`)` or `,`")?;
        } else {
            types.push(p.read_type()?);
        }
    }
    let (first, rest) = types.split_at(types.len().min(1));
    reading.in_types[0] = Some(first.into());
    reading.in_types[1] = Some(rest.into());
    Ok(())
}

fn print_bindings(p: &mut Printer<'_>, op: OpId, groups: &Groups, _: &Call) -> Option<()> {
    let types = operand_types(p, op);
    if types.is_empty() {
        return Some(());
    }
    (groups.ins[0].1 == 1).then_some(())?;
    p.values(p.program.operands(op));
    p.write(" : ");
    match types[..] {
        [one] => p.ty(one),
        _ => {
            p.write("(");
            p.types(types);
            p.write(")");
        }
    }
    Some(())
}

fn read_split<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, _: &Call) -> Read<()> {
    let value = if p.at(Kind::Percent) {
        reading.uses[1].push(p.value_use()?);
        DYNAMIC
    } else {
        p.small_int("where to split")?
    };
    let ty = p.ctx.integer(64);
    let attr = p.ctx.integer_attr(i128::from(value), ty);
    push(p, reading.state, "static_chunk_sizes", attr);
    Ok(())
}

fn print_split(p: &mut Printer<'_>, op: OpId, groups: &Groups, _: &Call) -> Option<()> {
    let attr = property(p, op, "static_chunk_sizes")?;
    let AttrKind::Integer { value, ty } = p.ctx.attr_kind(attr) else { return None };
    let dynamic = value.to_i64()? == DYNAMIC;
    let (start, count) = groups.ins[1];
    if *ty != p.ctx.integer(64) || dynamic != (count == 1) {
        return None;
    }
    if dynamic {
        let program = p.program;
        p.values(program.operands(op).skip(start).take(1));
    } else {
        p.number(attr);
    }
    Some(())
}

// --- positions ----------------------------------------------------------------------------------------------

/// `all`, `except(0, 1)` or `0, 1`
fn read_positions<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, call: &Call) -> Read<()> {
    let unit = p.ctx.unit();
    let mut values = Vec::new();
    if p.eat_keyword("all") {
        push(p, reading.state, "is_all", unit);
    } else {
        let except = p.eat_keyword("except");
        if except {
            push(p, reading.state, "is_inverted", unit);
            p.expect(Kind::LParen, "`(` and positions")?;
        }
        p.comma_list(|p| {
            values.push(p.small_int("a position")?);
            Ok(())
        })?;
        if except {
            p.expect(Kind::RParen, "`)`")?;
        }
    }
    let attr = dense(&p.ctx, 64, &values);
    push(p, reading.state, call.attribute(0).unwrap_or(""), attr);
    Ok(())
}

fn print_positions(p: &mut Printer<'_>, op: OpId, _: &Groups, call: &Call) -> Option<()> {
    let values = numbers(p.ctx, property(p, op, call.attribute(0)?)?, 64)?;
    let all = property(p, op, "is_all").is_some();
    let inverted = property(p, op, "is_inverted").is_some();
    if all {
        p.write("all");
        return (values.is_empty() && !inverted).then_some(());
    }
    let list: Vec<String> = values.iter().map(i64::to_string).collect();
    p.write(if inverted { "except(" } else { "" });
    p.write(&list.join(", "));
    p.write(if inverted { ")" } else { "" });
    (!values.is_empty()).then_some(())
}

// --- options of passes --------------------------------------------------------------------------------------

/// `{"a" = 1, "b" = %p, "c" = [%q]}`: values become operands with their number in their place.
fn read_options<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, _: &Call) -> Read<()> {
    p.expect(Kind::LBrace, "`{` and options")?;
    let mut entries: Vec<(Ident, AttrId)> = Vec::new();
    p.list_until(Kind::RBrace, "`}` or `,`", |p| {
        let key = p.name("the name of an option")?;
        p.expect(Kind::Equal, "`=` and a value")?;
        let value = option_value(p, reading)?;
        if entries.iter().any(|(other, _)| *other == key) {
            return p.error_here("this option is given twice");
        }
        entries.push((key, value));
        Ok(())
    })?;
    let dictionary = p.ctx.dictionary(entries);
    push(p, reading.state, "options", dictionary);
    Ok(())
}

fn option_value<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>) -> Read<AttrId> {
    match p.kind() {
        Kind::Percent => {
            let body = p.ctx.ident(&format!("index = {} : i64", reading.uses[1].len()));
            reading.uses[1].push(p.value_use()?);
            let (dialect, name) = (p.ctx.ident("transform"), p.ctx.ident("param_operand"));
            Ok(p.ctx.attr(AttrKind::Opaque { dialect, name, body, ty: None }))
        }
        Kind::LSquare => p.nested(|p| {
            let mut items = Vec::new();
            p.bump();
            p.list_until(Kind::RSquare, "`]` or `,`", |p| {
                items.push(option_value(p, reading)?);
                Ok(())
            })?;
            Ok(p.ctx.attr(AttrKind::Array(items.into())))
        }),
        _ => p.read_attr(None),
    }
}

fn print_options(p: &mut Printer<'_>, op: OpId, groups: &Groups, _: &Call) -> Option<()> {
    let options = property(p, op, "options")?;
    let AttrKind::Dictionary(entries) = p.ctx.attr_kind(options) else { return None };
    p.write("{");
    let mut next = 0;
    for (index, (key, value)) in entries.iter().enumerate() {
        p.write(if index > 0 { ", " } else { "" });
        p.string(*key);
        p.write(" = ");
        print_option(p, op, groups, *value, &mut next)?;
    }
    p.write("}");
    // Operands that are used out of order would read as others.
    (next == groups.ins[1].1).then_some(())
}

fn print_option(
    p: &mut Printer<'_>,
    op: OpId,
    groups: &Groups,
    value: AttrId,
    next: &mut usize,
) -> Option<()> {
    match p.ctx.attr_kind(value) {
        AttrKind::Opaque { dialect, name, body, .. }
            if p.ctx.str(*dialect) == "transform" && p.ctx.str(*name) == "param_operand" =>
        {
            let number = p.ctx.str(*body).strip_prefix("index = ")?.strip_suffix(" : i64")?;
            if number.parse() != Ok(*next) || *next >= groups.ins[1].1 {
                return None;
            }
            let program = p.program;
            p.value(program.operand(op, groups.ins[1].0 + *next)?);
            *next += 1;
        }
        AttrKind::Array(items) => {
            p.write("[");
            for (index, item) in items.iter().enumerate() {
                p.write(if index > 0 { ", " } else { "" });
                print_option(p, op, groups, *item, next)?;
            }
            p.write("]");
        }
        _ => p.attr(value),
    }
    Some(())
}

// --- foreach_match ------------------------------------------------------------------------------------------

/// `@matcher -> @action, ..`
fn read_actions<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, _: &Call) -> Read<()> {
    let (mut matchers, mut actions) = (Vec::new(), Vec::new());
    p.comma_list(|p| {
        matchers.push(p.symbol_ref()?);
        p.expect(Kind::Arrow, "`->` and an action")?;
        actions.push(p.symbol_ref()?);
        Ok(())
    })?;
    for (key, list) in [("matchers", matchers), ("actions", actions)] {
        let attr = p.ctx.attr(AttrKind::Array(list.into()));
        push(p, reading.state, key, attr);
    }
    Ok(())
}

fn print_actions(p: &mut Printer<'_>, op: OpId, _: &Groups, _: &Call) -> Option<()> {
    let lists = [property(p, op, "matchers")?, property(p, op, "actions")?];
    let [AttrKind::Array(matchers), AttrKind::Array(actions)] = lists.map(|list| p.ctx.attr_kind(list))
    else {
        return None;
    };
    let symbols = matchers.iter().chain(actions);
    let all = symbols.into_iter().all(|item| matches!(p.ctx.attr_kind(*item), AttrKind::SymbolRef { .. }));
    if matchers.len() != actions.len() || matchers.is_empty() || !all {
        return None;
    }
    for (index, (matcher, action)) in matchers.iter().zip(actions).enumerate() {
        p.write(if index > 0 { ", " } else { "" });
        p.attr(*matcher);
        p.write(" -> ");
        p.attr(*action);
    }
    Some(())
}
