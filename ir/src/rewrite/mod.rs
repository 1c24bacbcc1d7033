//! Patterns at work on payload programs: match, apply, repeat. Agrees with MLIR 22 wherever MLIR is defined
//! and says what is broken where it is not. Dominance and terminators are not its business: the checker
//! (`wellformed`) finds afterwards what a rewrite did to them. A [`CompiledPattern`] finds a [`Match`] and
//! applies it; a [`PatternSet`] finds what of many patterns can match at an operation, at a cost that does not grow with their
//! number; [`apply_once`], [`apply_by_walk`] and [`apply_greedily`] are the drivers. A rewrite that breaks is undone. Pattern and
//! payload share one context.

mod access;
mod apply;
mod commutative;
mod compile;
mod error;
mod explain;
mod fold;
mod folder;
mod fused;
mod greedy;
mod listener;
mod matcher;
mod merged;
mod plan;
mod question_order;
mod recurrence;
mod register;
mod tree;
mod walk;

use std::cell::Cell;
use std::sync::Arc;

use crate::data::{OpId, Program, ValueId};
use crate::pdl::{Bound, Natives, NoNatives, Pattern};
use crate::spec::Registry;

pub use commutative::commuted;
pub use compile::{Code, Unmatchable};
pub use error::{Broken, InMlir, RewriteError};
pub use explain::{Mismatch, Reason};
pub use folder::{Fold, Folded, Folder};
pub use fused::{Candidates, Counts, PatternSet};
pub use greedy::{GreedyOptions, GreedyOutcome, apply_greedily, apply_set_greedily, is_dead};
pub use listener::{Both, Listener, Silent};
pub use recurrence::shape_of;
pub(crate) use recurrence::{Sum, VisitedStates};
pub use walk::{apply_by_walk, apply_once};

use plan::Plan;
use register::Slot;

/// Which reading of a pattern counts where MLIR does not do what the text says (rule M501).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PdlSemantics {
    /// A `pdl.result`, `pdl.results` or `pdl.types` value in two places means equality, and a matched range
    /// is what it was when it matched.
    Written,
    /// As MLIR 22.1.8: these values are compared in the first place only, and a matched range of operands
    /// shows the operands as they are when it is read.
    Mlir22,
}

/// What the engine is told about the world.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// The dialects that are loaded: segment sizes, inherent attributes, inference of result types.
    pub registry: Option<&'a Registry>,
    /// Native code.
    pub natives: &'a dyn Natives,
    /// The reading of the pattern.
    pub meaning: PdlSemantics,
    /// The steps that matching may take; without it a pattern with several roots may take time that is exponential in their number.
    pub work: Option<&'a Work>,
}

/// An allowance of steps of matching. Once it is spent nothing matches any more, so that an answer counts only if
/// [`is_spent`](Work::is_spent) is false after it.
#[derive(Debug)]
pub struct Work {
    left: Cell<u64>,
}

impl Work {
    /// An allowance of this number of steps.
    pub fn new(steps: u64) -> Work {
        Work { left: Cell::new(steps) }
    }

    /// Steps that are left.
    pub fn left(&self) -> u64 {
        self.left.get()
    }

    /// Tells if no step is left.
    pub fn is_spent(&self) -> bool {
        self.left.get() == 0
    }

    fn take(&self, steps: u64) -> bool {
        self.left.set(self.left.get().saturating_sub(steps));
        !self.is_spent()
    }
}

impl Default for Options<'_> {
    /// No dialect, no native code, MLIR's meaning.
    fn default() -> Self {
        Options { registry: None, natives: &NoNatives, meaning: PdlSemantics::Mlir22, work: None }
    }
}

impl std::fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Options").field("meaning", &self.meaning).finish_non_exhaustive()
    }
}

/// A place where a pattern matches.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// The payload operation at the anchor of the pattern.
    pub anchor: OpId,
    /// Unregistered native constraints, which are taken to hold. Empty: the match is certain.
    pub assumed: Vec<OpId>,
    bindings: Vec<(ValueId, Slot)>,
}

impl Match {
    /// The payload operation that a `pdl.operation` value is bound to.
    pub fn operation(&self, value: ValueId) -> Option<OpId> {
        match self.slot(value)? {
            Slot::Operation(op) => Some(*op),
            _ => None,
        }
    }

    /// What a value of the matching part is bound to, as it is in `program` now; `None` when it is not bound
    /// or belongs to an operation that was erased since.
    pub fn bound(&self, program: &Program, value: ValueId) -> Option<Bound> {
        self.slot(value)?.to_bound(program)
    }

    /// The values of the matching part that are bound, in the order in which they were met.
    pub fn values(&self) -> impl Iterator<Item = ValueId> + '_ {
        self.bindings.iter().map(|(value, _)| *value)
    }

    fn slot(&self, value: ValueId) -> Option<&Slot> {
        self.bindings.iter().find(|(bound, _)| *bound == value).map(|(_, slot)| slot)
    }
}

/// What an application did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Applied {
    /// The operations that were created, in order; some may be erased again.
    pub created: Vec<OpId>,
    /// The operations that were erased or replaced, in order; what they held in regions is gone with them.
    pub erased: Vec<OpId>,
    /// The operations that MLIR's greedy driver looks at again, in this order: created ones, users of replaced
    /// values, and what defined an operand of an erased one. Some may be erased by now.
    pub touched: Vec<OpId>,
}

/// A pattern that was prepared for matching.
#[derive(Clone, Debug)]
pub struct CompiledPattern<'a> {
    pattern: Pattern<'a>,
    code: Arc<Code>,
}

