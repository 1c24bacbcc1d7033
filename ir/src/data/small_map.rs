//! A map that mostly has few entries: those are looked for from the start, and a hash table is made only for more.

use std::hash::Hash;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Entries beyond which there is a hash table.
const FEW: usize = 12;

/// Entries by key, in the order in which they were added.
#[derive(Debug)]
pub(crate) struct SmallMap<K, V> {
    list: SmallVec<[(K, V); FEW]>,
    /// Where each key is in the list, for long ones.
    index: FxHashMap<K, usize>,
}

impl<K, V> Default for SmallMap<K, V> {
    fn default() -> Self {
        SmallMap { list: SmallVec::new(), index: FxHashMap::default() }
    }
}

impl<K: Copy + Eq + Hash, V> SmallMap<K, V> {
    fn find(&self, key: K) -> Option<usize> {
        if self.list.len() > FEW {
            return self.index.get(&key).copied();
        }
        self.list.iter().position(|(other, _)| *other == key)
    }

    pub(crate) fn get(&self, key: K) -> Option<&V> {
        self.find(key).map(|at| &self.list[at].1)
    }

    pub(crate) fn contains(&self, key: K) -> bool {
        self.find(key).is_some()
    }

    /// Adds an entry; returns false and does nothing where the key has one.
    pub(crate) fn add(&mut self, key: K, value: V) -> bool {
        if self.contains(key) {
            return false;
        }
        self.list.push((key, value));
        match self.list.len() {
            ..=FEW => {}
            len if len == FEW + 1 => self.index.extend(self.list.iter().map(|(key, _)| *key).zip(0..)),
            len => {
                self.index.insert(key, len - 1);
            }
        }
        true
    }

    /// All entries, in the order in which they were added.
    pub(crate) fn entries(&self) -> &[(K, V)] {
        &self.list
    }
}

impl<K: Copy + Eq + Hash, V> Extend<(K, V)> for SmallMap<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.add(key, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SmallMap;

    #[test]
    fn the_first_entry_of_a_key_counts_in_short_and_long_maps() {
        for count in [1, 11, 12, 13, 14, 100] {
            let mut few = SmallMap::default();
            few.extend((0..count).chain(0..count).zip(0..));
            let all: Vec<(u32, u32)> = (0..count).map(|key| (key, key)).collect();
            assert_eq!(few.entries(), all);
            assert!((0..count).all(|key| few.get(key) == Some(&key)) && !few.contains(count));
        }
    }
}
