//! Functions and methods of MLIR that are known here and not by a line of `corpus/cpp/api.txt`: those that look at the
//! operations of a path, fork it, or change the program.

use assay_ops::Op;

use crate::records::{Elements, scalar_type};
use crate::relate::integers_question;
use crate::state::{Attribute, State};
use crate::syntax::last;
use crate::term::{Extension, Term, Width};
use crate::value::{Float, Matcher, Run, Value};

/// A run, as functions see it.
pub(crate) trait Machine<'a> {
    /// The state of the path.
    fn state(&mut self) -> &mut State;
    /// Calls a lambda or a function by its name.
    fn call(&mut self, function: &Value<'a>, arguments: Vec<Value<'a>>) -> Run<Value<'a>>;
    /// The value of a variable.
    fn load(&self, slot: usize) -> Value<'a>;
    /// Assigns to a variable.
    fn store(&mut self, slot: usize, value: Value<'a>);
    /// A new variable.
    fn load_new(&mut self, value: Value<'a>) -> usize;
    /// The operation of a C++ class.
    fn operation(&self, class: &str) -> Option<&'static Op>;
    /// The operation that makes constants of the dialect of the root.
    fn constant_op(&self) -> &'static Op;
    /// Calls a lambda in which the root may be changed in place.
    fn call_in_place(&mut self, function: &Value<'a>) -> Run<Value<'a>>;
    /// Says from where to where the root may be changed in place.
    fn set_modifies(&mut self, may: bool);
    /// The program may be changed in place here.
    fn modifies(&self) -> bool;
}

/// Something that a call may be: its value, or none for a function that is not known here.
pub(crate) type Called<'a> = Run<Option<Value<'a>>>;

/// True where a value counts as true in a condition.
pub(crate) fn truth<'a>(m: &mut dyn Machine<'a>, value: &Value<'a>) -> Run<bool> {
    Ok(match value {
        Value::Null => false,
        Value::Bool(term) => m.state().ask(term),
        Value::Int(term, _) => {
            let zero = Term::Number(0, term.width());
            m.state().ask(&Term::compare("ne", term.clone(), zero))
        }
        Value::MaybeConstant(value) => constant(m, *value)?.is_some(),
        Value::Slot(slot) => {
            let value = m.load(*slot);
            match value {
                Value::Slot(_) => true,
                other => return truth(m, &other),
            }
        }
        Value::Ssa(_) | Value::Op(_) | Value::Attr(_) | Value::Type(_) | Value::List(_) => true,
        Value::Wide(_) | Value::Float(_) | Value::Lambda(_) | Value::Present(_) => true,
        Value::Logical(answer) => *answer,
        Value::Definer(value) => m.state().ask_definer(*value),
        Value::Test(op, float) => m.state().ask_unsaid(&format!("{op} of {float:?}")),
        other => return m.state().stop(format!("{} as a condition", other.word())),
    })
}

/// The attribute of the constant that a value is on this path.
fn constant<'a>(m: &mut dyn Machine<'a>, value: usize) -> Run<Option<usize>> {
    let op = m.constant_op();
    m.state().ask_constant(value, op)
}

/// The value itself: references are followed, and constants of folders are asked for.
pub(crate) fn resolved<'a>(m: &mut dyn Machine<'a>, value: Value<'a>) -> Run<Value<'a>> {
    Ok(match value {
        Value::Slot(slot) => match m.load(slot) {
            Value::Present(inner) => *inner,
            other => other,
        },
        Value::MaybeConstant(value) => constant(m, value)?.map_or(Value::Null, Value::Attr),
        Value::Present(inner) => *inner,
        other => other,
    })
}

/// A value as an SSA value.
pub(crate) fn ssa<'a>(m: &mut dyn Machine<'a>, value: &Value<'a>) -> Run<usize> {
    match value {
        Value::Ssa(value) => Ok(*value),
        Value::MaybeConstant(value) => Ok(*value),
        Value::Op(op) => match m.state().ops[*op].results[..] {
            [value] => Ok(value),
            _ => m.state().stop("an operation of several results as a value"),
        },
        other => m.state().stop(format!("{} as a value", other.word())),
    }
}

