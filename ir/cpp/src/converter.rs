//! The type converter of a conversion: the types that it keeps, those that become others by a line `converter` of a table, and how
//! a value of one is a value of the other, by functions of the table. Knows no syntax.

use crate::api::{Called, Machine, resolved, ssa};
use crate::conversion::Conversion;
use crate::prelude::{Converter, Table};
use crate::records::Elements;
use crate::state::{IMPOSSIBLE, State};
use crate::syntax::last;
use crate::value::{Handle, Run, Value};

/// The premise under which a conversion of unknown types is read.
const KEPT: &str = "types are i32 and f32, and the type converter keeps them";

/// The function of a converter that makes a value of the new type, and the one that makes one of the old type.
const FUNCTIONS: [&str; 2] = ["__converted", "__original"];

/// The type that a type becomes.
fn new_type(state: &State, ty: usize) -> Option<usize> {
    let mut types = state.conversion.types.iter();
    types.find(|(old, _)| state.ty(*old) == state.ty(ty)).map(|(_, new)| *new)
}

/// The converter of a table that a text names.
pub(crate) fn named<'t>(tables: &'t [Table], text: &str) -> Option<&'t Converter> {
    let letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    let is_word = |word: &str| {
        text.match_indices(word)
            .any(|(at, _)| !text[..at].ends_with(letter) && !text[at + word.len()..].starts_with(letter))
    };
    tables.iter().flat_map(|table| &table.converters).find(|one| is_word(last(&one.class)))
}

/// Chooses the types of the operands and results of the root where they are open: those of the converter's line, each of which is a
/// path; else `i32` and `f32`, which are kept.
pub(crate) fn begin(state: &mut State, known: Option<&Converter>, to_llvm: bool) -> Run<()> {
    let values: Vec<usize> = state.ops[0].operands.iter().chain(&state.ops[0].results).copied().collect();
    let mut conversion = Conversion::default();
    match known {
        Some(known) => {
            state.narrow(&format!("types are {}, and f32", known.type_list()));
            conversion.class.clone_from(&known.class);
        }
        None => state.narrow(KEPT),
    }
    if !to_llvm && known.is_none() {
        state.unsaid.push((KEPT.to_owned(), state.line));
    }
    for value in values {
        let ty = state.type_of(value);
        let open = matches!(state.elements(ty), Elements::Integer | Elements::Any);
        if let (true, None, Some(known)) = (open, &state.types[ty].written, known) {
            let at = state.choices.pick(known.types.len());
            let Some((old, new)) = known.types.get(at) else {
                return state.stop("a converter without types");
            };
            let written = state.written_type(old);
            if !state.join(ty, written) {
                return state.stop(IMPOSSIBLE);
            }
            if old != new {
                let new = state.written_type(new);
                conversion.types.push((ty, new));
            }
            continue;
        }
        let written = match state.elements(ty) {
            Elements::Index if to_llvm => {
                return state.stop("a conversion of `index`, whose type becomes another");
            }
            Elements::Integer => "i32",
            Elements::Float => "f32",
            Elements::Truth => "i1",
            Elements::Index | Elements::Any => continue,
        };
        state.types[ty].written.get_or_insert_with(|| written.to_owned());
    }
    state.conversion = conversion;
    Ok(())
}

/// An operand as the adaptor has it.
pub(crate) fn operand<'a>(m: &mut dyn Machine<'a>, value: usize) -> Run<usize> {
    let state = m.state();
    if let Some((_, made)) = state.conversion.operands.iter().find(|(known, _)| *known == value) {
        return Ok(*made);
    }
    let ty = state.type_of(value);
    if new_type(state, ty).is_none() {
        return Ok(value);
    }
    let made = cast(m, FUNCTIONS[0], value)?;
    m.state().conversion.operands.push((value, made));
    Ok(made)
}

/// All operands as the adaptor has them.
pub(crate) fn operands<'a>(m: &mut dyn Machine<'a>) -> Run<Value<'a>> {
    let operands = m.state().ops[0].operands.clone();
    let operands = operands.into_iter().map(|value| operand(m, value).map(Value::Ssa));
    operands.collect::<Run<Vec<_>>>().map(Value::List)
}

/// A value that replaces one of the old type.
pub(crate) fn result<'a>(m: &mut dyn Machine<'a>, value: usize, replaced: usize) -> Run<usize> {
    let state = m.state();
    let (own, old) = (state.type_of(value), state.type_of(replaced));
    match new_type(state, old) {
        Some(new) if state.ty(new) == own => cast(m, FUNCTIONS[1], value),
        _ => Ok(value),
    }
}

fn cast<'a>(m: &mut dyn Machine<'a>, function: &str, value: usize) -> Run<usize> {
    let name = format!("{}::{function}", m.state().conversion.class);
    let handles = [Value::Handle(Handle::Rewriter), Value::Handle(Handle::Location)];
    let arguments = handles.into_iter().chain([Value::Ssa(value)]).collect();
    let made = m.call(&Value::Name(name), arguments)?;
    let made = resolved(m, made)?;
    ssa(m, &made)
}

/// A method of the converter.
pub(crate) fn method<'a>(
    m: &mut dyn Machine<'a>,
    name: &str,
    templates: &[String],
    arguments: Vec<Value<'a>>,
) -> Called<'a> {
    let [argument] = &arguments[..] else {
        let class = m.state().conversion.class.clone();
        return match arguments.is_empty() && !class.is_empty() {
            true => m.call(&Value::Name(format!("{class}::{name}")), Vec::new()).map(Some),
            false => Ok(None),
        };
    };
    let argument = resolved(m, argument.clone())?;
    let ty = match (name, argument) {
        ("convertType" | "isLegal", Value::Type(ty)) => ty,
        ("convertType", value @ (Value::Ssa(_) | Value::Op(_))) => {
            let value = ssa(m, &value)?;
            m.state().type_of(value)
        }
        _ => return Ok(None),
    };
    let state = m.state();
    let new = new_type(state, ty);
    if name == "isLegal" {
        return Ok(Some(Value::Bool(crate::term::Term::truth(new.is_none()))));
    }
    if new.is_none() && state.conversion.class.is_empty() && state.elements(ty) == Elements::Index {
        return state.stop("a conversion of `index`, whose type becomes another");
    }
    let ty = new.unwrap_or(ty);
    Ok(Some(match templates.first().map(|class| last(class)) {
        Some("VectorType") if !state.is_vector(ty) => Value::Null,
        Some("VectorType") | None => Value::Type(ty),
        Some(class) => return state.stop(format!("a conversion to a `{class}`")),
    }))
}
