//! The journal of a program: what each edit replaced, from the first open checkpoint on. Every edit of a [`Program`] notes
//! here what it overwrites, so that [`Program::rollback`] takes time in proportion to the edits and not to the program.
//! Data made since a checkpoint is not noted: it lies behind the length that each arena had, and is cut off.

use super::journal::{Checkpoint, Lengths, Mark, Undo, Wide};
use super::{AttrId, BlockId, Ident, LocId, OpId, OperandId, Program, RegionId, Span, TypeId, ValueId};

impl Program {
    pub(super) fn note_links(&mut self, op: OpId) {
        if op.index() < self.journal.floor.ops {
            let data = &self.ops[op.index()];
            let note = Undo::Links { op, block: data.block, prev: data.prev, next: data.next };
            self.journal.log.push(note);
        }
    }

    pub(super) fn note_prev(&mut self, op: OpId) {
        if op.index() < self.journal.floor.ops {
            self.journal.log.push(Undo::Prev { op, prev: self.ops[op.index()].prev });
        }
    }

    pub(super) fn note_next(&mut self, op: OpId) {
        if op.index() < self.journal.floor.ops {
            self.journal.log.push(Undo::Next { op, next: self.ops[op.index()].next });
        }
    }

    /// Notes that an operation is erased, and taken out of its block where that is said; returns true when the note says what
    /// its neighbours were, too. An edit of a newer neighbour is not noted, so that only an older one knows the block.
    pub(super) fn note_erased(&mut self, op: OpId, unlinked: bool) -> bool {
        let floor = self.journal.floor.ops;
        if op.index() >= floor {
            return false;
        }
        let data = &self.ops[op.index()];
        let (block, prev, next, operands) = (data.block, data.prev, data.next, data.operands.1);
        let older = |op: &OpId| op.index() < floor;
        let note = match (unlinked, prev.filter(older), next.filter(older)) {
            (true, Some(prev), _) => Undo::ErasedBehind { op, prev, next, operands },
            (true, None, Some(next)) => Undo::ErasedBefore { op, prev, next, operands },
            _ => {
                if unlinked {
                    self.journal.log.push(Undo::Links { op, block, prev, next });
                }
                Undo::Erased { op, operands }
            }
        };
        self.journal.log.push(note);
        !matches!(note, Undo::Erased { .. })
    }

    pub(super) fn note_ends(&mut self, block: BlockId) {
        if block.index() < self.journal.floor.blocks {
            let data = &self.blocks[block.index()];
            self.journal.log.push(Undo::Ends { block, first: data.first, last: data.last });
        }
    }

    pub(super) fn note_operands(&mut self, op: OpId) {
        if op.index() < self.journal.floor.ops {
            let (start, len) = self.ops[op.index()].operands;
            self.journal.log.push(Undo::Operands { op, start, len });
        }
    }

    pub(super) fn note_results(&mut self, op: OpId) {
        if op.index() < self.journal.floor.ops {
            let (start, len) = self.ops[op.index()].results;
            self.journal.log.push(Undo::Results { op, start, len });
        }
    }

    pub(super) fn note_tail(&mut self, op: OpId) {
        if op.index() < self.journal.floor.ops {
            self.journal.log.push(Undo::Tail { op, tail: self.ops[op.index()].tail });
        }
    }

    pub(super) fn note_linked(&mut self, slot: OperandId, value: ValueId) {
        if value.index() < self.journal.floor.values {
            self.journal.log.push(Undo::Linked { slot });
        }
    }

    pub(super) fn note_unlinked(
        &mut self,
        slot: OperandId,
        value: ValueId,
        prev: Option<OperandId>,
        next: Option<OperandId>,
    ) {
        if value.index() < self.journal.floor.values {
            self.journal.log.push(Undo::Unlinked { slot, value, prev, next });
        }
    }

    pub(super) fn note_successors(&mut self, list: usize, start: u32, len: u32) {
        if list < self.journal.floor.lists {
            self.journal.log.push(Undo::Successors { list: list as u32, start, len });
        }
    }

    pub(super) fn note_regions(&mut self, list: usize, start: u32, len: u32) {
        if list < self.journal.floor.lists {
            self.journal.log.push(Undo::Regions { list: list as u32, start, len });
        }
    }

    pub(super) fn note_block_added(&mut self, region: RegionId) {
        if region.index() < self.journal.floor.regions {
            self.journal.log.push(Undo::BlockAdded { region });
        }
    }

