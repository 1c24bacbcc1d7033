//! One abstract run of a rewrite: the steps in order over a [`State`], every rule asked where it applies. Must not know
//! how a witness is built, nor call `ir::rewrite`.
//!
//! Order: a violation that depends on uses that merely may exist is noted and the run goes on as if there were none; a
//! violation that always happens ends the run, since nothing is known of the state behind it; so does an operation that
//! cannot be made for want of result types (T203). What holds of positions is asked once, at the end. Not proved here: types, attributes, meaning, termination.

use std::rc::Rc;

use assay_ir::data::{Ident, OpId, Span};

use super::message::{Message, Named};
use super::roles::Roles;
use super::rules;
use super::state::State;
use crate::pattern::classes::Classes;
use crate::pattern::dominance::Available;
use crate::pattern::model::*;
use crate::verdict::Rule;

/// Where things have to stand for a violation to show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Placement {
    /// This operation and what it needs come before everything else.
    pub first: Option<NodeIx>,
    /// A result that needs one more use, right after its definition.
    pub used: Option<ValueIx>,
    /// A free value that is defined only when its first user asks for it.
    pub late: Option<ValueIx>,
    /// This operation ends its block.
    pub terminator: Option<NodeIx>,
    /// This operation does not end its block.
    pub no_terminator: Option<NodeIx>,
    /// Something that the match does not speak of stands right after this operation.
    pub followed: Option<NodeIx>,
    /// The first operation holds the second one in a region.
    pub inside: Option<(NodeIx, NodeIx)>,
    /// This operation stands directly in an operation of this name.
    pub parent: Option<(NodeIx, Ident)>,
    /// Two types that are not one.
    pub differ: Option<(TypeIx, TypeRef)>,
    /// This operation defines a symbol that something refers to.
    pub symbol: Option<NodeIx>,
    /// A symbol of this name is there already.
    pub taken: Option<Ident>,
    /// This attribute names a symbol that is not there.
    pub missing: Option<AttrIx>,
}

/// A rule that is broken under the merges of a run.
#[derive(Clone, Debug)]
pub struct Violation {
    /// The rule.
    pub code: Rule,
    /// The blamed PDL operation.
    pub op: OpId,
    /// Its place.
    pub span: Span,
    /// The sentence, as data.
    pub message: Message,
    /// The step that erased the operation in question.
    pub erased: Option<usize>,
    /// What shows it.
    pub placement: Placement,
}

/// What is outside the fragment, met during a run.
#[derive(Clone, Debug)]
pub struct Undecided {
    /// What, in the field's terms.
    pub what: &'static str,
    /// Where.
    pub span: Span,
}

/// A rule that is broken if an operation without a definition is what the table of upstream, or its name, says it is. No
/// program shows it, as it is not known what else the operation needs.
#[derive(Clone, Debug)]
pub struct Undefined {
    /// The operation.
    pub name: Ident,
    /// The rule, with the sentence; none where it is not known which one would break.
    pub broken: Option<(Rule, Message)>,
    /// The blamed PDL operation.
    pub op: OpId,
    /// Its place.
    pub span: Span,
}

/// One matched operation that lies in a region of another one, with all that depends on it.
#[derive(Clone, Debug)]
pub struct Containment {
    /// The class that owns the region.
    pub outer: usize,
    /// The class that was put inside.
    pub inner: usize,
    /// All classes inside, in order.
    pub inside: Rc<[usize]>,
}

impl Containment {
    /// Tells if a class of operations is inside.
    pub fn holds(&self, node: usize) -> bool {
        self.inside.binary_search(&node).is_ok()
    }
}

/// Everything that a rule may look at.
pub struct Run<'c, 'a> {
    /// The pattern.
    pub model: &'a Model,
    /// The merges.
    pub classes: &'c Classes<'a>,
    /// What is available where.
    pub available: &'c Available,
    /// What the operations are.
    pub roles: &'c Roles<'a>,
    /// Whether the regions have no order.
    pub graph: bool,
    /// What lies inside what.
    pub containment: Option<&'c Containment>,
    /// The state.
    pub state: State<'c, 'a>,
    /// Broken rules, in the order found.
    pub violations: Vec<Violation>,
    /// What could not be decided.
    pub undecided: Vec<Undecided>,
    /// Rules that are broken if operations without a definition are what they seem to be.
    pub undefined: Vec<Undefined>,
    /// Created operations that came after the end of the root.
    pub after_root: Vec<CreatedIx>,
}

