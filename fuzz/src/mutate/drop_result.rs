//! Takes away a result that nothing uses.

use std::sync::Arc;

use assay_ir::data::{InsertPoint, NewOp, OpId, Program};

use super::Mutator;

/// Most results of an operation that are looked at.
const SLOTS: usize = 4;

/// One unused result of an operation without regions.
pub(super) const RESULT: Mutator =
    Mutator { name: "drop a result", places: |program| program.op_slots() * SLOTS, apply };

fn apply(program: &mut Program, place: usize) -> Option<()> {
    let (op, slot) = (OpId::new(place / SLOTS), place % SLOTS);
    if program.is_erased(op) || program.op(op).block.is_none() || !program.op_regions(op).is_empty() {
        return None;
    }
    let gone = program.result(op, slot).filter(|value| !program.has_uses(*value))?;
    // Operations of patterns have the results that they have.
    if program.op_name(op).starts_with("pdl.") {
        return None;
    }
    let data = program.op(op).clone();
    let ctx = Arc::clone(program.ctx());
    let successors = program.successors(op).to_vec();
    let operands: Vec<_> = program.operands(op).collect();
    let kept: Vec<_> = program.results(op).filter(|value| *value != gone).collect();
    let results: Vec<_> = kept.iter().map(|value| program.value_type(*value)).collect();
    let new = NewOp {
        successors: &successors,
        properties: data.properties,
        attributes: data.attributes,
        ..NewOp::named(&ctx, data.name)
    };
    let made = program.build(&new, &operands, &results, InsertPoint::Before(op));
    let values: Vec<_> = program.results(made).collect();
    for (old, new) in kept.into_iter().zip(values) {
        program.replace_uses(old, new);
    }
    program.erase(op);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shrink::testing::{after_each, read};

    #[test]
    fn an_unused_result_goes_and_the_used_one_stays() {
        let mut program = read("%0, %1 = \"l.a\"() : () -> (i32, i64)\n\"l.c\"(%1) : (i64) -> ()");
        let places = (RESULT.places)(&program);
        let all = after_each(apply, places, &mut program);
        assert_eq!(all, ["%0 = \"l.a\"() : () -> i64\n\"l.c\"(%0) : (i64) -> ()\n"]);
    }
}
