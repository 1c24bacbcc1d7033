//! Methods of MLIR's objects that are known here and not by a line of `corpus/cpp/api.txt`.

use crate::api::{Called, Machine, SCALARS, has_elements, is_index, number, resolved, ssa, truth, type_of};
use crate::arithmetic;
use crate::converter;
use crate::floats;
use crate::operation::{self, as_attribute, create};
use crate::records::{Elements, scalar_type};
use crate::state::{Action, Attribute, Condition, Remark, State};
use crate::syntax::last;
use crate::term::{Extension, Term, WORD, Width};
use crate::value::{Float, Handle, Run, Value};
use crate::vectors;

/// The type of integers of a known number of bits.
fn integer_type<'a>(m: &mut dyn Machine<'a>, bits: &Value<'a>) -> Run<usize> {
    let bits = number(m, bits)?;
    match bits.known() {
        Some(bits @ 1..=1024) => Ok(m.state().written_type(&format!("i{bits}"))),
        _ => {
            let bits = m.state().resolved(&bits);
            if let Term::WidthOf(ty) = bits {
                return Ok(ty);
            }
            m.state().stop("an integer type of a width that is computed")
        }
    }
}

/// An attribute of a type, of a number.
pub(crate) fn constant_attribute<'a>(
    m: &mut dyn Machine<'a>,
    ty: usize,
    value: &Value<'a>,
) -> Run<Value<'a>> {
    if has_elements(m.state(), ty, Elements::Float) {
        return match value {
            Value::Float(float) => {
                let made = m.state().new_attribute(Attribute::Float(float.clone(), ty));
                Ok(Value::Attr(made))
            }
            Value::Int(term, _) => match term.known_signed() {
                Some(number) => float_constant(m.state(), ty, &format!("{number}.0")),
                None => m.state().stop("a floating-point number that is computed"),
            },
            Value::Real(text) => float_constant(m.state(), ty, text),
            other => m.state().stop(format!("a floating-point attribute of {}", other.word())),
        };
    }
    let width = m.state().width(ty);
    let term = match value {
        Value::Int(term, unsigned) => {
            let extension = if *unsigned { Extension::Zero } else { Extension::Sign };
            resized(term.clone(), extension, width)
        }
        Value::Bool(term) => term.clone().resize(Extension::Zero, width),
        Value::Wide(term) => term.clone(),
        other => return m.state().stop(format!("an integer attribute of {}", other.word())),
    };
    let made = m.state().new_attribute(Attribute::Integer(term, Some(ty)));
    Ok(Value::Attr(made))
}

/// A number of C++ with another width; small ones mean the same at every width.
fn resized(term: Term, extension: Extension, width: Width) -> Term {
    match (term.known_signed(), width) {
        (Some(number @ -1..=1), Width::Type(_)) => Term::Number(number, width),
        _ => term.resize(extension, width),
    }
}

/// A floating-point number in a type; in `f32` where that is open.
fn float_constant<'a>(state: &mut State, ty: usize, text: &str) -> Run<Value<'a>> {
    let ty = state.ty(ty);
    let written = match state.types[ty].written.clone() {
        Some(known) => known,
        None => {
            state.types[ty].written = Some("f32".to_owned());
            state.narrow("constants of floating-point numbers are those of f32");
            "f32".to_owned()
        }
    };
    let Some(text) = arithmetic::real_of(text, &written) else {
        return state.stop(format!("{text} in the type {written}"));
    };
    let made = state.new_attribute(Attribute::Written(format!("{text} : {written}"), Some(ty)));
    Ok(Value::Attr(made))
}

