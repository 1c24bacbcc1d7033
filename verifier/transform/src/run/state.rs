//! The handles of a script on a program: the operations, values or parameters that each stands for, and the step that invalidated it. Operations
//! that a step replaced are followed to their replacement, erased ones are left out when a handle is read.

use std::rc::Rc;

use assay_audit::script::text::Role;
use assay_ir::data::{AttrId, OpId, Program, ValueDef, ValueId};
use assay_ir::rewrite::Listener;
use rustc_hash::{FxHashMap, FxHashSet};

/// One of the things that a value of a script stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Part {
    /// An operation of the payload.
    Op(OpId),
    /// A value of the payload.
    Value(ValueId),
    /// A parameter.
    Param(AttrId),
}

/// The relation of an invalid handle to the one that was consumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    /// It is the same.
    Direct,
    /// It pointed to an operation that was consumed.
    Same,
    /// It pointed into one.
    Nested,
}

/// The invalidation of a handle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dead {
    /// The step that consumed.
    pub by: OpId,
    /// The handle that it consumed.
    pub through: ValueId,
    /// Why this concerns the handle.
    pub how: How,
}

/// A handle or a list of parameters.
#[derive(Clone, Debug)]
pub(super) struct Handle {
    /// The sort of the parts.
    pub role: Role,
    /// The parts, in order.
    pub parts: Rc<[Part]>,
    /// The step that invalidated it.
    pub dead: Option<Dead>,
    frame: u32,
}

impl Handle {
    /// A valid handle.
    pub(super) fn new(role: Role, parts: Vec<Part>) -> Handle {
        Handle { role, parts: parts.into(), dead: None, frame: 0 }
    }
}

/// A thing that was replaced.
#[derive(Clone, Copy, Debug)]
enum Moved {
    Op(OpId),
    Value(ValueId),
}

/// All handles.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    handles: FxHashMap<ValueId, Handle>,
    /// The operations that replaced others.
    moved: FxHashMap<OpId, OpId>,
    moved_values: FxHashMap<ValueId, ValueId>,
    /// The keys of both in order, so that they can be taken back.
    log: Vec<Moved>,
    /// The regions that are isolated from above, from the outside in.
    frames: Vec<u32>,
    opened: u32,
}

impl State {
    /// Begins a region in which consuming a handle invalidates none outside.
    pub(super) fn open_frame(&mut self) {
        self.opened += 1;
        self.frames.push(self.opened);
    }

    /// Ends it.
    pub(super) fn close_frame(&mut self) {
        self.frames.pop();
    }

    fn frame(&self) -> u32 {
        self.frames.last().copied().unwrap_or(0)
    }

    /// Defines a value of the script, anew in each iteration and call.
    pub(super) fn define(&mut self, value: ValueId, mut handle: Handle) {
        handle.frame = self.frame();
        self.handles.insert(value, handle);
    }

    /// Changes what a value stands for, in the region where it was defined.
    pub(super) fn renew(&mut self, value: ValueId, handle: Handle) {
        let frame = self.get(value).map_or(0, |old| old.frame);
        self.handles.insert(value, Handle { frame, ..handle });
    }

    /// A handle as it was defined.
    pub(super) fn get(&self, value: ValueId) -> Option<&Handle> {
        self.handles.get(&value)
    }

    /// The values with a valid handle in this region.
    pub(super) fn live(&self) -> Vec<ValueId> {
        let frame = self.frame();
        let live = |handle: &Handle| handle.dead.is_none() && handle.frame == frame;
        let mut values: Vec<ValueId> =
            self.handles.iter().filter(|(_, handle)| live(handle)).map(|(value, _)| *value).collect();
        values.sort_by_key(|value| value.index());
        values
    }

    /// All values with a valid handle, of regions around, too.
    pub(super) fn all_live(&self) -> Vec<ValueId> {
        let live = |handle: &Handle| {
            handle.dead.is_none() && (handle.frame == 0 || self.frames.contains(&handle.frame))
        };
        let mut values: Vec<ValueId> =
            self.handles.iter().filter(|(_, handle)| live(handle)).map(|(value, _)| *value).collect();
        values.sort_by_key(|value| value.index());
        values
    }

    /// The current value of a part; `None` where it was erased.
    pub(super) fn current(&self, program: &Program, part: Part) -> Option<Part> {
        match part {
            Part::Op(op) => self.current_op(program, op).map(Part::Op),
            Part::Value(value) => self.current_value(program, value).map(Part::Value),
            Part::Param(_) => Some(part),
        }
    }

