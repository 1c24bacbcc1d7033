//! T rules: can the rewrite break a declared constraint of an operation? Everything that matching tells of types
//! and attributes stands on the left, what has to hold afterwards on the right; a counterexample is a solution of the
//! left that no solution of the right extends. Knows specs and solvers, no meaning of operations.
//!
//! Modules in reading order: [`term`] statements, [`conform`] definitions as statements, [`encode`] statements as
//! SMT-LIB, [`concrete`] statements about given types.

pub mod blob;
pub mod concrete;
pub mod conform;
pub mod encode;
mod predicate;
mod relations;
pub mod segments;
pub mod term;
