//! Forms of the llvm dialect's functions, globals and aliases: keywords for linkage and the like in front of the
//! name, which are properties in the generic form.

use super::attribute::AttrForm;
use super::forms;
use super::func::{print_function_attributes, print_signature, push_dictionaries, read_signature};
use super::lists::property;
use super::llvm_calls::{inside, print_convention, print_rest, read_convention, read_word, word};
use super::llvm_types as types;
use super::pieces::{BARE, Shape};
use super::scf::optional_dictionary;
use crate::data::{AttrId, AttrKind, OpId, TypeId, known};
use crate::text::lexer::Kind;
use crate::text::ops::OpState;
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

const LINKAGES: [&str; 11] = [
    "external",
    "available_externally",
    "linkonce",
    "linkonce_odr",
    "weak",
    "weak_odr",
    "appending",
    "internal",
    "private",
    "extern_weak",
    "common",
];

// --- what they share ----------------------------------------------------------------------------------------

fn read_linkage(p: &mut Parser<'_>, state: &mut OpState) {
    if !read_word(p, state, "linkage", "linkage", &LINKAGES) {
        let (dialect, body) = (p.ctx.ident("llvm"), p.ctx.ident("external"));
        let name = p.ident("linkage");
        state.properties.push((name, p.ctx.attr(AttrKind::Opaque { dialect, name, body, ty: None })));
    }
}

/// A keyword of an enumeration, where one stands.
fn read_case(p: &mut Parser<'_>, state: &mut OpState, key: &'static str, kind: &str) -> Read<()> {
    if let Some(cases) = forms::enumeration("llvm", kind)
        && cases.value(p.spelling()).is_some()
    {
        let value = cases.read(p)?;
        let key = p.ident(key);
        state.properties.push((key, value));
    }
    Ok(())
}

/// ` keyword`, nothing for the value 0.
fn print_case(p: &mut Printer<'_>, op: OpId, key: &str, kind: &str) -> Option<()> {
    let attr = property(p, op, key)?;
    let zero = p.ctx.integer_attr(0, p.ctx.integer(64));
    if attr != zero {
        p.write(" ");
        let cases = forms::enumeration("llvm", kind)?;
        AttrForm::Enum(cases).print(p, attr)?;
    }
    Some(())
}

fn read_flag(p: &mut Parser<'_>, state: &mut OpState, word: &str, key: &'static str) {
    if p.eat_keyword(word) {
        let (key, unit) = (p.ident(key), p.ctx.unit());
        state.properties.push((key, unit));
    }
}

fn print_flag(p: &mut Printer<'_>, op: OpId, word: &str, key: &str) {
    if property(p, op, key).is_some() {
        p.write(" ");
        p.write(word);
    }
}

fn read_name(p: &mut Parser<'_>, state: &mut OpState) -> Read<()> {
    let text = p.symbol_name()?;
    state.properties.push((known::SYM_NAME, p.ctx.attr(AttrKind::String { text, ty: None })));
    Ok(())
}

fn print_name(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    let AttrKind::String { text, ty: None } = p.ctx.attr_kind(property(p, op, "sym_name")?) else {
        return None;
    };
    p.write(" ");
    p.symbol(*text);
    Some(())
}

/// `comdat(@a::@b)`
fn read_comdat(p: &mut Parser<'_>, state: &mut OpState) -> Read<()> {
    if p.eat_keyword("comdat") {
        p.expect(Kind::LParen, "`(` and a symbol")?;
        let symbol = p.symbol_ref()?;
        p.expect(Kind::RParen, "`)`")?;
        let key = p.ident("comdat");
        state.properties.push((key, symbol));
    }
    Ok(())
}

fn print_comdat(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    if let Some(symbol) = property(p, op, "comdat") {
        p.write(" comdat(");
        AttrForm::Symbol.print(p, symbol)?;
        p.write(")");
    }
    Some(())
}

fn type_property(p: &Printer<'_>, op: OpId, key: &str) -> Option<TypeId> {
    match p.ctx.attr_kind(property(p, op, key)?) {
        AttrKind::Type(ty) => Some(*ty),
        _ => None,
    }
}

fn push_type(p: &mut Parser<'_>, state: &mut OpState, key: &'static str, ty: TypeId) {
    let key = p.ident(key);
    let ty = p.ctx.type_attr(ty);
    state.properties.push((key, ty));
}

fn read_initializer(p: &mut Parser<'_>, state: &mut OpState) -> Read<()> {
    if p.at(Kind::LBrace) {
        return p.region(state, &[]);
    }
    let op = p.holder(state);
    p.program.add_region(op);
    Ok(())
}

// --- functions ----------------------------------------------------------------------------------------------

