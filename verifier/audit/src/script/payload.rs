//! The payload as far as it is known: a tree of operations with clouds, which are places that hold any number of unknown
//! operations. A part of a handle is an operation of the tree, or a group: unknown operations of one place.
//!
//! Order: a cloud stands for every forest of operations that its contents admit. Steps replace what they rewrite by fresh
//! operations and clouds, so the tree stays an over-approximation of the payload. Operations are never moved.

use std::rc::Rc;

use assay_ir::data::{AttrId, Ident, OpId, Program, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::kinds::{Contents, Names};
pub(super) use super::walk::NodeId;
use super::walk::Walk;

/// Clouds of one node.
const CLOUDS: usize = 8;

/// A group of unknown operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct GroupId(u32);

/// A part of what a handle points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Part {
    /// One operation.
    Op(NodeId),
    /// Any number of unknown ones.
    Group(GroupId),
}

/// A handle at a time: a value that is defined again, in the next iteration or call, is another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Binding {
    pub(super) value: ValueId,
    pub(super) epoch: u32,
}

/// A place of the tree.
#[derive(Clone, Debug)]
pub(super) enum What {
    /// One operation.
    Op {
        /// Its name, where that is known.
        name: Option<Ident>,
        /// The operation of the given program, while nothing touched it.
        payload: Option<OpId>,
        /// Attributes that the script added.
        marks: Vec<(Ident, Option<AttrId>)>,
    },
    /// Unknown operations.
    Cloud(Contents),
}

/// A node of the tree.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) parent: Option<NodeId>,
    pub(super) children: Vec<NodeId>,
    pub(super) what: What,
    pub(super) alive: bool,
    /// Patterns ran over what it holds: operations may have been erased or replaced.
    pub(super) shaken: bool,
    /// The number of events that came before it was made.
    pub(super) born: usize,
    /// Handles that point here.
    pub(super) handles: Vec<Binding>,
    /// Groups that lie here.
    pub(super) groups: Vec<GroupId>,
    /// Groups that lie here and all of whose handles may be invalid: only what makes that certain concerns them.
    pub(super) settled: Vec<GroupId>,
}

/// Unknown operations of one place.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// The cloud that holds them, or an operation with them anywhere below it.
    pub(super) within: NodeId,
    pub(super) names: Names,
    /// When they were looked for or made: a counter of changes.
    pub(super) version: u32,
    /// They were made by the step, so nothing older points to them.
    pub(super) fresh: bool,
    /// The number of events that came before they were made; 0 for those that were looked for.
    pub(super) born: usize,
    /// They hold this part: parents that were asked for.
    pub(super) above: Option<Part>,
    /// They lie in this part; see [`Payload::lies_in`].
    pub(super) inside: Option<Part>,
    /// A share of a group that was split: the group, the step, the number of the share.
    pub(super) share: Option<(GroupId, OpId, u32)>,
    pub(super) handles: Vec<Binding>,
    /// Its place lists it.
    pub(super) listed: bool,
    /// Its place lists it among the settled ones.
    pub(super) settled: bool,
}

/// The conditions of a match, to find the same group again.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Question {
    pub(super) within: NodeId,
    pub(super) names: Names,
    pub(super) others: Rc<[(Ident, AttrId)]>,
    pub(super) version: u32,
}

/// The payload.
#[derive(Clone, Debug)]
pub(super) struct Payload {
    nodes: Vec<Node>,
    groups: Vec<Group>,
    asked: FxHashMap<Question, GroupId>,
    /// The groups that lie in a part.
    insides: FxHashMap<Part, Vec<GroupId>>,
    /// The shares of a group.
    shares: FxHashMap<GroupId, Vec<GroupId>>,
    /// The last walk that was kept, with its root; gone when the tree changes.
    walk: Option<(NodeId, Rc<Walk>)>,
    of_op: Rc<FxHashMap<OpId, NodeId>>,
    pub(super) version: u32,
    /// Events so far.
    pub(super) time: usize,
}

