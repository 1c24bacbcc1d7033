//! Every question about a pattern, and the only place that forms verdicts.
//!
//! Modules in reading order: [`verdict`] what can be said, [`stage`] what a stage takes and gives, [`structure`] the
//! S rules, [`types`] the T rules, [`smt`] how solvers are asked.

pub mod smt;
pub mod stage;
pub mod structure;
pub mod types;
pub mod verdict;
