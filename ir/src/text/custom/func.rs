//! Custom forms of the func dialect, and what functions of other dialects share with it.

use super::Hand;
use super::scf::last_region;
use crate::data::{AttrId, AttrKind, Context, Ident, OpId, Pos, TypeId, TypeKind, known};
use crate::text::lexer::Kind;
use crate::text::ops::OpState;
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;
use crate::text::regions::Argument;

/// Operations with C++ formats.
pub(super) const HAND: &[Hand] = &[("func.func", read_func, print_func)];

/// Arguments and results of a function as written.
#[derive(Default)]
pub(super) struct Signature<'s> {
    pub(super) arguments: Vec<Argument<'s>>,
    pub(super) argument_attrs: Vec<AttrId>,
    pub(super) results: Vec<TypeId>,
    pub(super) result_attrs: Vec<AttrId>,
    /// Whether `...` ends the arguments.
    pub(super) variadic: bool,
}

/// `(%a: i32 {x}, ..) -> (f32 {y}, ..)`
/// Where `variadic` allows it, `...` may end the arguments.
pub(super) fn read_signature<'s>(p: &mut Parser<'s>, variadic: bool) -> Read<Signature<'s>> {
    let mut signature = Signature::default();
    p.expect(Kind::LParen, "`(` and the arguments")?;
    p.list_until(Kind::RParen, "`)` or `,`", |p| {
        if variadic && p.at(Kind::Ellipsis) && p.peek().kind == Kind::RParen {
            p.bump();
            signature.variadic = true;
            return Ok(());
        }
        let mut argument = Argument { name: "", ty: p.ctx.index(), pos: Pos::NONE };
        if p.at(Kind::Percent) {
            let token = p.bump();
            argument.name = &p.slice(token)[1..];
            argument.pos = Pos(token.start);
            p.expect(Kind::Colon, "`:` and a type")?;
        }
        argument.ty = p.read_type()?;
        let attrs = optional_dictionary(p)?;
        p.optional_location()?;
        signature.arguments.push(argument);
        signature.argument_attrs.push(attrs);
        Ok(())
    })?;
    if p.eat(Kind::Arrow) {
        if p.eat(Kind::LParen) {
            p.list_until(Kind::RParen, "`)` or `,`", |p| {
                let ty = p.read_type()?;
                let attrs = optional_dictionary(p)?;
                signature.results.push(ty);
                signature.result_attrs.push(attrs);
                Ok(())
            })?;
        } else {
            signature.results = p.result_types()?;
            signature.result_attrs = vec![p.ctx.empty_dictionary(); signature.results.len()];
        }
    }
    Ok(signature)
}

fn optional_dictionary(p: &mut Parser<'_>) -> Read<AttrId> {
    if p.at(Kind::LBrace) { p.nested(Parser::dictionary) } else { Ok(p.ctx.empty_dictionary()) }
}

/// The attribute for a list of dictionaries, unless all are empty.
pub(super) fn dictionaries(ctx: &Context, list: &[AttrId]) -> Option<AttrId> {
    let any = list.iter().any(|attrs| *attrs != ctx.empty_dictionary());
    any.then(|| ctx.attr(AttrKind::Array(list.into())))
}

pub(super) fn read_func(p: &mut Parser<'_>, state: &mut OpState, _start: u32) -> Read<()> {
    if p.at(Kind::Ident) && matches!(p.spelling(), "private" | "public" | "nested") {
        let token = p.bump();
        let word = p.slice(token);
        let text = p.ident(word);
        let visibility = p.ctx.attr(AttrKind::String { text, ty: None });
        state.properties.push((known::SYM_VISIBILITY, visibility));
    }
    let text = p.symbol_name()?;
    let name = p.ctx.attr(AttrKind::String { text, ty: None });
    state.properties.push((known::SYM_NAME, name));
    let signature = read_signature(p, false)?;
    let inputs = signature.arguments.iter().map(|argument| argument.ty).collect();
    let ty = p.ctx.ty(TypeKind::Function { inputs, results: signature.results.as_slice().into() });
    let ty = p.ctx.type_attr(ty);
    state.properties.push((known::FUNCTION_TYPE, ty));
    push_dictionaries(p, state, &signature);
    if p.eat_keyword("attributes") {
        p.nested(|p| p.dictionary_entries(&mut state.attributes))?;
    }
    if p.at(Kind::LBrace) {
        let start = p.token.start;
        p.region(state, &signature.arguments)?;
        let body = last_region(p, state);
        if body.is_some_and(|body| p.program.region(body).blocks.is_empty()) {
            return p.error_since(start, "the body of a function is not empty");
        }
        Ok(())
    } else {
        let op = p.holder(state);
        p.program.add_region(op);
        Ok(())
    }
}

pub(super) fn push_dictionaries<'s>(p: &mut Parser<'s>, state: &mut OpState, signature: &Signature<'s>) {
    for (key, list) in [("arg_attrs", &signature.argument_attrs), ("res_attrs", &signature.result_attrs)] {
        if let Some(attr) = dictionaries(&p.ctx, list) {
            let key = p.ident(key);
            state.properties.push((key, attr));
        }
    }
}