    pub(super) fn note_blocks(&mut self, region: RegionId) {
        if region.index() < self.journal.floor.regions {
            self.journal.wide.push(Wide::Blocks(self.regions[region.index()].blocks.clone()));
            self.journal.log.push(Undo::Blocks { region });
        }
    }

    pub(super) fn note_argument_added(&mut self, block: BlockId) {
        if block.index() < self.journal.floor.blocks {
            self.journal.log.push(Undo::ArgumentAdded { block });
        }
    }

    pub(super) fn note_arguments(&mut self, block: BlockId) {
        if block.index() < self.journal.floor.blocks {
            self.journal.wide.push(Wide::Arguments(self.blocks[block.index()].arguments.clone()));
            self.journal.log.push(Undo::Arguments { block });
        }
    }

    pub(super) fn note_top(&mut self) {
        if self.journal.is_open() {
            self.journal.log.push(Undo::Top { op: self.top });
        }
    }

    pub(super) fn note_source(&mut self) {
        if self.journal.is_open() {
            self.journal.wide.push(Wide::Source(self.source.clone()));
            self.journal.log.push(Undo::Source);
        }
    }
}

/// Edits of what is written in one place.
impl Program {
    /// Gives an operation another name.
    pub fn set_name(&mut self, op: OpId, name: Ident) {
        let old = std::mem::replace(&mut self.ops[op.index()].name, name);
        if op.index() < self.journal.floor.ops {
            self.journal.log.push(Undo::Name { op, name: old });
        }
    }

    /// Gives an operation other properties: a dictionary attribute.
    pub fn set_properties(&mut self, op: OpId, properties: AttrId) {
        let old = std::mem::replace(&mut self.ops[op.index()].properties, properties);
        if op.index() < self.journal.floor.ops {
            self.journal.log.push(Undo::Properties { op, properties: old });
        }
    }

    /// Gives an operation other discardable attributes: a dictionary attribute.
    pub fn set_attributes(&mut self, op: OpId, attributes: AttrId) {
        let old = std::mem::replace(&mut self.ops[op.index()].attributes, attributes);
        if op.index() < self.journal.floor.ops {
            self.journal.log.push(Undo::Attributes { op, attributes: old });
        }
    }

    /// Gives an operation another location.
    pub fn set_loc(&mut self, op: OpId, loc: LocId) {
        let old = std::mem::replace(&mut self.ops[op.index()].loc, loc);
        if op.index() < self.journal.floor.ops {
            self.journal.log.push(Undo::Loc { op, loc: old });
        }
    }

    /// Says where an operation is written.
    pub fn set_op_span(&mut self, op: OpId, span: Span) {
        let old = std::mem::replace(&mut self.ops[op.index()].span, span);
        if op.index() < self.journal.floor.ops {
            self.journal.log.push(Undo::OpSpan { op, span: old });
        }
    }

    /// Says where a block is written.
    pub fn set_block_span(&mut self, block: BlockId, span: Span) {
        let old = std::mem::replace(&mut self.blocks[block.index()].span, span);
        if block.index() < self.journal.floor.blocks {
            self.journal.log.push(Undo::BlockSpan { block, span: old });
        }
    }

    /// Changes the type of a value.
    pub fn set_value_type(&mut self, value: ValueId, ty: TypeId) {
        let old = std::mem::replace(&mut self.values[value.index()].ty, ty);
        if value.index() < self.journal.floor.values {
            self.journal.log.push(Undo::Type { value, ty: old });
        }
    }
}

/// Checkpoints.
impl Program {
    /// Remembers the program as it is. From here on edits are noted, until the outermost checkpoint is closed. Takes constant
    /// time, but for the first one of a program, which makes the use lists.
    pub fn checkpoint(&mut self) -> Checkpoint {
        // Lists that are made from what an edit left would have another order.
        self.make_use_lists();
        let lengths = self.lengths();
        let journal = &mut self.journal;
        journal.serial += 1;
        let mark = Mark { lengths, floor: journal.floor, noted: journal.log.len(), serial: journal.serial };
        journal.marks.push(mark);
        journal.floor = lengths;
        Checkpoint { depth: journal.marks.len() - 1, serial: journal.serial }
    }

