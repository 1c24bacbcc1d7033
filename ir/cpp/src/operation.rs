//! Accessors and builders of operations, as ODS generates them from records.

use assay_ops::{Many, Op};

use crate::records::{self, Elements, camel};
use crate::state::{Action, Attribute, Definition, Operation, State, case_width};
use crate::term::Term;
use crate::value::{Handle, Run, Value};

/// The result of the accessor of this name, if there is one.
pub(crate) fn accessor<'a>(state: &mut State, op: usize, name: &str) -> Run<Option<Value<'a>>> {
    let record = state.ops[op].record;
    let Some(rest) = name.strip_prefix("get") else { return Ok(None) };
    if let Some(number) = record.operands().position(|group| camel(group.name) == rest) {
        return Ok(Some(Value::Ssa(operand(state, op, number))));
    }
    let mutable = rest.strip_suffix("Mutable").unwrap_or_default();
    if let Some(number) = record.operands().position(|group| camel(group.name) == mutable) {
        return Ok(Some(Value::Operand(op, number)));
    }
    if let Some(number) = record.results().position(|group| camel(group.name) == rest) {
        return Ok(state.ops[op].results.get(number).map(|value| Value::Ssa(*value)));
    }
    for attribute in record.attributes() {
        let word = camel(attribute.name);
        let whole = format!("{word}Attr") == rest;
        if !whole && word != rest {
            continue;
        }
        if attribute.optional && !state.ops[op].created {
            // That there is none is not said by the pattern.
            if state.ask_unsaid(&format!("operation {op} has no attribute `{}`", attribute.name)) {
                return Ok(Some(Value::Null));
            }
        }
        let found = state.attribute(op, attribute.name)?;
        return Ok(Some(if whole { Value::Attr(found) } else { plain(state, op, attribute.kind, found) }));
    }
    Ok(None)
}

/// The operand of an operation, as it is where it was changed in place.
pub(crate) fn operand(state: &State, op: usize, number: usize) -> usize {
    let changed = state.modified.operands.iter().rev().find(|(at, _)| op == 0 && *at == number);
    changed.map_or(state.ops[op].operands[number], |(_, value)| *value)
}

/// The result of the accessor of an attribute without `Attr`.
fn plain<'a>(state: &mut State, op: usize, kind: &str, attribute: usize) -> Value<'a> {
    let record = state.ops[op].record;
    match case_width(record, kind) {
        Some(_) => match state.integer_of(attribute) {
            Some(term) => Value::Int(term, true),
            None => match &state.attributes[attribute] {
                Attribute::Written(text, _) => match case_of(record, kind, text) {
                    Some(number) => Value::Int(Term::word(number), true),
                    None => Value::Attr(attribute),
                },
                _ => Value::Attr(attribute),
            },
        },
        None => Value::Attr(attribute),
    }
}

/// The number of a written enumerator or set of flags.
fn case_of(record: &'static Op, kind: &str, text: &str) -> Option<i128> {
    if kind == "flags(arith.overflow)" {
        let inner = text.split('<').nth(1)?.trim_end_matches('>');
        let flag = |word: &str| match word.trim() {
            "none" => Some(0),
            "nsw" => Some(1),
            "nuw" => Some(2),
            _ => None,
        };
        return inner.split(',').map(flag).sum();
    }
    let number = text.split(':').next()?.trim();
    number.parse().ok().or_else(|| records::enumeration(record, kind)?.value(number).map(i128::from))
}

/// The text of an enumerator or of a set of flags, by the kind of its attribute.
pub(crate) fn case_text(record: &'static Op, kind: &str, number: i128) -> Option<String> {
    match kind {
        "i64" => Some(format!("{number} : i64")),
        "i32" => Some(format!("{number} : i32")),
        "flags(arith.overflow)" => {
            let words = match number {
                0 => "none",
                1 => "nsw",
                2 => "nuw",
                3 => "nsw, nuw",
                _ => return None,
            };
            Some(format!("#arith.overflow<{words}>"))
        }
        _ => records::enumeration(record, kind).map(|known| format!("{number} : i{}", known.width)),
    }
}

