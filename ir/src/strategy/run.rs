//! Runs a strategy. What fails has changed nothing: a sequence opens a checkpoint and rolls back to it. Traversals through the
//! regions are loops, so that nesting is no danger; calls of definitions are limited in depth.

use std::rc::Rc;

use super::cost::Cost;
use super::nodes::{Axis, Node, NodeId, Predicate, Select, Strategy, Traversal};
use crate::data::{BlockId, Checkpoint, OpId, Program, RegionId, ValueId};
use crate::rewrite::{
    Applied, Candidates, CompiledPattern, Listener, Match, Options, PatternSet, RewriteError, Sum,
    VisitedStates,
};

/// Definitions that may call each other without an end in between, each with a bounded part of the stack.
const DEEPEST: usize = 400;

/// Where a strategy is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// At an operation.
    Op(OpId),
    /// At a region.
    Region(RegionId),
    /// At a block.
    Block(BlockId),
    /// At what is no more: an operation that was erased, and not replaced by the result of another one.
    Gone,
}

/// Why a strategy failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// `fail`
    Fail,
    /// A pattern does not match.
    Mismatch,
    /// A fact does not hold.
    Test,
    /// There is no such child, or no child at which the strategy succeeds.
    Child,
    /// `not(s)` where s succeeds.
    Not,
    /// No program that was found is cheaper.
    NotCheaper,
    /// The place is none of the kind that is asked for.
    Place,
}

/// Where a strategy failed: of several alternatives the one that got farthest, of equals the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The step.
    pub node: NodeId,
    /// The place.
    pub place: Place,
    /// Why.
    pub why: Why,
    /// Steps that had succeeded before.
    pub depth: usize,
}

/// How a run ended.
#[derive(Clone, Debug)]
pub enum End {
    /// It succeeded.
    Success,
    /// It failed, and the program is what it was.
    Failure(Failure),
    /// All applications of patterns that were allowed were used.
    Budget,
    /// A repetition came back to the same program, or changed nothing.
    Endless(NodeId),
    /// Definitions call each other too deep.
    TooDeep(NodeId),
    /// The rewrite of this pattern broke.
    Broken(usize, RewriteError),
}

/// How long to go on.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Applications of patterns.
    pub rewrites: usize,
}

/// Ends the whole run.
pub(super) enum Stop {
    Budget,
    Endless(NodeId),
    TooDeep(NodeId),
    Broken(usize, RewriteError),
}

/// Success with the place, or failure; or the end of all.
pub(super) type Step = Result<Result<Place, Failure>, Stop>;

/// The arguments of a call, each with those around it.
pub(super) struct Frame {
    arguments: Vec<(NodeId, Scope)>,
}

/// The arguments around a node.
pub(super) type Scope = Option<Rc<Frame>>;

/// A run of strategies on one program.
pub struct Runner<'a, 's, 'p> {
    strategy: &'a Strategy,
    pub(super) program: &'a mut Program,
    pub(super) set: &'a PatternSet<'s, 'p>,
    pub(super) options: &'a Options<'a>,
    pub(super) cost: &'a dyn Cost,
    limits: Limits,
    listener: &'a mut dyn Listener,
    scratch: Candidates,
    sum: Sum,
    rewrites: usize,
    /// Steps that have succeeded, of the branch that is under way.
    depth: usize,
    calls: usize,
}

impl std::fmt::Debug for Runner<'_, '_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Runner").field("rewrites", &self.rewrites).finish_non_exhaustive()
    }
}

/// Follows what becomes of the operation at which a pattern is applied, and keeps the sum.
struct Follower<'f> {
    sum: &'f mut Sum,
    outer: &'f mut dyn Listener,
    at: OpId,
    by: Option<ValueId>,
}

