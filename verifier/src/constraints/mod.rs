//! Statements about the types and attributes of operations: can one hold, and of which? Knows definitions and solvers, and of
//! patterns only what is matched.
//!
//! Modules in reading order: [`term`] statements, [`conform`] definitions as statements, with `relations` and [`segments`];
//! [`concrete`] statements about given types, [`candidates`] plain types, [`search`] some that satisfy a statement, [`choose`]
//! types for a match, `order` what follows without search, [`ask`] whether a statement can hold, [`encode`] statements as
//! SMT-LIB with `predicate`, `script` and [`blob`], [`model`] models back, [`words`] statements as text.

pub mod ask;
pub mod blob;
pub mod candidates;
pub mod choose;
pub mod concrete;
pub mod conform;
pub mod encode;
pub mod model;
mod order;
mod predicate;
pub(crate) mod relations;
mod script;
pub mod search;
pub mod segments;
pub mod term;
pub mod words;
