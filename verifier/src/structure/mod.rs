//! The structure stage: is the rewritten program well-formed whatever it was applied to? An abstract interpretation of the
//! rewrite over equivalence classes of matched values and operations, exact on the fragment that [`crate::pattern::decode`]
//! admits. Candidates are replayed by `replay`; the analysis itself calls no `ir::rewrite`.
//!
//! Domain: `crate::pattern::classes` (what may be equal), `crate::pattern::dominance` (what dominates what), `state`
//! (which operations live, which value each use holds). Order: the match in which all operations differ first, then merges by
//! size. Not proved: types, attributes, meaning.
//!
//! Modules in reading order: `roles`, `state`, `run`, `rules`, `containments`, `analysis`, `replay`, [`stage`].

pub(crate) mod analysis;
pub(crate) mod containments;
mod examples;
mod findings;
pub(crate) mod message;
mod reason;
pub(crate) mod replay;
pub(crate) mod roles;
pub(crate) mod rules;
pub(crate) mod run;
mod stage;
pub(crate) mod state;
#[cfg(test)]
pub(crate) mod testing;

pub use analysis::{Answer, Candidate, Scene, Suspicion, analyse};
pub use stage::{Beyond, claims, holds, stage};
