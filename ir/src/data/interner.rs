//! An append-only table that gives equal contents equal ids; readers never lock.

use std::hash::{BuildHasher, Hash};
use std::sync::Mutex;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// Contents by index, and the index by contents.
pub(super) struct Interner<T> {
    items: boxcar::Vec<T>,
    index: Mutex<HashTable<u32>>,
}

impl<T: Hash + Eq> Interner<T> {
    pub(super) fn new() -> Self {
        Interner { items: boxcar::Vec::new(), index: Mutex::new(HashTable::new()) }
    }

    /// The slot of `item`, which is added when it is new.
    pub(super) fn intern(&self, item: T) -> usize {
        match self.find(&item, |stored| *stored == item) {
            Some(slot) => slot,
            None => self.insert(item),
        }
    }

    /// The slot of the item that `found` recognises; `key` must hash as the item does.
    pub(super) fn find<Q: Hash + ?Sized>(&self, key: &Q, found: impl Fn(&T) -> bool) -> Option<usize> {
        let index = self.lock();
        index
            .find(FxBuildHasher.hash_one(key), |&slot| found(&self.items[slot as usize]))
            .map(|&slot| slot as usize)
    }

    fn insert(&self, item: T) -> usize {
        let hash = FxBuildHasher.hash_one(&item);
        let mut index = self.lock();
        // Another thread may have added it between the look-up and this lock.
        if let Some(&slot) = index.find(hash, |&slot| self.items[slot as usize] == item) {
            return slot as usize;
        }
        let slot = self.items.push(item);
        let stored = u32::try_from(slot).expect("a context holds fewer than 2^32 distinct items");
        index.insert_unique(hash, stored, |&slot| FxBuildHasher.hash_one(&self.items[slot as usize]));
        slot
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashTable<u32>> {
        // A panic while the lock is held cannot leave a half-written table behind.
        self.index.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// The contents of a slot.
    pub(super) fn get(&self, slot: usize) -> &T {
        &self.items[slot]
    }
}
