//! Near misses of a path: for each of its conditions a pattern that lacks it, so that programs of this one which the path does not
//! match miss that condition alone. Knows no C++.

use assay_ops::Op;

use crate::emit::{self, Pattern, Place};
use crate::prelude;
use crate::records;
use crate::state::{Attribute, Definition, State};
use crate::term::Term;

/// A path without one of its conditions.
#[derive(Clone, Debug)]
pub struct Miss {
    /// The condition in words.
    pub condition: String,
    /// The line of the condition.
    pub line: usize,
    /// The match without it.
    pub pattern: Pattern,
}

/// The path without each of its conditions in turn; its unsaid ones have no such pattern.
pub(crate) fn misses(state: &State, place: &Place<'_>) -> Vec<Miss> {
    let mut out = Vec::new();
    let mut add = |condition: String, line: usize, mut without: State| {
        let name = format!("{}!{}", place.name, out.len() + 1);
        if let Ok(pattern) = emit::conditions(&mut without, &Place { name: &name, ..*place }) {
            out.push(Miss { condition, line, pattern });
        }
    };
    for (number, condition) in state.conditions.iter().enumerate() {
        if state.resolved(&condition.term).known().is_none() {
            let mut without = state.clone();
            without.conditions.remove(number);
            add("a question about attributes or types".to_owned(), condition.line, without);
        }
    }
    let matched = |op: &usize| !state.ops[*op].created;
    for op in (0..state.ops.len()).filter(matched) {
        let one = &state.ops[op];
        for (name, attribute) in &one.attributes {
            if let Some(without) = open_attribute(state, op, (name, *attribute)) {
                add(format!("the value of `{name}`"), one.line, without);
            }
        }
        if let Some(result) = one.results.first().filter(|_| op != 0) {
            add(
                format!("`{}` as an operand", one.record.name),
                one.line,
                without_operation(state, op, *result),
            );
        }
        for at in 0..one.operands.len() {
            if is_used_before(state, op, at) {
                let mut without = state.clone();
                let ty = without.type_of(one.operands[at]);
                without.ops[op].operands[at] = without.new_value(Definition::Open, ty);
                add("two values that are one".to_owned(), one.line, without);
            }
        }
    }
    for ty in (0..state.types.len()).filter(|ty| state.ty(*ty) == *ty && state.types[*ty].asked) {
        let mut without = state.clone();
        without.types[ty].written = None;
        add("a type".to_owned(), place.line, without);
    }
    for (a, b) in &state.different {
        let mut without = state.clone();
        if matches!(without.unite(*a, *b), Ok(true)) {
            add("two values that differ".to_owned(), place.line, without);
        }
    }
    for (a, b) in &state.different_types {
        let mut without = state.clone();
        if without.join(*a, *b) {
            add("two types that differ".to_owned(), place.line, without);
        }
    }
    for (attribute, text) in &state.not_numbers {
        let Some(ty) = state.constant_type(*attribute).map(|ty| state.ty(ty)) else { continue };
        let mut without = state.clone();
        let written = without.types[ty].written.get_or_insert_with(|| "f32".to_owned()).clone();
        without.attributes[*attribute] = Attribute::Written(format!("{text} : {written}"), Some(ty));
        add(format!("a constant that is not {text}"), place.line, without);
    }
    for value in (0..state.values.len()).filter(|value| state.value(*value) == *value) {
        for name in &state.values[value].excluded {
            let dialect = assay_ops::dialect_of(state.ops[0].record.name);
            let constant = || prelude::constant_op(place.tables, dialect);
            let name = if name.is_empty() { constant() } else { Some(*name) };
            let Some(record) = name.and_then(|name| records::op(place.tables, name)) else { continue };
            if let Some(without) = defined(state, value, record) {
                add(format!("no `{}` as an operand", record.name), place.line, without);
            }
        }
    }
    out
}

/// The path with an attribute of a matched operation left open that it asks for.
fn open_attribute(state: &State, op: usize, (name, attribute): (&str, usize)) -> Option<State> {
    let asked = match &state.attributes[attribute] {
        Attribute::Written(..) | Attribute::Case(..) => true,
        Attribute::Of { .. } | Attribute::Integer(..) | Attribute::Float(..) => false,
    };
    let known = state.ops[op].record.attributes().find(|one| one.name == name).filter(|_| asked)?;
    let ty = match &state.attributes[attribute] {
        Attribute::Written(_, ty) => *ty,
        _ => None,
    };
    let mut without = state.clone();
    without.attributes[attribute] = Attribute::Of { op, kind: known.kind, ty };
    Some(without)
}

/// The path with any value in place of what an operation defines; what asks about attributes of that operation goes, too.
fn without_operation(state: &State, op: usize, result: usize) -> State {
    let mut without = state.clone();
    let mut gone = vec![op];
    let value = state.value(result);
    without.values[value].definition = Definition::Open;
    // Those that only it uses.
    let mut number = 0;
    while let Some(user) = gone.get(number).copied() {
        number += 1;
        for operand in &state.ops[user].operands {
            if let Some((inner, _)) = state.defined_by(*operand)
                && !gone.contains(&inner)
                && !is_operand(state, inner, &gone)
            {
                gone.push(inner);
            }
        }
    }
    let attributes: Vec<usize> =
        gone.iter().flat_map(|op| &state.ops[*op].attributes).map(|(_, attribute)| *attribute).collect();
    let mentions = |part: &Term| matches!(part, Term::Attribute(one, _) if attributes.contains(one));
    without.conditions.retain(|condition| !state.resolved(&condition.term).any(&mentions));
    for op in gone {
        without.ops[op].created = true;
    }
    without
}

/// True where a matched operation that is not one of these uses a result of an operation.
fn is_operand(state: &State, op: usize, except: &[usize]) -> bool {
    let uses = |user: usize| {
        let operands = &state.ops[user].operands;
        operands.iter().any(|value| state.defined_by(*value).is_some_and(|(inner, _)| inner == op))
    };
    (0..state.ops.len()).any(|user| !state.ops[user].created && !except.contains(&user) && uses(user))
}

/// True where an operand is a value that a matched operation uses at an earlier place, and that nothing defines.
fn is_used_before(state: &State, op: usize, at: usize) -> bool {
    let value = state.value(state.ops[op].operands[at]);
    let open = state.values[value].definition == Definition::Open;
    let before = (0..=op).filter(|user| !state.ops[*user].created).any(|user| {
        let operands = &state.ops[user].operands;
        let earlier = if user == op { &operands[..at] } else { &operands[..] };
        earlier.iter().any(|other| state.value(*other) == value)
    });
    open && before
}

/// The path with a value defined by an operation.
fn defined(state: &State, value: usize, record: &'static Op) -> Option<State> {
    if state.values[value].definition != Definition::Open || !records::is_plain(record) {
        return None;
    }
    let mut without = state.clone();
    without.values[value].excluded.clear();
    without.matched(record, Some((value, 0))).ok()?;
    Some(without)
}
