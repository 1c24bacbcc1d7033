//! Every question about a pattern, and the only place that forms verdicts.
//!
//! Modules in reading order: [`verdict`] what can be said, [`stage`] what a stage takes and gives, [`structure`] the
//! S rules, [`types`] the T rules, [`confirm`] the replay of witnesses, [`smt`] solvers, [`rules`] the manual
//! pages.

pub mod confirm;
pub mod rules;
pub mod smt;
pub mod stage;
pub mod structure;
pub mod types;
pub mod verdict;
