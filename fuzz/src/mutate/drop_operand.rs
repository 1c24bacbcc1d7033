//! Takes an operand away; of a matched or created operation of a pattern too, with its segment sizes.

use std::sync::Arc;

use assay_ir::data::{AttrKind, OpId, Program, known};

use super::Mutator;

/// Most operands of an operation that are looked at.
const SLOTS: usize = 8;

/// One operand of one operation.
pub(super) const OPERAND: Mutator =
    Mutator { name: "drop an operand", places: |program| program.op_slots() * SLOTS, apply };

fn apply(program: &mut Program, place: usize) -> Option<()> {
    let (op, slot) = (OpId::new(place / SLOTS), place % SLOTS);
    if program.is_erased(op) || slot >= program.operand_count(op) {
        return None;
    }
    let mut values: Vec<_> = program.operands(op).collect();
    values.remove(slot);
    program.set_operands(op, &values);
    let ctx = Arc::clone(program.ctx());
    let properties = program.op(op).properties;
    let Some(sizes) = ctx.entry(properties, known::OPERAND_SEGMENT_SIZES) else { return Some(()) };
    let AttrKind::DenseArray { element, values } = ctx.attr_kind(sizes) else { return None };
    let mut counts: Vec<i64> = Vec::new();
    for value in values {
        match ctx.attr_kind(*value) {
            AttrKind::Integer { value, .. } => counts.push(value.to_i64()?),
            _ => return None,
        }
    }
    let mut before = 0;
    let group = counts.iter().position(|count| {
        before += *count;
        (slot as i64) < before
    })?;
    // The names of attributes go with them.
    if program.op(op).name == known::PDL_OPERATION && group == 1 {
        return None;
    }
    counts[group] -= 1;
    let values = counts.iter().map(|count| ctx.integer_attr(i128::from(*count), *element)).collect();
    let sizes = ctx.attr(AttrKind::DenseArray { element: *element, values });
    let entries: Vec<_> = ctx
        .entries(properties)
        .iter()
        .map(|(key, old)| (*key, if *key == known::OPERAND_SEGMENT_SIZES { sizes } else { *old }))
        .collect();
    program.set_properties(op, ctx.dictionary(entries));
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shrink::testing::{after_each, read};

    #[test]
    fn each_operand_goes_once() {
        let mut program = read("%0, %1 = \"l.a\"() : () -> (i32, i64)\n\"l.c\"(%0, %1) : (i32, i64) -> ()");
        let places = (OPERAND.places)(&program);
        let all = after_each(apply, places, &mut program);
        assert_eq!(all.len(), 2);
        assert!(all[0].contains("(i64) -> ()") && all[1].contains("(i32) -> ()"), "{all:?}");
    }
}