/// The type of a value, an attribute or a type.
pub(crate) fn type_of<'a>(m: &mut dyn Machine<'a>, value: &Value<'a>) -> Run<usize> {
    match value {
        Value::Type(ty) => Ok(*ty),
        Value::Attr(attribute) => match m.state().attribute_type(*attribute) {
            Some(ty) => Ok(ty),
            None => m.state().stop("the type of an attribute that has no type"),
        },
        other => {
            let value = ssa(m, other)?;
            Ok(m.state().type_of(value))
        }
    }
}

/// An integer as an `APInt` or a number of C++.
pub(crate) fn number<'a>(m: &mut dyn Machine<'a>, value: &Value<'a>) -> Run<Term> {
    match value {
        Value::Int(term, _) | Value::Wide(term) | Value::Bool(term) => Ok(m.state().resolved(term)),
        Value::Slot(slot) => {
            let value = m.load(*slot);
            number(m, &value)
        }
        Value::Present(inner) => number(m, inner),
        other => m.state().stop(format!("{} as a number", other.word())),
    }
}

/// Tells if the elements of a type are of a kind; where nothing says so, each answer is a path.
pub(crate) fn has_elements(state: &mut State, ty: usize, wanted: Elements) -> bool {
    let known = state.elements(ty);
    match (known, wanted) {
        (Elements::Any, _) => {
            let ty = state.ty(ty);
            let answer = state.ask_unsaid(&match wanted {
                Elements::Float => format!("type {ty} is one of floating-point numbers"),
                _ => integers_question(ty),
            });
            if answer {
                state.types[ty].elements = wanted;
            }
            answer
        }
        (Elements::Float, _) => wanted == Elements::Float,
        _ => wanted != Elements::Float,
    }
}

/// Tells if an integer type is `index`; where nothing says so, each answer is a path.
pub(crate) fn is_index(state: &mut State, ty: usize) -> bool {
    let ty = state.ty(ty);
    match state.elements(ty) {
        Elements::Index => true,
        Elements::Truth | Elements::Float => false,
        Elements::Integer | Elements::Any => {
            if state.types[ty].written.is_some() {
                return false;
            }
            let some_width = Term::compare("uge", Term::WidthOf(ty), Term::word(1));
            let integer = state.ask(&some_width);
            if !integer {
                // The condition on an integer no longer holds: the type is `index`.
                state.conditions.pop();
                state.types[ty].elements = Elements::Index;
                state.types[ty].written = Some("index".to_owned());
                state.chose_index = true;
            }
            !integer
        }
    }
}

/// True where something is of a class; an operation takes the form of it.
fn is_a<'a>(m: &mut dyn Machine<'a>, value: &Value<'a>, class: &str) -> Run<bool> {
    let name = last(class).to_owned();
    match value {
        Value::Type(ty) => type_is_a(m.state(), *ty, &name),
        Value::Part(attribute, at) if matches!(name.as_str(), "FloatAttr" | "IntegerAttr") => {
            Ok(m.state().ask_unsaid(&format!("element {at} of attribute {attribute} is a {name}")))
        }
        Value::Attr(attribute) if name == "ArrayAttr" => Ok(m.state().is_list(*attribute)),
        Value::Attr(attribute) if m.state().is_list(*attribute) => Ok(false),
        Value::Attr(attribute) => {
            let Some(ty) = m.state().attribute_type(*attribute) else {
                return m.state().stop(format!("isa<{name}> of an attribute"));
            };
            match name.as_str() {
                "IntegerAttr" => Ok(has_elements(m.state(), ty, Elements::Integer)),
                "FloatAttr" => Ok(has_elements(m.state(), ty, Elements::Float)),
                "TypedAttr" => Ok(true),
                "SplatElementsAttr"
                | "DenseElementsAttr"
                | "ElementsAttr"
                | "DenseIntElementsAttr"
                | "DenseFPElementsAttr"
                | "DenseResourceElementsAttr" => {
                    m.state().narrow(SCALARS);
                    Ok(false)
                }
                "BoolAttr" => {
                    let width = m.state().width(ty);
                    let integer = has_elements(m.state(), ty, Elements::Integer);
                    let one = match width {
                        Width::Bits(bits) => Term::truth(bits == 1),
                        Width::Type(ty) => Term::compare("eq", Term::WidthOf(ty), Term::word(1)),
                    };
                    Ok(integer && !is_index(m.state(), ty) && m.state().ask(&one))
                }
                "PoisonAttr" => Ok(false),
                _ => m.state().stop(format!("isa<{name}> of an attribute")),
            }
        }
        Value::Op(op) => {
            let Some(record) = m.operation(class) else {
                return m.state().stop(format!("the class `{class}`"));
            };
            Ok(m.state().ops[*op].record.name == record.name)
        }
        other => m.state().stop(format!("isa<{name}> of {}", other.word())),
    }
}

