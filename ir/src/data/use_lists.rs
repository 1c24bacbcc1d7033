//! Operand slots, and the use list of each value: a doubly linked list through the slots, newest first.

use super::{OpId, OperandId, Pos, ValueId};

/// One operand of one operation.
#[derive(Clone, Debug)]
pub(super) struct OperandSlot {
    pub(super) value: ValueId,
    pub(super) owner: OpId,
    pub(super) pos: Pos,
}

/// The neighbours of an operand slot in the use list of its value.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Link {
    pub(super) prev: Option<OperandId>,
    pub(super) next: Option<OperandId>,
}

/// The use lists of all values.
#[derive(Clone, Debug, Default)]
pub(super) struct UseLists {
    /// First use of each value; values behind its end have none.
    pub(super) first: Vec<Option<OperandId>>,
    pub(super) links: Vec<Link>,
}

impl UseLists {
    pub(super) fn first(&self, value: ValueId) -> Option<OperandId> {
        self.first.get(value.index()).copied().flatten()
    }

    pub(super) fn link(&mut self, slot: OperandId, value: ValueId) {
        if value.index() >= self.first.len() {
            self.first.resize(value.index() + 1, None);
        }
        if slot.index() >= self.links.len() {
            self.links.resize(slot.index() + 1, Link::default());
        }
        let head = self.first[value.index()].replace(slot);
        self.links[slot.index()] = Link { prev: None, next: head };
        if let Some(head) = head {
            self.links[head.index()].prev = Some(slot);
        }
    }

    /// Takes a slot out of the list of `value`; returns the neighbours that it had.
    pub(super) fn unlink(&mut self, slot: OperandId, value: ValueId) -> Link {
        let Link { prev, next } = self.links[slot.index()];
        match prev {
            Some(prev) => self.links[prev.index()].next = next,
            None => self.first[value.index()] = next,
        }
        if let Some(next) = next {
            self.links[next.index()].prev = prev;
        }
        Link { prev, next }
    }

    /// Undoes [`unlink`](Self::unlink).
    pub(super) fn put_back(&mut self, slot: OperandId, value: ValueId, link: Link) {
        self.links[slot.index()] = link;
        match link.prev {
            Some(prev) => self.links[prev.index()].next = Some(slot),
            None => self.first[value.index()] = Some(slot),
        }
        if let Some(next) = link.next {
            self.links[next.index()].prev = Some(slot);
        }
    }
}