impl Listener for Follower<'_> {
    fn matched(&mut self, program: &Program, pattern: usize, found: &Match) {
        self.sum.matched(program, pattern, found);
        self.outer.matched(program, pattern, found);
    }

    fn inserted(&mut self, program: &Program, op: OpId) {
        self.sum.inserted(program, op);
        self.outer.inserted(program, op);
    }

    fn replaced(&mut self, program: &Program, op: OpId, values: &[ValueId]) {
        if op == self.at {
            self.by = values.first().copied();
        }
        self.sum.replaced(program, op, values);
        self.outer.replaced(program, op, values);
    }

    fn modified(&mut self, program: &Program, op: OpId) {
        self.sum.modified(program, op);
        self.outer.modified(program, op);
    }

    fn erased(&mut self, program: &Program, op: OpId) {
        self.sum.erased(program, op);
        self.outer.erased(program, op);
    }

    fn applied(&mut self, program: &Program, pattern: usize, applied: &Applied) {
        self.outer.applied(program, pattern, applied);
    }

    fn undone(&mut self, program: &Program, pattern: usize) {
        self.sum.undone(program, pattern);
        self.outer.undone(program, pattern);
    }
}

/// A checkpoint with the sum of its program.
pub(super) struct Saved(Checkpoint, u64);