/// The path is read for scalars, where the body says more of vectors and tensors.
pub(crate) const SCALARS: &str = "vectors and tensors are left out";

fn type_is_a(state: &mut State, ty: usize, name: &str) -> Run<bool> {
    if state.is_vector(ty) {
        return Ok(matches!(name, "ShapedType" | "VectorType"));
    }
    match name {
        "IntegerType" => Ok(has_elements(state, ty, Elements::Integer) && !is_index(state, ty)),
        "IndexType" => Ok(has_elements(state, ty, Elements::Integer) && is_index(state, ty)),
        "FloatType" => Ok(has_elements(state, ty, Elements::Float)),
        "ShapedType" | "VectorType" | "TensorType" | "RankedTensorType" | "UnrankedTensorType"
        | "LLVMArrayType" | "ScalableVectorType" | "MemRefType" | "BaseMemRefType" => {
            if state.elements(ty) == Elements::Any && name != "ShapedType" && name != "VectorType" {
                return state.stop(format!("isa<{name}> of an unknown type"));
            }
            state.narrow(SCALARS);
            Ok(false)
        }
        _ if name.contains("Float") && scalar_type(name, "").is_some() => {
            let text = scalar_type(name, "").unwrap_or_default();
            let other = state.written_type(&text);
            state.ask_same_type(ty, other)
        }
        "ComplexType" => {
            let ty = state.ty(ty);
            Ok(state.elements(ty) == Elements::Any && state.ask_unsaid(&format!("type {ty} is complex")))
        }
        _ => state.stop(format!("isa<{name}> of a type")),
    }
}