    /// Makes the program what it was at a checkpoint, and closes it together with those that were opened later. Ids of what
    /// was there then mean what they meant; ids of what was made since are free. Takes time in proportion to the edits.
    ///
    /// # Panics
    /// When the checkpoint belongs to another program, or was closed by one that was opened earlier.
    pub fn rollback(&mut self, to: Checkpoint) {
        let mark = self.close(&to);
        while self.journal.log.len() > mark.noted {
            if let Some(edit) = self.journal.log.pop() {
                self.undo(edit);
            }
        }
        self.cut(&mark.lengths);
        self.journal.floor = mark.floor;
    }

    /// Keeps what was edited since a checkpoint, and closes it together with those that were opened later.
    ///
    /// # Panics
    /// As [`rollback`](Self::rollback).
    pub fn commit(&mut self, from: Checkpoint) {
        self.close(&from);
        if !self.journal.is_open() {
            self.journal.log.clear();
            self.journal.wide.clear();
            self.journal.floor = Lengths::default();
        }
    }

    /// Runs `edit` on the program, undoes all that it did, and returns what it returned: a program is changed, looked at and
    /// put back in time that is proportional to the change, where a copy takes as long as the program is large.
    pub fn tentatively<T>(&mut self, edit: impl FnOnce(&mut Program) -> T) -> T {
        let before = self.checkpoint();
        let seen = edit(self);
        self.rollback(before);
        seen
    }

    /// Returns true when something was edited or made since a checkpoint that is still open.
    ///
    /// # Panics
    /// As [`rollback`](Self::rollback).
    pub fn is_changed_since(&self, from: &Checkpoint) -> bool {
        let mark = self.mark(from);
        self.journal.log.len() > mark.noted || self.ops.len() > mark.lengths.ops
    }

    /// Number of edits that are noted now.
    pub fn noted_edits(&self) -> usize {
        self.journal.log.len()
    }

    fn mark(&self, of: &Checkpoint) -> Mark {
        let mark = self.journal.marks.get(of.depth).filter(|mark| mark.serial == of.serial);
        *mark.expect("the checkpoint is one of this program, and open")
    }

    fn close(&mut self, checkpoint: &Checkpoint) -> Mark {
        let mark = self.mark(checkpoint);
        self.journal.marks.truncate(checkpoint.depth);
        mark
    }

    fn undo(&mut self, edit: Undo) {
        match edit {
            Undo::Links { op, block, prev, next } => {
                let data = &mut self.ops[op.index()];
                (data.block, data.prev, data.next) = (block, prev, next);
            }
            Undo::Prev { op, prev } => self.ops[op.index()].prev = prev,
            Undo::Next { op, next } => self.ops[op.index()].next = next,
            Undo::Erased { op, operands } => self.revive(op, operands),
            Undo::ErasedBehind { op, prev, next, operands } => {
                self.put_back(op, self.ops[prev.index()].block, Some(prev), next);
                self.revive(op, operands);
            }
            Undo::ErasedBefore { op, prev, next, operands } => {
                self.put_back(op, self.ops[next.index()].block, prev, Some(next));
                self.revive(op, operands);
            }
            Undo::Ends { block, first, last } => {
                let data = &mut self.blocks[block.index()];
                (data.first, data.last) = (first, last);
            }
            Undo::Operands { op, start, len } => self.ops[op.index()].operands = (start, len),
            Undo::Results { op, start, len } => self.ops[op.index()].results = (start, len),
            Undo::Tail { op, tail } => self.ops[op.index()].tail = tail,
            Undo::Name { op, name } => self.ops[op.index()].name = name,
            Undo::Properties { op, properties } => self.ops[op.index()].properties = properties,
            Undo::Attributes { op, attributes } => self.ops[op.index()].attributes = attributes,
            Undo::Loc { op, loc } => self.ops[op.index()].loc = loc,
            Undo::OpSpan { op, span } => self.ops[op.index()].span = span,
            Undo::BlockSpan { block, span } => self.blocks[block.index()].span = span,
            Undo::Linked { slot } => self.take_from_head(slot),
            Undo::Unlinked { slot, value, prev, next } => self.put_between(slot, value, prev, next),
            Undo::Type { value, ty } => self.values[value.index()].ty = ty,
            Undo::Successors { list, start, len } => self.lists[list as usize].successors = (start, len),
            Undo::Regions { list, start, len } => self.lists[list as usize].regions = (start, len),
            Undo::BlockAdded { region } => {
                self.regions[region.index()].blocks.pop();
            }
            Undo::Blocks { .. } | Undo::Arguments { .. } | Undo::Source => self.undo_wide(edit),
            Undo::ArgumentAdded { block } => {
                self.blocks[block.index()].arguments.pop();
            }
            Undo::Top { op } => self.top = op,
        }
    }