impl Payload {
    fn empty() -> Payload {
        Payload {
            nodes: Vec::new(),
            groups: Vec::new(),
            asked: FxHashMap::default(),
            insides: FxHashMap::default(),
            shares: FxHashMap::default(),
            walk: None,
            of_op: Rc::default(),
            version: 0,
            time: 0,
        }
    }

    /// One operation with anything in it.
    pub(super) fn unknown(name: Option<Ident>) -> (Payload, NodeId) {
        let mut payload = Payload::empty();
        let root = payload.add(None, What::Op { name, payload: None, marks: Vec::new() });
        payload.add(Some(root), What::Cloud(Contents::any()));
        (payload, root)
    }

    /// A program, but for the scripts in it.
    pub(super) fn from_program(program: &Program) -> (Payload, NodeId) {
        let mut payload = Payload::empty();
        let mut of_op = FxHashMap::default();
        let mut stack = vec![(program.top(), None)];
        while let Some((op, parent)) = stack.pop() {
            let name = program.op(op).name;
            if program.op_name(op).starts_with("transform.") {
                continue;
            }
            let what = What::Op { name: Some(name), payload: Some(op), marks: Vec::new() };
            let node = payload.add(parent, what);
            of_op.insert(op, node);
            let blocks = program.op_regions(op).iter().flat_map(|region| &program.region(*region).blocks);
            let mut inner: Vec<(OpId, Option<NodeId>)> =
                blocks.flat_map(|block| program.ops_in(*block)).map(|op| (op, Some(node))).collect();
            inner.reverse();
            stack.append(&mut inner);
        }
        payload.of_op = Rc::new(of_op);
        (payload, NodeId(0))
    }