/// Tells if a matcher fits; what it binds is assigned where it does.
fn matches<'a>(m: &mut dyn Machine<'a>, value: &Value<'a>, matcher: &Value<'a>, depth: usize) -> Run<bool> {
    if depth > 8 {
        return m.state().stop("matchers in each other");
    }
    let Value::Matcher(matcher) = matcher else {
        return m.state().stop(format!("{} as a matcher", matcher.word()));
    };
    match &**matcher {
        Matcher::Any(slot) => {
            if let Some(slot) = slot {
                m.store(*slot, value.clone());
            }
            Ok(true)
        }
        Matcher::Same(wanted) => {
            let value = ssa(m, value)?;
            m.state().ask_same(value, *wanted)
        }
        Matcher::Op(class, operands) => {
            let Some(record) = m.operation(class) else {
                return m.state().stop(format!("the class `{class}`"));
            };
            let op = match value {
                Value::Op(op) if m.state().ops[*op].record.name == record.name => Some(*op),
                Value::Op(_) => None,
                Value::Definer(value) => m.state().ask_defined(*value, record)?,
                other => {
                    let value = ssa(m, other)?;
                    m.state().ask_defined(value, record)?
                }
            };
            let Some(op) = op else { return Ok(false) };
            if operands.is_empty() {
                return Ok(true);
            }
            if m.state().ops[op].operands.len() != operands.len() {
                return Ok(false);
            }
            for (number, operand) in operands.iter().enumerate() {
                let value = Value::Ssa(m.state().ops[op].operands[number]);
                if !matches(m, &value, operand, depth + 1)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        Matcher::Constant(slot) => {
            let Some(attribute) = constant_of(m, value)? else { return Ok(false) };
            let Some(slot) = slot else { return Ok(true) };
            let bound = Value::Attr(attribute);
            // A variable of a class of attributes is bound to those of the class alone.
            let fits = match m.load(*slot) {
                Value::Name(class) if class == "IntegerAttr" || class == "FloatAttr" => {
                    is_a(m, &bound, &class)?
                }
                Value::Name(class) if class == "BoolAttr" => is_a(m, &bound, &class)?,
                Value::Name(class) if !matches!(last(&class), "Attribute" | "TypedAttr" | "ElementsAttr") => {
                    return m.state().stop(format!("a constant as a {class}"));
                }
                Value::Name(class) if class == "ElementsAttr" => {
                    m.state().narrow(SCALARS);
                    false
                }
                _ => true,
            };
            if fits {
                m.store(*slot, bound);
            }
            Ok(fits)
        }
        Matcher::Integer(slot) => {
            let Some(term) = constant_integer(m, value)? else { return Ok(false) };
            if let Some(slot) = slot {
                m.store(*slot, Value::Wide(term));
            }
            Ok(true)
        }
        Matcher::IntegerWhere(condition) => {
            let Some(term) = constant_integer(m, value)? else { return Ok(false) };
            let answer = m.call(condition, vec![Value::Wide(term)])?;
            truth(m, &answer)
        }
        Matcher::FloatIs(texts) => {
            for text in *texts {
                if float_is(m, value, text)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        Matcher::AnyNumber(wanted, text) => {
            let Some(attribute) = constant_of(m, value)? else { return Ok(false) };
            let ty = type_of(m, &Value::Attr(attribute))?;
            if has_elements(m.state(), ty, Elements::Float) {
                return float_is(m, value, text);
            }
            let Some(term) = m.state().integer_of(attribute) else { return Ok(false) };
            let wanted = Term::Number(*wanted, term.width());
            Ok(m.state().ask(&Term::compare("eq", term, wanted)))
        }
    }
}

/// Tells if a value is the constant of a text, in `f32`.
fn float_is<'a>(m: &mut dyn Machine<'a>, value: &Value<'a>, text: &str) -> Run<bool> {
    let Some(attribute) = constant_of(m, value)? else { return Ok(false) };
    let ty = type_of(m, &Value::Attr(attribute))?;
    if !has_elements(m.state(), ty, Elements::Float) {
        return Ok(false);
    }
    let state = m.state();
    if let Attribute::Written(known, _) = &state.attributes[attribute] {
        return Ok(known.starts_with(&format!("{text} :")));
    }
    if !matches!(state.attributes[attribute], Attribute::Of { .. }) {
        return state.stop("a floating-point number that is computed, compared with another");
    }
    if !state.fork() {
        state.not_numbers.push((attribute, text.to_owned()));
        state.leave_to_order(format!("a constant is not {text}"));
        return Ok(false);
    }
    let ty = state.ty(ty);
    match state.types[ty].written.clone() {
        Some(known) if text.starts_with("0x") && known != "f32" => {
            return state.stop("a constant by its bits in another type");
        }
        Some(known) => {
            state.attributes[attribute] = Attribute::Written(format!("{text} : {known}"), Some(ty))
        }
        None => {
            state.types[ty].written = Some("f32".to_owned());
            state.narrow("constants of floating-point numbers are those of f32");
            state.attributes[attribute] = Attribute::Written(format!("{text} : f32"), Some(ty));
        }
    }
    Ok(true)
}

/// The attribute of the constant that a value or an attribute is.
fn constant_of<'a>(m: &mut dyn Machine<'a>, value: &Value<'a>) -> Run<Option<usize>> {
    match value {
        Value::Null => Ok(None),
        Value::Attr(attribute) => Ok(Some(*attribute)),
        Value::Op(op) if !m.state().ops[*op].record.has("constant_like") => Ok(None),
        Value::Definer(value) => constant(m, *value),
        other => {
            let value = ssa(m, other)?;
            constant(m, value)
        }
    }
}

/// The integer of the constant that a value is.
fn constant_integer<'a>(m: &mut dyn Machine<'a>, value: &Value<'a>) -> Run<Option<Term>> {
    let Some(attribute) = constant_of(m, value)? else { return Ok(None) };
    let ty = type_of(m, &Value::Attr(attribute))?;
    if !has_elements(m.state(), ty, Elements::Integer) {
        return Ok(None);
    }
    Ok(m.state().integer_of(attribute))
}

/// A function without an object; `None` for one that is not known.
pub(crate) fn function<'a>(
    m: &mut dyn Machine<'a>,
    name: &str,
    templates: &[String],
    mut arguments: Vec<Value<'a>>,
) -> Called<'a> {
    let short = last(name).to_owned();
    let slot = |value: Option<&Value<'a>>| match value {
        Some(Value::Slot(slot)) => Some(*slot),
        _ => None,
    };
    let matcher = |matcher: Matcher<'a>| Ok(Some(Value::Matcher(std::rc::Rc::new(matcher))));
    match short.as_str() {
        "success" | "failure" if arguments.len() < 2 => {
            let holds = match arguments.first() {
                Some(condition) => truth(m, condition)?,
                None => true,
            };
            return Ok(Some(Value::Logical(holds == (short == "success"))));
        }
        // Text for messages.
        "formatv" | "Twine" => return Ok(Some(Value::Text)),
        "m_Constant" => return matcher(Matcher::Constant(slot(arguments.first()))),
        "m_ConstantInt" => return matcher(Matcher::Integer(slot(arguments.first()))),
        "m_Any" => return matcher(Matcher::Any(slot(arguments.first()))),
        "m_Op" => return matcher(Matcher::Op(templates.first().cloned().unwrap_or_default(), arguments)),
        "__integer_where" if arguments.len() == 1 => {
            return matcher(Matcher::IntegerWhere(arguments.remove(0)));
        }
        "m_AnyZeroFloat" => return matcher(Matcher::FloatIs(&["0.0", "-0.0"])),
        "m_PosZeroFloat" => return matcher(Matcher::FloatIs(&["0.0"])),
        "m_NegZeroFloat" => return matcher(Matcher::FloatIs(&["-0.0"])),
        // The bits of f32, in which an open type is read.
        "m_NaNFloat" => return matcher(Matcher::FloatIs(&["0x7FC00000"])),
        "m_PosInfFloat" => return matcher(Matcher::FloatIs(&["0x7F800000"])),
        "m_NegInfFloat" => return matcher(Matcher::FloatIs(&["0xFF800000"])),
        "m_OneFloat" => return matcher(Matcher::FloatIs(&["1.0"])),
        "__any_number" => {
            return match arguments.first() {
                Some(Value::Int(term, _)) if term.known() == Some(0) => matcher(Matcher::AnyNumber(0, "0.0")),
                Some(Value::Int(term, _)) if term.known() == Some(1) => matcher(Matcher::AnyNumber(1, "1.0")),
                _ => Ok(None),
            };
        }
        _ => {}
    }
    let mut resolved_arguments = Vec::with_capacity(arguments.len());
    for argument in arguments {
        resolved_arguments.push(match argument {
            Value::MaybeConstant(_) if short.starts_with("matchPattern") => argument,
            other => resolved(m, other)?,
        });
    }
    let arguments = resolved_arguments;
    match (short.as_str(), &arguments[..]) {
        ("m_Val", [value]) => {
            let value = ssa(m, value)?;
            matcher(Matcher::Same(value))
        }
        ("succeeded", [Value::Logical(answer)]) => Ok(Some(Value::Bool(Term::truth(*answer)))),
        ("failed", [Value::Logical(answer)]) => Ok(Some(Value::Bool(Term::truth(!*answer)))),
        ("succeeded", [value]) => Ok(Some(Value::Bool(Term::truth(!matches!(value, Value::Null))))),
        ("failed", [value]) => Ok(Some(Value::Bool(Term::truth(matches!(value, Value::Null))))),
        ("move" | "forward", [value]) => Ok(Some(value.clone())),
        ("to_vector", [list @ Value::List(_)]) => Ok(Some(list.clone())),
        ("enumerate", [Value::List(list)]) => {
            let pair = |(at, one): (usize, &Value<'a>)| {
                Value::List(vec![Value::Int(Term::word(at as i128), true), one.clone()])
            };
            Ok(Some(Value::List(list.iter().enumerate().map(pair).collect())))
        }
        ("matchPattern", [value, matcher]) => {
            let answer = match value {
                Value::Null => false,
                other => matches(m, other, matcher, 0)?,
            };
            Ok(Some(Value::Bool(Term::truth(answer))))
        }
        (
            "isa"
            | "isa_and_nonnull"
            | "isa_and_present"
            | "cast"
            | "cast_or_null"
            | "cast_if_present"
            | "dyn_cast"
            | "dyn_cast_or_null"
            | "dyn_cast_if_present",
            [Value::Definer(value)],
        ) => {
            let mut found = None;
            for class in templates {
                let Some(record) = m.operation(class) else {
                    return m.state().stop(format!("the class `{class}`"));
                };
                found = found.or(m.state().ask_defined(*value, record)?);
            }
            Ok(Some(match found {
                found if short.starts_with("isa") => Value::Bool(Term::truth(found.is_some())),
                Some(op) => Value::Op(op),
                None if short.starts_with("cast") => return m.state().stop(crate::state::IMPOSSIBLE),
                None => Value::Null,
            }))
        }
        ("isa" | "isa_and_nonnull" | "isa_and_present", [value]) => {
            let mut answer = false;
            for class in templates {
                answer = answer || !matches!(value, Value::Null) && is_class(m, value, class)?;
            }
            Ok(Some(Value::Bool(Term::truth(answer))))
        }
        ("cast" | "cast_or_null" | "cast_if_present", [value]) => match templates.first() {
            _ if matches!(value, Value::Null) => Ok(Some(Value::Null)),
            Some(class) if is_class(m, value, class)? => Ok(Some(value.clone())),
            _ => m.state().stop(crate::state::IMPOSSIBLE),
        },
        ("dyn_cast" | "dyn_cast_or_null" | "dyn_cast_if_present", [value]) => match templates.first() {
            _ if matches!(value, Value::Null) => Ok(Some(Value::Null)),
            Some(class) => Ok(Some(if is_class(m, value, class)? { value.clone() } else { Value::Null })),
            None => Ok(None),
        },
        ("getElementTypeOrSelf", [value]) => {
            let ty = type_of(m, value)?;
            if m.state().elements(ty) == Elements::Any {
                return m.state().stop("the elements of an unknown type");
            }
            m.state().element_types = true;
            Ok(Some(Value::Type(ty)))
        }
        ("all_of" | "any_of" | "none_of", [Value::List(list), predicate]) => {
            let wanted = short == "all_of";
            for item in list.clone() {
                let answer = m.call(predicate, vec![item])?;
                if truth(m, &answer)? != wanted {
                    return Ok(Some(Value::Bool(Term::truth(short == "any_of"))));
                }
            }
            Ok(Some(Value::Bool(Term::truth(short != "any_of"))))
        }
        ("bitEnumContainsAll" | "bitEnumContainsAny", [Value::Int(..), Value::Int(..)]) => {
            let (left, right) = (number(m, &arguments[0])?, number(m, &arguments[1])?);
            let right = right.resize(Extension::Zero, left.width());
            let both = Term::binary("andi", left, right.clone());
            let zero = Term::Number(0, both.width());
            let term = match short.ends_with("All") {
                true => Term::compare("eq", both, right),
                false => Term::compare("ne", both, zero),
            };
            Ok(Some(Value::Bool(term)))
        }
        // The options of a pass.
        ("is_contained", [Value::Name(list), value]) => {
            let what = match value {
                Value::Int(term, _) | Value::Wide(term) => format!("{:?}", m.state().resolved(term)),
                Value::Type(ty) => format!("type {}", m.state().ty(*ty)),
                Value::Ssa(value) => format!("value {}", m.state().value(*value)),
                other => return m.state().stop(format!("{} in a list", other.word())),
            };
            let answer = m.state().ask_unsaid(&format!("{list} has {what}"));
            Ok(Some(Value::Bool(Term::truth(answer))))
        }
        ("bitEnumContainsAll" | "bitEnumContainsAny", [Value::Attr(attribute), Value::Int(wanted, _)]) => {
            let answer = m.state().ask_unsaid(&format!("flags {attribute} contain {:?}", wanted.known()));
            Ok(Some(Value::Bool(Term::truth(answer))))
        }
        ("constFoldBinaryOp" | "constFoldBinaryOpConditional", [Value::List(operands), rest @ ..]) => {
            let (ty, lambda) = match rest {
                [Value::Type(ty), lambda] => (Some(*ty), lambda),
                [lambda] => (None, lambda),
                _ => return Ok(None),
            };
            fold(m, templates, operands, 2, ty, lambda)
        }
        ("constFoldUnaryOp" | "constFoldUnaryOpConditional", [Value::List(operands), lambda]) => {
            fold(m, templates, operands, 1, None, lambda)
        }
        ("constFoldCastOp", [Value::List(operands), Value::Type(ty), lambda]) => {
            fold_cast(m, templates, operands, *ty, lambda)
        }
        _ => Ok(None),
    }
}