    fn revive(&mut self, op: OpId, operands: u32) {
        let data = &mut self.ops[op.index()];
        data.operands.1 = operands;
        data.tail.restore();
    }

    /// Puts an operation back between its neighbours.
    fn put_back(&mut self, op: OpId, block: Option<BlockId>, prev: Option<OpId>, next: Option<OpId>) {
        let data = &mut self.ops[op.index()];
        (data.block, data.prev, data.next) = (block, prev, next);
        let Some(block) = block else { return };
        match prev {
            Some(prev) => self.ops[prev.index()].next = Some(op),
            None => self.blocks[block.index()].first = Some(op),
        }
        match next {
            Some(next) => self.ops[next.index()].prev = Some(op),
            None => self.blocks[block.index()].last = Some(op),
        }
    }

    fn undo_wide(&mut self, edit: Undo) {
        match (edit, self.journal.wide.pop()) {
            (Undo::Blocks { region }, Some(Wide::Blocks(blocks))) => {
                self.regions[region.index()].blocks = blocks;
            }
            (Undo::Arguments { block }, Some(Wide::Arguments(arguments))) => {
                self.put_arguments(block, arguments);
            }
            (Undo::Source, Some(Wide::Source(source))) => self.source = source,
            _ => unreachable!("each of these edits has noted what it replaced"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::data::{Context, InsertPoint, NewOp, Pos};
    use crate::text;

    /// A small generator of numbers.
    struct Dice(u64);

    impl Dice {
        fn below(&mut self, most: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((self.0 >> 33) as usize) % most.max(1)
        }
    }

    /// All that can be seen of a program, with ids and the order of the use lists.
    fn snapshot(program: &Program) -> String {
        let values = (0..program.value_slots()).map(ValueId::new);
        let uses: Vec<Vec<OperandId>> = values.map(|value| program.uses(value).collect()).collect();
        format!(
            "{:?}{:?}{:?}{:?}{:?}{uses:?}",
            program.ops, program.blocks, program.regions, program.values, program.top
        ) + &text::print(program, &text::PrintOptions { generic: true, ..Default::default() })
    }

    fn live(program: &Program, dice: &mut Dice) -> OpId {
        let all: Vec<OpId> = program.walk(program.top()).filter(|op| *op != program.top()).collect();
        if all.is_empty() { program.top() } else { all[dice.below(all.len())] }
    }

    fn edit(program: &mut Program, dice: &mut Dice) {
        let ctx = Arc::clone(program.ctx());
        let types = [ctx.integer(1), ctx.integer(32), ctx.index()];
        let op = live(program, dice);
        let value = (program.value_slots() > 0).then(|| ValueId::new(dice.below(program.value_slots())));
        match dice.below(16) {
            0..=4 => {
                let operands: Vec<_> = value.into_iter().map(|value| (value, Pos::NONE)).collect();
                let results = [(types[dice.below(3)], Pos::NONE)];
                let name = ctx.ident(["l.a", "l.b"][dice.below(2)]);
                let new = NewOp {
                    operands: &operands,
                    results: &results,
                    regions: dice.below(2),
                    ..NewOp::named(&ctx, name)
                };
                let at = match op == program.top() {
                    true => InsertPoint::End(program.top_block()),
                    false if dice.below(2) == 0 => InsertPoint::Before(op),
                    false => InsertPoint::After(op),
                };
                program.create(&new, at);
            }
            5 if op != program.top() => program.erase(op),
            6 => {
                if let (Some(old), Some(new)) = (value, program.results(op).next()) {
                    program.replace_uses(old, new);
                }
            }
            7 => {
                if let (Some(slot), Some(value)) = (program.operand_ids(op).next(), value) {
                    program.set_operand(slot, value);
                }
            }
            8 => {
                if let Some(value) = value {
                    program.set_operands(op, &[value, value]);
                }
            }
            9 if op != program.top() => {
                program.detach(op);
                program.insert(op, InsertPoint::Start(program.top_block()));
            }
            10 => program.set_attributes(op, ctx.dictionary([(ctx.ident("k"), ctx.unit())])),
            11 => value.into_iter().for_each(|value| program.set_value_type(value, types[dice.below(3)])),
            12 => {
                if let Some(region) = program.op_regions(op).first().copied()
                    && op != program.top()
                {
                    let block = program.add_block(region, Span::NONE);
                    program.add_argument(block, types[0], Pos::NONE);
                    program.create(&NewOp::named(&ctx, ctx.ident("l.c")), InsertPoint::End(block));
                }
            }
            13 => {
                let region = program.op_regions(op).first().copied().filter(|_| op != program.top());
                if let Some(region) = region {
                    let order: Vec<BlockId> = program.region(region).blocks.iter().rev().copied().collect();
                    program.reorder_blocks(region, &order);
                }
            }
            14 if op != program.top() => {
                program.add_region(op);
                program.set_name(op, ctx.ident("l.d"));
            }
            _ => {
                let first = program.op_regions(op).first();
                let block = first.and_then(|region| program.region(*region).blocks.last().copied());
                if let Some(block) = block {
                    program.set_successors(op, &[block]);
                }
            }
        }
    }

    /// Random edits below nested checkpoints; each rollback gives what was there at its checkpoint.
    #[test]
    fn a_rollback_gives_the_program_of_the_checkpoint() {
        for seed in 0..300 {
            let mut dice = Dice(seed);
            let mut program = Program::new(&Context::new());
            for _ in 0..dice.below(20) {
                edit(&mut program, &mut dice);
            }
            let mut open: Vec<(Checkpoint, String)> = Vec::new();
            for _ in 0..120 {
                match dice.below(10) {
                    0 => {
                        let checkpoint = program.checkpoint();
                        open.push((checkpoint, snapshot(&program)));
                    }
                    1 if !open.is_empty() => {
                        let (checkpoint, was) = open.swap_remove(dice.below(open.len()));
                        open.retain(|(other, _)| other.depth < checkpoint.depth);
                        program.rollback(checkpoint);
                        assert_eq!(snapshot(&program), was, "seed {seed}");
                    }
                    2 if !open.is_empty() => {
                        let (checkpoint, _) = open.swap_remove(dice.below(open.len()));
                        open.retain(|(other, _)| other.depth < checkpoint.depth);
                        program.commit(checkpoint);
                    }
                    _ => edit(&mut program, &mut dice),
                }
            }
        }
    }

    /// Operations made below an outer checkpoint are edited, below an inner one that is committed and after it.
    #[test]
    fn a_rollback_undoes_what_was_committed_below_its_checkpoint() {
        let ctx = Context::new();
        let mut program = Program::new(&ctx);
        let end = InsertPoint::End(program.top_block());
        let results = [(ctx.index(), Pos::NONE)];
        let named = |results| NewOp { results, ..NewOp::named(&ctx, ctx.ident("l.a")) };
        let old = program.create(&named(&results), end);
        let value = program.result(old, 0).expect("it has a result");
        let user = program.create(&NewOp { operands: &[(value, Pos::NONE)], ..named(&[]) }, end);
        let slot = program.operand_ids(user).next().expect("it has an operand");
        let outer = program.checkpoint();
        let was = snapshot(&program);
        let new = program.create(&named(&results), InsertPoint::Before(user));
        let made = program.result(new, 0).expect("it has a result");
        let inner = program.checkpoint();
        program.set_operand(slot, made);
        program.erase(old);
        program.commit(inner);
        program.set_operand(slot, value);
        program.erase(user);
        program.erase(new);
        program.rollback(outer);
        assert_eq!(snapshot(&program), was);
    }

    #[test]
    fn a_note_is_five_words() {
        assert_eq!(size_of::<Undo>(), 20);
    }

    #[test]
    fn without_a_checkpoint_nothing_is_noted() {
        let mut program = Program::new(&Context::new());
        let mut dice = Dice(1);
        (0..50).for_each(|_| edit(&mut program, &mut dice));
        assert_eq!(program.noted_edits(), 0);
        let checkpoint = program.checkpoint();
        assert!(!program.is_changed_since(&checkpoint));
        (0..50).for_each(|_| edit(&mut program, &mut dice));
        assert!(program.noted_edits() > 0 && program.is_changed_since(&checkpoint));
        program.commit(checkpoint);
        assert_eq!(program.noted_edits(), 0);
    }

    #[test]
    #[should_panic(expected = "open")]
    fn a_checkpoint_below_a_closed_one_is_closed() {
        let mut program = Program::new(&Context::new());
        let outer = program.checkpoint();
        let inner = program.checkpoint();
        program.rollback(outer);
        let _other = program.checkpoint();
        program.rollback(inner);
    }
}
