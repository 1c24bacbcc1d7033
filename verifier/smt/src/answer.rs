//! Answers of solvers.

use crate::sexpr::SExpr;

/// The answer to a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The assertions hold for these values of the observed constants, listed in the order in which they
    /// were observed.
    Sat(Vec<(String, SExpr)>),
    /// No values make the assertions hold.
    Unsat,
    /// There is no answer.
    Unknown(UnknownReason),
}

/// Why there is no answer to a query.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnknownReason {
    /// The solver said so, for this reason of its own.
    #[error("the solver does not know: {0}")]
    SolverUnknown(String),
    /// It ran out of its resource units, its memory or its own time, in its own words.
    #[error("the solver reached its limit: {0}")]
    Exhausted(String),
    /// Its process had not enough memory, in its own words.
    #[error("the solver ran out of memory: {0}")]
    OutOfMemory(String),
    /// Not in the cache of answers, which alone may be used.
    #[error("the answer is not in the cache")]
    NotCached,
    /// The second solver, which has to agree, has no answer.
    #[error("the second solver has no answer: {0}")]
    SecondUnknown(Box<UnknownReason>),
    /// The two solvers answer differently.
    #[error("the solvers disagree: {first}, {second}")]
    Disagreement {
        /// The first one with its answer.
        first: String,
        /// The second one with its answer.
        second: String,
    },
    /// The wall-clock time was over.
    #[error("the solver did not answer in time")]
    TimedOut,
    /// It never answered anything in time, so that it was given up.
    #[error("the solver never answered")]
    NeverAnswered,
    /// The process ended without an answer; with the first line of what it said.
    #[error("the solver ended without an answer: {0}")]
    SolverDied(String),
    /// It said something that is no answer to the query, an error message for example; with the
    /// beginning of it.
    #[error("the solver did not answer the question: {0}")]
    Garbage(String),
    /// It could not be started; with the reason of the operating system.
    #[error("the solver cannot be started: {0}")]
    SpawnFailed(String),
}

impl UnknownReason {
    /// Whether more time, steps or memory might help.
    pub fn is_limit(&self) -> bool {
        match self {
            UnknownReason::Exhausted(_) | UnknownReason::OutOfMemory(_) => true,
            UnknownReason::TimedOut | UnknownReason::NeverAnswered => true,
            UnknownReason::SecondUnknown(why) => why.is_limit(),
            _ => false,
        }
    }
}

/// Reasons in which solvers say that a limit was reached, and not that they know no way.
pub(crate) const LIMITS: [&str; 7] =
    ["resource", "canceled", "cancelled", "timeout", "memout", "out of memory", "rlimit"];

/// What a solver's reason for `unknown` means.
pub(crate) fn why_unknown(reason: String) -> UnknownReason {
    let lower = reason.to_lowercase();
    match LIMITS.iter().any(|word| lower.contains(word)) {
        true => UnknownReason::Exhausted(reason),
        false => UnknownReason::SolverUnknown(reason),
    }
}