/// A static function of a class, such as `IntegerAttr::get`; `None` for one that is not known.
pub(crate) fn of_class<'a>(
    m: &mut dyn Machine<'a>,
    class: &str,
    name: &str,
    arguments: &[Value<'a>],
) -> Called<'a> {
    let plain: Vec<&Value<'a>> = arguments.iter().filter(|one| !matches!(one, Value::Handle(_))).collect();
    Ok(Some(match (last(class), name, &plain[..]) {
        ("IntegerAttr" | "FloatAttr", "get", [Value::Type(ty), value]) => constant_attribute(m, *ty, value)?,
        ("BoolAttr", "get", [Value::Test(op, float)]) => {
            let ty = m.state().written_type("i1");
            let answer = Attribute::Float(Float::Computed(op, vec![float.clone()]), ty);
            Value::Attr(m.state().new_attribute(answer))
        }
        ("BoolAttr", "get", [value]) => {
            let answer = match value {
                Value::Bool(term) => term.clone(),
                other => Term::truth(truth(m, other)?),
            };
            Value::Attr(m.state().new_attribute(Attribute::Integer(answer, None)))
        }
        ("IntegerType", "get", [bits]) => Value::Type(integer_type(m, bits)?),
        ("IndexType", "get", []) => Value::Type(m.state().written_type("index")),
        (class, "get", []) if scalar_type(class, "").is_some() => {
            let text = scalar_type(class, "").unwrap_or_default();
            Value::Type(m.state().written_type(&text))
        }
        ("DenseElementsAttr" | "SplatElementsAttr", "get", [Value::Type(ty), Value::Attr(element)]) => {
            if let Some(made) = vectors::splat(m.state(), *ty, *element)? {
                return Ok(Some(made));
            }
            // Of the elements alone, as everything here.
            m.state().narrow(SCALARS);
            Value::Attr(*element)
        }
        ("VectorType", "get", [dimensions, Value::Type(element)]) => {
            vectors::vector_type(m, dimensions, *element)?
        }
        (other, "get", [value])
            if other.ends_with("Attr") && matches!(value, Value::Int(..) | Value::Name(_)) =>
        {
            (*value).clone()
        }
        ("APFloatBase" | "APFloat", "isRepresentableBy", [Value::Type(from), Value::Type(to)]) => {
            let (from, to) = (m.state().ty(*from), m.state().ty(*to));
            let answer =
                from == to || m.state().ask_unsaid(&format!("type {to} has each number of type {from}"));
            Value::Bool(Term::truth(answer))
        }
        _ => return Ok(None),
    }))
}

/// A method of an object; `None` for one that is not known.
pub(crate) fn method<'a>(
    m: &mut dyn Machine<'a>,
    object: &Value<'a>,
    name: &str,
    templates: &[String],
    arguments: Vec<Value<'a>>,
) -> Called<'a> {
    match object {
        Value::Handle(Handle::Converter) => converter::method(m, name, templates, arguments),
        Value::Handle(_) => handle(m, name, templates, arguments),
        Value::Op(op) => of_operation(m, *op, name, arguments),
        Value::Properties(op) => {
            let attribute = format!("{name}Attr");
            operation::accessor(m.state(), *op, &attribute)
        }
        Value::Definer(value) => match m.state().defined_by(*value) {
            Some((op, _)) => of_operation(m, op, name, arguments),
            // Matchers of constants look at the operation, which has one result.
            None if name == "getResult" => Ok(Some(object.clone())),
            None if name == "getLoc" => Ok(Some(Value::Handle(Handle::Location))),
            None => m.state().stop("the operation that defines a value, of any kind"),
        },
        Value::Adaptor(op) => of_adaptor(m, *op, name, arguments),
        Value::Converted(_) if name == "getOperands" && arguments.is_empty() => {
            converter::operands(m).map(Some)
        }
        Value::Converted(op) => Ok(match operation::accessor(m.state(), *op, name)? {
            Some(Value::Ssa(value)) => Some(Value::Ssa(converter::operand(m, value)?)),
            other => other,
        }),
        Value::Ssa(value) => of_value(m, *value, name, templates),
        Value::Type(ty) => of_type(m, *ty, name, &arguments),
        Value::Attr(_) if matches!(name, "value" | "value_or") => Ok(Some(object.clone())),
        Value::Attr(attribute) => of_attribute(m, *attribute, name),
        Value::Part(attribute, at) if name == "getValue" => {
            Ok(Some(Value::Float(Float::Part(*attribute, *at))))
        }
        Value::List(list) => of_list(m, list, name, arguments),
        Value::Null if name == "value_or" && arguments.len() == 1 => Ok(arguments.into_iter().next()),
        Value::Null if name == "has_value" => Ok(Some(Value::Bool(Term::truth(false)))),
        Value::Float(float) => floats::method(m, float, name, &arguments),
        Value::Operand(op, at) => match (name, &arguments[..]) {
            ("assign" | "set", [value]) => {
                let value = resolved(m, value.clone())?;
                let value = ssa(m, &value)?;
                change_operand(m, *op, *at, value, "assign")?;
                Ok(Some(Value::Void))
            }
            _ => Ok(None),
        },
        Value::Present(inner) => method(m, inner, name, templates, arguments),
        _ if name == "has_value" => Ok(Some(Value::Bool(Term::truth(true)))),
        _ if matches!(name, "value" | "value_or") => Ok(Some(object.clone())),
        Value::Logical(answer) => Ok(match name {
            "succeeded" => Some(Value::Bool(Term::truth(*answer))),
            "failed" => Some(Value::Bool(Term::truth(!*answer))),
            _ => None,
        }),
        _ => Ok(None),
    }
}

