//! What is recorded of both functions: events, and loops that are not followed.

use std::collections::{BTreeMap, BTreeSet};

use assay_semantics::Scalar;
use assay_term::node::{Compare, TermId};

/// The name of the global of a program that holds the events so far, where bodies are drawn for functions without one.
pub const HISTORY_GLOBAL: &str = "assay_history";

/// The start of the names of functions without a body that have no effect: what they return is a function of what they are
/// given, or they have undefined behaviour on it. Other programs have no such names.
pub const PURE_FUNCTION: &str = "assay_pure ";

/// Bits of the number that stands for the events so far.
pub(crate) const HISTORY: u32 = 64;

/// Functions without a body and what they were seen to do.
#[derive(Debug, Default)]
pub(crate) struct Events {
    /// The names of the functions.
    pub(crate) unknown: BTreeSet<String>,
    pub(crate) made: Vec<Event>,
    /// Equal events do the same, and loops whose iterations are the same end alike.
    pub(crate) facts: Vec<TermId>,
    /// Each event returns, has no undefined behaviour, frees nothing, and makes poison of poison alone.
    pub(crate) usual: Vec<TermId>,
}

/// An event: all that it depends on, and what comes of it.
#[derive(Debug)]
pub(crate) struct Event {
    /// The function, with the types of its operands and which memory it reaches.
    pub(crate) key: String,
    pub(crate) inputs: EventInputs,
    pub(crate) done: Vec<TermId>,
    /// The program after has it.
    pub(crate) after: bool,
}

/// All that an event depends on but its key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct EventInputs {
    /// What is the same where the events are.
    pub(crate) terms: Vec<TermId>,
    /// Numbers, of which those of one event may be poison where those of another are not.
    pub(crate) numbers: Vec<Scalar>,
}

/// Loops of both functions.
#[derive(Debug, Default)]
pub(crate) struct LoopAbstraction {
    /// Loops are kept; otherwise they are followed.
    pub(crate) on: bool,
    /// The program after is encoded.
    pub(crate) after: bool,
    pub(crate) made: Vec<Loop>,
    /// The state at the start of an iteration, for the loops of both sides that have the same key and number.
    pub(crate) starts: BTreeMap<(String, usize), Start>,
}

/// The state at the start of any iteration.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    pub(crate) induction: TermId,
    pub(crate) history: TermId,
    /// Numbers of the program before.
    pub(crate) before: Vec<Scalar>,
    /// The same of the program after, which may be no poison where those are.
    pub(crate) after: Vec<Scalar>,
}

/// A loop that is kept.
#[derive(Clone, Debug)]
pub(crate) struct Loop {
    pub(crate) after: bool,
    /// What it carries and writes.
    pub(crate) key: String,
    /// Bounds, step and events before it.
    pub(crate) entry: Vec<TermId>,
    /// What it carries and writes, at its start.
    pub(crate) initial: Vec<Scalar>,
    /// An iteration starts within the bounds.
    pub(crate) within: TermId,
    pub(crate) iteration: End,
    pub(crate) end: End,
}

/// The end of an iteration, or of a loop.
#[derive(Clone, Debug)]
pub(crate) struct End {
    pub(crate) undefined: TermId,
    pub(crate) trapped: TermId,
    pub(crate) history: TermId,
    pub(crate) numbers: Vec<Scalar>,
    /// The arguments that are stored to or freed.
    pub(crate) touched: Vec<TermId>,
}

/// A loop for any state at the start of an iteration.
#[derive(Clone, Debug)]
pub struct AnyState {
    /// The program after has it.
    pub target: bool,
    /// Control comes to the loop.
    pub entered: TermId,
    /// The state in which it begins.
    pub initial: Vec<Scalar>,
    /// Variables for the bits of the state; each is poison where the first state is.
    pub state: Vec<TermId>,
    /// There is one more iteration.
    pub goes_on: TermId,
    /// The state behind it.
    pub next: Vec<Scalar>,
    /// The condition of the loop, or the iteration, has undefined behaviour.
    pub undefined: TermId,
    /// The upper bound and the order of a loop over a range, whose first number of the state is its induction variable.
    pub range: Option<(TermId, Compare)>,
}