/// What is asked at the end of a run, in this order.
const AT_THE_END: [fn(&mut Run<'_, '_>); 7] = [
    rules::s106_operand_availability::check,
    rules::s103_dominance::check,
    rules::s101_terminators::check,
    rules::s111_regions::check,
    rules::s113_symbols::check,
    rules::s114_symbol_uses::check,
    rules::s115_parents::check,
];

/// Whether the run goes on.
pub type Go = std::ops::ControlFlow<()>;

impl<'c, 'a> Run<'c, 'a> {
    /// A run that has not begun.
    pub fn new(
        classes: &'c Classes<'a>,
        available: &'c Available,
        roles: &'c Roles<'a>,
        graph: bool,
        containment: Option<&'c Containment>,
    ) -> Run<'c, 'a> {
        Run {
            model: classes.model(),
            classes,
            available,
            roles,
            graph,
            containment,
            state: State::new(classes),
            violations: Vec::new(),
            undecided: Vec::new(),
            undefined: Vec::new(),
            after_root: Vec::new(),
        }
    }

    /// All steps, then what is asked at the end.
    pub fn execute(&mut self) {
        let model = self.model;
        for (step, action) in model.actions.iter().enumerate() {
            let go = match &action.step {
                Step::Create(created) => self.create(step, *created),
                Step::Take(values) => self.take(step, values),
                Step::Copy(copy) => {
                    self.state.copy(*copy);
                    Go::Continue(())
                }
                Step::Read(op) => self.read(step, *op),
                Step::TakeMissing(op) => self.take_missing(step, *op),
                Step::Replace { target, by, values } => self.replace(step, *target, *by, values),
                Step::Erase(target) => self.erase(step, *target),
            };
            if go.is_break() {
                return;
            }
        }
        for check in AT_THE_END {
            check(self);
        }
    }

    fn create(&mut self, step: usize, created: CreatedIx) -> Go {
        let model = self.model;
        let made = &model.created[created];
        self.take(step, &made.operands)?;
        if let Some(op) = made.types_of {
            rules::s104_use_after_end::operation(self, step, op)?;
        }
        if made.untyped {
            return Go::Break(());
        }
        rules::s102_after_root::check(self, step, created)?;
        self.state.create(created);
        Go::Continue(())
    }

    fn take(&mut self, step: usize, values: &[ValueRef]) -> Go {
        for value in values {
            rules::s104_use_after_end::value(self, step, *value)?;
        }
        Go::Continue(())
    }

    /// Reads an operation, maybe on behalf of a later step of the same PDL operation.
    fn read(&mut self, step: usize, op: OpRef) -> Go {
        self.end_of_what_follows(step)?;
        rules::s104_use_after_end::operation(self, step, op)
    }

    fn take_missing(&mut self, step: usize, op: OpRef) -> Go {
        self.end_of_what_follows(step)?;
        rules::s110_result_index::check(self, step, op)
    }

    /// What the PDL operation that reads and takes ends is looked at before what it reads and takes.
    fn end_of_what_follows(&mut self, step: usize) -> Go {
        let mut own = None;
        for (number, action) in self.model.actions.iter().enumerate().skip(step) {
            match action.step {
                // It blames the `pdl.result`, and belongs to what comes next.
                Step::TakeMissing(_) => continue,
                _ if *own.get_or_insert(action.op) != action.op => break,
                Step::Read(_) => continue,
                Step::Replace { target, .. } => {
                    return rules::s109_ended_twice::check(self, number, target);
                }
                _ => break,
            }
        }
        Go::Continue(())
    }

    fn replace(&mut self, step: usize, target: OpRef, by: Option<OpRef>, values: &[ValueRef]) -> Go {
        rules::s109_ended_twice::check(self, step, target)?;
        if let Some(by) = by {
            rules::s104_use_after_end::operation(self, step, by)?;
        }
        self.take(step, values)?;
        rules::s108_counts::check(self, step, target, values.len())?;
        for (result, value) in self.state.results(target).into_iter().zip(values) {
            let value = self.state.val(*value);
            self.state.move_uses(step, result, value);
        }
        rules::s105_remaining_uses::check(self, step, target, Rule::S107)?;
        self.end(step, target, Some(values))
    }

