//! The state of a script at one step: the payload, and for each handle what it points to or the step that invalidated it.

use std::rc::Rc;

use assay_ir::data::{AttrId, BlockId, Context, OpId, Program, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::alias::{How, MayMust, hit};
use super::forms::HandleMaker;
use super::payload::{Binding, GroupId, NodeId, Part, Payload};
use super::text::Role;

/// The effect of a step on the forms of a place.
#[derive(Clone, Debug)]
pub(super) struct Event {
    pub(super) scope: Part,
    pub(super) by: OpId,
    /// The form that it makes; `None` where it may change any.
    pub(super) makes: Option<&'static HandleMaker>,
}

/// The invalidation of a handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Dead {
    pub(super) by: OpId,
    /// The handle that was consumed.
    pub(super) through: ValueId,
    pub(super) how: How,
    pub(super) certainty: MayMust,
}

/// A handle or a parameter.
#[derive(Clone, Debug)]
pub(super) struct Handle {
    pub(super) role: Role,
    pub(super) parts: Rc<[Part]>,
    pub(super) dead: Option<Dead>,
    /// The step that removed the kinds that were looked for, so that it is, or may be, empty.
    pub(super) lowered: Option<(OpId, MayMust)>,
    /// The value of a parameter.
    pub(super) param: Option<AttrId>,
    /// The values of the given program, where all are known.
    pub(super) values: Option<Rc<[ValueId]>>,
    /// A step whose suppressed failure leaves it empty or undefined.
    pub(super) suspect: Option<OpId>,
    /// Some of its parts may not belong to it.
    pub(super) loose: bool,
    /// A step that used it wrongly made it; nothing is known about it.
    pub(super) poisoned: bool,
    pub(super) epoch: u32,
    frame: u32,
}

impl Handle {
    pub(super) fn from_parts(role: Role, parts: Vec<Part>) -> Handle {
        Handle {
            role,
            parts: parts.into(),
            dead: None,
            lowered: None,
            param: None,
            values: None,
            suspect: None,
            loose: false,
            poisoned: false,
            epoch: 0,
            frame: 0,
        }
    }

    /// The operations, where all of them are known; of values only their owners are.
    pub(super) fn exact(&self) -> Option<Vec<NodeId>> {
        let node = |part: &Part| match part {
            Part::Op(node) => Some(*node),
            Part::Group(_) => None,
        };
        if self.poisoned || self.loose || self.role != Role::Ops {
            None
        } else {
            self.parts.iter().map(node).collect()
        }
    }
}

/// Facts about the text of a script.
#[derive(Debug)]
pub(super) struct Uses {
    /// Index of each operation in its block.
    order: Vec<u32>,
    /// Index, in the block of its definition, of the last operation that uses each value.
    last: Vec<u32>,
}

impl Uses {
    pub(super) fn collect(program: &Program) -> Uses {
        let mut uses = Uses { order: vec![0; program.op_slots()], last: vec![0; program.value_slots()] };
        let all: Vec<OpId> = program.walk(program.top()).collect();
        let mut next: FxHashMap<BlockId, u32> = FxHashMap::default();
        for op in &all {
            if let Some(block) = program.op(*op).block {
                let index = next.entry(block).or_default();
                uses.order[op.index()] = *index;
                *index += 1;
            }
        }
        for op in all {
            for value in program.operands(op) {
                let block = block_of(program, value);
                let mut user = op;
                while program.op(user).block != block {
                    let Some(parent) = program.parent_op(user) else { break };
                    user = parent;
                }
                let last = &mut uses.last[value.index()];
                *last = (*last).max(uses.order[user.index()]);
            }
        }
        uses
    }
}

fn block_of(program: &Program, value: ValueId) -> Option<BlockId> {
    match program.value(value).def {
        assay_ir::data::ValueDef::Result(op, _) => program.op(op).block,
        assay_ir::data::ValueDef::Argument(block, _) => Some(block),
    }
}

/// Kinds that a pass removed from a place.
#[derive(Clone, Debug)]
pub(super) struct Lowering {
    pub(super) scope: Part,
    pub(super) by: OpId,
}

