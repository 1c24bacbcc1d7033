//! Takes away a result that nothing uses.

use assay_ir::data::{InsertPoint, NewOp, OpId, Pos, Program};

use super::Mutator;

/// Most results of an operation that are looked at.
const SLOTS: usize = 4;

/// One unused result of an operation without regions.
pub(super) const RESULT: Mutator =
    Mutator { name: "drop a result", places: |program| program.op_slots() * SLOTS, apply };

fn apply(program: &Program, place: usize) -> Option<Program> {
    let (op, slot) = (OpId::new(place / SLOTS), place % SLOTS);
    if program.is_erased(op) || program.op(op).block.is_none() || !program.op_regions(op).is_empty() {
        return None;
    }
    let gone = program.result(op, slot).filter(|value| !program.has_uses(*value))?;
    // Operations of patterns have the results that they have.
    if program.op_name(op).starts_with("pdl.") {
        return None;
    }
    let mut out = program.clone();
    let data = program.op(op);
    let operands: Vec<_> = program.operands(op).map(|value| (value, Pos::NONE)).collect();
    let kept: Vec<_> = program.results(op).filter(|value| *value != gone).collect();
    let results: Vec<_> = kept.iter().map(|value| (program.value_type(*value), Pos::NONE)).collect();
    let new = NewOp {
        operands: &operands,
        results: &results,
        successors: program.successors(op),
        properties: data.properties,
        attributes: data.attributes,
        ..NewOp::named(program.ctx(), data.name)
    };
    let made = out.create(&new, InsertPoint::Before(op));
    let values: Vec<_> = out.results(made).collect();
    for (old, new) in kept.into_iter().zip(values) {
        out.replace_uses(old, new);
    }
    out.erase(op);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shrink::testing::{read, shown};

    #[test]
    fn an_unused_result_goes_and_the_used_one_stays() {
        let program = read("%0, %1 = \"l.a\"() : () -> (i32, i64)\n\"l.c\"(%1) : (i64) -> ()");
        let places = (RESULT.places)(&program);
        let all: Vec<String> =
            (0..places).filter_map(|place| apply(&program, place)).map(|p| shown(&p)).collect();
        assert_eq!(all, ["%0 = \"l.a\"() : () -> i64\n\"l.c\"(%0) : (i64) -> ()\n"]);
    }
}