    fn erase(&mut self, step: usize, target: OpRef) -> Go {
        rules::s109_ended_twice::check(self, step, target)?;
        rules::s105_remaining_uses::check(self, step, target, Rule::S105)?;
        self.end(step, target, None)
    }

    /// Ends an operation that gives way to `values`, if it does.
    fn end(&mut self, step: usize, op: OpRef, values: Option<&[ValueRef]>) -> Go {
        let held = self.containment.filter(|c| op.class(self.classes) == OpRef::Node(c.outer));
        let Some(containment) = held else {
            self.state.end(step, op);
            return Go::Continue(());
        };
        // Whatever is still used of what it holds, MLIR's engine stops at its own results.
        let own = self.state.results(op);
        let mut values = values.unwrap_or_default().iter();
        let by_own = values.any(|value| own.contains(&self.state.val(*value)));
        let code = if by_own { Rule::S107 } else { Rule::S104 };
        rules::s104_use_after_end::inside(self, step, containment, code)?;
        self.state.end(step, op);
        if containment.holds(self.anchor()) {
            for created in self.state.standing_now() {
                self.state.end(step, OpRef::Created(created));
            }
        }
        for node in containment.inside.iter().copied() {
            if self.state.nodes_ended[node].is_none() {
                self.state.end(step, OpRef::Node(node));
                self.state.end_uses_after(node);
            }
        }
        Go::Continue(())
    }

    /// The class of the root.
    pub fn anchor(&self) -> usize {
        self.classes.node(self.model.anchor)
    }

    /// Records a violation at a step.
    pub fn violate(&mut self, code: Rule, step: usize, message: Message, placement: Placement) {
        self.record(code, step, message, None, placement);
    }

    /// Records a rule that an operation without a definition seems to break at a step.
    pub fn suspect(&mut self, name: Ident, broken: Option<(Rule, Message)>, step: usize) {
        let action = &self.model.actions[step];
        self.undefined.push(Undefined { name, broken, op: action.op, span: action.span });
    }

    /// An operation whose definition may say how many operands or results it has, where the pattern does not and the
    /// definition is not known.
    pub fn open_counts(&self) -> Option<Ident> {
        let open = self.model.nodes.iter().filter(|node| node.counts_are_open);
        open.filter_map(|node| node.name).find(|name| self.roles.leaves_open(*name))
    }

    /// Records a violation at a step that comes after the step `erased`.
    pub fn violate_after(&mut self, code: Rule, step: usize, message: Message, erased: usize) {
        self.record(code, step, message, Some(erased), Placement::default());
    }

    fn record(
        &mut self,
        code: Rule,
        step: usize,
        message: Message,
        erased: Option<usize>,
        mut placement: Placement,
    ) {
        let action = &self.model.actions[step];
        if let Some(containment) = self.containment {
            placement.inside = Some((containment.outer, containment.inner));
        }
        let (op, span) = (action.op, action.span);
        self.violations.push(Violation { code, op, span, message, erased, placement });
    }

    /// The step that makes a created operation.
    pub fn step_of(&self, created: CreatedIx) -> usize {
        let found = self
            .model
            .actions
            .iter()
            .position(|action| matches!(action.step, Step::Create(c) if c == created));
        // Every created operation comes from one step of the list; the fallback is never used.
        found.unwrap_or(0)
    }

    /// An operation as a message names it.
    pub fn named(&self, op: OpRef) -> Named {
        match op {
            OpRef::Node(node) => Named { created: false, name: self.classes.name(node) },
            OpRef::Created(created) => Named { created: true, name: Some(self.model.created[created].name) },
        }
    }
}

impl OpRef {
    /// The operation with its class in place of the handle.
    pub fn class(self, classes: &Classes<'_>) -> OpRef {
        match self {
            OpRef::Node(node) => OpRef::Node(classes.node(node)),
            OpRef::Created(created) => OpRef::Created(created),
        }
    }
}
