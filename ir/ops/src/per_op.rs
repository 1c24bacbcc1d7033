//! Tables with a value for each operation.

use std::sync::OnceLock;

use crate::dialect::{COUNT, operations};
use crate::record::Op;

/// A value for each operation, which is computed when it is first asked for.
#[derive(Debug)]
pub struct PerOp<T> {
    dialects: [OnceLock<Box<[OnceLock<T>]>>; COUNT],
}

impl<T> PerOp<T> {
    /// A table without a value so far.
    #[must_use]
    pub const fn new() -> PerOp<T> {
        PerOp { dialects: [const { OnceLock::new() }; COUNT] }
    }

    /// The value of an operation.
    pub fn get(&self, op: &'static Op, compute: impl FnOnce() -> T) -> &T {
        let [dialect, position] = op.number();
        let empty = || (0..operations(dialect)).map(|_| OnceLock::new()).collect();
        self.dialects[dialect].get_or_init(empty)[position].get_or_init(compute)
    }
}

impl<T> Default for PerOp<T> {
    fn default() -> PerOp<T> {
        PerOp::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::op;

    #[test]
    fn a_value_is_computed_once() {
        let table = PerOp::new();
        let [add, sub] = ["arith.addi", "arith.subi"].map(|name| op(name).expect("a record"));
        assert_eq!((table.get(add, || 1), table.get(sub, || 2), table.get(add, || 3)), (&1, &2, &1));
    }
}
