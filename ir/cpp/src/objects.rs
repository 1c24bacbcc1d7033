//! Objects of C++ classes that a body makes.

use assay_ops::Op;
use rustc_hash::FxHashMap;

use crate::api::resolved;
use crate::floats;
use crate::prelude;
use crate::records;
use crate::run::Runner;
use crate::syntax::{Syntax, last};
use crate::value::{Argument, Float, Handle, Run, Value};

/// The operation that an attribute becomes, by the function of its class that makes it.
pub(crate) fn becomes(run: &Runner<'_, '_>, function: &str) -> Option<&'static Op> {
    let class = function.rsplit_once("::")?.0;
    let mut lines = run.program.lines.iter().flat_map(|table| &table.attributes);
    let ends = |known: &str| known == class || class.ends_with(&format!("::{known}"));
    let (_, op) = lines.find(|(known, _)| ends(known))?;
    records::op(run.program.lines, op)
}

/// An object of a class.
pub(crate) fn construct<'a>(
    run: &mut Runner<'_, 'a>,
    class: &str,
    arguments: Vec<Argument<'a>>,
    at: Syntax<'a>,
) -> Run<Value<'a>> {
    let short = last(class).to_owned();
    let mut values = Vec::with_capacity(arguments.len());
    for argument in arguments {
        values.push(resolved(run, argument.value)?);
    }
    if let Some(function) =
        prelude::find(run.program.tables, &short, &short, &values.iter().collect::<Vec<_>>())
    {
        let function = function.clone();
        let arguments = values.into_iter().map(|value| Argument { value, slot: None }).collect();
        return run.invoke(&function, arguments, Value::Void, FxHashMap::default(), Vec::new());
    }
    match (short.as_str(), &values[..]) {
        (
            "Value" | "Attribute" | "Type" | "OpFoldResult" | "TypedAttr" | "LogicalResult" | "FailureOr",
            [],
        ) => Ok(Value::Null),
        ("int64_t" | "int32_t" | "int", [Value::Int(term, _)]) => Ok(Value::Int(term.clone(), false)),
        ("uint64_t" | "uint32_t" | "unsigned", [Value::Int(term, _)]) => Ok(Value::Int(term.clone(), true)),
        // An object that is called as a function of the table.
        ("plus" | "minus" | "multiplies", []) => Ok(Value::Name(format!("{short}_of"))),
        ("APFloat", [Value::Type(ty), Value::Wide(bits)]) => match floats::from_bits(&run.state, *ty, bits) {
            Some(float) => Ok(Value::Float(float)),
            None => run.stop("a floating-point number by bits that are computed"),
        },
        // Of the semantics of a number whose type is not known.
        ("APFloat", [Value::Float(_) | Value::Type(_), Value::Int(number, _)]) => {
            match number.known_signed() {
                Some(number) => Ok(Value::Float(Float::Number(format!("{number}.0"), None))),
                None => run.stop("a floating-point number that is computed"),
            }
        }
        ("APFloat", [Value::Real(text)]) => Ok(Value::Float(Float::Number(text.clone(), None))),
        ("APSInt", [Value::Int(bits, _), Value::Bool(unsigned)]) => match unsigned.known() {
            Some(unsigned) => Ok(Value::Target(bits.clone(), unsigned != 0)),
            None => run.stop("an integer that is signed on some paths"),
        },
        ("APFloat" | "APInt", [one @ (Value::Float(_) | Value::Wide(_))]) => Ok(one.clone()),
        ("Value" | "Attribute" | "Type" | "OpFoldResult" | "TypedAttr" | "IntegerAttr", [one]) => {
            Ok(one.clone())
        }
        ("SmallVector" | "ArrayRef" | "ValueRange" | "TypeRange" | "operand_range", [Value::List(list)]) => {
            Ok(Value::List(list.clone()))
        }
        ("SmallVector" | "ArrayRef" | "ValueRange" | "TypeRange", list) => Ok(Value::List(list.to_vec())),
        (other, _)
            if other.ends_with("Builder") || other.ends_with("Rewriter") || other.ends_with("Guard") =>
        {
            Ok(Value::Handle(Handle::Rewriter))
        }
        _ => run.stop(format!("a call of `{}`", at.brief())),
    }
}

/// The values of arguments.
pub(crate) fn references<'s, 'a>(arguments: &'s [Argument<'a>]) -> Vec<&'s Value<'a>> {
    arguments.iter().map(|argument| &argument.value).collect()
}