fn handle<'a>(
    m: &mut dyn Machine<'a>,
    name: &str,
    templates: &[String],
    mut arguments: Vec<Value<'a>>,
) -> Called<'a> {
    if name == "notifyMatchFailure" {
        return Ok(Some(Value::Logical(false)));
    }
    if matches!(name, "modifyOpInPlace" | "updateRootInPlace") && arguments.len() == 2 {
        let lambda = arguments.remove(1);
        return m.call_in_place(&lambda).map(Some);
    }
    for argument in &mut arguments {
        *argument = resolved(m, argument.clone())?;
    }
    let plain: Vec<Value<'a>> =
        arguments.iter().filter(|one| !matches!(one, Value::Handle(_))).cloned().collect();
    Ok(Some(match (name, &plain[..]) {
        ("getContext", _) => Value::Handle(Handle::Context),
        ("getUnknownLoc" | "getLoc" | "getFusedLoc", _) => Value::Handle(Handle::Location),
        ("setInsertionPoint" | "setInsertionPointAfter", _) => Value::Void,
        ("startOpModification" | "startRootUpdate", _) => {
            m.set_modifies(true);
            Value::Void
        }
        ("finalizeOpModification" | "finalizeRootUpdate", _) => {
            m.set_modifies(false);
            Value::Void
        }
        ("getZeroAttr", [Value::Type(ty)]) => zero_or_one(m, *ty, 0)?,
        ("getOneAttr", [Value::Type(ty)]) => zero_or_one(m, *ty, 1)?,
        ("getIntegerAttr" | "getFloatAttr", [Value::Type(ty), value]) => constant_attribute(m, *ty, value)?,
        ("getF32FloatAttr" | "getF64FloatAttr" | "getI32IntegerAttr" | "getI64IntegerAttr", [value]) => {
            let ty = m.state().written_type(&name[3..6].to_ascii_lowercase());
            constant_attribute(m, ty, value)?
        }
        ("getIndexAttr", [value]) => {
            let ty = m.state().written_type("index");
            constant_attribute(m, ty, value)?
        }
        ("getBoolAttr", [value]) => {
            of_class(m, "BoolAttr", "get", std::slice::from_ref(value))?.unwrap_or(Value::Null)
        }
        ("getIndexType", []) => Value::Type(m.state().written_type("index")),
        (_, []) if scalar_type(name, "get").is_some() => {
            let text = scalar_type(name, "get").unwrap_or_default();
            Value::Type(m.state().written_type(&text))
        }
        ("getIntegerType", [bits]) => Value::Type(integer_type(m, bits)?),
        ("create" | "createOrFold", rest) => {
            let class = templates.first().cloned().unwrap_or_default();
            let op = made(m, &class, rest.to_vec())?;
            let identity = name == "createOrFold" && operation::is_identity(m.state(), op);
            if identity {
                let state = m.state();
                let value = state.ops[op].operands[0];
                state.take_back(op);
                return Ok(Some(Value::Ssa(value)));
            }
            m.state().ops[op].may_fold = name == "createOrFold";
            match (name, m.state().ops[op].results.first()) {
                ("createOrFold", Some(value)) => Value::Ssa(*value),
                _ => Value::Op(op),
            }
        }
        ("replaceOp", [Value::Op(op), by]) => {
            replace(m, *op, by)?;
            Value::Void
        }
        ("replaceAllOpUsesWith", [Value::Op(op), by]) => {
            replace(m, *op, by)?;
            Value::Void
        }
        ("replaceOpWithNewOp", [Value::Op(op), rest @ ..]) => {
            let class = templates.first().cloned().unwrap_or_default();
            let new = made(m, &class, rest.to_vec())?;
            replace(m, *op, &Value::Op(new))?;
            Value::Op(new)
        }
        ("eraseOp", [Value::Op(op)]) => {
            let line = m.state().line;
            m.state().actions.push((Action::Erase(*op), line));
            Value::Void
        }
        _ => return Ok(None),
    }))
}