/// Makes an operation of the arguments of its builder, without the builder and the location.
pub(crate) fn create(state: &mut State, record: &'static Op, arguments: Vec<Value<'_>>) -> Run<usize> {
    if !records::is_made_of_values(record) {
        return state.stop(format!("`{}`, which has lists of operands, or regions, is made", record.name));
    }
    let mut types = Vec::new();
    let mut operands = Vec::new();
    let mut rest = Vec::new();
    let mut flat = Vec::new();
    for argument in arguments {
        match argument {
            Value::List(list) => flat.extend(list),
            Value::Handle(Handle::Rewriter | Handle::Location) => {}
            other => flat.push(other),
        }
    }
    let mut named = Vec::new();
    let count = record.operands().filter(|group| group.many == Many::One).count();
    let listed = record.operands().count() > count;
    let constant = record.has("constant_like");
    for argument in flat {
        match argument {
            Value::Type(ty) => types.push(ty),
            Value::Ssa(value) => operands.push(value),
            Value::Op(op) if operands.len() < count || listed => match state.ops[op].results[..] {
                [value] => operands.push(value),
                _ => return state.stop("an operation of several results as an operand"),
            },
            Value::Record(fields) => named.extend(fields),
            other => rest.push(other),
        }
    }
    if operands.len() < count || operands.len() > count && !listed {
        return state.stop(format!("a builder of `{}` with {} operands", record.name, operands.len()));
    }
    let mut attributes = Vec::new();
    let known: Vec<assay_ops::Attribute> = record.attributes().collect();
    for (number, value) in rest.into_iter().enumerate() {
        let Some(attribute) = known.get(number) else {
            return state.stop(format!("a builder of `{}` with more arguments than its record", record.name));
        };
        if matches!(value, Value::Null) && (attribute.optional || attribute.default.is_some()) {
            continue;
        }
        let ty = types.first().copied().filter(|_| constant);
        let made = as_attribute(state, record, attribute.kind, value, ty)?;
        attributes.push((attribute.name, made));
    }
    for (field, value) in named {
        let Some(attribute) = known.iter().find(|one| one.name == field) else {
            return state.stop(format!("`{}` has no attribute `{field}`", record.name));
        };
        if matches!(value, Value::Null) && (attribute.optional || attribute.default.is_some()) {
            continue;
        }
        let ty = types.first().copied().filter(|_| constant);
        let made = as_attribute(state, record, attribute.kind, value, ty)?;
        attributes.push((attribute.name, made));
    }
    let lacking = known.iter().find(|one| {
        !one.optional
            && one.kind != "unit"
            && one.default.is_none()
            && attributes.iter().all(|(name, _)| *name != one.name)
    });
    if let Some(one) = lacking {
        return state.stop(format!("a builder of `{}` without `{}`", record.name, one.name));
    }
    let outs: Vec<assay_ops::Group> = record.results().collect();
    let results: Vec<usize> = if types.len() == outs.len() && !outs.is_empty() {
        types
    } else if !types.is_empty() {
        return state.stop(format!("a builder of `{}` with {} types", record.name, types.len()));
    } else if let (true, Some((_, value))) = (constant, attributes.first()) {
        let Some(ty) = state.attribute_type(*value) else {
            return state.stop("a constant of an attribute without a type");
        };
        vec![ty]
    } else {
        let inferred = |state: &mut State, group| {
            let ty = state.type_of_group(record, group);
            state.types[ty].inferred = true;
            ty
        };
        outs.iter().map(|group| inferred(state, *group)).collect()
    };
    let of_operands: Vec<usize> = operands.iter().map(|value| state.type_of(*value)).collect();
    let explicit = results.iter().any(|ty| !state.types[state.ty(*ty)].inferred);
    // Types that do not fit are for the stages to find.
    if !explicit && !state.relate(record, &of_operands, &results) {
        return state.stop(format!("the types of `{}` that is made", record.name));
    }
    let op = state.ops.len();
    let values =
        results.iter().enumerate().map(|(number, ty)| state.new_value(Definition::Result(op, number), *ty));
    let values = values.collect();
    let line = state.line;
    state.ops.push(Operation {
        record,
        operands,
        results: values,
        attributes,
        created: true,
        may_fold: false,
        line,
    });
    state.actions.push((Action::Create(op), line));
    Ok(op)
}

/// Tells if an operation that was made is a cast of a value to its own type, which `createOrFold` makes the value.
pub(crate) fn is_identity(state: &State, op: usize) -> bool {
    let one = &state.ops[op];
    let cast = one.record.interfaces().any(|name| name == "CastOpInterface");
    match (&one.operands[..], &one.results[..]) {
        ([operand], [result]) => cast && state.type_of(*operand) == state.type_of(*result),
        _ => false,
    }
}

/// The text of an attribute that is a list of numbers, which are known.
fn numbers(state: &State, value: &Value<'_>) -> Option<String> {
    let list = match value {
        Value::List(list) => &list[..],
        one => std::slice::from_ref(one),
    };
    let number = |one: &Value<'_>| match one {
        Value::Int(term, _) => state.resolved(term).known_signed().map(|number| number.to_string()),
        _ => None,
    };
    let numbers: Vec<String> = list.iter().map(number).collect::<Option<_>>()?;
    Some(format!("array<i64: {}>", numbers.join(", ")))
}

/// A value of C++ as an attribute of a kind.
pub(crate) fn as_attribute(
    state: &mut State,
    record: &'static Op,
    kind: &'static str,
    value: Value<'_>,
    ty: Option<usize>,
) -> Run<usize> {
    match value {
        Value::Attr(attribute) => Ok(attribute),
        Value::Int(term, _) if case_width(record, kind).is_some() => {
            let term = state.resolved(&term);
            if let Term::Attribute(attribute, _) = term {
                return Ok(attribute);
            }
            if let Some(text) = term.known().and_then(|number| case_text(record, kind, number)) {
                return Ok(state.new_attribute(Attribute::Written(text, None)));
            }
            let bits = case_width(record, kind).unwrap_or(64);
            let term = term.resize(crate::term::Extension::Zero, crate::term::Width::Bits(bits));
            Ok(state.new_attribute(Attribute::Case(term, kind)))
        }
        value if kind == "dense(i64)" => match numbers(state, &value) {
            Some(text) => Ok(state.new_attribute(Attribute::Written(text, None))),
            None => state.stop(format!("{} as an attribute of `{}`", value.word(), record.name)),
        },
        Value::Int(term, _) if kind == "index" => {
            let ty = state.new_type(Elements::Index);
            Ok(state.new_attribute(Attribute::Integer(term, Some(ty))))
        }
        Value::Int(term, unsigned) if ty.is_some() => {
            let extension =
                if unsigned { crate::term::Extension::Zero } else { crate::term::Extension::Sign };
            let width = ty.map_or(crate::term::WORD, |ty| state.width(ty));
            Ok(state.new_attribute(Attribute::Integer(term.resize(extension, width), ty)))
        }
        Value::Wide(term) if ty.is_some() => Ok(state.new_attribute(Attribute::Integer(term, ty))),
        Value::Bool(term) => Ok(state.new_attribute(Attribute::Integer(term, None))),
        other => state.stop(format!("{} as an attribute of `{}`", other.word(), record.name)),
    }
}
