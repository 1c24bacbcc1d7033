//! One abstract run of a rewrite, and what it found: violations, what is undecided, and where a match need not exist. Applies no step.

use std::rc::Rc;

use assay_ir::data::{Ident, OpId, Span};

use super::message::{Message, Named};
use super::roles::Roles;
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
pub(super) struct Violation {
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
pub(super) struct Undecided {
    /// What, in the field's terms.
    pub what: &'static str,
    /// Where.
    pub span: Span,
}

/// A rule that is broken if an operation without a definition is what the table of upstream, or its name, says it is. No
/// program shows it, as it is not known what else the operation needs.
#[derive(Clone, Debug)]
pub(super) struct Undefined {
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
pub(crate) struct Containment {
    /// The class that owns the region.
    pub outer: usize,
    /// The class that was put inside.
    pub inner: usize,
    /// All classes inside, in order.
    pub inside: Rc<[usize]>,
}

impl Containment {
    /// Tells if a class of operations is inside.
    pub(crate) fn holds(&self, node: usize) -> bool {
        self.inside.binary_search(&node).is_ok()
    }
}

/// Everything that a rule may look at.
pub(super) struct Run<'c, 'a> {
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

/// Whether the run goes on.
pub(super) type Go = std::ops::ControlFlow<()>;

impl<'c, 'a> Run<'c, 'a> {
    /// A run that has not begun.
    pub(super) fn new(
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

    /// The class of the root.
    pub(super) fn anchor(&self) -> usize {
        self.classes.node(self.model.anchor)
    }

    /// Records a violation at a step.
    pub(super) fn violate(&mut self, code: Rule, step: usize, message: Message, placement: Placement) {
        self.record(code, step, message, None, placement);
    }

    /// Records a rule that an operation without a definition seems to break at a step.
    pub(super) fn suspect(&mut self, name: Ident, broken: Option<(Rule, Message)>, step: usize) {
        let action = &self.model.actions[step];
        self.undefined.push(Undefined { name, broken, op: action.op, span: action.span });
    }

    /// An operation whose definition may say how many operands or results it has, where the pattern does not and the
    /// definition is not known.
    pub(super) fn open_counts(&self) -> Option<Ident> {
        let open = self.model.nodes.iter().filter(|node| node.counts_are_open);
        open.filter_map(|node| node.name).find(|name| self.roles.leaves_open(*name))
    }

    /// Records a violation at a step that comes after the step `erased`.
    pub(super) fn violate_after(&mut self, code: Rule, step: usize, message: Message, erased: usize) {
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
    pub(super) fn step_of(&self, created: CreatedIx) -> usize {
        let found = self
            .model
            .actions
            .iter()
            .position(|action| matches!(action.step, Step::Create(c) if c == created));
        // Every created operation comes from one step of the list; the fallback is never used.
        found.unwrap_or(0)
    }

    /// An operation as a message names it.
    pub(super) fn named(&self, op: OpRef) -> Named {
        match op {
            OpRef::Node(node) => Named { created: false, name: self.classes.name(node) },
            OpRef::Created(created) => Named { created: true, name: Some(self.model.created[created].name) },
        }
    }
}