fn zero_or_one<'a>(m: &mut dyn Machine<'a>, ty: usize, which: i128) -> Run<Value<'a>> {
    let unsigned = true;
    constant_attribute(m, ty, &Value::Int(Term::word(which), unsigned))
}

/// Makes an operation of a class.
pub(crate) fn made<'a>(m: &mut dyn Machine<'a>, class: &str, arguments: Vec<Value<'a>>) -> Run<usize> {
    let Some(record) = m.operation(class) else {
        return m.state().stop(format!("the operation of the class `{class}`, of which there is no record"));
    };
    let mut all = Vec::with_capacity(arguments.len());
    for argument in arguments {
        all.push(resolved(m, argument)?);
    }
    create(m.state(), record, all)
}

fn replace<'a>(m: &mut dyn Machine<'a>, op: usize, by: &Value<'a>) -> Run<()> {
    let values = match by {
        Value::Op(other) => m.state().ops[*other].results.clone(),
        Value::List(list) => list.iter().map(|one| ssa(m, one)).collect::<Run<_>>()?,
        other => vec![ssa(m, other)?],
    };
    let results = m.state().ops[op].results.clone();
    if values.len() != results.len() {
        return m.state().stop("a replacement by another number of values");
    }
    let values =
        values.into_iter().zip(results).map(|(value, replaced)| converter::result(m, value, replaced));
    let values = values.collect::<Run<_>>()?;
    let line = m.state().line;
    m.state().actions.push((Action::Replace(op, values), line));
    Ok(())
}

fn of_value<'a>(m: &mut dyn Machine<'a>, value: usize, name: &str, templates: &[String]) -> Called<'a> {
    Ok(Some(match (name, templates) {
        ("getType", _) => Value::Type(m.state().type_of(value)),
        ("getLoc", _) => Value::Handle(Handle::Location),
        ("getContext", _) => Value::Handle(Handle::Context),
        ("getDefiningOp", [class]) => {
            let Some(record) = m.operation(class) else {
                return m.state().stop(format!("the class `{class}`"));
            };
            m.state().ask_defined(value, record)?.map_or(Value::Null, Value::Op)
        }
        ("getDefiningOp", []) => match m.state().defined_by(value) {
            Some((op, _)) => Value::Op(op),
            None => Value::Definer(value),
        },
        ("hasOneUse" | "use_empty", _) => {
            let value = m.state().value(value);
            let answer = m.state().ask_unsaid(&format!("value {value} {name}"));
            Value::Bool(Term::truth(answer))
        }
        _ => return Ok(None),
    }))
}

