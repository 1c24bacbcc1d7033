//! T rules: can the rewrite break a declared constraint of an operation? Everything that matching tells of types
//! and attributes stands on the left, what has to hold afterwards on the right; a counterexample is a solution of the
//! left that no solution of the right extends. Knows specs and solvers, no meaning of operations.
//!
//! Modules in reading order: [`term`] statements, [`conform`] definitions as statements, [`ask`] whether a statement
//! can hold, [`encode`] statements as SMT-LIB, [`model`] its models back, [`concrete`] statements about given types,
//! [`candidates`] plain types, [`subset`] one definition in another, [`question`] and [`lower`] a pattern as statements.

pub mod ask;
pub mod blob;
pub mod candidates;
pub mod concrete;
pub mod conform;
pub mod encode;
pub mod lower;
pub mod model;
mod predicate;
pub mod question;
mod relations;
mod script;
pub mod segments;
pub mod subset;
pub mod term;