impl<'a> CompiledPattern<'a> {
    /// Prepares a pattern that keeps PDL's static rules.
    ///
    /// # Errors
    /// When MLIR cannot lower the pattern although its verifier accepts it: it crashes on such patterns.
    pub fn new(pattern: Pattern<'a>) -> Result<CompiledPattern<'a>, Unmatchable> {
        Ok(CompiledPattern { pattern, code: Arc::new(compile::compile(pattern)?) })
    }

    /// A pattern with the code that was made of it before.
    pub fn with_code(pattern: Pattern<'a>, code: Arc<Code>) -> CompiledPattern<'a> {
        CompiledPattern { pattern, code }
    }

    /// The matching code, without the pattern that it was made of.
    pub fn code(&self) -> &Arc<Code> {
        &self.code
    }

    /// The pattern.
    pub fn pattern(&self) -> Pattern<'a> {
        self.pattern
    }

    /// The benefit that counts for the order of patterns.
    pub fn benefit(&self) -> u16 {
        self.pattern.benefit()
    }

    /// The pdl operation at which matching starts.
    pub fn anchor(&self) -> OpId {
        self.code.anchor
    }

    /// The first match at a payload operation, in MLIR's order.
    pub fn match_at(&self, program: &Program, op: OpId, options: &Options<'_>) -> Option<Match> {
        let mut found = None;
        matcher::run(self.pattern, &self.code, program, op, options, &mut |m| {
            found = Some(m);
            false
        });
        found
    }

    /// The first match at a payload operation that binds each `pdl.operation` value for which `wish` names an operation to
    /// that operation.
    pub fn match_with(
        &self,
        program: &Program,
        op: OpId,
        options: &Options<'_>,
        wish: &dyn Fn(ValueId) -> Option<OpId>,
    ) -> Option<Match> {
        let mut found = None;
        matcher::run_with(self.pattern, &self.code, program, op, options, Some(wish), &mut |m| {
            found = Some(m);
            false
        });
        found
    }

    /// The first match at `scope` and below, in text order of the anchors.
    pub fn first_match(&self, program: &Program, scope: OpId, options: &Options<'_>) -> Option<Match> {
        program.walk(scope).find_map(|op| self.match_at(program, op, options))
    }

    /// All matches at a payload operation, in MLIR's order; several when the pattern has several roots.
    pub fn matches_at(&self, program: &Program, op: OpId, options: &Options<'_>) -> Vec<Match> {
        let mut found = Vec::new();
        matcher::run(self.pattern, &self.code, program, op, options, &mut |m| {
            found.push(m);
            true
        });
        found
    }

    /// All matches at `scope` and below, in text order of the anchors.
    pub fn find_matches(&self, program: &Program, scope: OpId, options: &Options<'_>) -> Vec<Match> {
        program.walk(scope).flat_map(|op| self.matches_at(program, op, options)).collect()
    }

    /// Why the pattern does not match at an operation: the step that got farthest. `None` when it matches.
    pub fn explain_mismatch(&self, program: &Program, op: OpId, options: &Options<'_>) -> Option<Mismatch> {
        explain::explain(self.pattern, &self.code, program, op, options)
    }

    /// Runs the rewriting part on a match in `program`.
    ///
    /// # Errors
    /// At the first step that is broken; the program is then left as it is at that step, for those who want to show it:
    /// [`try_apply`](Self::try_apply) gives it back as it was.
    pub fn apply(
        &self,
        program: &mut Program,
        found: &Match,
        options: &Options<'_>,
    ) -> Result<Applied, RewriteError> {
        self.run_plan(program, found, options, &mut Silent)
    }

    /// The rewriting part, which is read when the pattern is first applied.
    fn run_plan(
        &self,
        program: &mut Program,
        found: &Match,
        options: &Options<'_>,
        listener: &mut dyn Listener,
    ) -> Result<Applied, RewriteError> {
        match self.code.plan.get_or_init(|| Plan::new(self.pattern)) {
            Some(plan) => apply::apply(self.pattern, plan, program, found, options, listener),
            None => Ok(Applied::default()),
        }
    }

    /// Runs the rewriting part on a match in `program`, and reports each edit to the listener.
    ///
    /// # Errors
    /// At the first step that is broken; the program is then what it was.
    pub fn try_apply(
        &self,
        program: &mut Program,
        found: &Match,
        options: &Options<'_>,
        listener: &mut dyn Listener,
    ) -> Result<Applied, RewriteError> {
        let before = program.checkpoint();
        let applied = self.run_plan(program, found, options, listener);
        match applied {
            Ok(_) => program.commit(before),
            Err(_) => program.rollback(before),
        }
        applied
    }
}

/// [`CompiledPattern::match_at`] for one question; `None` also when the pattern cannot be lowered.
pub fn match_at(program: &Program, pattern: Pattern<'_>, op: OpId, options: &Options<'_>) -> Option<Match> {
    CompiledPattern::new(pattern).ok()?.match_at(program, op, options)
}

/// [`CompiledPattern::find_matches`] for one question; empty also when the pattern cannot be lowered.
pub fn find_matches(
    program: &Program,
    scope: OpId,
    pattern: Pattern<'_>,
    options: &Options<'_>,
) -> Vec<Match> {
    CompiledPattern::new(pattern).map_or_else(|_| Vec::new(), |c| c.find_matches(program, scope, options))
}

/// [`CompiledPattern::apply`] for one match.
///
/// # Errors
/// As there.
pub fn apply(
    program: &mut Program,
    pattern: Pattern<'_>,
    found: &Match,
    options: &Options<'_>,
) -> Result<Applied, RewriteError> {
    match Plan::new(pattern) {
        Some(plan) => apply::apply(pattern, &plan, program, found, options, &mut Silent),
        None => Ok(Applied::default()),
    }
}
