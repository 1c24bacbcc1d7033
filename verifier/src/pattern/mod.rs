//! One PDL pattern as data: what every stage reads of it. Knows no rule and forms no verdict.
//!
//! Modules in reading order: [`model`] the decoded pattern, [`decode`] the reader of `pdl.pattern`, `counts` operand and
//! result counts that definitions allow, [`naming`] names of the source, `promises` preconditions of native constraints, `classes` equivalence classes
//! of values, operations and types by congruence closure, `dominance` dominance sets, `merges` matches in which
//! operations or values are one; [`AnalyzedPattern`] a pattern that is decoded and compiled once.

pub(crate) mod classes;
pub(crate) mod counts;
pub mod decode;
pub(crate) mod dominance;
pub(crate) mod merges;
pub mod model;
pub mod naming;
pub(crate) mod promises;
mod subject;

pub use subject::AnalyzedPattern;
