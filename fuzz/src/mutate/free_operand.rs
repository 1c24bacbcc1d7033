//! Lets a pattern match less: a result of another matched operation becomes an operand of any origin. What matched
//! before still matches.

use std::sync::Arc;

use assay_ir::data::{InsertPoint, NewOp, OpId, Pos, Program};

use super::Mutator;

/// A `pdl.result` of the matcher is replaced by a `pdl.operand`.
pub(super) const FREE: Mutator = Mutator { name: "free an operand", places: Program::op_slots, apply };

fn apply(program: &Program, place: usize) -> Option<Program> {
    let op = OpId::new(place);
    if program.is_erased(op) || program.op_name(op) != "pdl.result" {
        return None;
    }
    let block = program.op(op).block?;
    if program.op_name(program.block_parent_op(block)) != "pdl.pattern" {
        return None;
    }
    let mut out = program.clone();
    let ctx = Arc::clone(program.ctx());
    let value = program.result(op, 0)?;
    let results = [(program.value_type(value), Pos::NONE)];
    let new = NewOp { results: &results, ..NewOp::named(&ctx, ctx.ident("pdl.operand")) };
    let operand = out.create(&new, InsertPoint::Before(op));
    let free = out.result(operand, 0)?;
    out.replace_uses(value, free);
    out.erase(op);
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shrink::testing::{read, shown};

    #[test]
    fn a_result_becomes_any_operand() {
        let program = read(
            "pdl.pattern : benefit(1) {\n  %t = type\n  %p = operation \"l.a\" -> (%t : !pdl.type)\n  %r = result 0 of %p\n  \
             %q = operation \"l.b\"(%r : !pdl.value)\n  rewrite %q {\n    erase %q\n  }\n}",
        );
        let all: Vec<String> =
            (0..program.op_slots()).filter_map(|place| apply(&program, place)).map(|p| shown(&p)).collect();
        let [freed] = all.as_slice() else { panic!("{all:?}") };
        assert!(freed.contains("= operand") && !freed.contains("result 0"), "{freed}");
    }
}
