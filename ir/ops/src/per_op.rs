//! Tables with a value for each operation.

use std::sync::{Mutex, OnceLock, PoisonError};

use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::dialect::{COUNT, operations};
use crate::record::Op;

/// A value for each operation, which is computed when it is first asked for.
#[derive(Debug)]
pub struct PerOp<T: 'static> {
    dialects: [OnceLock<Box<[OnceLock<T>]>>; COUNT],
    /// Values for operations of users, which live as long as their records.
    of_users: Mutex<FxHashMap<[usize; 2], &'static T>>,
}

impl<T> PerOp<T> {
    /// A table without a value so far.
    #[must_use]
    pub const fn new() -> PerOp<T> {
        PerOp {
            dialects: [const { OnceLock::new() }; COUNT],
            of_users: Mutex::new(FxHashMap::with_hasher(FxBuildHasher)),
        }
    }

    /// The value of an operation.
    pub fn get(&self, op: &'static Op, compute: impl FnOnce() -> T) -> &T {
        let [dialect, position] = op.number();
        let Some(operations) = operations(dialect) else {
            let mut known = self.of_users.lock().unwrap_or_else(PoisonError::into_inner);
            return known.entry([dialect, position]).or_insert_with(|| Box::leak(Box::new(compute())));
        };
        let empty = || (0..operations).map(|_| OnceLock::new()).collect();
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
        let own = crate::Dialect::of_user("bench", "\nop bench.a\n\nop bench.b\n");
        let [first, second] = ["a", "b"].map(|word| own.op(word).expect("a record"));
        assert_eq!((table.get(first, || 4), table.get(second, || 5), table.get(first, || 6)), (&4, &5, &4));
    }
}