/// True where something is of a class, for those that nothing has to be asked of.
fn is_class<'a>(m: &mut dyn Machine<'a>, value: &Value<'a>, class: &str) -> Run<bool> {
    match (value, last(class)) {
        (_, "Attribute" | "Value" | "Type") => Ok(true),
        // The type of a field of properties, which an attribute of the same name has.
        (Value::Attr(_) | Value::Int(..), _) if class.starts_with("decltype(") => Ok(true),
        (Value::Ssa(_), _) if m.operation(class).is_some() => m.state().stop("a value as an operation"),
        _ => is_a(m, value, class),
    }
}

/// `constFoldUnaryOp` and `constFoldBinaryOp` on constants that are no lists of elements.
fn fold<'a>(
    m: &mut dyn Machine<'a>,
    templates: &[String],
    operands: &[Value<'a>],
    count: usize,
    ty: Option<usize>,
    lambda: &Value<'a>,
) -> Called<'a> {
    if operands.len() != count {
        return m.state().stop("a constant fold of another number of operands");
    }
    let mut attributes = Vec::new();
    for operand in operands {
        let value = resolved(m, operand.clone())?;
        match value {
            Value::Attr(attribute) => attributes.push(attribute),
            Value::Null => return Ok(Some(Value::Null)),
            other => return m.state().stop(format!("a constant fold of {}", other.word())),
        }
    }
    let class = templates.first().map(|class| last(class).to_owned()).unwrap_or_default();
    let types: Vec<usize> =
        attributes.iter().map(|one| type_of(m, &Value::Attr(*one))).collect::<Run<_>>()?;
    for pair in types.windows(2) {
        if !m.state().ask_same_type(pair[0], pair[1])? {
            return Ok(Some(Value::Null));
        }
    }
    let wanted = match class.as_str() {
        "IntegerAttr" => Elements::Integer,
        "FloatAttr" => Elements::Float,
        _ => return m.state().stop(format!("a constant fold of `{class}`")),
    };
    if !has_elements(m.state(), types[0], wanted) {
        return Ok(Some(Value::Null));
    }
    let mut arguments = Vec::new();
    for attribute in &attributes {
        arguments.push(attribute_value(m, *attribute)?);
    }
    let result = m.call(lambda, arguments)?;
    let result = resolved(m, result)?;
    folded(m, result, ty.unwrap_or(types[0]))
}

