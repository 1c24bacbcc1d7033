//! The structure stage: is the rewritten program well-formed whatever it was applied to? An abstract interpretation of the
//! rewrite over classes of matched things, exact on the fragment that [`decode`] admits. Candidates are replayed by
//! `confirm`; nothing in here calls `ir::rewrite`.
//!
//! Domain: [`unify`] (what may be one), [`available`] (what dominates what), [`state`] (who lives, who holds which
//! value). Order: the match in which all differs first, then merges by size. Not proved: types, attributes, meaning.
//!
//! Modules in reading order: [`model`], [`decode`], [`counts`], [`promises`], [`unify`], [`available`], [`roles`], [`state`], [`run`],
//! [`rules`], [`scenarios`], [`analysis`], [`judgement`].

pub mod analysis;
pub mod available;
pub mod counts;
pub mod decode;
pub mod flags;
pub mod judgement;
pub mod model;
pub mod promises;
pub mod roles;
pub mod rules;
pub mod run;
pub mod scenarios;
pub mod state;
#[cfg(test)]
mod testing;
pub mod unify;

pub use analysis::{Answer, Candidate, Outlook, Scene, analyse};
pub use judgement::{Beyond, claims, may_match_in_mlir, outlook, stage};
