//! One value in the place of another: the statements that must not hold of them.

use assay_term::arena::TermArena;
use assay_term::node::TermId;

use crate::Value;

/// When a value differs, and when it is poison where it was none.
pub fn compare(pool: &mut TermArena, before: &Value, after: &Value) -> (TermId, TermId) {
    let (mut differs, mut poisoned) = (pool.boolean(false), pool.boolean(false));
    for (old, new) in before.elements.iter().zip(&after.elements) {
        let sound = pool.not(old.poison);
        let worse = pool.and(sound, new.poison);
        poisoned = pool.or(poisoned, worse);
        let still = pool.not(new.poison);
        let other = pool.differ(old.bits, new.bits);
        let both = pool.and(sound, still);
        let other = pool.and(both, other);
        differs = pool.or(differs, other);
    }
    (differs, poisoned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scalar;
    use assay_term::eval::Evaluator;
    use assay_term::node::Sort;

    #[test]
    fn a_value_differs_or_becomes_poison_but_never_both() {
        let mut pool = TermArena::default();
        let mut value = |name: &str| {
            let bits = pool.variable(name, Sort::Bits(1));
            let poison = pool.variable(format!("{name}.poison"), Sort::Bool);
            Value { shape: None, elements: vec![Scalar { bits, poison }] }
        };
        let (before, after) = (value("before"), value("after"));
        let (differs, poisoned) = compare(&mut pool, &before, &after);
        let mut evaluator = Evaluator::new(&pool, &[differs, poisoned]);
        for number in 0..16u128 {
            let bit = |place: u32| number >> place & 1 == 1;
            evaluator.run(&|var| number >> var.0 & 1);
            let (poison_before, poison_after) = (bit(1), bit(3));
            let another = bit(0) != bit(2);
            assert_eq!(evaluator.holds(differs), !poison_before && !poison_after && another, "{number:b}");
            assert_eq!(evaluator.holds(poisoned), !poison_before && poison_after, "{number:b}");
        }
    }
}