impl<'a, 's, 'p> Runner<'a, 's, 'p> {
    /// A run of the definitions of `strategy`, whose rules are the patterns of `set` by their places in its list.
    pub fn new(
        strategy: &'a Strategy,
        program: &'a mut Program,
        set: &'a PatternSet<'s, 'p>,
        options: &'a Options<'a>,
        limits: Limits,
        cost: &'a dyn Cost,
        listener: &'a mut dyn Listener,
    ) -> Runner<'a, 's, 'p> {
        let sum = Sum::new(program, program.top());
        let scratch = set.scratch();
        Runner {
            strategy,
            program,
            set,
            options,
            cost,
            limits,
            listener,
            scratch,
            sum,
            rewrites: 0,
            depth: 0,
            calls: 0,
        }
    }

    /// Applications of patterns that were kept or undone.
    pub fn rewrites(&self) -> usize {
        self.rewrites
    }

    /// Runs a node at an operation.
    pub fn run(&mut self, node: NodeId, at: OpId) -> End {
        match self.step(node, &None, Place::Op(at)) {
            Ok(Ok(_)) => End::Success,
            Ok(Err(failure)) => End::Failure(failure),
            Err(Stop::Budget) => End::Budget,
            Err(Stop::Endless(node)) => End::Endless(node),
            Err(Stop::TooDeep(node)) => End::TooDeep(node),
            Err(Stop::Broken(rule, error)) => End::Broken(rule, error),
        }
    }

    pub(super) fn save(&mut self) -> Saved {
        Saved(self.program.checkpoint(), self.sum.value())
    }

    pub(super) fn restore(&mut self, saved: Saved) {
        self.program.rollback(saved.0);
        self.sum.set(saved.1);
    }

    pub(super) fn keep(&mut self, saved: Saved) {
        self.program.commit(saved.0);
    }

    pub(super) fn node(&self, id: NodeId) -> &'a Node {
        self.strategy.node(id)
    }

    pub(super) fn fail(&self, node: NodeId, place: Place, why: Why) -> Step {
        Ok(Err(Failure { node, place, why, depth: self.depth }))
    }

    pub(super) fn step(&mut self, id: NodeId, scope: &Scope, place: Place) -> Step {
        match self.node(id) {
            Node::Id => Ok(Ok(place)),
            Node::Fail => self.fail(id, place, Why::Fail),
            Node::Rule(rule) => self.rule(id, *rule, place),
            Node::Test(predicate) => match place {
                Place::Op(op) if holds(self.program, op, *predicate) => {
                    self.depth += 1;
                    Ok(Ok(place))
                }
                _ => self.fail(id, place, Why::Test),
            },
            Node::Seq(parts) => self.sequence(parts, scope, place),
            Node::Choice(parts) => self.choice(id, parts, scope, place),
            Node::Try(inner) => Ok(Ok(self.step(*inner, scope, place)?.unwrap_or(place))),
            Node::Repeat(inner) => self.repeat(id, *inner, scope, place),
            Node::Not(inner) | Node::Require(inner) => {
                let saved = self.save();
                let done = self.step(*inner, scope, place);
                self.restore(saved);
                match (done?, self.node(id)) {
                    (Ok(_), Node::Not(_)) => self.fail(id, place, Why::Not),
                    (Err(failure), Node::Require(_)) => Ok(Err(failure)),
                    _ => Ok(Ok(place)),
                }
            }
            Node::Child(axis, select, inner) => self.children(id, *axis, *select, *inner, scope, place),
            Node::Everywhere(way, inner) => self.everywhere(id, *way, *inner, scope, place),
            Node::Explore(moves, budget) => self.explore(id, moves, *budget, scope, place),
            Node::Call(definition, arguments) => self.call(id, *definition, arguments, scope, place),
            Node::Parameter(number) => {
                let argument = scope.as_ref().and_then(|frame| frame.arguments.get(*number));
                let Some((argument, outer)) = argument else { return self.fail(id, place, Why::Place) };
                let (argument, outer) = (*argument, outer.clone());
                self.step(argument, &outer, place)
            }
        }
    }

    fn call(
        &mut self,
        id: NodeId,
        definition: usize,
        arguments: &[NodeId],
        scope: &Scope,
        place: Place,
    ) -> Step {
        if self.calls == DEEPEST {
            return Err(Stop::TooDeep(id));
        }
        let arguments = arguments.iter().map(|argument| (*argument, scope.clone())).collect();
        let frame = Some(Rc::new(Frame { arguments }));
        let strategy = self.strategy;
        self.calls += 1;
        let done = self.step(strategy.definitions[definition].body, &frame, place);
        self.calls -= 1;
        done
    }

    fn rule(&mut self, id: NodeId, rule: usize, place: Place) -> Step {
        let pattern = &self.set.patterns()[rule];
        let Place::Op(at) = place else { return self.fail(id, place, Why::Place) };
        let Some(found) = pattern.match_at(self.program, at, self.options) else {
            return self.fail(id, place, Why::Mismatch);
        };
        self.apply(rule, &found, at).map(|place| {
            self.depth += 1;
            Ok(place)
        })
    }

    /// Applies a match; returns where the place is then.
    pub(super) fn apply(&mut self, rule: usize, found: &Match, at: OpId) -> Result<Place, Stop> {
        if self.rewrites == self.limits.rewrites {
            return Err(Stop::Budget);
        }
        let mut follower = Follower { sum: &mut self.sum, outer: &mut *self.listener, at, by: None };
        follower.matched(self.program, rule, found);
        let pattern: &CompiledPattern<'_> = &self.set.patterns()[rule];
        match pattern.try_apply(self.program, found, self.options, &mut follower) {
            Ok(applied) => {
                follower.applied(self.program, rule, &applied);
                let by = follower.by;
                self.rewrites += 1;
                Ok(place_after(self.program, at, by, &applied))
            }
            Err(error) => {
                follower.undone(self.program, rule);
                Err(Stop::Broken(rule, error))
            }
        }
    }

    fn sequence(&mut self, parts: &[NodeId], scope: &Scope, place: Place) -> Step {
        let (saved, depth) = (self.save(), self.depth);
        let mut at = place;
        for part in parts {
            match self.step(*part, scope, at) {
                Ok(Ok(next)) => at = next,
                other => {
                    self.restore(saved);
                    self.depth = depth;
                    return other;
                }
            }
        }
        self.keep(saved);
        Ok(Ok(at))
    }

    fn choice(&mut self, id: NodeId, parts: &[NodeId], scope: &Scope, place: Place) -> Step {
        let mut farthest: Option<Failure> = None;
        for part in parts {
            match self.step(*part, scope, place)? {
                Ok(place) => return Ok(Ok(place)),
                Err(failure) if farthest.is_none_or(|other| failure.depth >= other.depth) => {
                    farthest = Some(failure);
                }
                Err(_) => {}
            }
        }
        farthest.map_or_else(|| self.fail(id, place, Why::Fail), |failure| Ok(Err(failure)))
    }

    fn repeat(&mut self, id: NodeId, inner: NodeId, scope: &Scope, place: Place) -> Step {
        let top = self.program.top();
        let mut seen = VisitedStates::new(self.program, top, self.sum.value(), self.options.work);
        let mut at = place;
        for times in 1.. {
            let saved = self.save();
            let done = self.step(inner, scope, at);
            let changed = self.program.is_changed_since(&saved.0);
            self.keep(saved);
            match done? {
                Ok(next) => at = next,
                Err(_) => break,
            }
            let sum = self.sum.value();
            let again = seen.note(self.program, top, sum, times, self.options.work);
            if !changed || again.is_some() {
                return Err(Stop::Endless(id));
            }
        }
        Ok(Ok(at))
    }

    fn children(
        &mut self,
        id: NodeId,
        axis: Axis,
        select: Select,
        inner: NodeId,
        scope: &Scope,
        place: Place,
    ) -> Step {
        let places = children(self.program, axis, place);
        let mut farthest: Option<Failure> = None;
        let mut any = false;
        let (saved, depth) = (self.save(), self.depth);
        for child in chosen(&places, select) {
            match self.step(inner, scope, *child) {
                Ok(Ok(_)) => {
                    any = true;
                    if select == Select::One {
                        break;
                    }
                }
                Ok(Err(failure)) => {
                    if farthest.is_none_or(|other| failure.depth > other.depth) {
                        farthest = Some(failure);
                    }
                    if matches!(select, Select::All | Select::Nth(_)) {
                        any = false;
                        break;
                    }
                }
                Err(stop) => {
                    self.restore(saved);
                    return Err(stop);
                }
            }
        }
        if any || select == Select::All && farthest.is_none() {
            self.keep(saved);
            return Ok(Ok(here(self.program, place)));
        }
        self.restore(saved);
        self.depth = depth;
        match farthest {
            Some(failure) => Ok(Err(failure)),
            None => self.fail(id, place, Why::Child),
        }
    }

    fn everywhere(&mut self, id: NodeId, way: Traversal, inner: NodeId, scope: &Scope, place: Place) -> Step {
        let Place::Op(root) = place else { return self.fail(id, place, Why::Place) };
        match way {
            Traversal::TopDown => self.first(inner, scope, root, false),
            Traversal::BottomUp => self.first(inner, scope, root, true),
            Traversal::AllTopDown => self.every(inner, scope, root, false),
            Traversal::AllBottomUp => self.every(inner, scope, root, true),
            Traversal::Innermost => self.innermost(id, inner, scope, root),
        }
    }

    /// The first place below the root, with it, at which the strategy succeeds.
    fn first(&mut self, inner: NodeId, scope: &Scope, root: OpId, children_first: bool) -> Step {
        let mut farthest: Option<Failure> = None;
        let mut next = if children_first { Some(first_below(self.program, root)) } else { Some(root) };
        while let Some(op) = next {
            let after = match children_first {
                true => next_up(self.program, op, root),
                false => next_down(self.program, op, root),
            };
            match self.step(inner, scope, Place::Op(op))? {
                Ok(place) => {
                    return Ok(Ok(if op == root { place } else { here(self.program, Place::Op(root)) }));
                }
                Err(failure) => {
                    if farthest.is_none_or(|other| failure.depth > other.depth) {
                        farthest = Some(failure);
                    }
                }
            }
            next = after;
        }
        farthest.map_or_else(|| Ok(Ok(Place::Op(root))), |failure| Ok(Err(failure)))
    }

    /// All places below the root, with it; children are those that a place has after its own turn, when it comes first.
    fn every(&mut self, inner: NodeId, scope: &Scope, root: OpId, children_first: bool) -> Step {
        let (saved, depth) = (self.save(), self.depth);
        let mut at_root = Place::Op(root);
        let mut stack = vec![(root, false)];
        while let Some((op, expanded)) = stack.pop() {
            if self.program.is_erased(op) {
                continue;
            }
            if children_first && !expanded {
                stack.push((op, true));
                push_inside(self.program, op, &mut stack);
                continue;
            }
            match self.step(inner, scope, Place::Op(op)) {
                Ok(Ok(place)) => {
                    if op == root {
                        at_root = place;
                    }
                    if let (false, Place::Op(now)) = (children_first, place) {
                        push_inside(self.program, now, &mut stack);
                    }
                }
                other => {
                    self.restore(saved);
                    self.depth = depth;
                    return other;
                }
            }
        }
        self.keep(saved);
        Ok(Ok(at_root))
    }

    /// From below, again wherever something changed, until the strategy fails everywhere.
    fn innermost(&mut self, id: NodeId, inner: NodeId, scope: &Scope, root: OpId) -> Step {
        let top = self.program.top();
        let mut seen = VisitedStates::new(self.program, top, self.sum.value(), self.options.work);
        let mut at_root = Place::Op(root);
        let mut changes = 0;
        loop {
            let before = changes;
            let all: Vec<OpId> = self.program.walk_post(root).collect();
            for op in all {
                let mut at = Place::Op(op);
                while let Place::Op(now) = at
                    && !self.program.is_erased(now)
                {
                    let saved = self.save();
                    let done = self.step(inner, scope, at);
                    let changed = self.program.is_changed_since(&saved.0);
                    self.keep(saved);
                    let Ok(next) = done? else { break };
                    changes += 1;
                    let again = seen.note(self.program, top, self.sum.value(), changes, self.options.work);
                    if !changed || again.is_some() {
                        return Err(Stop::Endless(id));
                    }
                    at = next;
                }
                if op == root {
                    at_root = at;
                }
            }
            let Place::Op(now) = at_root else { break };
            if changes == before || self.program.is_erased(now) {
                break;
            }
        }
        Ok(Ok(here(self.program, at_root)))
    }

    /// All matches of the pattern of this place in the list at an operation.
    pub(super) fn matches(&mut self, rule: usize, op: OpId) -> Vec<Match> {
        self.set.patterns()[rule].matches_at(self.program, op, self.options)
    }

    /// Operations below the top at which one of these patterns may match, in text order.
    pub(super) fn candidates(&mut self, rules: &[usize]) -> Vec<(OpId, usize)> {
        let all: Vec<OpId> = self.program.walk(self.program.top()).collect();
        let mut out = Vec::new();
        for op in all {
            let ranks = self.set.candidates(self.program, op, self.options, &mut self.scratch).to_vec();
            let places = ranks.into_iter().map(|rank| self.set.place(rank));
            out.extend(places.filter(|place| rules.contains(place)).map(|place| (op, place)));
        }
        out
    }
}