fn of_operation<'a>(
    m: &mut dyn Machine<'a>,
    op: usize,
    name: &str,
    mut arguments: Vec<Value<'a>>,
) -> Called<'a> {
    for argument in &mut arguments {
        *argument = resolved(m, argument.clone())?;
    }
    if let Some(found) = operation::accessor(m.state(), op, name)? {
        return Ok(Some(found));
    }
    let single = |m: &mut dyn Machine<'a>| match m.state().ops[op].results[..] {
        [value] => Ok(value),
        _ => m.state().stop("the result of an operation of several"),
    };
    let record = m.state().ops[op].record;
    Ok(Some(match (name, &arguments[..]) {
        ("getType", []) => {
            let value = single(m)?;
            Value::Type(m.state().type_of(value))
        }
        ("getResult", []) => Value::Ssa(single(m)?),
        ("getResult" | "getOperand", [at]) => {
            let index = number(m, at)?.known().and_then(|at| usize::try_from(at).ok());
            let state = m.state();
            let list = if name == "getResult" { &state.ops[op].results } else { &state.ops[op].operands };
            match index.filter(|index| *index < list.len()) {
                Some(index) if name == "getResult" => Value::Ssa(list[index]),
                Some(index) => Value::Ssa(operation::operand(state, op, index)),
                None => return state.stop("an operand or a result that is not there"),
            }
        }
        ("getOperand", []) if record.operands().count() == 1 => {
            Value::Ssa(operation::operand(m.state(), op, 0))
        }
        ("getOperands", []) => {
            let state = m.state();
            let count = state.ops[op].operands.len();
            Value::List((0..count).map(|at| Value::Ssa(operation::operand(state, op, at))).collect())
        }
        ("getResults", []) => {
            Value::List(m.state().ops[op].results.iter().map(|one| Value::Ssa(*one)).collect())
        }
        ("getResultTypes" | "getOperandTypes", []) => {
            let state = m.state();
            let results = name == "getResultTypes";
            let values = if results { &state.ops[op].results } else { &state.ops[op].operands };
            Value::List(values.iter().map(|one| Value::Type(state.type_of(*one))).collect())
        }
        ("getAttrs", []) => {
            let mut all = Vec::new();
            for attribute in record.attributes() {
                if attribute.kind == "unit" || attribute.optional && attribute.default.is_none() {
                    m.state().narrow(&format!("operations with `{}` are left out", attribute.name));
                    continue;
                }
                all.push((attribute.name.to_owned(), Value::Attr(m.state().attribute(op, attribute.name)?)));
            }
            Value::Record(all)
        }
        ("getProperties", []) => Value::Properties(op),
        ("getODSOperands" | "getODSResults", [at]) => {
            let index = number(m, at)?.known().and_then(|at| usize::try_from(at).ok());
            let state = m.state();
            let list = if name == "getODSResults" { &state.ops[op].results } else { &state.ops[op].operands };
            match index.filter(|index| *index < list.len()) {
                Some(index) => Value::List(vec![Value::Ssa(list[index])]),
                None => return state.stop("a group of values that is not there"),
            }
        }
        ("getNumOperands", []) => Value::Int(Term::word(m.state().ops[op].operands.len() as i128), true),
        ("getNumResults", []) => Value::Int(Term::word(m.state().ops[op].results.len() as i128), true),
        ("getLoc", _) => Value::Handle(Handle::Location),
        ("getContext", _) => Value::Handle(Handle::Context),
        ("getOperation", []) => Value::Op(op),
        ("hasOneUse" | "use_empty", []) => {
            let answer = m.state().ask_unsaid(&format!("operation {op} {name}"));
            Value::Bool(Term::truth(answer))
        }
        ("emitOpError" | "emitError" | "emitWarning", _) => Value::Logical(false),
        _ => return set(m, op, name, arguments),
    }))
}

/// A setter: the root is changed in place.
fn set<'a>(m: &mut dyn Machine<'a>, op: usize, name: &str, arguments: Vec<Value<'a>>) -> Called<'a> {
    let record = m.state().ops[op].record;
    let operand = match (name, &arguments[..]) {
        ("setOperand", [value]) if record.operands().count() == 1 => Some((0, ssa(m, value)?)),
        ("setOperand", [at, value]) => {
            let at = number(m, at)?.known().and_then(|at| usize::try_from(at).ok());
            at.zip(Some(ssa(m, value)?))
        }
        _ => None,
    };
    let attribute = name.strip_prefix("set").map(|rest| rest.trim_end_matches("Attr").to_owned());
    let attribute =
        attribute.and_then(|rest| record.attributes().find(|one| crate::records::camel(one.name) == rest));
    if operand.is_none() && attribute.is_none() {
        if name == "setAttr" || name == "setOperands" || name == "removeAttr" {
            remark_bypass(m, op, name);
            return m.state().stop(format!("`{name}`"));
        }
        return Ok(None);
    }
    if let Some((at, value)) = operand {
        change_operand(m, op, at, value, name)?;
        return Ok(Some(Value::Void));
    }
    change(m, op, name)?;
    if let (Some(known), [value]) = (attribute, &arguments[..]) {
        let made = as_attribute(m.state(), record, known.kind, value.clone(), None)?;
        m.state().modified.attributes.push((known.name, made));
    }
    Ok(Some(Value::Void))
}