/// The state.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) payload: Payload,
    pub(super) root: NodeId,
    handles: FxHashMap<ValueId, Handle>,
    /// The index of the operation that runs in each block.
    cursor: FxHashMap<BlockId, u32>,
    /// Regions that are isolated from above, from the outside in.
    frames: Vec<u32>,
    epochs: u32,
    pub(super) lowerings: Vec<Lowering>,
    /// The effects of steps on forms, in their order.
    pub(super) events: Vec<Event>,
    uses: Rc<Uses>,
}

impl State {
    pub(super) fn new(payload: Payload, root: NodeId, uses: Rc<Uses>) -> State {
        State {
            payload,
            root,
            handles: FxHashMap::default(),
            cursor: FxHashMap::default(),
            frames: vec![0],
            epochs: 0,
            lowerings: Vec::new(),
            events: Vec::new(),
            uses,
        }
    }

    /// Enters a region that is isolated from above: consuming a handle in it invalidates none outside.
    pub(super) fn open_frame(&mut self) {
        self.epochs += 1;
        self.frames.push(self.epochs);
    }

    /// Leaves it.
    pub(super) fn close_frame(&mut self) {
        self.frames.pop();
    }

    fn frame(&self) -> u32 {
        self.frames.last().copied().unwrap_or(0)
    }

    pub(super) fn enter(&mut self, program: &Program, op: OpId) {
        if let Some(block) = program.op(op).block {
            self.cursor.insert(block, self.uses.order[op.index()]);
        }
    }

    /// Defines a value, anew in each iteration and call.
    pub(super) fn define(&mut self, value: ValueId, mut handle: Handle) {
        self.epochs += 1;
        handle.epoch = self.epochs;
        handle.frame = self.frame();
        let binding = Binding { value, epoch: handle.epoch };
        if handle.role != Role::Param {
            for part in &*handle.parts {
                match part {
                    Part::Op(node) => self.payload.node_mut(*node).handles.push(binding),
                    Part::Group(group) => self.payload.bind_group(*group, binding),
                }
            }
        }
        self.handles.insert(value, handle);
    }

    pub(super) fn get(&self, value: ValueId) -> Option<&Handle> {
        self.handles.get(&value)
    }

    pub(super) fn get_mut(&mut self, value: ValueId) -> Option<&mut Handle> {
        self.handles.get_mut(&value)
    }

    /// Tells if a binding still counts: defined in this frame, valid, and used later.
    fn is_open(&self, program: &Program, binding: Binding) -> bool {
        let Some(handle) = self.handles.get(&binding.value) else { return false };
        if handle.epoch != binding.epoch || handle.frame != self.frame() {
            return false;
        }
        if handle.dead.is_some_and(|dead| dead.certainty == MayMust::Must) {
            return false;
        }
        let block = block_of(program, binding.value);
        let now = block.and_then(|block| self.cursor.get(&block)).copied().unwrap_or(0);
        now <= self.uses.last[binding.value.index()]
    }

    /// Tells if a binding belongs to a frame around this one, which comes back.
    fn is_outer(&self, binding: Binding) -> bool {
        let handle = self.handles.get(&binding.value);
        handle.is_some_and(|handle| {
            handle.epoch == binding.epoch
                && handle.frame != self.frame()
                && self.frames.contains(&handle.frame)
                && handle.dead.is_none()
        })
    }

    /// Handles that consuming a handle invalidates, besides itself.
    pub(super) fn hits(
        &mut self,
        program: &Program,
        ctx: &Context,
        consumed: &[Part],
    ) -> Vec<(ValueId, How, MayMust)> {
        let mut found: FxHashMap<ValueId, (How, MayMust)> = FxHashMap::default();
        let mut seen: FxHashSet<Part> = FxHashSet::default();
        for part in consumed {
            if !seen.insert(*part) {
                continue;
            }
            for other in self.candidates(program, *part) {
                // A handle that may be invalid already changes only where that becomes certain.
                let surely = self.bindings(other).iter().all(|binding| self.may_be_dead(*binding));
                let Some((how, certainty)) = hit(&self.payload, ctx, *part, other, surely) else { continue };
                for binding in self.bindings(other).to_vec() {
                    if self.is_open(program, binding) {
                        let loose = self.handles.get(&binding.value).is_some_and(|handle| handle.loose);
                        let certainty = if loose { certainty.min(MayMust::May) } else { certainty };
                        let entry = found.entry(binding.value).or_insert((how, certainty));
                        if certainty > entry.1 {
                            *entry = (how, certainty);
                        }
                    }
                }
            }
        }
        let mut found: Vec<_> = found.into_iter().map(|(value, (how, sure))| (value, how, sure)).collect();
        found.sort_by_key(|(value, ..)| value.index());
        found
    }

