//! Every question about a pattern, and the only place that forms verdicts.
//!
//! Modules in reading order: [`verdict`] what can be said, [`stage`] what a stage takes and gives.

pub mod stage;
pub mod types;
pub mod verdict;
