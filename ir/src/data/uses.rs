//! Operands and the use list of each value: a doubly linked list through the operand slots, newest first. The lists
//! are made when one is first asked for, and kept from then on: reading and printing need none.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::journal::Lengths;
use super::use_lists::{Link, OperandSlot, UseLists};
use super::{OpId, OperandId, Pos, Program, ValueId};
impl Program {
    /// Operand values of an operation, in order.
    pub fn operands(&self, op: OpId) -> impl ExactSizeIterator<Item = ValueId> + DoubleEndedIterator + '_ {
        self.operand_ids(op).map(|id| self.operands[id.index()].value)
    }

    /// Operand slots of an operation, in order.
    pub fn operand_ids(
        &self,
        op: OpId,
    ) -> impl ExactSizeIterator<Item = OperandId> + DoubleEndedIterator + use<> {
        let (start, len) = self.op(op).operands;
        (start as usize..(start + len) as usize).map(OperandId::new)
    }

    /// Number of operands.
    pub fn operand_count(&self, op: OpId) -> usize {
        self.op(op).operands.1 as usize
    }

    /// Operand number `index`.
    pub fn operand(&self, op: OpId, index: usize) -> Option<ValueId> {
        let (start, len) = self.op(op).operands;
        (index < len as usize).then(|| self.operands[start as usize + index].value)
    }

    /// The value in an operand slot.
    pub fn operand_value(&self, slot: OperandId) -> ValueId {
        self.operands[slot.index()].value
    }

    /// The operation that owns an operand slot.
    pub fn operand_owner(&self, slot: OperandId) -> OpId {
        self.operands[slot.index()].owner
    }

    /// The number of a slot among the operands of its owner.
    pub fn operand_index(&self, slot: OperandId) -> usize {
        slot.index() - self.op(self.operand_owner(slot)).operands.0 as usize
    }

    /// Where an operand is written.
    pub fn operand_pos(&self, slot: OperandId) -> Pos {
        self.operands[slot.index()].pos
    }

    /// Makes the use lists, unless they are there.
    pub(super) fn make_use_lists(&self) {
        self.use_lists();
    }

    /// Drops the lists of values, and the links of operands, behind these lengths.
    pub(super) fn cut_use_lists(&mut self, to: &Lengths) {
        if let Some(lists) = self.uses.get_mut() {
            lists.first.truncate(to.values);
            lists.links.truncate(to.operands);
        }
    }

    /// Undoes that a slot was put at the head of the list of its value.
    pub(super) fn take_from_head(&mut self, slot: OperandId) {
        let value = self.operands[slot.index()].value;
        if let Some(lists) = self.uses.get_mut() {
            lists.unlink(slot, value);
        }
    }

    /// Undoes that a slot, which held `value`, was taken from between two neighbours.
    pub(super) fn put_between(
        &mut self,
        slot: OperandId,
        value: ValueId,
        prev: Option<OperandId>,
        next: Option<OperandId>,
    ) {
        self.operands[slot.index()].value = value;
        if let Some(lists) = self.uses.get_mut() {
            lists.put_back(slot, value, Link { prev, next });
        }
    }

    fn link(&mut self, slot: OperandId, value: ValueId) {
        if let Some(lists) = self.uses.get_mut() {
            lists.link(slot, value);
            self.note_linked(slot, value);
        }
    }

    fn unlink(&mut self, slot: OperandId, value: ValueId) {
        if let Some(lists) = self.uses.get_mut() {
            let Link { prev, next } = lists.unlink(slot, value);
            self.note_unlinked(slot, value, prev, next);
        }
    }

    fn use_lists(&self) -> &UseLists {
        self.uses.get_or_init(|| self.collect_uses())
    }

    fn collect_uses(&self) -> UseLists {
        let mut lists = UseLists {
            first: vec![None; self.values.len()],
            links: vec![Link::default(); self.operands.len()],
        };
        for (index, slot) in self.operands.iter().enumerate() {
            let (start, len) = self.op(slot.owner).operands;
            // A slot that its owner gave up is no use.
            if (start as usize..(start + len) as usize).contains(&index) {
                lists.link(OperandId::new(index), slot.value);
            }
        }
        lists
    }

    /// All uses of a value, newest first.
    pub fn uses(&self, value: ValueId) -> impl Iterator<Item = OperandId> + '_ {
        let lists = self.use_lists();
        std::iter::successors(lists.first(value), |slot| lists.links[slot.index()].next)
    }

    /// Returns true when anything uses a value.
    pub fn has_uses(&self, value: ValueId) -> bool {
        self.use_lists().first(value).is_some()
    }

    /// Returns true when exactly one operand uses a value.
    pub fn has_one_use(&self, value: ValueId) -> bool {
        let lists = self.use_lists();
        lists.first(value).is_some_and(|slot| lists.links[slot.index()].next.is_none())
    }

    /// Replaces all operands of an operation.
    pub fn set_operands(&mut self, op: OpId, values: &[ValueId]) {
        let with_pos: SmallVec<[(ValueId, Pos); 4]> =
            values.iter().map(|value| (*value, Pos::NONE)).collect();
        self.set_operands_with_pos(op, &with_pos);
    }

    /// Replaces all operands of an operation, with where each is written.
    pub fn set_operands_with_pos(&mut self, op: OpId, values: &[(ValueId, Pos)]) {
        self.note_operands(op);
        self.drop_operands(op);
        self.add_operands(op, values);
    }

    /// Gives operands to an operation that has none.
    pub(super) fn add_operands(&mut self, op: OpId, values: &[(ValueId, Pos)]) {
        let start = self.operands.len();
        for (value, pos) in values {
            let id = OperandId::new(self.operands.len());
            self.operands.push(OperandSlot { value: *value, owner: op, pos: *pos });
            self.link(id, *value);
        }
        self.ops[op.index()].operands = (start as u32, values.len() as u32);
    }

    /// Puts another value into one operand slot.
    pub fn set_operand(&mut self, slot: OperandId, value: ValueId) {
        let old = std::mem::replace(&mut self.operands[slot.index()].value, value);
        self.unlink(slot, old);
        self.link(slot, value);
    }

    /// Makes every use of `old` a use of `new`.
    pub fn replace_uses(&mut self, old: ValueId, new: ValueId) {
        if old == new {
            return;
        }
        while let Some(slot) = self.use_lists().first(old) {
            self.set_operand(slot, new);
        }
    }

    /// Makes every use of each first value a use of the second, in one pass over all operands. For the reader: there is no
    /// checkpoint yet.
    pub(crate) fn replace_all_uses(&mut self, replacements: &FxHashMap<ValueId, ValueId>) {
        debug_assert!(!self.journal.is_open(), "the reader opens no checkpoint");
        self.uses.take();
        for slot in &mut self.operands {
            if let Some(new) = replacements.get(&slot.value) {
                slot.value = *new;
            }
        }
    }

    /// Takes the operands of an operation away; how many it had was noted.
    pub(super) fn drop_operands(&mut self, op: OpId) {
        let (start, len) = self.ops[op.index()].operands;
        for index in start as usize..(start + len) as usize {
            self.unlink(OperandId::new(index), self.operands[index].value);
        }
        self.ops[op.index()].operands.1 = 0;
    }
}