fn place_after(program: &Program, at: OpId, by: Option<ValueId>, applied: &Applied) -> Place {
    if !program.is_erased(at) {
        return Place::Op(at);
    }
    let definition = by.and_then(|value| program.defining_op(value));
    let last = applied.created.iter().rev().copied().find(|op| !program.is_erased(*op));
    match (definition.filter(|op| !program.is_erased(*op)), by, last) {
        (Some(op), ..) => Place::Op(op),
        // Replaced by an argument of a block.
        (None, Some(_), _) => Place::Gone,
        (None, None, last) => last.map_or(Place::Gone, Place::Op),
    }
}

fn here(program: &Program, place: Place) -> Place {
    match place {
        Place::Op(op) if program.is_erased(op) => Place::Gone,
        other => other,
    }
}

fn holds(program: &Program, op: OpId, predicate: Predicate) -> bool {
    let uses = || program.results(op).flat_map(|result| program.uses(result)).take(2).count();
    match predicate {
        Predicate::Is(name) => program.op(op).name == name,
        Predicate::Has(name) => program.attr(op, name).is_some(),
        Predicate::OneUse => uses() == 1,
        Predicate::Unused => uses() == 0,
        Predicate::At(number) => {
            std::iter::successors(program.prev_op(op), |op| program.prev_op(*op)).count() == number as usize
        }
        Predicate::Last => program.next_op(op).is_none(),
    }
}

