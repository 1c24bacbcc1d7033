//! Every question about a pattern, and the only place that forms verdicts.
//!
//! Modules in reading order: [`pipeline`] the run on one page, [`verdict`] what can be said, [`stage`] what a stage
//! takes and gives; the stages [`matchable`], [`structure`], [`types`], [`values`], [`termination`]; [`witness`] the
//! replay of their candidates, [`mend`] what would make a refuted pattern right, [`smt`] solvers, [`rules`] the pages.

pub mod matchable;
pub mod mend;
pub mod options;
pub mod pattern;
pub mod pipeline;
pub mod rules;
pub mod smt;
pub mod stage;
pub mod structure;
pub mod termination;
pub mod types;
pub mod values;
pub mod verdict;
pub mod witness;
