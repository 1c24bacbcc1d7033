//! Types of vectors whose text is known, by their dimensions and elements, and constants of them. Knows no operation.

use crate::api::{Called, Machine, number};
use crate::state::{Attribute, State};
use crate::term::Term;
use crate::value::{Run, Value};

/// The type of the elements of a vector, by a method of its type; `None` for a method of all types.
pub(crate) fn method<'a>(m: &mut dyn Machine<'a>, ty: usize, name: &str) -> Called<'a> {
    let state = m.state();
    let Some((dimensions, element)) = state.shape(ty) else { return Ok(None) };
    Ok(Some(match name {
        "getShape" => {
            Value::List(dimensions.into_iter().map(|extent| Value::Int(Term::word(extent), false)).collect())
        }
        "getRank" => Value::Int(Term::word(dimensions.len() as i128), false),
        "getNumElements" => Value::Int(Term::word(dimensions.iter().product()), false),
        "getElementType" => Value::Type(state.written_type(&element)),
        "getElementTypeBitWidth" => match element.trim_start_matches(['i', 'f']).parse() {
            Ok(bits) => Value::Int(Term::word(bits), true),
            Err(_) => return state.stop(format!("the width of `{element}`")),
        },
        "isIntOrIndex" | "isSignlessIntOrIndex" | "isIndex" | "isInteger" | "isSignlessInteger" => {
            Value::Bool(Term::truth(false))
        }
        _ => return Ok(None),
    }))
}

/// `VectorType::get` of dimensions that are known.
pub(crate) fn vector_type<'a>(
    m: &mut dyn Machine<'a>,
    dimensions: &Value<'a>,
    element: usize,
) -> Run<Value<'a>> {
    let list = match dimensions {
        Value::List(list) => list.clone(),
        one => vec![one.clone()],
    };
    let mut text = "vector<".to_owned();
    for extent in &list {
        match number(m, extent)?.known() {
            Some(extent @ 1..=64) => text += &format!("{extent}x"),
            _ => return m.state().stop("a vector whose dimensions are not known"),
        }
    }
    let state = m.state();
    match state.types[state.ty(element)].written.clone() {
        Some(element) if !list.is_empty() && !element.contains('<') => {
            Ok(Value::Type(state.written_type(&format!("{text}{element}>"))))
        }
        _ => state.stop("a vector whose elements are not known"),
    }
}

/// The attribute of a vector all of whose elements are one number; `None` for another type.
pub(crate) fn splat<'a>(state: &mut State, ty: usize, element: usize) -> Called<'a> {
    if !state.is_vector(ty) {
        return Ok(None);
    }
    let text = match &state.attributes[element] {
        Attribute::Integer(term, _) => state.resolved(term).known_signed().map(|number| number.to_string()),
        Attribute::Written(text, _) => text.split_once(" :").map(|(number, _)| number.to_owned()),
        _ => None,
    };
    let written = state.types[state.ty(ty)].written.clone().unwrap_or_default();
    match text {
        Some(text) => {
            let made = Attribute::Written(format!("dense<{text}> : {written}"), Some(ty));
            Ok(Some(Value::Attr(state.new_attribute(made))))
        }
        None => state.stop("a vector of numbers that are computed"),
    }
}
