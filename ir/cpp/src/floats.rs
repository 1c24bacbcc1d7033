//! Floating-point numbers that a body computes with: their types, conversions and questions. Knows no pattern.

use crate::api::{Called, Machine};
use crate::arithmetic;
use crate::state::State;
use crate::term::Term;
use crate::value::{Argument, Float, Run, Value};

/// The type of a number.
fn float_type(state: &mut State, float: &Float) -> Option<usize> {
    match float {
        Float::Attribute(attribute) => state.attribute_type(*attribute),
        Float::Computed(_, operands) => float_type(state, operands.first()?),
        Float::Cast(_, _, ty) => Some(*ty),
        Float::Number(_, ty) => *ty,
        Float::Part(..) => None,
    }
}

/// The size of the numbers of a type: that of `f64` or of `f32`, and of the others that of `f16`.
pub(crate) fn size<'a>(m: &mut dyn Machine<'a>, ty: usize) -> Run<Value<'a>> {
    let sizes = [("f64", 64), ("f32", 32), ("f16", 16)];
    let state = m.state();
    let ty = state.ty(ty);
    let known = state.types[ty].written.clone();
    let (text, bits) = match known {
        Some(known) => match sizes.iter().find(|(text, _)| *text == known) {
            Some(size) => *size,
            None => return state.stop(format!("the size of `{known}`")),
        },
        None => sizes[state.choices.pick(sizes.len())],
    };
    let wanted = state.written_type(text);
    if !state.join(ty, wanted) {
        return state.stop(crate::state::IMPOSSIBLE);
    }
    if bits == 16 {
        state.narrow("of floating-point numbers that are neither f32 nor f64, those of f16 are read");
    }
    Ok(Value::Int(Term::word(bits), true))
}

/// A method of a number that does not change it.
pub(crate) fn method<'a>(
    m: &mut dyn Machine<'a>,
    float: &Float,
    name: &str,
    arguments: &[Value<'a>],
) -> Called<'a> {
    match (name, arguments) {
        // A static function, called of a number.
        ("getSizeInBits", [Value::Type(ty)]) => return size(m, *ty).map(Some),
        ("compare", [Value::Float(other)]) => {
            return Ok(Some(Value::Status(format!("{float:?} against {other:?}"))));
        }
        _ => {}
    }
    match name {
        // Its type stands for its semantics.
        "getSemantics" => {
            return match float_type(m.state(), float) {
                Some(ty) => Ok(Some(Value::Type(ty))),
                None => Ok(Some(Value::Float(float.clone()))),
            };
        }
        // Of a number of this size it is the number itself.
        "convertToDouble" | "convertToFloat" => {
            let wanted = m.state().written_type(if name.ends_with("Float") { "f32" } else { "f64" });
            return match float_type(m.state(), float) {
                Some(ty) if m.state().ask_same_type(ty, wanted)? => Ok(Some(Value::Float(float.clone()))),
                _ => Ok(None),
            };
        }
        _ => {}
    }
    if let Some(op) = arithmetic::question(name) {
        return Ok(Some(Value::Test(op, float.clone())));
    }
    let is_question = name.starts_with("is");
    if is_question {
        let answer = m.state().ask_unsaid(&format!("{float:?} {name}"));
        return Ok(Some(Value::Bool(Term::truth(answer))));
    }
    Ok(None)
}

/// The operations that make floating-point numbers of integers: of signed ones, and of unsigned ones.
const FROM_INTEGER_OPS: [&str; 2] = ["arith.sitofp", "arith.uitofp"];
/// The operations that make integers of floating-point numbers: signed ones, and unsigned ones.
const TO_INTEGER_OPS: [&str; 2] = ["arith.fptosi", "arith.fptoui"];
/// The operation that takes the bits of one type for those of another.
const BITS_OPS: [&str; 1] = ["arith.bitcast"];
/// The operations that change the type of floating-point numbers.
const CONVERSION_OPS: [&str; 2] = ["arith.extf", "arith.truncf"];

/// A number of a type by its bits: those of a constant, or zeros, which are to be filled.
pub(crate) fn from_bits(state: &State, ty: usize, bits: &Term) -> Option<Float> {
    let bits = state.resolved(bits);
    match bits {
        Term::Attribute(attribute, _) => {
            Some(Float::Cast(BITS_OPS[0], Box::new(Float::Attribute(attribute)), ty))
        }
        other if other.known() == Some(0) => Some(Float::Number("0.0".to_owned(), Some(ty))),
        _ => None,
    }
}