/// The attribute of what the lambda of a fold returns.
fn folded<'a>(m: &mut dyn Machine<'a>, result: Value<'a>, ty: usize) -> Called<'a> {
    let made = match result {
        Value::Wide(term) => Attribute::Integer(term, Some(ty)),
        Value::Float(float) => Attribute::Float(float, ty),
        Value::Null => return Ok(Some(Value::Null)),
        other => return m.state().stop(format!("a constant fold that returns {}", other.word())),
    };
    let made = m.state().new_attribute(made);
    Ok(Some(Value::Attr(made)))
}

/// `constFoldCastOp`: the lambda says by its last parameter if there is a result.
fn fold_cast<'a>(
    m: &mut dyn Machine<'a>,
    templates: &[String],
    operands: &[Value<'a>],
    ty: usize,
    lambda: &Value<'a>,
) -> Called<'a> {
    let [operand] = operands else { return m.state().stop("a cast of several operands") };
    let value = resolved(m, operand.clone())?;
    let Value::Attr(attribute) = value else { return Ok(Some(Value::Null)) };
    let from = type_of(m, &Value::Attr(attribute))?;
    let wanted = match templates.first().map(|class| last(class)) {
        Some("IntegerAttr") => Elements::Integer,
        Some("FloatAttr") => Elements::Float,
        _ => return m.state().stop("a cast of a constant of another class"),
    };
    if !has_elements(m.state(), from, wanted) {
        return Ok(Some(Value::Null));
    }
    let given = attribute_value(m, attribute)?;
    let succeeds = m.load_new(Value::Bool(Term::truth(true)));
    let result = m.call(lambda, vec![given, Value::Slot(succeeds)])?;
    let succeeded = m.load(succeeds);
    if !truth(m, &succeeded)? {
        return Ok(Some(Value::Null));
    }
    let result = resolved(m, result)?;
    folded(m, result, ty)
}

/// The number of a constant attribute.
fn attribute_value<'a>(m: &mut dyn Machine<'a>, attribute: usize) -> Run<Value<'a>> {
    if let Some(term) = m.state().integer_of(attribute) {
        return Ok(Value::Wide(term));
    }
    let ty = type_of(m, &Value::Attr(attribute))?;
    if m.state().elements(ty) == Elements::Float {
        return Ok(Value::Float(match &m.state().attributes[attribute] {
            Attribute::Float(float, _) => float.clone(),
            _ => Float::Attribute(attribute),
        }));
    }
    m.state().stop("the value of an attribute of another kind")
}
