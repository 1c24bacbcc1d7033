//! What functions, and calls, of several dialects share: lists of types with dictionaries behind them.

use super::format::CustomParse;
use super::format::Groups;
use super::format::Piece;
use super::format::{Call, Target};
use super::lists::{property, push};
use super::llvm_types;
use super::scf::{operand_types, result_types};
use crate::data::{AttrId, AttrKind, Context, OpId, Pos, TypeId, TypeKind, ValueId};
use crate::text::lexer::Kind;
use crate::text::op_state::Argument;
use crate::text::op_state::OpState;
use crate::text::parser::{Parser, Read};
use crate::text::printer::Printer;

pub(super) const PIECES: &[Piece] = &[
    Piece::new("Signature", read_function, print_function).binding(),
    Piece::new("CallTypes", read_call_types, print_call_types),
];

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

pub(super) fn push_dictionaries<'s>(p: &mut Parser<'s>, state: &mut OpState, signature: &Signature<'s>) {
    for (key, list) in [("arg_attrs", &signature.argument_attrs), ("res_attrs", &signature.result_attrs)] {
        if let Some(attr) = dictionaries(&p.ctx, list) {
            push(p, state, key, attr);
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

/// Prints `(%arg0: i32 {x}, ...)`: types behind the names of values, if there are any, with their dictionaries.
fn print_typed(
    p: &mut Printer<'_>,
    types: &[TypeId],
    attrs: &[AttrId],
    names: Option<&[ValueId]>,
    variadic: bool,
) {
    p.write("(");
    for (index, (ty, attrs)) in types.iter().zip(attrs).enumerate() {
        p.write(if index > 0 { ", " } else { "" });
        if let Some(names) = names {
            p.value(names[index]);
            p.write(": ");
        }
        p.ty(*ty);
        if *attrs != p.ctx.empty_dictionary() {
            p.write(" ");
            let entries = p.ctx.entries(*attrs);
            p.dictionary(entries);
        }
    }
    if variadic {
        p.write(if types.is_empty() { "..." } else { ", ..." });
    }
    p.write(")");
}

fn print_results(p: &mut Printer<'_>, types: &[TypeId], attrs: &[AttrId]) {
    p.write(" -> ");
    match dictionaries(p.ctx, attrs) {
        None => p.arrow_types(types),
        Some(_) => print_typed(p, types, attrs, None, false),
    }
}

// --- functions ----------------------------------------------------------------------------------------------

/// The signature of a function; its type is a property, of the llvm dialect where an argument says so.
fn read_function<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, call: &Call) -> Read<()> {
    let llvm = call.says("llvm");
    let signature = read_signature(p, llvm)?;
    let inputs: Vec<TypeId> = signature.arguments.iter().map(|argument| argument.ty).collect();
    let results = &signature.results;
    if llvm && results.len() > 1 {
        return p.error_here("a function of this dialect has at most one result");
    }
    let ty = if llvm {
        llvm_types::function_type(&p.ctx, &inputs, results.first().copied(), signature.variadic)
    } else {
        p.ctx.ty(TypeKind::Function { inputs: inputs.into(), results: results.as_slice().into() })
    };
    let ty = p.ctx.type_attr(ty);
    push(p, reading.state, "function_type", ty);
    push_dictionaries(p, reading.state, &signature);
    reading.arguments = signature.arguments;
    Ok(())
}

fn print_function(p: &mut Printer<'_>, op: OpId, _: &Groups, call: &Call) -> Option<()> {
    let program = p.program;
    let AttrKind::Type(ty) = *p.ctx.attr_kind(property(p, op, "function_type")?) else { return None };
    let (inputs, results, variadic) = if call.says("llvm") {
        let function = llvm_types::function(program.ctx(), ty)?;
        (function.inputs, function.result.into_iter().collect(), function.variadic)
    } else {
        match p.ctx.type_kind(ty) {
            TypeKind::Function { inputs, results } => (inputs.to_vec(), results.to_vec(), false),
            _ => return None,
        }
    };
    let entry = program.region(*program.op_regions(op).first()?).blocks.first();
    let names = entry.map(|entry| &program.block(*entry).arguments[..]);
    if names
        .is_some_and(|names| !names.iter().map(|name| program.value_type(*name)).eq(inputs.iter().copied()))
    {
        return None;
    }
    let argument_attrs = dictionary_list(p, op, "arg_attrs", inputs.len())?;
    let result_attrs = dictionary_list(p, op, "res_attrs", results.len())?;
    print_typed(p, &inputs, &argument_attrs, names, variadic);
    if !results.is_empty() {
        print_results(p, &results, &result_attrs);
    }
    Some(())
}

// --- calls --------------------------------------------------------------------------------------------------

/// `(types) -> type` of a call, with the type of the callee in front where that is the first value.
fn read_call_types<'s>(p: &mut Parser<'s>, reading: &mut CustomParse<'s, '_>, call: &Call) -> Read<()> {
    let Some(Target::In(group)) = call.target(0) else { return p.expected("types") };
    let direct =
        reading.state.properties.iter().any(|(key, _)| matches!(p.ctx.str(*key), "callee" | "intrin"));
    let types = reading.in_types[group].get_or_insert_default();
    if !direct {
        types.push(p.read_type()?);
        p.expect(Kind::Comma, "`,` and a function type")?;
    }
    let signature = read_signature(p, false)?;
    types.extend(signature.arguments.iter().map(|argument| argument.ty));
    reading.out_types[0] = Some(signature.results.iter().copied().collect());
    push_dictionaries(p, reading.state, &signature);
    Ok(())
}

fn print_call_types(p: &mut Printer<'_>, op: OpId, groups: &Groups, call: &Call) -> Option<()> {
    let Some(Target::In(group)) = call.target(0) else { return None };
    let indirect = property(p, op, "callee").or(property(p, op, "intrin")).is_none();
    let types = &operand_types(p, op)[..groups.ins[group].1];
    let (callee, inputs) = types.split_at_checked(usize::from(indirect))?;
    let results = result_types(p, op);
    let argument_attrs = dictionary_list(p, op, "arg_attrs", inputs.len())?;
    let result_attrs = dictionary_list(p, op, "res_attrs", results.len())?;
    for ty in callee {
        p.ty(*ty);
        p.write(", ");
    }
    print_typed(p, inputs, &argument_attrs, None, false);
    print_results(p, &results, &result_attrs);
    Some(())
}
