//! Every question about a pattern, and the only place that forms verdicts.
//!
//! Modules in reading order: [`verdict`] what can be said, [`stage`] what a stage takes and gives, [`matchable`],
//! [`structure`], [`types`] and [`termination`] the stages, [`confirm`] how their candidates are replayed, [`smt`] how
//! solvers are asked.

pub mod confirm;
pub mod matchable;
pub mod smt;
pub mod stage;
pub mod structure;
pub mod termination;
pub mod types;
pub mod verdict;
