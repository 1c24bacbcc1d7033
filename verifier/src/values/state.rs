//! The state of the stage: what a rewrite was found to do so far, what is asked next, and the outcome at given types.

use assay_ir::data::{OpId, Span};

use super::proof::Proof;
use crate::stage::{StageResult, Task};
use crate::verdict::{Reason, StageVerdict, Unknown};
use assay_smt::SolverPool;
use assay_term::budget::Budget;
use assay_term::decide::Decider;

/// Resource units for all that is tried and drawn behind a native constraint of which nothing is known: some milliseconds.
pub(super) const UNITS_BEHIND: u64 = 250_000;

/// What one combination of several widths costs there, in steps.
pub(super) const STEPS_BEHIND: u128 = 1 << 19;

/// Fewer widths than these make no bounded proof.
pub(super) const LEAST_WIDTH: u32 = 8;

/// Whether there is more to ask.
pub(super) enum Next {
    On,
    Stop(Box<StageResult>),
}

/// What came out at given types.
pub(super) enum TypedOutcome {
    Holds,
    /// Nothing matches at these types.
    Empty,
    Refuted,
    NoMeaning(String, OpId),
    /// A user describes this operation on other types.
    Undescribed(String, OpId),
    Open(Unknown),
}

pub(super) struct Stage<'a> {
    pub(super) task: &'a Task<'a>,
    pub(super) solvers: Option<&'a SolverPool>,
    /// How questions are decided: without a solver behind a native constraint of which nothing is known.
    pub(super) decider: Decider<'a>,
    pub(super) budget: &'a Budget,
    pub(super) result: StageResult,
    /// The native constraint behind which everything is found, if nothing is known of one.
    pub(super) behind: Option<Unknown>,
    pub(super) proof: &'a mut Proof,
    /// What was judged as pairs of functions.
    pub(super) functions: ByFunctions,
}

/// What was judged as pairs of functions.
#[derive(Default)]
pub(super) struct ByFunctions {
    /// Nothing is judged in another way.
    pub(super) alone: bool,
    /// The number of pairs.
    pub(super) pairs: usize,
    /// The bounds within which they hold, in words.
    pub(super) within: Vec<String>,
}

pub(super) fn not_asked(name: String, span: Span) -> StageResult {
    StageResult::from_verdict(StageVerdict::NotChecked(Reason::NoMeaning { name, span }))
}
