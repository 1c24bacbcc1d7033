//! Lets one value stand for another one of its type, so that what made the other becomes superfluous.

use assay_ir::data::{Program, ValueId};

use super::Mutator;

/// All uses of a value move to an earlier value.
pub(super) const REPLACE: Mutator = Mutator {
    name: "replace a value",
    places: |program| program.value_slots() * program.value_slots().min(24),
    apply,
};

fn apply(program: &mut Program, place: usize) -> Option<()> {
    let width = program.value_slots().min(24);
    let (old, new) = (place / width, place % width);
    if new >= old {
        return None;
    }
    let (old, new) = (ValueId::new(old), ValueId::new(new));
    if program.value_type(old) != program.value_type(new) || !program.has_uses(old) {
        return None;
    }
    program.replace_uses(old, new);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shrink::testing::{after_each, read};

    #[test]
    fn a_use_moves_to_an_earlier_value() {
        let mut program =
            read("%0 = \"l.a\"() : () -> i32\n%1 = \"l.b\"() : () -> i32\n\"l.c\"(%1) : (i32) -> ()");
        let places = (REPLACE.places)(&program);
        let all = after_each(apply, places, &mut program);
        assert_eq!(all.len(), 1);
        assert!(all[0].contains("\"l.c\"(%0)"), "{all:?}");
    }
}