fn children(program: &Program, axis: Axis, place: Place) -> Vec<Place> {
    match (axis, place) {
        (Axis::Inside, Place::Op(op)) => {
            let blocks = program.op_regions(op).iter().flat_map(|region| &program.region(*region).blocks);
            blocks.flat_map(|block| program.ops_in(*block)).map(Place::Op).collect()
        }
        (Axis::Operands, Place::Op(op)) => {
            let definition = |value| program.defining_op(value).map_or(Place::Gone, Place::Op);
            program.operands(op).map(definition).collect()
        }
        (Axis::Users, Place::Op(op)) => {
            let mut users: Vec<OpId> = program
                .results(op)
                .flat_map(|value| {
                    program.uses(value).map(|slot| program.operand_owner(slot)).collect::<Vec<_>>()
                })
                .collect();
            users.reverse();
            let mut seen = rustc_hash::FxHashSet::default();
            users.retain(|user| seen.insert(*user));
            users.into_iter().map(Place::Op).collect()
        }
        (Axis::Regions, Place::Op(op)) => program.op_regions(op).iter().copied().map(Place::Region).collect(),
        (Axis::Blocks, Place::Region(region)) => {
            program.region(region).blocks.iter().copied().map(Place::Block).collect()
        }
        (Axis::Ops, Place::Block(block)) => program.ops_in(block).map(Place::Op).collect(),
        _ => Vec::new(),
    }
}

