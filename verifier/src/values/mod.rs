//! V rules: does the rewritten program compute the same? A pattern at given types becomes two programs of expressions; what
//! must never hold of them is asked of a solver, and what holds is minimised and run. Must not know the engines: what
//! operations mean is written here a second time, so that one meaning can catch the other.
//!
//! Modules in reading order: `types` at which types and `typed` what that makes of each value, `memory` what places hold, `builder`
//! the two programs while they are made, `encode` how, `coverage` which operations have a meaning, `effects`, `views`, `native` and
//! `recreated` those that are more than a function of operands, `refine` what must
//! never hold, `state` and `case` what is asked, `width_generic`, `width_order` and `wide_integers` for which widths that speaks, `poison`
//! results that are not known, `example` and `trace` how a difference is shown, `scope` and `display` the rest of an answer,
//! `stage` the answer.

mod builder;
mod by_functions;
mod case;
mod choice_free;
pub mod coverage;
#[cfg(test)]
mod deep;
mod display;
mod effects;
mod encode;
mod example;
pub(crate) mod memory;
mod native;
mod necessary_effects;
mod poison;
mod proof;
mod questions;
mod recreated;
pub(crate) mod refine;
mod scope;
pub(crate) mod stage;
mod state;
pub(crate) mod trace;
mod typed;
pub(crate) mod types;
mod views;
mod wide_integers;
mod width_generic;
mod width_order;

pub use proof::{Argument, Step};
pub use questions::questions_at;
pub use stage::{analyse, analyse_as_functions, differences, proof, refutation};
