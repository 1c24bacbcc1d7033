//! T rules: can the rewrite break a declared constraint of an operation? Everything that matching tells of types
//! and attributes stands on the left, what has to hold afterwards on the right; a counterexample is a solution of the
//! left that no solution of the right extends. Knows specs and solvers, no meaning of operations.
//!
//! Statements and their decision are in [`crate::constraints`]. Modules in reading order: `question` and `lower` a pattern as
//! statements, `visits` what a match does not compare, `natives` what is known of native code, `counted` lengths of ranges,
//! `witness` evidence, `stage` the answer, `emit` questions as files, [`subset()`] one definition in another, `intermediate`
//! and `check` the question as an operation.

pub mod check;
mod counted;
pub mod emit;
pub mod intermediate;
pub mod lower;
mod natives;
pub mod question;
pub mod stage;
pub mod subset;
mod visits;
pub mod witness;

pub use check::check_subset;
pub use emit::emit;
pub use intermediate::check_subset_text;
pub use stage::analyse;
pub use subset::{Assigned, SubsetAnswer, subset};

#[cfg(test)]
mod tests;
