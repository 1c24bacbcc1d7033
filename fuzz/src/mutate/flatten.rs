//! Puts what an operation holds in its place.

use assay_ir::data::{InsertPoint, OpId, Program};
use assay_ir::ops;

use super::Mutator;

/// The operations of the first block of an operation's regions take its place; its terminator goes with it.
pub(super) const FLATTEN: Mutator = Mutator { name: "flatten a region", places: Program::op_slots, apply };

fn apply(program: &mut Program, place: usize) -> Option<()> {
    let op = OpId::new(place);
    let inside = op != program.top() && !program.is_erased(op) && program.op(op).block.is_some();
    let regions = program.op_regions(op).to_vec();
    if !inside || regions.is_empty() || program.results(op).any(|value| program.has_uses(value)) {
        return None;
    }
    for region in regions {
        let blocks = program.region(region).blocks.clone();
        let [block, rest @ ..] = blocks.as_slice() else { return None };
        if rest.iter().any(|block| program.first_op(*block).is_some()) {
            return None;
        }
        if program.block(*block).arguments.iter().any(|value| program.has_uses(*value)) {
            return None;
        }
        let ops: Vec<OpId> = program.ops_in(*block).collect();
        for inner in ops {
            let record = ops::op(program.op_name(inner));
            let ends = record.is_some_and(|record| record.has("return_like"));
            if ends {
                continue;
            }
            program.detach(inner);
            program.insert(inner, InsertPoint::Before(op));
        }
    }
    program.erase(op);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shrink::testing::{after_each, read};

    #[test]
    fn what_a_function_holds_takes_its_place() {
        let mut program = read("func.func @f() {\n  \"l.a\"() : () -> ()\n  return\n}");
        let all = after_each(apply, program.op_slots(), &mut program);
        assert!(all.contains(&"\"l.a\"() : () -> ()\n".to_owned()), "{all:?}");
    }
}