pub(super) fn read_func(p: &mut Parser<'_>, state: &mut OpState, _start: u32) -> Read<()> {
    read_linkage(p, state);
    read_case(p, state, "visibility_", "Visibility")?;
    read_case(p, state, "unnamed_addr", "UnnamedAddr")?;
    read_convention(p, state);
    read_name(p, state)?;
    let signature = read_signature(p, true)?;
    let inputs: Vec<TypeId> = signature.arguments.iter().map(|argument| argument.ty).collect();
    let result = match signature.results[..] {
        [] => None,
        [one] => Some(one),
        _ => return p.error_here("a function of this dialect has at most one result"),
    };
    let ty = types::function_type(&p.ctx, &inputs, result, signature.variadic);
    push_type(p, state, "function_type", ty);
    push_dictionaries(p, state, &signature);
    read_vscale(p, state)?;
    read_comdat(p, state)?;
    if p.eat_keyword("attributes") {
        p.nested(|p| p.dictionary_entries(&mut state.attributes))?;
    }
    if p.at(Kind::LBrace) {
        return p.region(state, &signature.arguments);
    }
    let op = p.holder(state);
    p.program.add_region(op);
    Ok(())
}

/// `vscale_range(1, 2)`
fn read_vscale(p: &mut Parser<'_>, state: &mut OpState) -> Read<()> {
    if p.eat_keyword("vscale_range") {
        p.expect(Kind::LParen, "`(` and a number")?;
        let low = p.small_int("a number")?;
        p.expect(Kind::Comma, "`,`")?;
        let high = p.small_int("a number")?;
        p.expect(Kind::RParen, "`)`")?;
        let body = p.ctx.ident(&format!("minRange = {low} : i32, maxRange = {high} : i32"));
        let (dialect, name) = (p.ctx.ident("llvm"), p.ident("vscale_range"));
        state.properties.push((name, p.ctx.attr(AttrKind::Opaque { dialect, name, body, ty: None })));
    }
    Ok(())
}

fn print_vscale(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    if property(p, op, "vscale_range").is_none() {
        return Some(());
    }
    let body = inside(p, op, "vscale_range", "vscale_range")?;
    let body = body.strip_prefix("minRange = ")?.strip_suffix(" : i32")?;
    let (low, high) = body.split_once(" : i32, maxRange = ")?;
    low.parse::<i32>().ok()?;
    high.parse::<i32>().ok()?;
    p.write(&format!(" vscale_range({low}, {high})"));
    Some(())
}

pub(super) fn print_func(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    Shape { regions: Some(1), ..BARE }.check(p, op)?;
    const WRITTEN: [&str; 10] = [
        "sym_name",
        "function_type",
        "linkage",
        "visibility_",
        "unnamed_addr",
        "CConv",
        "arg_attrs",
        "res_attrs",
        "vscale_range",
        "comdat",
    ];
    let program = p.program;
    let [region] = *program.op_regions(op) else { return None };
    let function = types::function(program.ctx(), type_property(p, op, "function_type")?)?;
    if program.operand_count(op) + program.result_count(op) > 0 {
        return None;
    }
    let linkage = word(p, op, "linkage", "linkage", &LINKAGES)?;
    if linkage != "external" {
        p.write(" ");
        p.write(linkage);
    }
    print_case(p, op, "visibility_", "Visibility")?;
    print_case(p, op, "unnamed_addr", "UnnamedAddr")?;
    print_convention(p, op)?;
    print_name(p, op)?;
    print_signature(p, op, &function.inputs, function.result.as_slice(), function.variadic)?;
    print_vscale(p, op)?;
    print_comdat(p, op)?;
    print_function_attributes(p, op, &WRITTEN);
    if let Some(entry) = program.region(region).blocks.first() {
        // An empty body without arguments would read as a region without blocks.
        let empty = program.first_op(*entry).is_none() && function.inputs.is_empty();
        p.write(" ");
        p.region(region, empty, false);
    }
    Some(())
}

// --- globals ------------------------------------------------------------------------------------------------

/// `linkage visibility thread_local unnamed_addr constant @name(value) comdat(..) {..} : type {initializer}`
pub(super) fn read_global(p: &mut Parser<'_>, state: &mut OpState, _start: u32) -> Read<()> {
    read_linkage(p, state);
    read_case(p, state, "visibility_", "Visibility")?;
    read_flag(p, state, "thread_local", "thread_local_");
    read_case(p, state, "unnamed_addr", "UnnamedAddr")?;
    read_flag(p, state, "constant", "constant");
    read_name(p, state)?;
    p.expect(Kind::LParen, "`(` and a value, if there is one")?;
    let mut value = None;
    if !p.at(Kind::RParen) {
        let attr = p.read_attr(None)?;
        let key = p.ident("value");
        state.properties.push((key, attr));
        value = Some(attr);
    }
    p.expect(Kind::RParen, "`)`")?;
    read_comdat(p, state)?;
    optional_dictionary(p, state)?;
    let ty = if p.eat(Kind::Colon) {
        p.read_type()?
    } else {
        match value.and_then(|value| string_type(&p.ctx, value)) {
            Some(ty) => ty,
            None => return p.expected("`:` and a type"),
        }
    };
    push_type(p, state, "global_type", ty);
    read_initializer(p, state)
}

