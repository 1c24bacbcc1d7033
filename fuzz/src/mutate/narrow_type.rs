//! Makes a type the simplest one, everywhere.

use assay_ir::data::{Program, TypeId, ValueId};

use super::Mutator;

/// All values of one type become `i32`.
pub(super) const NARROW: Mutator =
    Mutator { name: "simplify a type", places: |program| program.value_slots(), apply };

fn apply(program: &mut Program, place: usize) -> Option<()> {
    let simple: TypeId = program.ctx().integer(32);
    let ty = program.value_type(ValueId::new(place));
    let first = (0..place).all(|index| program.value_type(ValueId::new(index)) != ty);
    let of_pattern = (0..program.op_slots()).map(assay_ir::data::OpId::new).any(|op| {
        program.op_name(op).starts_with("pdl.")
            && program.results(op).any(|value| program.value_type(value) == ty)
    });
    if ty == simple || !first || of_pattern {
        return None;
    }
    for index in 0..program.value_slots() {
        if program.value_type(ValueId::new(index)) == ty {
            program.set_value_type(ValueId::new(index), simple);
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shrink::testing::{after_each, read};

    #[test]
    fn a_type_becomes_the_simplest_one_everywhere() {
        let mut program = read("%0 = \"l.a\"() : () -> f32\n\"l.c\"(%0) : (f32) -> ()");
        let all = after_each(apply, program.value_slots(), &mut program);
        assert_eq!(all, ["%0 = \"l.a\"() : () -> i32\n\"l.c\"(%0) : (i32) -> ()\n"]);
    }
}