    fn current_op(&self, program: &Program, mut op: OpId) -> Option<OpId> {
        while program.is_erased(op) {
            op = *self.moved.get(&op)?;
        }
        Some(op)
    }

    fn current_value(&self, program: &Program, mut value: ValueId) -> Option<ValueId> {
        while owner(program, value).is_none_or(|op| program.is_erased(op)) {
            value = *self.moved_values.get(&value)?;
        }
        Some(value)
    }

    /// The parts of a handle as they are now.
    pub(super) fn parts(&self, program: &Program, value: ValueId) -> Vec<Part> {
        let parts = self.get(value).map(|handle| Rc::clone(&handle.parts));
        parts.iter().flat_map(|parts| parts.iter()).filter_map(|part| self.current(program, *part)).collect()
    }

    /// Invalidates a handle, and those of its region that point to or into its operations.
    pub(super) fn consume(&mut self, program: &Program, by: OpId, through: ValueId) {
        let consumed: FxHashSet<OpId> = self
            .parts(program, through)
            .into_iter()
            .filter_map(|part| match part {
                Part::Op(op) => Some(op),
                Part::Value(_) | Part::Param(_) => None,
            })
            .collect();
        for other in self.live() {
            if other == through || consumed.is_empty() {
                continue;
            }
            let how = self.parts(program, other).into_iter().find_map(|part| hit(program, part, &consumed));
            if let (Some(how), Some(handle)) = (how, self.handles.get_mut(&other)) {
                handle.dead = Some(Dead { by, through, how });
            }
        }
        if let Some(handle) = self.handles.get_mut(&through) {
            handle.dead.get_or_insert(Dead { by, through, how: How::Direct });
        }
    }

    /// Follows an operation to the one that took its place.
    pub(super) fn move_op(&mut self, from: OpId, to: OpId) {
        self.moved.insert(from, to);
        self.log.push(Moved::Op(from));
    }

    /// Follows a value to the one that took its place.
    pub(super) fn move_value(&mut self, from: ValueId, to: ValueId) {
        self.moved_values.insert(from, to);
        self.log.push(Moved::Value(from));
    }

    /// The number of replacements until now.
    pub(super) fn replacements(&self) -> usize {
        self.log.len()
    }

    /// Forgets the replacements behind a number of them, when the program goes back, too.
    pub(super) fn forget_behind(&mut self, kept: usize) {
        for moved in self.log.drain(kept..) {
            match moved {
                Moved::Op(op) => drop(self.moved.remove(&op)),
                Moved::Value(value) => drop(self.moved_values.remove(&value)),
            }
        }
    }
}

/// How a part is concerned by consumed operations.
fn hit(program: &Program, part: Part, consumed: &FxHashSet<OpId>) -> Option<How> {
    let (start, same) = match part {
        Part::Op(op) => (op, How::Same),
        Part::Value(value) => (owner(program, value)?, How::Nested),
        Part::Param(_) => return None,
    };
    if consumed.contains(&start) {
        return Some(same);
    }
    let mut around = program.parent_op(start);
    while let Some(op) = around {
        if consumed.contains(&op) {
            return Some(How::Nested);
        }
        around = program.parent_op(op);
    }
    None
}

/// The operation that defines a value, or that holds its block.
pub(super) fn owner(program: &Program, value: ValueId) -> Option<OpId> {
    match program.value(value).def {
        ValueDef::Result(op, _) => Some(op),
        ValueDef::Argument(block, _) => Some(program.block_parent_op(block)),
    }
}

/// Follows the edits of a step: handles to replacements, and the counts of what it did.
#[derive(Debug)]
pub(super) struct Follower<'s> {
    state: &'s mut State,
    /// Operations that were created.
    pub created: usize,
    /// Operations that were erased.
    pub erased: usize,
}

impl<'s> Follower<'s> {
    /// A follower for the handles of this state.
    pub(super) fn new(state: &'s mut State) -> Follower<'s> {
        Follower { state, created: 0, erased: 0 }
    }
}

impl Listener for Follower<'_> {
    fn inserted(&mut self, _: &Program, _: OpId) {
        self.created += 1;
    }

    fn replaced(&mut self, program: &Program, op: OpId, values: &[ValueId]) {
        for (old, new) in program.results(op).zip(values) {
            self.state.move_value(old, *new);
        }
        let mut by = values.iter().map(|value| program.defining_op(*value));
        if let Some(Some(first)) = by.next()
            && by.all(|other| other == Some(first))
        {
            self.state.move_op(op, first);
        }
    }

    fn erased(&mut self, program: &Program, op: OpId) {
        self.erased += program.walk(op).count();
    }
}