    fn may_be_dead(&self, binding: Binding) -> bool {
        let handle = self.handles.get(&binding.value);
        handle.is_some_and(|handle| {
            handle.epoch == binding.epoch && handle.dead.is_some_and(|dead| dead.certainty >= MayMust::May)
        })
    }

    fn bindings(&self, part: Part) -> &[Binding] {
        match part {
            Part::Op(node) => &self.payload.node(node).handles,
            Part::Group(group) => &self.payload.group(group).handles,
        }
    }

    /// Parts with handles that may be concerned; forgets those whose handles are over.
    fn candidates(&mut self, program: &Program, part: Part) -> Vec<Part> {
        let root = match part {
            Part::Op(node) => node,
            Part::Group(group) => self.payload.group(group).within,
        };
        let mut nodes = match part {
            Part::Op(_) => self.payload.post_order(root),
            Part::Group(_) => self.payload.walk(root).nodes.clone(),
        };
        let below = nodes.len();
        nodes.extend(self.payload.ancestors(root));
        let mut out: Vec<Part> = self.payload.settled_kin(part).into_iter().map(Part::Group).collect();
        for (index, node) in nodes.into_iter().enumerate() {
            if index < below && !self.payload.node(node).handles.is_empty() {
                let mut handles = std::mem::take(&mut self.payload.node_mut(node).handles);
                self.keep(program, &mut handles);
                if !handles.is_empty() {
                    out.push(Part::Op(node));
                }
                self.payload.node_mut(node).handles = handles;
            }
            let inside = index < below && matches!(part, Part::Op(_));
            if inside && !self.payload.node(node).settled.is_empty() {
                // All that lies in a consumed operation becomes invalid for certain.
                let mut settled = std::mem::take(&mut self.payload.node_mut(node).settled);
                settled.retain(|group| self.payload.group(*group).settled && self.has_open(program, *group));
                out.extend(settled.iter().map(|group| Part::Group(*group)));
                self.payload.node_mut(node).settled = settled;
            }
            self.open_groups(program, node, &mut out);
        }
        out
    }

    /// Adds the groups of a node that are not settled, and settles those all of whose handles may be invalid.
    fn open_groups(&mut self, program: &Program, node: NodeId, out: &mut Vec<Part>) {
        if self.payload.node(node).groups.is_empty() {
            return;
        }
        let mut groups = std::mem::take(&mut self.payload.node_mut(node).groups);
        let mut settled = Vec::new();
        groups.retain(|id| {
            if !self.has_open(program, *id) {
                return false;
            }
            out.push(Part::Group(*id));
            let settles = self.payload.group(*id).handles.iter().all(|binding| self.may_be_dead(*binding));
            if settles {
                self.payload.group_mut(*id).settled = true;
                settled.push(*id);
            }
            !settles
        });
        let node = self.payload.node_mut(node);
        node.groups = groups;
        node.settled.append(&mut settled);
    }

    /// Forgets the bindings of a group that are over; without any, its place lists it no longer.
    fn has_open(&mut self, program: &Program, id: GroupId) -> bool {
        let mut handles = std::mem::take(&mut self.payload.group_mut(id).handles);
        self.keep(program, &mut handles);
        let group = self.payload.group_mut(id);
        group.listed = !handles.is_empty();
        group.settled &= group.listed;
        group.handles = handles;
        group.listed
    }

    /// Forgets the bindings that are over.
    fn keep(&self, program: &Program, bindings: &mut Vec<Binding>) {
        bindings.retain(|binding| self.is_open(program, *binding) || self.is_outer(*binding));
    }
}