/// The dictionaries of arguments or results, `count` of them; `None` when they do not fit.
pub(super) fn dictionary_list(p: &Printer<'_>, op: OpId, name: &str, count: usize) -> Option<Vec<AttrId>> {
    let Some(attr) = p.program.attr(op, p.ctx.ident(name)) else {
        return Some(vec![p.ctx.empty_dictionary(); count]);
    };
    let AttrKind::Array(items) = p.ctx.attr_kind(attr) else { return None };
    let all = items.iter().all(|item| matches!(p.ctx.attr_kind(*item), AttrKind::Dictionary(_)));
    let any = items.iter().any(|item| *item != p.ctx.empty_dictionary());
    (items.len() == count && all && any).then(|| items.to_vec())
}

/// Prints `(%arg0: i32 {x}, ...) -> f32`; the dots where `variadic`.
pub(super) fn print_signature(
    p: &mut Printer<'_>,
    op: OpId,
    inputs: &[TypeId],
    results: &[TypeId],
    variadic: bool,
) -> Option<()> {
    let program = p.program;
    let region = program.op_regions(op).first()?;
    let entry = program.region(*region).blocks.first().copied();
    if let Some(entry) = entry {
        let types: Vec<TypeId> =
            program.block(entry).arguments.iter().map(|a| program.value_type(*a)).collect();
        if types != inputs {
            return None;
        }
    }
    let argument_attrs = dictionary_list(p, op, "arg_attrs", inputs.len())?;
    let result_attrs = dictionary_list(p, op, "res_attrs", results.len())?;
    p.write("(");
    for (index, (ty, attrs)) in inputs.iter().zip(&argument_attrs).enumerate() {
        p.write(if index > 0 { ", " } else { "" });
        if let Some(entry) = entry {
            p.value(program.block(entry).arguments[index]);
            p.write(": ");
        }
        p.ty(*ty);
        print_attrs(p, *attrs);
    }
    if variadic {
        p.write(if inputs.is_empty() { "..." } else { ", ..." });
    }
    p.write(")");
    if results.is_empty() {
        return Some(());
    }
    p.write(" -> ");
    let plain = result_attrs.iter().all(|attrs| *attrs == p.ctx.empty_dictionary());
    if plain {
        p.arrow_types(results);
        return Some(());
    }
    p.write("(");
    for (index, (ty, attrs)) in results.iter().zip(&result_attrs).enumerate() {
        p.write(if index > 0 { ", " } else { "" });
        p.ty(*ty);
        print_attrs(p, *attrs);
    }
    p.write(")");
    Some(())
}

pub(super) fn print_attrs(p: &mut Printer<'_>, attrs: AttrId) {
    if attrs != p.ctx.empty_dictionary() {
        p.write(" ");
        let entries = p.ctx.entries(attrs);
        p.dictionary(entries);
    }
}

/// Attributes of a function that its dictionary writes: all but `elided` properties.
pub(super) fn print_function_attributes(p: &mut Printer<'_>, op: OpId, elided: &[&str]) {
    let data = p.program.op(op);
    let mut entries: Vec<(Ident, AttrId)> = p.ctx.entries(data.attributes).to_vec();
    let written = |key: &Ident| !elided.contains(&p.ctx.str(*key));
    entries.extend(p.ctx.entries(data.properties).iter().filter(|(key, _)| written(key)));
    if !entries.is_empty() {
        entries.sort_by(|a, b| p.ctx.str(a.0).cmp(p.ctx.str(b.0)));
        p.write(" attributes ");
        p.dictionary(&entries);
    }
}

/// Input and result types of the `function_type` property.
pub(super) fn function_type<'p>(p: &Printer<'p>, op: OpId) -> Option<(&'p [TypeId], &'p [TypeId])> {
    let ctx: &'p Context = p.ctx;
    let AttrKind::Type(ty) = ctx.attr_kind(p.program.attr(op, known::FUNCTION_TYPE)?) else { return None };
    match ctx.type_kind(*ty) {
        TypeKind::Function { inputs, results } => Some((inputs, results)),
        _ => None,
    }
}

pub(super) fn print_func(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    const KNOWN: [&str; 6] =
        ["sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs", "no_inline"];
    let program = p.program;
    let shape = program.result_count(op) == 0 && program.operand_count(op) == 0;
    let keys = p.ctx.entries(program.op(op).properties);
    if !shape || !keys.iter().all(|(key, _)| KNOWN.contains(&p.ctx.str(*key))) {
        return None;
    }
    let [region] = program.op_regions(op) else { return None };
    let AttrKind::String { text: name, ty: None } = p.ctx.attr_kind(program.attr(op, known::SYM_NAME)?)
    else {
        return None;
    };
    let (inputs, results) = function_type(p, op)?;
    p.write(" ");
    if program.attr(op, known::SYM_VISIBILITY).is_some() {
        let visibility = program.attr_text(op, known::SYM_VISIBILITY)?;
        if !matches!(visibility, "private" | "public" | "nested") {
            return None;
        }
        p.write(visibility);
        p.write(" ");
    }
    p.symbol(*name);
    print_signature(p, op, inputs, results, false)?;
    print_function_attributes(p, op, &KNOWN[..5]);
    let blocks = &program.region(*region).blocks;
    if let Some(entry) = blocks.first() {
        // An empty body without arguments would read as a region without blocks.
        let empty = program.first_op(*entry).is_none() && inputs.is_empty();
        p.write(" ");
        p.region(*region, empty, false);
    }
    Some(())
}