/// Notes that the root is changed in place.
fn change<'a>(m: &mut dyn Machine<'a>, op: usize, name: &str) -> Run<()> {
    remark_bypass(m, op, name);
    if op != 0 {
        return m.state().stop("an operation that is not the root is changed in place");
    }
    let line = m.state().line;
    m.state().modified.line.get_or_insert(line);
    Ok(())
}

fn change_operand<'a>(m: &mut dyn Machine<'a>, op: usize, at: usize, value: usize, name: &str) -> Run<()> {
    change(m, op, name)?;
    if at >= m.state().ops[op].operands.len() {
        return m.state().stop("an operand that is not there");
    }
    m.state().modified.operands.push((at, value));
    Ok(())
}

/// A change that no rewriter hears of.
fn remark_bypass<'a>(m: &mut dyn Machine<'a>, op: usize, name: &str) {
    if m.modifies() || m.state().ops[op].created {
        return;
    }
    let record = m.state().ops[op].record;
    let line = m.state().line;
    let message = format!("`{name}` changes `{}` outside of `modifyOpInPlace`", record.name);
    let remark = Remark { code: "D103", line, message };
    if !m.state().remarks.contains(&remark) {
        m.state().remarks.push(remark);
    }
}

fn of_adaptor<'a>(m: &mut dyn Machine<'a>, op: usize, name: &str, arguments: Vec<Value<'a>>) -> Called<'a> {
    if name == "getOperands" && arguments.is_empty() {
        let operands = m.state().ops[op].operands.clone();
        return Ok(Some(Value::List(operands.into_iter().map(Value::MaybeConstant).collect())));
    }
    Ok(operation::accessor(m.state(), op, name)?.map(|found| match found {
        Value::Ssa(value) => Value::MaybeConstant(value),
        other => other,
    }))
}

