//! Takes an attribute away; of a matched or created operation of a pattern too.

use std::sync::Arc;

use assay_ir::data::{AttrKind, OpId, Program, known};

use super::Mutator;

/// Most attributes of an operation that are looked at.
const SLOTS: usize = 6;

/// One attribute or property.
pub(super) const ATTRIBUTE: Mutator =
    Mutator { name: "drop an attribute", places: |program| program.op_slots() * SLOTS, apply };

fn apply(program: &mut Program, place: usize) -> Option<()> {
    let (op, slot) = (OpId::new(place / SLOTS), place % SLOTS);
    if program.is_erased(op) || op == program.top() {
        return None;
    }
    if program.op(op).name == known::PDL_OPERATION {
        return of_pattern(program, op, slot);
    }
    let ctx = Arc::clone(program.ctx());
    let data = program.op(op);
    let (properties, attributes) = (ctx.entries(data.properties), ctx.entries(data.attributes));
    let without = |entries: &[_], slot: usize| {
        let kept = entries.iter().enumerate().filter(|(at, _)| *at != slot).map(|(_, entry)| *entry);
        ctx.dictionary(kept.collect::<Vec<_>>())
    };
    match slot.checked_sub(attributes.len()) {
        None => program.set_attributes(op, without(attributes, slot)),
        Some(slot) if slot < properties.len() => program.set_properties(op, without(properties, slot)),
        Some(_) => return None,
    }
    Some(())
}

/// An attribute of a `pdl.operation`: its operand, its name and its count.
fn of_pattern(program: &mut Program, op: OpId, slot: usize) -> Option<()> {
    let ctx = Arc::clone(program.ctx());
    let properties = program.op(op).properties;
    let AttrKind::Array(names) = ctx.attr_kind(ctx.entry(properties, known::ATTRIBUTE_VALUE_NAMES)?) else {
        return None;
    };
    let AttrKind::DenseArray { element, values } =
        ctx.attr_kind(ctx.entry(properties, known::OPERAND_SEGMENT_SIZES)?)
    else {
        return None;
    };
    let [operands, attributes, results] = &values[..] else { return None };
    let count = |attr| match ctx.attr_kind(attr) {
        AttrKind::Integer { value, .. } => value.to_i64().and_then(|value| usize::try_from(value).ok()),
        _ => None,
    };
    let (first, count) = (count(*operands)?, count(*attributes)?);
    if slot >= count {
        return None;
    }
    let mut all: Vec<_> = program.operands(op).collect();
    all.remove(first + slot);
    let mut names = names.to_vec();
    names.remove(slot);
    let fewer = ctx.integer_attr(count as i128 - 1, *element);
    let sizes =
        ctx.attr(AttrKind::DenseArray { element: *element, values: Box::new([*operands, fewer, *results]) });
    let names = ctx.attr(AttrKind::Array(names.into_boxed_slice()));
    let entries: Vec<_> = ctx
        .entries(properties)
        .iter()
        .map(|(key, old)| match *key {
            known::OPERAND_SEGMENT_SIZES => (*key, sizes),
            known::ATTRIBUTE_VALUE_NAMES => (*key, names),
            _ => (*key, *old),
        })
        .collect();
    program.set_operands(op, &all);
    program.set_properties(op, ctx.dictionary(entries));
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shrink::testing::{after_each, read};

    #[test]
    fn each_attribute_goes_once() {
        let mut program = read("\"l.a\"() {a, b} : () -> ()");
        let places = (ATTRIBUTE.places)(&program);
        let all = after_each(apply, places, &mut program);
        assert_eq!(all, ["\"l.a\"() {b} : () -> ()\n", "\"l.a\"() {a} : () -> ()\n"]);
    }

    #[test]
    fn an_attribute_of_a_matched_operation_goes_with_its_operand() {
        let mut program = read(
            "pdl.pattern @p : benefit(1) {\n  %a = pdl.attribute = 1 : i32\n  %r = pdl.operation \"l.a\" {\"k\" = %a}\n  \
             pdl.rewrite %r {\n    pdl.erase %r\n  }\n}",
        );
        let places = (ATTRIBUTE.places)(&program);
        let found = after_each(apply, places, &mut program);
        assert!(found.iter().any(|text| text.contains("operation \"l.a\"\n")), "{found:?}");
    }
}
