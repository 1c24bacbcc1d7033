//! Runs a strategy. What fails has changed nothing: a sequence opens a checkpoint and rolls back to it. Traversals through the
//! regions are loops, so that nesting is no danger; calls of definitions are limited in depth.

use std::rc::Rc;

use super::cost::Cost;
use super::nodes::{Actual, Axis, Literal, Node, NodeId, Predicate, Select, Strategy, Traversal};
use super::places::{Place, children, first_below, here, next_down, next_up, place_after, push_inside};
use super::step::{Argument, Refusal, Step, StepError};
use crate::data::{AttrKind, Checkpoint, Ident, OpId, Program, ValueId};
use crate::rewrite::{Applied, Listener, Match, RewriteError, Sum, VisitedStates, Work};
use crate::text;

/// Definitions that may call each other without an end in between, each with a bounded part of the stack.
const DEEPEST: usize = 400;

/// Why a strategy failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// `fail`
    Fail,
    /// A step does not apply; [`Runner::refusal`] has the reason.
    Refused,
    /// A name is bound to another value, or to none.
    Name,
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
    /// All applications of steps that were allowed were used.
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
    /// Applications of steps.
    pub rewrites: usize,
}

/// An application that no verdict about a pattern covers, with the programs before and after it.
#[derive(Debug)]
pub struct Replacement {
    /// The node of the strategy.
    pub node: NodeId,
    /// The operation, in the program before.
    pub at: OpId,
    /// The program before.
    pub before: Program,
    /// The program after.
    pub after: Program,
}

/// Ends the whole run.
pub(super) enum Stop {
    Budget,
    Endless(NodeId),
    TooDeep(NodeId),
    Broken(usize, RewriteError),
}

/// Success with the place, or failure; or the end of all.
pub(super) type Outcome = Result<Result<Place, Failure>, Stop>;

/// The arguments of a call.
pub(super) struct Frame {
    arguments: Vec<BoundArgument>,
}

/// An argument of a call; a strategy with those around it.
#[derive(Clone)]
enum BoundArgument {
    Strategy(NodeId, Scope),
    Literal(Argument),
}

/// The arguments around a node.
pub(super) type Scope = Option<Rc<Frame>>;

/// A run of strategies on one program.
pub struct Runner<'a> {
    strategy: &'a Strategy,
    pub(super) program: &'a mut Program,
    steps: &'a [&'a dyn Step],
    /// The allowance of looks at programs that may have come back.
    work: Option<&'a Work>,
    pub(super) cost: &'a dyn Cost,
    pub(super) limits: Limits,
    pub(super) listener: &'a mut dyn Listener,
    pub(super) sum: Sum,
    pub(super) rewrites: usize,
    /// Steps that have succeeded, of the branch that is under way.
    pub(super) depth: usize,
    calls: usize,
    /// Names with their values, in the order in which they were bound.
    pub(super) bound: Vec<(Ident, ValueId)>,
    /// Why the last step that did not apply did not.
    refusal: Option<Refusal>,
    /// The applications that are to be judged, where they are recorded.
    pub(super) replacements: Option<Vec<Replacement>>,
    /// Steps that are one are under way.
    pub(super) as_one: bool,
}

impl std::fmt::Debug for Runner<'_> {
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

/// A checkpoint with the sum of its program, and the numbers of bound names and of recorded replacements.
pub(super) struct Saved(pub(super) Checkpoint, u64, usize, usize);

