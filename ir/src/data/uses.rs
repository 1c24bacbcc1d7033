//! Operands and the use list of each value: a doubly linked list through the operand slots, newest first.

use super::{OpId, OperandId, Pos, Program, ValueId};

/// One operand of one operation.
#[derive(Clone, Debug)]
pub(super) struct OperandSlot {
    value: ValueId,
    owner: OpId,
    prev: Option<OperandId>,
    next: Option<OperandId>,
    pos: Pos,
}

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

    /// Which operand of its owner a slot is.
    pub fn operand_index(&self, slot: OperandId) -> usize {
        slot.index() - self.op(self.operand_owner(slot)).operands.0 as usize
    }

    /// Where an operand is written.
    pub fn operand_pos(&self, slot: OperandId) -> Pos {
        self.operands[slot.index()].pos
    }

    /// All uses of a value, newest first.
    pub fn uses(&self, value: ValueId) -> impl Iterator<Item = OperandId> + '_ {
        std::iter::successors(self.value(value).first_use, |slot| self.operands[slot.index()].next)
    }

    /// Whether anything uses a value.
    pub fn has_uses(&self, value: ValueId) -> bool {
        self.value(value).first_use.is_some()
    }

    /// Whether exactly one operand uses a value.
    pub fn has_one_use(&self, value: ValueId) -> bool {
        self.value(value).first_use.is_some_and(|slot| self.operands[slot.index()].next.is_none())
    }

    /// Replaces all operands of an operation.
    pub fn set_operands(&mut self, op: OpId, values: &[ValueId]) {
        let with_pos: Vec<(ValueId, Pos)> = values.iter().map(|value| (*value, Pos::NONE)).collect();
        self.set_operands_with_pos(op, &with_pos);
    }

    /// Replaces all operands of an operation, with where each is written.
    pub fn set_operands_with_pos(&mut self, op: OpId, values: &[(ValueId, Pos)]) {
        self.drop_operands(op);
        let start = self.operands.len();
        for (value, pos) in values {
            let id = OperandId::new(self.operands.len());
            self.operands.push(OperandSlot { value: *value, owner: op, prev: None, next: None, pos: *pos });
            self.link(id);
        }
        self.op_mut(op).operands = (start as u32, values.len() as u32);
    }

    /// Puts another value into one operand slot.
    pub fn set_operand(&mut self, slot: OperandId, value: ValueId) {
        self.unlink(slot);
        self.operands[slot.index()].value = value;
        self.link(slot);
    }

    /// Makes every use of `old` a use of `new`.
    pub fn replace_uses(&mut self, old: ValueId, new: ValueId) {
        if old == new {
            return;
        }
        while let Some(slot) = self.value(old).first_use {
            self.set_operand(slot, new);
        }
    }

    pub(super) fn drop_operands(&mut self, op: OpId) {
        for slot in self.operand_ids(op) {
            self.unlink(slot);
        }
        self.op_mut(op).operands.1 = 0;
    }

    fn link(&mut self, slot: OperandId) {
        let value = self.operands[slot.index()].value;
        let head = self.values[value.index()].first_use.replace(slot);
        let data = &mut self.operands[slot.index()];
        data.prev = None;
        data.next = head;
        if let Some(head) = head {
            self.operands[head.index()].prev = Some(slot);
        }
    }

    fn unlink(&mut self, slot: OperandId) {
        let OperandSlot { value, prev, next, .. } = self.operands[slot.index()];
        match prev {
            Some(prev) => self.operands[prev.index()].next = next,
            None => self.values[value.index()].first_use = next,
        }
        if let Some(next) = next {
            self.operands[next.index()].prev = prev;
        }
    }
}