    /// Adds a node.
    pub(super) fn add(&mut self, parent: Option<NodeId>, what: What) -> NodeId {
        // A program has fewer than 2^32 operations, and a run is limited.
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node {
            parent,
            children: Vec::new(),
            what,
            alive: true,
            shaken: false,
            born: self.time,
            handles: Vec::new(),
            groups: Vec::new(),
            settled: Vec::new(),
        });
        self.walk = None;
        if let Some(parent) = parent {
            self.node_mut(parent).children.push(id);
        }
        id
    }

    /// Adds unknown operations; a node with many clouds gets no more of them, but one of them larger contents.
    pub(super) fn add_cloud(&mut self, parent: NodeId, contents: Contents) {
        let is_cloud = |node: &&NodeId| matches!(self.node(**node).what, What::Cloud(_));
        let clouds: Vec<NodeId> = self.node(parent).children.iter().filter(is_cloud).copied().collect();
        match clouds.last().filter(|_| clouds.len() >= CLOUDS) {
            Some(last) => {
                if let What::Cloud(old) = &mut self.node_mut(*last).what {
                    old.join(&contents);
                }
            }
            None => {
                self.add(Some(parent), What::Cloud(contents));
            }
        }
    }

    /// Adds an operation that a step makes.
    pub(super) fn add_op(&mut self, parent: Option<NodeId>, name: Option<Ident>) -> NodeId {
        self.add(parent, What::Op { name, payload: None, marks: Vec::new() })
    }

    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    pub(super) fn group(&self, id: GroupId) -> &Group {
        &self.groups[id.0 as usize]
    }

    /// The node of an operation of the given program.
    pub(super) fn of_op(&self, op: OpId) -> Option<NodeId> {
        self.of_op.get(&op).copied()
    }

    /// Name of an operation.
    pub(super) fn name(&self, id: NodeId) -> Option<Ident> {
        match self.node(id).what {
            What::Op { name, .. } => name,
            What::Cloud(_) => None,
        }
    }

    /// Names of a part, where they are known.
    pub(super) fn names(&self, part: Part) -> Names {
        match part {
            Part::Op(node) => self.name(node).map(|name| Rc::from([name])),
            Part::Group(group) => self.group(group).names.clone(),
        }
    }

    /// The place of a part.
    pub(super) fn place(&self, part: Part) -> NodeId {
        match part {
            Part::Op(node) => self.node(node).parent.unwrap_or(node),
            Part::Group(group) => self.group(group).within,
        }
    }

    /// Makes a group.
    pub(super) fn add_group(&mut self, within: NodeId, names: Names) -> GroupId {
        let id = GroupId(self.groups.len() as u32);
        self.groups.push(Group {
            within,
            names,
            version: self.version,
            fresh: false,
            born: 0,
            above: None,
            inside: None,
            share: None,
            handles: Vec::new(),
            listed: false,
            settled: false,
        });
        id
    }

    /// Lets a handle point to a group.
    pub(super) fn bind_group(&mut self, id: GroupId, binding: Binding) {
        let group = self.group_mut(id);
        group.handles.push(binding);
        let within = group.within;
        let known = std::mem::replace(&mut group.listed, true);
        if std::mem::replace(&mut group.settled, false) || !known {
            self.node_mut(within).groups.push(id);
        }
    }

    /// States that a group lies in a part.
    pub(super) fn lies_in(&mut self, id: GroupId, outer: Option<Part>) {
        self.group_mut(id).inside = outer;
        if let Some(outer) = outer {
            self.insides.entry(outer).or_default().push(id);
        }
    }

    /// Makes a share of a group by its number, at a step that splits it.
    pub(super) fn add_share(&mut self, whole: GroupId, step: OpId, number: u32) -> GroupId {
        let group = self.group(whole).clone();
        let id = self.add_group(group.within, group.names);
        let share = self.group_mut(id);
        share.version = group.version;
        share.fresh = group.fresh;
        share.born = group.born;
        share.above = group.above;
        share.share = Some((whole, step, number));
        self.lies_in(id, group.inside);
        self.shares.entry(whole).or_default().push(id);
        id
    }

    /// The settled groups that steps related to a part, itself among them: those that lie in it, those that it was asked for as the
    /// parents of, shares. They lie near it: below its place or around that.
    pub(super) fn settled_kin(&self, part: Part) -> Vec<GroupId> {
        let (root, mut kin) = match part {
            Part::Op(node) => (node, self.insides.get(&part).cloned().unwrap_or_default()),
            Part::Group(group) => (self.group(group).within, self.kin(group)),
        };
        kin.retain(|group| {
            let group = self.group(*group);
            let reached = self.node(group.within).alive || !self.node(root).alive;
            group.settled
                && reached
                && (self.is_within(group.within, root) || self.is_within(root, group.within))
        });
        kin
    }

    fn kin(&self, own: GroupId) -> Vec<GroupId> {
        let (mut kin, mut seen) = (vec![own], FxHashSet::from_iter([own]));
        let mut at = 0;
        while let Some(group) = kin.get(at).copied() {
            let inner = self.insides.get(&Part::Group(group)).into_iter().flatten().copied();
            kin.extend(inner.filter(|group| seen.insert(*group)));
            at += 1;
        }
        let mut above = self.group(own).above;
        while let Some(Part::Group(group)) = above {
            kin.push(group);
            above = self.group(group).above;
        }
        kin.extend(self.shares.get(&own).into_iter().flatten());
        if let Some((whole, step, number)) = self.group(own).share {
            kin.push(whole);
            let same = |group: &&GroupId| {
                self.group(**group).share.is_some_and(|(_, by, other)| by == step && other == number)
            };
            kin.extend(self.shares.get(&whole).into_iter().flatten().filter(same));
        }
        kin
    }

    pub(super) fn group_mut(&mut self, id: GroupId) -> &mut Group {
        &mut self.groups[id.0 as usize]
    }

    /// The group that a question names: the same one as long as nothing changed.
    pub(super) fn ask(&mut self, question: Question) -> GroupId {
        if let Some(group) = self.asked.get(&question) {
            return *group;
        }
        let group = self.add_group(question.within, question.names.clone());
        self.asked.insert(question, group);
        group
    }

    /// Tells if `inner` is `outer` or lies in it.
    pub(super) fn is_within(&self, inner: NodeId, outer: NodeId) -> bool {
        let mut at = Some(inner);
        while let Some(node) = at {
            if node == outer {
                return true;
            }
            at = self.node(node).parent;
        }
        false
    }

    /// Nodes around a node, from the inside out.
    pub(super) fn ancestors(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.node(node).parent, |node| self.node(*node).parent)
    }

    /// Tells if an operation may have been erased or replaced by patterns.
    pub(super) fn is_shaken(&self, node: NodeId) -> bool {
        self.ancestors(node).any(|outer| self.node(outer).shaken)
    }

    /// The name and the operation of a node that is an operation of the given program and that no step touched.
    pub(super) fn untouched(&self, node: NodeId) -> Option<(Ident, OpId)> {
        match &self.node(node).what {
            What::Op { name: Some(name), payload: Some(op), marks } if marks.is_empty() => Some((*name, *op)),
            _ => None,
        }
    }

    /// Nodes below (and with) a node, children first: the order of MLIR's walks.
    pub(super) fn post_order(&self, root: NodeId) -> Vec<NodeId> {
        let mut out = Vec::new();
        let mut stack = vec![(root, false)];
        while let Some((node, entered)) = stack.pop() {
            if entered {
                out.push(node);
                continue;
            }
            stack.push((node, true));
            stack.extend(self.node(node).children.iter().rev().map(|child| (*child, false)));
        }
        out
    }

    /// Nodes below (and with) a node, children first, kept until the tree changes.
    pub(super) fn walk(&mut self, root: NodeId) -> Rc<Walk> {
        match &self.walk {
            Some((known, walk)) if *known == root => Rc::clone(walk),
            _ => {
                let walk = Rc::new(Walk::new(self.post_order(root)));
                self.walk = Some((root, Rc::clone(&walk)));
                walk
            }
        }
    }

    /// Notes an attribute that the script adds to an operation; false for anything else.
    pub(super) fn mark(&mut self, node: NodeId, name: Ident, value: Option<AttrId>) -> bool {
        let What::Op { marks, .. } = &mut self.node_mut(node).what else { return false };
        marks.push((name, value));
        self.walk = None;
        true
    }

    /// Takes a node and all below it out of the tree.
    pub(super) fn remove(&mut self, node: NodeId) {
        self.walk = None;
        if let Some(parent) = self.node(node).parent {
            self.node_mut(parent).children.retain(|child| *child != node);
        }
        for below in self.post_order(node) {
            self.node_mut(below).alive = false;
        }
    }

    /// Takes all out of a node.
    pub(super) fn clear(&mut self, node: NodeId) {
        self.walk = None;
        for child in std::mem::take(&mut self.node_mut(node).children) {
            for below in self.post_order(child) {
                self.node_mut(below).alive = false;
            }
        }
    }

    /// Copies what a node holds into another one, operation by operation.
    pub(super) fn copy_children(&mut self, from: NodeId, to: NodeId) -> FxHashMap<NodeId, NodeId> {
        let mut copies = FxHashMap::from_iter([(from, to)]);
        let mut stack: Vec<(NodeId, NodeId)> =
            self.node(from).children.iter().rev().map(|child| (*child, to)).collect();
        while let Some((node, parent)) = stack.pop() {
            let what = self.node(node).what.clone();
            let copy = self.add(Some(parent), what);
            copies.insert(node, copy);
            stack.extend(self.node(node).children.iter().rev().map(|child| (*child, copy)));
        }
        copies
    }
}