fn of_type<'a>(m: &mut dyn Machine<'a>, ty: usize, name: &str, arguments: &[Value<'a>]) -> Called<'a> {
    let truth = |answer: bool| Value::Bool(Term::truth(answer));
    if let Some(known) = vectors::method(m, ty, name)? {
        return Ok(Some(known));
    }
    Ok(Some(match (name, arguments) {
        ("getContext", _) => Value::Handle(Handle::Context),
        ("isIndex", []) => {
            let answer = has_elements(m.state(), ty, Elements::Integer) && is_index(m.state(), ty);
            truth(answer)
        }
        ("isInteger" | "isSignlessInteger", []) => {
            let answer = has_elements(m.state(), ty, Elements::Integer) && !is_index(m.state(), ty);
            truth(answer)
        }
        ("isInteger" | "isSignlessInteger", [bits]) => {
            let bits = number(m, bits)?;
            // One type is named by the pattern; of the others, an integer has another width.
            if let Some(bits @ 1..=64) = bits.known() {
                let wanted = m.state().written_type(&format!("i{bits}"));
                if m.state().ask_integer_type(ty, wanted)? {
                    return Ok(Some(truth(true)));
                }
                if m.state().elements(ty) == Elements::Any {
                    return Ok(Some(truth(false)));
                }
            }
            if !has_elements(m.state(), ty, Elements::Integer) || is_index(m.state(), ty) {
                return Ok(Some(truth(false)));
            }
            let state = m.state();
            let width = match state.width(ty) {
                Width::Bits(bits) => Term::word(i128::from(bits)),
                Width::Type(ty) => Term::WidthOf(ty),
            };
            if bits.known().is_some() {
                // The other answer was asked above.
                let differs = Term::compare("ne", width, bits);
                let line = state.line;
                state.conditions.push(Condition { term: differs, line });
                return Ok(Some(truth(false)));
            }
            Value::Bool(Term::compare("eq", width, bits))
        }
        ("isIntOrIndex" | "isSignlessIntOrIndex", []) => {
            truth(has_elements(m.state(), ty, Elements::Integer))
        }
        ("isSignlessIntOrIndexOrFloat" | "isIntOrIndexOrFloat", []) => match m.state().elements(ty) {
            Elements::Any => return m.state().stop(format!("`{name}` of an unknown type")),
            _ => truth(true),
        },
        ("isIntOrFloat" | "isSignlessIntOrFloat", []) => match m.state().elements(ty) {
            Elements::Any => return m.state().stop(format!("`{name}` of an unknown type")),
            Elements::Float => truth(true),
            _ => truth(!is_index(m.state(), ty)),
        },
        ("getIntOrFloatBitWidth" | "getWidth" | "getElementTypeBitWidth", []) => {
            if m.state().elements(ty) == Elements::Any {
                return m.state().stop("the width of an unknown type");
            }
            if m.state().elements(ty) != Elements::Float && is_index(m.state(), ty) {
                return m.state().stop(crate::state::IMPOSSIBLE);
            }
            let state = m.state();
            match (state.width(ty), state.elements(ty)) {
                (Width::Bits(bits), _) => Value::Int(Term::word(i128::from(bits)), true),
                (Width::Type(ty), _) => Value::Int(Term::WidthOf(ty), true),
            }
        }
        ("getElementType", []) => {
            if m.state().elements(ty) == Elements::Any {
                return match m.state().related_element(ty) {
                    Some(element) => Ok(Some(Value::Type(element))),
                    None => m.state().stop("the elements of an unknown type"),
                };
            }
            m.state().element_types = true;
            Value::Type(ty)
        }
        // Its type stands for the semantics of its numbers.
        ("getFloatSemantics", []) => Value::Type(ty),
        ("getSizeInBits", []) => floats::size(m, ty)?,
        ("hasStaticShape", []) => truth(true),
        ("isF16" | "isF32" | "isF64" | "isBF16", []) => {
            let text = name.trim_start_matches("is").to_ascii_lowercase();
            if !has_elements(m.state(), ty, Elements::Float) {
                return Ok(Some(truth(false)));
            }
            let other = m.state().written_type(&text);
            truth(m.state().ask_same_type(ty, other)?)
        }
        _ => return Ok(None),
    }))
}

fn of_attribute<'a>(m: &mut dyn Machine<'a>, attribute: usize, name: &str) -> Called<'a> {
    Ok(Some(match name {
        "size" if m.state().is_list(attribute) => Value::Size(attribute),
        "getType" => Value::Type(type_of(m, &Value::Attr(attribute))?),
        "getContext" => Value::Handle(Handle::Context),
        "getElementType" => Value::Type(type_of(m, &Value::Attr(attribute))?),
        "getValue" => {
            let known = m.state().integer_of(attribute);
            match (known, &m.state().attributes[attribute]) {
                (Some(term), Attribute::Of { ty: None, .. } | Attribute::Case(..)) => Value::Int(term, true),
                (Some(term), _) => {
                    let is_truth = matches!(m.state().attributes[attribute], Attribute::Integer(_, None));
                    if is_truth { Value::Bool(term) } else { Value::Wide(term) }
                }
                (None, _) => {
                    let ty = type_of(m, &Value::Attr(attribute))?;
                    if m.state().elements(ty) != Elements::Float {
                        return m.state().stop("the value of an attribute of another kind");
                    }
                    match &m.state().attributes[attribute] {
                        Attribute::Float(float, _) => Value::Float(float.clone()),
                        _ => Value::Float(Float::Attribute(attribute)),
                    }
                }
            }
        }
        "getInt" | "getSExtValue" => match m.state().integer_of(attribute) {
            Some(term) => Value::Int(term.resize(Extension::Sign, WORD), false),
            None => return m.state().stop("the number of an attribute of another kind"),
        },
        _ => return Ok(None),
    }))
}

fn of_list<'a>(
    m: &mut dyn Machine<'a>,
    list: &[Value<'a>],
    name: &str,
    arguments: Vec<Value<'a>>,
) -> Called<'a> {
    Ok(Some(match (name, &arguments[..]) {
        ("size", []) => Value::Int(Term::word(list.len() as i128), true),
        ("empty", []) => Value::Bool(Term::truth(list.is_empty())),
        ("front" | "begin", []) => match list.first() {
            Some(first) => first.clone(),
            None => return m.state().stop("the first of an empty list"),
        },
        ("drop_back", []) => Value::List(list[..list.len().saturating_sub(1)].to_vec()),
        ("back", []) => match list.last() {
            Some(last) => last.clone(),
            None => return m.state().stop("the last of an empty list"),
        },
        _ => return Ok(None),
    }))
}