/// The array type of a string without a type.
fn string_type(ctx: &crate::data::Context, value: AttrId) -> Option<TypeId> {
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

pub(super) fn print_global(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    Shape { regions: Some(1), ..BARE }.check(p, op)?;
    const WRITTEN: [&str; 9] = [
        "sym_name",
        "global_type",
        "linkage",
        "visibility_",
        "thread_local_",
        "unnamed_addr",
        "constant",
        "value",
        "comdat",
    ];
    let program = p.program;
    let [region] = *program.op_regions(op) else { return None };
    let ty = type_property(p, op, "global_type")?;
    p.write(" ");
    p.write(word(p, op, "linkage", "linkage", &LINKAGES)?);
    print_case(p, op, "visibility_", "Visibility")?;
    print_flag(p, op, "thread_local", "thread_local_");
    print_case(p, op, "unnamed_addr", "UnnamedAddr")?;
    print_flag(p, op, "constant", "constant");
    print_name(p, op)?;
    p.write("(");
    let value = property(p, op, "value");
    if let Some(value) = value {
        p.attr(value);
    }
    p.write(")");
    print_comdat(p, op)?;
    print_rest(p, op, &WRITTEN, &[]);
    if value.and_then(|value| string_type(p.ctx, value)) != Some(ty) {
        p.write(" : ");
        p.ty(ty);
    }
    if !program.region(region).blocks.is_empty() {
        p.write(" ");
        p.region(region, true, false);
    }
    Some(())
}

// --- aliases ------------------------------------------------------------------------------------------------

/// `linkage visibility thread_local unnamed_addr @name {..} : type {initializer}`
pub(super) fn read_alias(p: &mut Parser<'_>, state: &mut OpState, _start: u32) -> Read<()> {
    read_linkage(p, state);
    read_case(p, state, "visibility_", "Visibility")?;
    read_flag(p, state, "thread_local", "thread_local_");
    read_case(p, state, "unnamed_addr", "UnnamedAddr")?;
    read_name(p, state)?;
    optional_dictionary(p, state)?;
    p.expect(Kind::Colon, "`:` and a type")?;
    let ty = p.read_type()?;
    push_type(p, state, "alias_type", ty);
    read_initializer(p, state)
}

pub(super) fn print_alias(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    Shape { regions: Some(1), ..BARE }.check(p, op)?;
    const WRITTEN: [&str; 6] =
        ["sym_name", "alias_type", "linkage", "visibility_", "thread_local_", "unnamed_addr"];
    let program = p.program;
    let [region] = *program.op_regions(op) else { return None };
    let ty = type_property(p, op, "alias_type")?;
    p.write(" ");
    p.write(word(p, op, "linkage", "linkage", &LINKAGES)?);
    print_case(p, op, "visibility_", "Visibility")?;
    print_flag(p, op, "thread_local", "thread_local_");
    print_case(p, op, "unnamed_addr", "UnnamedAddr")?;
    print_name(p, op)?;
    print_rest(p, op, &WRITTEN, &[]);
    p.write(" : ");
    p.ty(ty);
    if program.region(region).blocks.is_empty() {
        return None;
    }
    p.write(" ");
    p.region(region, true, false);
    Some(())
}

// --- functions chosen when the program is loaded ------------------------------------------------------------

/// `linkage visibility unnamed_addr @name : type, resolver type @resolver {..}`
pub(super) fn read_ifunc(p: &mut Parser<'_>, state: &mut OpState, _start: u32) -> Read<()> {
    read_linkage(p, state);
    read_case(p, state, "visibility_", "Visibility")?;
    read_case(p, state, "unnamed_addr", "UnnamedAddr")?;
    read_name(p, state)?;
    p.expect(Kind::Colon, "`:` and a type")?;
    let ty = p.read_type()?;
    push_type(p, state, "i_func_type", ty);
    p.expect(Kind::Comma, "`,` and the type of the resolver")?;
    let ty = p.read_type()?;
    push_type(p, state, "resolver_type", ty);
    let resolver = p.symbol_ref()?;
    let key = p.ident("resolver");
    state.properties.push((key, resolver));
    optional_dictionary(p, state)
}

pub(super) fn print_ifunc(p: &mut Printer<'_>, op: OpId) -> Option<()> {
    BARE.check(p, op)?;
    const WRITTEN: [&str; 7] =
        ["sym_name", "i_func_type", "resolver", "resolver_type", "linkage", "visibility_", "unnamed_addr"];
    p.write(" ");
    p.write(word(p, op, "linkage", "linkage", &LINKAGES)?);
    print_case(p, op, "visibility_", "Visibility")?;
    print_case(p, op, "unnamed_addr", "UnnamedAddr")?;
    print_name(p, op)?;
    p.write(" : ");
    let ty = type_property(p, op, "i_func_type")?;
    p.ty(ty);
    p.write(", ");
    let ty = type_property(p, op, "resolver_type")?;
    p.ty(ty);
    p.write(" ");
    AttrForm::Symbol.print(p, property(p, op, "resolver")?)?;
    print_rest(p, op, &WRITTEN, &[("address_space", "0 : i32")]);
    Some(())
}
