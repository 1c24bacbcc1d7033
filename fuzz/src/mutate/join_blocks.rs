//! Puts the operations of a block into the one that branches to it.

use assay_ir::data::{BlockId, InsertPoint, OpId, Program, known};

use super::Mutator;

/// A branch, or one side of a fork, is replaced by where it goes; the other side loses its operations.
pub(super) const JOIN: Mutator =
    Mutator { name: "join blocks", places: |program| 2 * program.op_slots(), apply };

fn apply(program: &mut Program, place: usize) -> Option<()> {
    let (branch, side) = (OpId::new(place / 2), place % 2);
    let fits = !program.is_erased(branch)
        && matches!(program.op(branch).name, known::CF_BR | known::CF_COND_BR)
        && program.op(branch).block.is_some();
    let target = *program.successors(branch).get(side).filter(|_| fits)?;
    let region = program.block(target).region;
    let blocks = program.region(region).blocks.clone();
    let branches = blocks.iter().flat_map(|block| program.last_op(*block)).filter(|op| *op != branch);
    let mut others = branches.flat_map(|op| program.successors(op));
    if others.any(|other| *other == target) || program.op(branch).block == Some(target) {
        return None;
    }
    let passed: Vec<_> = program.operands(branch).collect();
    for (argument, value) in program.block(target).arguments.clone().into_iter().zip(passed) {
        program.replace_uses(argument, value);
    }
    let other: Vec<BlockId> =
        program.successors(branch).iter().copied().filter(|block| *block != target).collect();
    let ops: Vec<OpId> = program.ops_in(target).collect();
    for op in ops {
        program.detach(op);
        program.insert(op, InsertPoint::Before(branch));
    }
    program.erase(branch);
    program.drop_block(target);
    for block in other {
        let ops: Vec<OpId> = program.ops_in(block).collect();
        let used = ops.iter().any(|op| {
            program
                .results(*op)
                .any(|value| program.uses(value).any(|slot| !ops.contains(&program.operand_owner(slot))))
        });
        let aimed = blocks.iter().filter(|b| **b != block).any(|b| {
            program
                .last_op(*b)
                .is_some_and(|op| !program.is_erased(op) && program.successors(op).contains(&block))
        });
        if used || aimed {
            return None;
        }
        ops.into_iter().rev().for_each(|op| program.erase(op));
        program.drop_block(block);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shrink::testing::{after_each, read};

    #[test]
    fn a_branch_goes_and_its_block_with_it() {
        let mut program = read("func.func @f() {\n  cf.br ^bb1\n^bb1:\n  \"l.a\"() : () -> ()\n  return\n}");
        let all = after_each(apply, 2 * program.op_slots(), &mut program);
        assert_eq!(all, ["func.func @f() {\n  \"l.a\"() : () -> ()\n  return\n}\n"]);
    }
}