fn chosen(places: &[Place], select: Select) -> &[Place] {
    match select {
        Select::Nth(number) => places.get(number as usize..number as usize + 1).unwrap_or_default(),
        _ => places,
    }
}

fn push_inside(program: &Program, op: OpId, stack: &mut Vec<(OpId, bool)>) {
    let from = stack.len();
    let blocks = program.op_regions(op).iter().flat_map(|region| &program.region(*region).blocks);
    stack.extend(blocks.flat_map(|block| program.ops_in(*block)).map(|op| (op, false)));
    stack[from..].reverse();
}

/// The first operation of the first block, from `block` on in the regions of `op` from `region` on, that has one.
fn first_inside(program: &Program, op: OpId) -> Option<OpId> {
    let blocks = program.op_regions(op).iter().flat_map(|region| &program.region(*region).blocks);
    blocks.filter_map(|block| program.first_op(*block)).next()
}

/// The first operation of a block behind that of `op`, in the same parent.
fn first_of_next_block(program: &Program, op: OpId, parent: OpId) -> Option<OpId> {
    let own = program.op(op).block?;
    let blocks = program.op_regions(parent).iter().flat_map(|region| &program.region(*region).blocks);
    let behind = blocks.skip_while(|block| **block != own).skip(1);
    behind.filter_map(|block| program.first_op(*block)).next()
}

/// The operation behind `op` on its level, in text order.
fn sibling(program: &Program, op: OpId) -> Option<OpId> {
    let parent = program.parent_op(op)?;
    program.next_op(op).or_else(|| first_of_next_block(program, op, parent))
}

/// The next operation below `root`, parents first.
fn next_down(program: &Program, op: OpId, root: OpId) -> Option<OpId> {
    let mut op = op;
    if let Some(inside) = first_inside(program, op) {
        return Some(inside);
    }
    while op != root {
        if let Some(next) = sibling(program, op) {
            return Some(next);
        }
        op = program.parent_op(op)?;
    }
    None
}

fn first_below(program: &Program, op: OpId) -> OpId {
    std::iter::successors(Some(op), |op| first_inside(program, *op)).last().unwrap_or(op)
}

/// The next operation below `root`, children first.
fn next_up(program: &Program, op: OpId, root: OpId) -> Option<OpId> {
    if op == root {
        return None;
    }
    match sibling(program, op) {
        Some(next) => Some(first_below(program, next)),
        None => program.parent_op(op),
    }
}
