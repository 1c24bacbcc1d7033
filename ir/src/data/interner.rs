//! An append-only table that gives equal contents equal ids; readers never lock. A table may lie above another one: it finds
//! the contents of that one, adds its own behind them, and frees only its own.

use std::hash::{BuildHasher, Hash};
use std::sync::{Arc, Mutex};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// Contents by slot, and the slot by contents.
pub(super) struct Interner<T> {
    base: Option<Arc<Interner<T>>>,
    /// Number of slots that belong to `base`; what is added to it later does not show in here.
    offset: usize,
    items: boxcar::Vec<T>,
    index: Mutex<HashTable<u32>>,
}

impl<T: Hash + Eq> Interner<T> {
    pub(super) fn new() -> Self {
        Interner { base: None, offset: 0, items: boxcar::Vec::new(), index: Mutex::new(HashTable::new()) }
    }

    /// An empty table above `base`, with the slots of everything that `base` holds now.
    pub(super) fn above(base: &Arc<Self>) -> Self {
        let held = base.lock().len();
        Interner { base: Some(Arc::clone(base)), offset: base.offset + held, ..Interner::new() }
    }

    /// The slot of `item`, which is added when it is new.
    pub(super) fn intern(&self, item: T) -> usize {
        let hash = FxBuildHasher.hash_one(&item);
        match self.find_below(hash, &|stored| *stored == item) {
            Some(slot) => slot,
            None => self.insert(hash, item),
        }
    }

    /// The slot of the item that `found` recognises; `key` must hash as the item does.
    pub(super) fn find<Q: Hash + ?Sized>(&self, key: &Q, found: impl Fn(&T) -> bool) -> Option<usize> {
        self.find_hashed(FxBuildHasher.hash_one(key), &found)
    }

    fn find_hashed(&self, hash: u64, found: &dyn Fn(&T) -> bool) -> Option<usize> {
        self.find_below(hash, found).or_else(|| {
            let index = self.lock();
            index
                .find(hash, |&slot| found(&self.items[slot as usize]))
                .map(|&slot| self.offset + slot as usize)
        })
    }

    /// The slot in the table below.
    fn find_below(&self, hash: u64, found: &dyn Fn(&T) -> bool) -> Option<usize> {
        self.base.as_ref()?.find_hashed(hash, found).filter(|slot| *slot < self.offset)
    }

    /// The slot of an item that is not in the table below; it is added where it is new.
    fn insert(&self, hash: u64, item: T) -> usize {
        let mut index = self.lock();
        if let Some(&slot) = index.find(hash, |&slot| self.items[slot as usize] == item) {
            return self.offset + slot as usize;
        }
        let slot = self.items.push(item);
        let stored =
            u32::try_from(self.offset + slot).expect("a context holds fewer than 2^32 distinct items");
        let own = stored - u32::try_from(self.offset).unwrap_or(0);
        index.insert_unique(hash, own, |&slot| FxBuildHasher.hash_one(&self.items[slot as usize]));
        self.offset + slot
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashTable<u32>> {
        // A panic while the lock is held cannot leave a half-written table behind.
        self.index.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// The contents of a slot.
    pub(super) fn get(&self, slot: usize) -> &T {
        match &self.base {
            Some(base) if slot < self.offset => base.get(slot),
            _ => &self.items[slot - self.offset],
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::Interner;

    #[test]
    fn a_table_above_another_finds_what_that_one_held() {
        let base = Arc::new(Interner::new());
        let a = base.intern("a");
        let upper = Interner::above(&base);
        assert_eq!(upper.intern("a"), a);
        let b = upper.intern("b");
        assert_eq!((*upper.get(a), *upper.get(b)), ("a", "b"));
        assert_eq!(upper.intern("b"), b);
    }

    #[test]
    fn what_is_added_below_later_does_not_show_above() {
        let base = Arc::new(Interner::new());
        base.intern("a");
        let upper = Interner::above(&base);
        let below = base.intern("late");
        let above = upper.intern("other");
        assert_eq!(below, above);
        let late = upper.intern("late");
        assert_ne!(late, above);
        assert_eq!((*upper.get(late), *upper.get(above)), ("late", "other"));
    }
}