impl<'a> Runner<'a> {
    /// A run of the definitions of `strategy`, which applies these steps by their places in the list.
    pub fn new(
        strategy: &'a Strategy,
        program: &'a mut Program,
        steps: &'a [&'a dyn Step],
        limits: Limits,
        cost: &'a dyn Cost,
        listener: &'a mut dyn Listener,
    ) -> Runner<'a> {
        let sum = Sum::new(program, program.top());
        Runner {
            strategy,
            program,
            steps,
            work: None,
            cost,
            limits,
            listener,
            sum,
            rewrites: 0,
            depth: 0,
            calls: 0,
            bound: Vec::new(),
            refusal: None,
            replacements: None,
            as_one: false,
        }
    }

    /// The same with an allowance of looks at whole programs.
    #[must_use]
    pub fn within(mut self, work: Option<&'a Work>) -> Runner<'a> {
        self.work = work;
        self
    }

    /// The same with a record of each application that no verdict about a pattern covers.
    #[must_use]
    pub fn recording(mut self) -> Runner<'a> {
        self.replacements = Some(Vec::new());
        self
    }

    /// The applications that were recorded and not undone, in order.
    pub fn replacements(&mut self) -> Vec<Replacement> {
        self.replacements.take().unwrap_or_default()
    }

    /// Why the last step that did not apply did not.
    pub fn refusal(&self) -> Option<&Refusal> {
        self.refusal.as_ref()
    }

    /// Applications of steps that were kept or undone.
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
        let recorded = self.replacements.as_ref().map_or(0, Vec::len);
        Saved(self.program.checkpoint(), self.sum.value(), self.bound.len(), recorded)
    }

    pub(super) fn restore(&mut self, saved: Saved) {
        self.program.rollback(saved.0);
        self.sum.set(saved.1);
        self.bound.truncate(saved.2);
        if let Some(replacements) = &mut self.replacements {
            replacements.truncate(saved.3);
        }
    }

    pub(super) fn keep(&mut self, saved: Saved) {
        self.program.commit(saved.0);
    }

    pub(super) fn node(&self, id: NodeId) -> &'a Node {
        self.strategy.node(id)
    }

    pub(super) fn fail(&self, node: NodeId, place: Place, why: Why) -> Outcome {
        Ok(Err(Failure { node, place, why, depth: self.depth }))
    }

    pub(super) fn step(&mut self, id: NodeId, scope: &Scope, place: Place) -> Outcome {
        match self.node(id) {
            Node::Id => Ok(Ok(place)),
            Node::Fail => self.fail(id, place, Why::Fail),
            Node::Step(step, arguments) => self.apply_step(id, *step, arguments, scope, place),
            Node::Test(predicate) => match place {
                Place::Op(op) if self.holds(op, *predicate, scope) => {
                    self.depth += 1;
                    Ok(Ok(place))
                }
                _ => self.fail(id, place, Why::Test),
            },
            Node::Bind(number, name) => self.bind(id, *number, *name, scope, place),
            Node::Scope(inner) => {
                let outside = self.bound.len();
                let done = self.step(*inner, scope, place);
                self.bound.truncate(outside);
                done
            }
            Node::FromOp(change) => self.change_op(id, change, place),
            Node::Set(name, literal) => self.set(id, *name, *literal, scope, place),
            Node::AsOne(inner) => self.as_one(id, *inner, scope, place),
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
                let Some(BoundArgument::Strategy(argument, outer)) = argument else {
                    return self.fail(id, place, Why::Place);
                };
                let (argument, outer) = (*argument, outer.clone());
                self.step(argument, &outer, place)
            }
        }
    }

    fn call(
        &mut self,
        id: NodeId,
        definition: usize,
        arguments: &[Actual],
        scope: &Scope,
        place: Place,
    ) -> Outcome {
        if self.calls == DEEPEST {
            return Err(Stop::TooDeep(id));
        }
        let bound = |argument: &Actual| match argument {
            Actual::Strategy(node) => Some(BoundArgument::Strategy(*node, scope.clone())),
            Actual::Literal(Literal::Constant(argument)) => Some(BoundArgument::Literal(*argument)),
            Actual::Literal(Literal::Parameter(number)) => scope.as_ref()?.arguments.get(*number).cloned(),
        };
        let arguments = arguments.iter().map(bound).collect::<Option<Vec<_>>>();
        let Some(arguments) = arguments else { return self.fail(id, place, Why::Place) };
        let frame = Some(Rc::new(Frame { arguments }));
        let strategy = self.strategy;
        self.calls += 1;
        let done = self.step(strategy.definitions[definition].body, &frame, place);
        self.calls -= 1;
        done
    }

    /// The number or text of a literal.
    pub(super) fn argument(&self, literal: Literal, scope: &Scope) -> Option<Argument> {
        match literal {
            Literal::Constant(argument) => Some(argument),
            Literal::Parameter(number) => match scope.as_ref()?.arguments.get(number)? {
                BoundArgument::Literal(argument) => Some(*argument),
                BoundArgument::Strategy(..) => None,
            },
        }
    }

    pub(super) fn number(&self, literal: Literal, scope: &Scope) -> Option<usize> {
        self.argument(literal, scope)?.number().and_then(|number| usize::try_from(number).ok())
    }

    fn holds(&self, op: OpId, predicate: Predicate, scope: &Scope) -> bool {
        let program = &*self.program;
        let uses = || program.results(op).flat_map(|result| program.uses(result)).take(2).count();
        match predicate {
            Predicate::Is(name) => program.op(op).name == name,
            Predicate::Has(name) => program.attr(op, name).is_some(),
            Predicate::OneUse => uses() == 1,
            Predicate::Unused => uses() == 0,
            Predicate::At(number) => {
                let at = std::iter::successors(program.prev_op(op), |op| program.prev_op(*op)).count();
                self.number(number, scope) == Some(at)
            }
            Predicate::Last => program.next_op(op).is_none(),
            Predicate::Typed(name) => {
                let has = program.result(op, 0).map(|value| program.value_type(value));
                let wanted = self.bound.iter().find(|(other, _)| *other == name);
                has.is_some() && has == wanted.map(|(_, value)| program.value_type(*value))
            }
            Predicate::Equals(name, wanted) => {
                let Some(attr) = program.attr(op, name) else { return false };
                match (self.argument(wanted, scope), program.ctx().attr_kind(attr)) {
                    (Some(Argument::Number(wanted)), AttrKind::Integer { value, .. }) => {
                        value.to_i64().is_some_and(|value| i128::from(value) == i128::from(wanted))
                    }
                    (Some(Argument::Text(wanted)), _) => {
                        text::attr_text(program.ctx(), attr) == program.ctx().str(wanted)
                    }
                    _ => false,
                }
            }
        }
    }

    fn apply_step(
        &mut self,
        id: NodeId,
        step: usize,
        arguments: &[Literal],
        scope: &Scope,
        place: Place,
    ) -> Outcome {
        let Place::Op(at) = place else { return self.fail(id, place, Why::Place) };
        let arguments =
            arguments.iter().map(|literal| self.argument(*literal, scope)).collect::<Option<Vec<_>>>();
        let Some(arguments) = arguments else { return self.fail(id, place, Why::Place) };
        self.apply(id, step, &arguments, None, at).map(|done| match done {
            Some(place) => {
                self.depth += 1;
                Ok(place)
            }
            None => Err(Failure { node: id, place, why: Why::Refused, depth: self.depth }),
        })
    }

    /// Applies a step, in one of its ways where that is said; returns where the place is then, `None` where it does not apply.
    pub(super) fn apply(
        &mut self,
        id: NodeId,
        number: usize,
        arguments: &[Argument],
        way: Option<usize>,
        at: OpId,
    ) -> Result<Option<Place>, Stop> {
        let step = self.steps[number];
        let spent = self.rewrites == self.limits.rewrites;
        if spent && step.ways(self.program, at, arguments) > 0 {
            return Err(Stop::Budget);
        }
        let before = if step.is_pattern() { None } else { self.before() };
        // A pattern that breaks undoes itself.
        let saved = (!step.is_pattern()).then(|| self.save());
        let mut follower = Follower { sum: &mut self.sum, outer: &mut *self.listener, at, by: None };
        let done = match way {
            None => step.apply(self.program, at, arguments, &mut follower),
            Some(way) => step.apply_way(self.program, at, arguments, way, &mut follower),
        };
        match done {
            Ok(applied) => {
                follower.applied(self.program, number, &applied);
                let by = follower.by;
                self.rewrites += 1;
                if let Some(saved) = saved {
                    self.keep(saved);
                    self.sum = Sum::new(self.program, self.program.top());
                }
                self.record(id, at, before);
                Ok(Some(place_after(self.program, at, by, &applied)))
            }
            Err(error) => {
                if let Some(saved) = saved {
                    self.restore(saved);
                }
                match error {
                    StepError::Mismatch => self.refusal = None,
                    StepError::Refused(refusal) => self.refusal = Some(refusal),
                    StepError::Broken(error) => return Err(Stop::Broken(number, error)),
                }
                Ok(None)
            }
        }
    }

    fn sequence(&mut self, parts: &[NodeId], scope: &Scope, place: Place) -> Outcome {
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

    fn choice(&mut self, id: NodeId, parts: &[NodeId], scope: &Scope, place: Place) -> Outcome {
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

    fn repeat(&mut self, id: NodeId, inner: NodeId, scope: &Scope, place: Place) -> Outcome {
        let top = self.program.top();
        let mut seen = VisitedStates::new(self.program, top, self.sum.value(), self.work);
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
            let again = seen.note(self.program, top, sum, times, self.work);
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
    ) -> Outcome {
        let all = children(self.program, axis, place);
        let places = match select {
            Select::Nth(number) => {
                let number = self.number(number, scope).and_then(|number| all.get(number..=number));
                number.unwrap_or_default()
            }
            _ => &all[..],
        };
        let mut farthest: Option<Failure> = None;
        let mut any = false;
        let (saved, depth) = (self.save(), self.depth);
        for child in places {
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

    fn everywhere(
        &mut self,
        id: NodeId,
        way: Traversal,
        inner: NodeId,
        scope: &Scope,
        place: Place,
    ) -> Outcome {
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
    fn first(&mut self, inner: NodeId, scope: &Scope, root: OpId, children_first: bool) -> Outcome {
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
    fn every(&mut self, inner: NodeId, scope: &Scope, root: OpId, children_first: bool) -> Outcome {
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
    fn innermost(&mut self, id: NodeId, inner: NodeId, scope: &Scope, root: OpId) -> Outcome {
        let top = self.program.top();
        let mut seen = VisitedStates::new(self.program, top, self.sum.value(), self.work);
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
                    let again = seen.note(self.program, top, self.sum.value(), changes, self.work);
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

    /// The ways in which a step applies at an operation.
    pub(super) fn ways(&self, step: usize, arguments: &[Argument], op: OpId) -> usize {
        self.steps[step].ways(self.program, op, arguments)
    }
}