/// A conversion that changes its object or an argument: the new number of the object, and what it returns. `None` for another method.
pub(crate) fn conversion<'a>(
    m: &mut dyn Machine<'a>,
    float: &Float,
    name: &str,
    arguments: &[Argument<'a>],
) -> Run<Option<(Float, Value<'a>)>> {
    let mode =
        |one: &Argument<'a>, wanted: &str| matches!(&one.value, Value::Name(name) if name.ends_with(wanted));
    match (name, arguments) {
        ("convertFromAPInt", [from, signed, rounding]) if mode(rounding, "NearestTiesToEven") => {
            let (Value::Wide(from), Value::Bool(signed)) = (&from.value, &signed.value) else {
                return Ok(None);
            };
            let (Some(ty), Some(signed)) = (float_type(m.state(), float), signed.known()) else {
                return Ok(None);
            };
            let Term::Attribute(attribute, _) = m.state().resolved(from) else {
                return m.state().stop("a floating-point number of an integer that is computed");
            };
            let op = FROM_INTEGER_OPS[usize::from(signed == 0)];
            let made = Float::Cast(op, Box::new(Float::Attribute(attribute)), ty);
            Ok(Some((made, Value::Status(format!("{op} of attribute {attribute}")))))
        }
        ("convertToInteger", [target, rounding, exact]) if mode(rounding, "TowardZero") => {
            let Some(slot) = target.slot else { return Ok(None) };
            let Value::Target(width, unsigned) = m.load(slot) else { return Ok(None) };
            let state = m.state();
            let ty = match state.resolved(&width) {
                Term::WidthOf(ty) => ty,
                other => match other.known() {
                    Some(bits) => state.written_type(&format!("i{bits}")),
                    None => return state.stop("an integer of a width that is computed"),
                },
            };
            let op = TO_INTEGER_OPS[usize::from(unsigned)];
            let status = format!("{op} of {float:?}");
            m.store(slot, Value::Float(Float::Cast(op, Box::new(float.clone()), ty)));
            if let Value::Slot(exact) = exact.value {
                m.store(exact, Value::Status(status.clone()));
            }
            Ok(Some((float.clone(), Value::Status(status))))
        }
        ("convert", [to, rounding, loses]) => {
            let (Value::Type(to), Value::Slot(loses)) = (&to.value, &loses.value) else { return Ok(None) };
            let state = m.state();
            let Some(from) = float_type(state, float) else { return Ok(None) };
            let (from, to) = (state.ty(from), state.ty(*to));
            // An operation of the match says which of the two it is.
            let says = |op: &&&str| {
                state.ops.iter().any(|one| {
                    one.record.name == **op
                        && one.operands.first().is_some_and(|value| state.type_of(*value) == from)
                        && one.results.first().is_some_and(|value| state.type_of(*value) == to)
                })
            };
            let Some(op) = CONVERSION_OPS.iter().find(says) else {
                return state.stop("a conversion between types of which none is known to be wider");
            };
            let status = format!("{op} of {float:?}");
            // Where it is exact, no mode makes a difference.
            let answer = !state.ask_unsaid(&exactness(&status));
            if answer && !mode(rounding, "NearestTiesToEven") {
                let nothing = Float::Number("a number that is rounded in another mode".to_owned(), Some(to));
                m.store(*loses, Value::Bool(Term::truth(answer)));
                return Ok(Some((nothing, Value::Status(status))));
            }
            m.store(*loses, Value::Bool(Term::truth(answer)));
            Ok(Some((Float::Cast(op, Box::new(float.clone()), to), Value::Status(status))))
        }
        _ => Ok(None),
    }
}

fn exactness(status: &str) -> String {
    format!("{status} is exact")
}

/// Tells if a status is one of LLVM's, by its name; each answer is a path.
pub(crate) fn status_is(state: &mut State, status: &str, name: &str) -> Option<bool> {
    match name.rsplit("::").next()? {
        case @ ("cmpLessThan" | "cmpEqual" | "cmpGreaterThan" | "cmpUnordered") => {
            // One of the four holds.
            let cases = ["cmpLessThan", "cmpEqual", "cmpGreaterThan", "cmpUnordered"];
            let question = |case: &str| format!("{status} is {case}");
            if cases.iter().any(|other| *other != case && state.answered(&question(other)) == Some(true)) {
                return Some(false);
            }
            let left = cases.iter().filter(|other| state.answered(&question(other)) != Some(false)).count();
            Some(left == 1 || state.ask_unsaid(&question(case)))
        }
        "opOK" => Some(state.ask_unsaid(&exactness(status))),
        "opInvalidOp" => Some(state.ask_unsaid(&format!("{status} is invalid"))),
        _ => None,
    }
}
