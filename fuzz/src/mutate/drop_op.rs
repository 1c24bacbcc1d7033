//! Takes an operation away: with all that uses it, or alone when nothing does.

use assay_ir::data::{OpId, Program};

use super::Mutator;

/// With everything that uses its results, and what uses that.
pub(super) const WITH_USERS: Mutator =
    Mutator { name: "drop an operation and its users", places: Program::op_slots, apply: with_users };

/// An operation whose results nothing uses.
pub(super) const ALONE: Mutator =
    Mutator { name: "drop an operation", places: Program::op_slots, apply: alone };

/// The operation in a slot, later ones first; not the outermost one.
fn nth(program: &Program, place: usize) -> Option<OpId> {
    let index = program.op_slots().checked_sub(place + 1)?;
    let op = OpId::new(index);
    (op != program.top() && !program.is_erased(op) && program.op(op).block.is_some()).then_some(op)
}

fn with_users(program: &mut Program, place: usize) -> Option<()> {
    let first = nth(program, place)?;
    let mut left = vec![first];
    while let Some(op) = left.pop() {
        if program.is_erased(op) {
            continue;
        }
        for inner in program.walk(op) {
            for value in program.results(inner) {
                left.extend(program.uses(value).map(|slot| program.operand_owner(slot)));
            }
        }
        program.erase(op);
    }
    Some(())
}

fn alone(program: &mut Program, place: usize) -> Option<()> {
    let op = nth(program, place)?;
    if program.results(op).any(|value| program.has_uses(value)) {
        return None;
    }
    program.erase(op);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shrink::testing::{after_each, read};

    #[test]
    fn an_operation_goes_with_what_uses_it() {
        let mut program = read("%0 = \"l.a\"() : () -> i32\n\"l.b\"(%0) : (i32) -> ()\n\"l.c\"() : () -> ()");
        let all = after_each(with_users, program.op_slots(), &mut program);
        assert!(all.contains(&"\"l.c\"() : () -> ()\n".to_owned()), "{all:?}");
    }
}
