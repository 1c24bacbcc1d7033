//! T rules: can the rewrite break a declared constraint of an operation? Everything that matching tells of types
//! and attributes stands on the left, what has to hold afterwards on the right; a counterexample is a solution of the
//! left that no solution of the right extends. Knows specs and solvers, no meaning of operations.
//!
//! Modules in reading order: `term` statements, `conform` definitions as statements, `question` and `lower` a
//! pattern as statements, `visits` what a match does not compare, `natives` what is known of native code,
//! `ask` whether a statement can hold, `order` what follows without search, `candidates` plain types, `concrete` statements about given types,
//! `encode` statements as SMT-LIB, `emit` the same as files, `model` models back, `witness` evidence, `stage` the answer,
//! [`subset()`] one definition in another, `intermediate` and `check` the question as an operation, `words` statements as text.

pub mod ask;
pub mod blob;
pub mod candidates;
pub mod check;
pub mod concrete;
pub mod conform;
mod counted;
pub mod emit;
pub mod encode;
pub mod intermediate;
pub mod lower;
pub mod model;
mod natives;
mod order;
mod predicate;
pub mod question;
mod relations;
mod script;
pub mod segments;
pub mod stage;
pub mod subset;
pub mod term;
mod visits;
pub mod witness;
pub mod words;

pub use check::check_subset;
pub use emit::emit;
pub use intermediate::check_subset_text;
pub use stage::analyse;
pub use subset::{Assigned, SubsetAnswer, subset};

#[cfg(test)]
mod tests;
