//! Statements about the types and attributes of operations: can one hold, and of which? Knows definitions and solvers, and of
//! patterns only what is matched.
//!
//! Modules in reading order: `term` statements, `conform` definitions as statements, with `relations` and `segments`;
//! `concrete` statements about given types, `candidates` plain types, `search` some that satisfy a statement, `choose`
//! types for a match, `order` what follows from numbers, `kinds`, `case` and `cases` what follows from kinds of types,
//! `ask` whether a statement can hold, `encode` statements as SMT-LIB with `predicate` and `blob`, `model` models back,
//! `words` statements as text.

pub(crate) mod ask;
pub(crate) mod blob;
pub(crate) mod candidates;
mod case;
pub(crate) mod cases;
pub(crate) mod choose;
pub(crate) mod concrete;
pub(crate) mod conform;
pub(crate) mod encode;
mod kinds;
pub(crate) mod model;
mod order;
mod predicate;
pub(crate) mod relations;
pub(crate) mod search;
pub(crate) mod segments;
pub(crate) mod term;
pub(crate) mod words;

pub use ask::{Asker, Solution};
pub use conform::definitions;
pub use term::Formula;

/// Elements in each dimension of a tensor of which a type says nothing, where its values are compared and shown.
pub const OPEN_EXTENT: u64 = 2;
