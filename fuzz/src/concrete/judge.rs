//! One run before and one after a rewrite: whether the second does what the first one allows, and which rule it breaks
//! if not. Follows the refinement of the V rules; knows no operation.

use assay_backend::engine::Outcome;
use assay_backend::value::Value;

/// How a run after a rewrite differs from the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Difference {
    /// Another value.
    Value,
    /// Undefined behaviour where there was none.
    Undefined,
    /// Poison where there was none.
    Poison,
}

impl Difference {
    /// The code of the rule that is broken.
    pub fn code(self) -> &'static str {
        match self {
            Difference::Value => "V301",
            Difference::Undefined => "V302",
            Difference::Poison => "V303",
        }
    }
}

/// What two runs on one input show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// The second does what the first allows.
    Allowed,
    /// It does not.
    Differs(Difference),
    /// A run was given up, or one of the programs cannot be run.
    Undecided,
}

/// Compares two outcomes: undefined behaviour before permits everything, poison before any value in its place.
pub fn compare(before: &Outcome, after: &Outcome) -> Comparison {
    match (before, after) {
        (Outcome::Ub { .. }, _) => Comparison::Allowed,
        (Outcome::Values(_), Outcome::Ub { .. }) => Comparison::Differs(Difference::Undefined),
        (Outcome::Values(left), Outcome::Values(right)) if left.len() == right.len() => {
            compare_values(left, right)
        }
        _ => Comparison::Undecided,
    }
}

/// Compares as many values, one by one.
pub fn compare_values(before: &[Value], after: &[Value]) -> Comparison {
    let faults = before.iter().zip(after).filter(|(a, b)| !a.allows(b));
    faults.map(|(a, b)| of_values(a, b)).max().map_or(Comparison::Allowed, Comparison::Differs)
}

/// Poison where the original has a value counts before another value: it is the weaker reading of both.
fn of_values(before: &Value, after: &Value) -> Difference {
    let more_poison = match (before, after) {
        (Value::Shaped(a), Value::Shaped(b)) => {
            a.elements().iter().zip(b.elements()).any(|(a, b)| !a.has_poison() && b.has_poison())
        }
        _ => after.has_poison(),
    };
    if more_poison { Difference::Poison } else { Difference::Value }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(before: Value, after: Value) -> Comparison {
        compare(&Outcome::Values(vec![before]), &Outcome::Values(vec![after]))
    }

    #[test]
    fn poison_may_become_anything_and_nothing_may_become_poison() {
        let seven = || Value::int(8, 7);
        assert_eq!(judged(Value::Poison, seven()), Comparison::Allowed);
        assert_eq!(judged(seven(), Value::Poison), Comparison::Differs(Difference::Poison));
        assert_eq!(judged(seven(), Value::int(8, 8)), Comparison::Differs(Difference::Value));
        assert_eq!(judged(seven(), seven()), Comparison::Allowed);
    }
}
