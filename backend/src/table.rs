//! The operations of an engine by name. Knows no operation.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

/// An entry with the full name of its operation.
pub trait Named {
    /// The full name of the operation.
    fn name(&self) -> &'static str;
}

/// The operations of all dialects, in the order of the dialects.
pub struct Table<M: 'static> {
    dialects: &'static [&'static [M]],
    by_name: OnceLock<FxHashMap<&'static str, &'static M>>,
}

impl<M: Named> Table<M> {
    /// A table of these dialects.
    pub const fn new(dialects: &'static [&'static [M]]) -> Table<M> {
        Table { dialects, by_name: OnceLock::new() }
    }

    fn entries(&self) -> impl Iterator<Item = &'static M> + use<M> {
        self.dialects.iter().copied().flatten()
    }

    /// The entry of an operation.
    pub fn get(&self, name: &str) -> Option<&'static M> {
        let by_name =
            self.by_name.get_or_init(|| self.entries().map(|entry| (entry.name(), entry)).collect());
        by_name.get(name).copied()
    }

    /// Full names of the operations.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<M> {
        self.entries().map(M::name)
    }
}
