//! T rules: can the rewrite break a declared constraint of an operation? Everything that matching tells of types
//! and attributes stands on the left, what has to hold afterwards on the right; a counterexample is a solution of the
//! left that no solution of the right extends. Knows specs and solvers, no meaning of operations.
//!
//! Statements and their decision are in [`assay_type_solver`]. Modules in reading order: `question` and `lower` a pattern as
//! statements, `mapped` operations on indices, `visits` what a match does not compare, `natives` what is known of native code, `calls` calls of it, `counted` lengths of ranges,
//! `witness` evidence, `stage` the answer, `notes` remarks on it, `emit` questions as files, [`subset()`] one definition in another, `intermediate`
//! and `check` the question as an operation.

mod calls;
mod check;
mod core;
mod counted;
mod emit;
mod fits;
mod intermediate;
mod lower;
mod mapped;
mod natives;
mod notes;
mod of_spec;
mod question;
mod stage;
mod subset;
mod undefined;
mod visits;
mod witness;

pub use check::{Decided, check_subset};
pub use core::explain;
pub use emit::{Emitted, MATCHES, emit};
pub use intermediate::check_subset_text;
pub use lower::lower;
pub use question::{Obligation, Question};
pub use stage::analyse;
pub use subset::{Assigned, SubsetAnswer, subset};

#[cfg(test)]
mod tests;
