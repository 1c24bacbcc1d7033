//! The operations of an engine by name. Knows no operation.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

/// An entry with the full name of its operation.
pub trait Named {
    /// The full name of the operation.
    fn name(&self) -> &'static str;
}

/// The operations of all dialects, in the order of the dialects, and those with an entry by what their records say.
pub struct Table<M: 'static> {
    dialects: &'static [&'static [M]],
    by_record: fn() -> Vec<M>,
    recorded: OnceLock<Vec<M>>,
    by_name: OnceLock<FxHashMap<&'static str, &'static M>>,
}

impl<M: Named> Table<M> {
    /// A table of these dialects, and of the entries that records ask for.
    pub const fn new(dialects: &'static [&'static [M]], by_record: fn() -> Vec<M>) -> Table<M> {
        Table { dialects, by_record, recorded: OnceLock::new(), by_name: OnceLock::new() }
    }

    fn entries(&'static self) -> impl Iterator<Item = &'static M> {
        let recorded = self.recorded.get_or_init(self.by_record);
        self.dialects.iter().copied().flatten().chain(recorded)
    }

    /// The entry of an operation.
    pub fn get(&'static self, name: &str) -> Option<&'static M> {
        let by_name =
            self.by_name.get_or_init(|| self.entries().map(|entry| (entry.name(), entry)).collect());
        by_name.get(name).copied()
    }

    /// Full names of the operations.
    pub fn names(&'static self) -> impl Iterator<Item = &'static str> {
        self.entries().map(M::name)
    }
}
