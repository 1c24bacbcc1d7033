//! Lets a pattern match less: a result of another matched operation becomes an operand of any origin, and what nothing
//! reads any more goes. What matched before still matches.

use std::sync::Arc;

use assay_ir::data::{InsertPoint, NewOp, OpId, Pos, Program, known};

use super::Mutator;

/// A `pdl.result` of the matcher is replaced by a `pdl.operand`.
pub(super) const FREE: Mutator = Mutator { name: "free an operand", places: Program::op_slots, apply };

fn apply(program: &mut Program, place: usize) -> Option<()> {
    let op = OpId::new(place);
    if program.is_erased(op) || program.op(op).name != known::PDL_RESULT {
        return None;
    }
    let block = program.op(op).block?;
    if program.op(program.block_parent_op(block)).name != known::PDL_PATTERN {
        return None;
    }
    let ctx = Arc::clone(program.ctx());
    let value = program.result(op, 0)?;
    let results = [(program.value_type(value), Pos::NONE)];
    let new = NewOp { results: &results, ..NewOp::named(&ctx, known::PDL_OPERAND) };
    let operand = program.create(&new, InsertPoint::Before(op));
    let free = program.result(operand, 0)?;
    program.replace_uses(value, free);
    drop_unused(program, op);
    Some(())
}

/// Takes an operation of a matcher away, and what it read that nothing else reads.
fn drop_unused(program: &mut Program, op: OpId) {
    let read: Vec<OpId> = program.operands(op).filter_map(|value| program.defining_op(value)).collect();
    program.erase(op);
    for op in read {
        let used = |value| program.has_uses(value);
        if !program.is_erased(op) && !program.results(op).any(used) {
            drop_unused(program, op);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shrink::testing::{after_each, read};

    #[test]
    fn a_result_becomes_any_operand() {
        let mut program = read(
            "pdl.pattern : benefit(1) {\n  %t = type\n  %p = operation \"l.a\" -> (%t : !pdl.type)\n  %r = result 0 of %p\n  \
             %q = operation \"l.b\"(%r : !pdl.value)\n  rewrite %q {\n    erase %q\n  }\n}",
        );
        let all = after_each(apply, program.op_slots(), &mut program);
        let [freed] = all.as_slice() else { panic!("{all:?}") };
        assert!(freed.contains("= operand") && !freed.contains("result 0"), "{freed}");
        assert!(!freed.contains("l.a") && !freed.contains("= type"), "{freed}");
    }
}
