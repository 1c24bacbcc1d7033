//! What a match may be restricted to: operations that carry a promise, and numbers or types that a shipped native constraint
//! tests. Must not judge whether that suffices.

use assay_ir::data::{OpId, Span, ValueId};
use assay_ir::ops;
use assay_ir::pdl::{Attribute, Operation, Pattern, PdlOp};

use super::edit::{Edit, Text};
use super::repairs::Repair;

/// Attributes by which an operation may promise something, with the flags of those that are sets, weakest promise first.
const PROMISES: &[(&str, &[&str])] = &[("overflowFlags", &["nsw", "nuw", "nsw, nuw"]), ("isExact", &[])];

/// Tests of one constant, by the native and whether it has to fail.
const OF_ONE: &[(&str, bool, &str)] = &[
    ("attr_is_zero", true, "is not 0"),
    ("attr_is_all_ones", true, "is not -1"),
    ("attr_is_minimum_signed", true, "is not the smallest signed number"),
    ("attr_is_power_of_two", false, "is a power of two"),
    ("attr_is_one", false, "is 1"),
    ("attr_is_one", true, "is not 1"),
    ("attr_is_zero", false, "is 0"),
    ("attr_is_all_ones", false, "is -1"),
];

/// Tests of two constants.
const OF_TWO: &[(&str, bool, &str)] = &[
    ("attr_equal", false, "equals"),
    ("attr_different", false, "differs from"),
    ("attr_less_unsigned", false, "is below (unsigned)"),
    ("attr_less_unsigned", true, "is not below (unsigned)"),
    ("attr_less_signed", false, "is below (signed)"),
    ("attr_complementary", false, "is the complement of"),
];

/// Tests of two types.
const OF_TYPES: &[(&str, bool, &str)] = &[
    ("type_narrower", false, "is narrower than"),
    ("type_same_width", false, "is as wide as"),
    ("type_twice_as_wide", false, "is half as wide as"),
    ("type_narrower", true, "is not narrower than"),
];

/// Matches only operations with a promise, where none is asked for.
pub(super) fn promises(text: &Text<'_>, matched: &[Operation<'_>]) -> Vec<Repair> {
    let mut out = Vec::new();
    for operation in matched {
        let Some(name) = operation.name().map(|name| text.program.ctx().str(name)) else { continue };
        let Some(record) = ops::op(name) else { continue };
        let takes = |key: &str| record.attributes().any(|attribute| attribute.name == key);
        for (key, flags) in PROMISES.iter().filter(|(key, _)| takes(key)) {
            if operation.attribute_names().any(|known| text.program.ctx().str(known) == *key) {
                continue;
            }
            let dialect = ops::dialect_of(name);
            let sets = flags.iter().map(|flags| format!("#{dialect}.overflow<{flags}>"));
            let unit = flags.is_empty().then(|| "unit".to_owned());
            out.extend(sets.chain(unit).filter_map(|constant| promised(text, *operation, key, &constant)));
        }
    }
    out
}

/// The same operation with one more attribute.
fn promised(text: &Text<'_>, operation: Operation<'_>, key: &str, constant: &str) -> Option<Repair> {
    let whole = text.of_op(operation.op);
    let value = text.name(operation.value()?)?;
    let words = constant.split_once('<').map_or(key, |(_, rest)| rest.trim_end_matches('>'));
    let name = text.fresh(&format!("{value}_{}", if words == key { "exact" } else { "flags" }));
    let arrow = whole.rfind(" -> (").unwrap_or(whole.len());
    let (at, written) = match whole[..arrow].find('{') {
        Some(at) => (at + 1, format!("\"{key}\" = {name}, ")),
        None => (arrow, format!(" {{\"{key}\" = {name}}}")),
    };
    let at = text.program.op(operation.op).span.start + at as u32;
    let edits = vec![
        text.line_before(operation.op, &format!("{name} = pdl.attribute = {constant}")),
        Edit { span: Span { start: at, end: at }, text: written },
    ];
    let words = if words == key { "exact" } else { words };
    Some(Repair { title: format!("match {value} only where it is `{words}`"), edits })
}

/// Tests matched numbers and types by one native constraint.
pub(super) fn natives(text: &Text<'_>, pattern: Pattern<'_>) -> Vec<Repair> {
    let Some(rewrite) = pattern.rewrite().map(|rewrite| rewrite.op) else { return Vec::new() };
    let constants = bound_constants(text, pattern);
    let types: Vec<ValueId> = pattern
        .matcher()
        .filter_map(|op| match op {
            PdlOp::Type(ty) if ty.constant().is_none() => ty.value(),
            _ => None,
        })
        .collect();
    let mut out = Vec::new();
    for value in &constants {
        for (native, negated, words) in OF_ONE {
            out.extend(tested(text, rewrite, (native, *negated, words), &[*value], "!pdl.attribute"));
        }
    }
    for (values, tests, kind) in [(&constants, OF_TWO, "!pdl.attribute"), (&types, OF_TYPES, "!pdl.type")] {
        for first in values {
            for second in values.iter().filter(|second| *second != first) {
                for (native, negated, words) in tests {
                    out.extend(tested(text, rewrite, (native, *negated, words), &[*first, *second], kind));
                }
            }
        }
    }
    for (value, ty) in constants.iter().flat_map(|value| types.iter().map(move |ty| (value, ty))) {
        let test = ("attr_below_width", false, "is below the width of");
        let kinds = "!pdl.attribute, !pdl.type";
        out.extend(line(text, rewrite, test, &[*value, *ty], kinds));
    }
    out
}

/// Attributes of any constant that matched operations hold as their `value`.
fn bound_constants(text: &Text<'_>, pattern: Pattern<'_>) -> Vec<ValueId> {
    let mut out = Vec::new();
    for (name, value) in pattern.operations().flat_map(Operation::attributes) {
        let open = text
            .program
            .defining_op(value)
            .is_some_and(|op| Attribute { program: text.program, op }.constant().is_none());
        if text.program.ctx().str(name) == "value" && open && !out.contains(&value) {
            out.push(value);
        }
    }
    out
}

/// A native, whether it has to fail, and what it says.
type Test<'a> = (&'a str, bool, &'a str);

fn tested(text: &Text<'_>, rewrite: OpId, test: Test<'_>, values: &[ValueId], kind: &str) -> Option<Repair> {
    let kinds = vec![kind; values.len()].join(", ");
    line(text, rewrite, test, values, &kinds)
}

/// The line that applies a test.
fn line(
    text: &Text<'_>,
    rewrite: OpId,
    (native, negated, words): Test<'_>,
    values: &[ValueId],
    kinds: &str,
) -> Option<Repair> {
    let names: Vec<&str> = values.iter().map(|value| text.name(*value)).collect::<Option<_>>()?;
    let fails = if negated { " {isNegated = true}" } else { "" };
    let list = names.join(", ");
    let line = format!("pdl.apply_native_constraint \"{native}\"({list} : {kinds}){fails}");
    let said = match names.as_slice() {
        [only] => format!("{only} {words}"),
        [first, rest @ ..] => format!("{first} {words} {}", rest.join(", ")),
        [] => return None,
    };
    let title = format!(
        "match only where {said}; the native constraint `{native}` must be registered where the pattern is applied"
    );
    Some(Repair { title, edits: vec![text.line_before(rewrite, &line)] })
}
