//! Oracles, one file each: what is true of every input, whatever it is.

#[cfg(feature = "cpp")]
pub mod cpp;
pub mod engine_mlir;
pub mod execution;
pub mod generated;
pub mod journal;
pub mod reader;
pub mod rise;
pub mod round_trip;
pub mod script;
pub mod undo;
pub mod verdict;
pub mod wellformed_mlir;

use std::fmt;

/// A fact that did not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The fact, in a few words; the same for all inputs on which it fails.
    pub what: &'static str,
    /// The texts that show it.
    pub shown: String,
}

impl Failure {
    /// A fact that did not hold, with what shows it.
    pub fn new(what: &'static str, shown: impl Into<String>) -> Failure {
        Failure { what, shown: shown.into() }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}", self.what, self.shown)
    }
}

impl std::error::Error for Failure {}
