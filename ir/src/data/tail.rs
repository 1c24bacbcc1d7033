//! The word at the end of the record of an operation: the flag of erasure, and the index of its lists.

/// The flag of erasure, and where successors and regions are listed: most operations have none.
/// One word, because programs have millions of operations.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tail(pub(super) u32);

impl Tail {
    const ERASED: u32 = 1 << 31;

    pub(super) fn is_erased(self) -> bool {
        self.0 & Self::ERASED != 0
    }

    pub(super) fn erase(&mut self) {
        self.0 |= Self::ERASED;
    }

    pub(super) fn restore(&mut self) {
        self.0 &= !Self::ERASED;
    }

    pub(super) fn index(self) -> Option<usize> {
        (self.0 & !Self::ERASED).checked_sub(1).map(|index| index as usize)
    }
}
