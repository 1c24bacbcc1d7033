//! V rules: does the rewritten program compute the same? A pattern at given types becomes two programs of expressions; what
//! must never hold of them is asked of a solver, and what holds is minimised and run. Must not know the engines: what
//! operations mean is written here a second time, so that one meaning can catch the other.
//!
//! Modules in reading order: `expr` expressions, `numbers` and `truth` what is plain when they are made, `float` and `floats`
//! their floating-point numbers and `eval` their values, `meaning` what operations do, `choices` and `settled` results that
//! they may choose, `memory` what places hold and `views` which memrefs are parts of others, `sides` a
//! pattern as two programs, `moment` one of them as far as it is computed, `certain` what runs whenever the root does,
//! `effects` what can be seen of them beside results, `remade` operations
//! that are made again, `refine` what must never hold, `print`, `proof`, `simplify`, `ranges` what
//! numbers may come to and `ranged` what that decides, `merge`, `draw`, `climb` and `decide` how that is asked, `budget` how
//! much, `types` at which types and `typed` what that makes of each value, `uniform` which questions are the same at every
//! width, `orders` at which of several, `wide` which say so of numbers that are too wide, `resized`, `ring` and `serial`
//! what settles them there, `everywhere` and `all_widths` all of that, `unknown` and `opaque` results that are not known,
//! `plain` the plainest counterexample, `trace` how it is told, `scope` and `words` the rest of an answer, `stage` the
//! answer.

mod case;
pub mod certain;
mod choice_free;
#[cfg(test)]
mod deep;
mod display;
pub mod effects;
pub mod encode;
mod example;
pub mod memory;
mod moment;
mod native;
mod necessary_effects;
mod poison;
mod proof;
mod questions;
mod recreated;
pub mod refine;
mod scope;
pub mod stage;
pub mod trace;
mod typed;
pub mod types;
mod views;
mod wide;
mod width_generic;
mod width_order;

pub use proof::{Argument, Step};
pub use questions::questions_at;
pub use stage::{analyse, differences, proof, refutation};
