//! Statements about the types and attributes of operations: can one hold, and of which? Knows definitions and solvers, and no
//! pattern.
//!
//! Modules in reading order: `term` statements, `conform` definitions as statements, with `relations` and `segments`;
//! `concrete` statements about given types, `candidates` plain types, `search` some that satisfy a statement,
//! `order` what follows from numbers, `kinds`, `case` and `cases` what follows from kinds of types,
//! `ask` whether a statement can hold, `encode` statements as SMT-LIB with `predicate` and `blob`, `model` models back,
//! `words` statements as text.

pub mod ask;
pub mod blob;
pub mod candidates;
mod case;
pub mod cases;
pub mod concrete;
pub mod conform;
pub mod display;
pub mod encode;
pub mod finite;
mod kinds;
pub mod model;
pub mod order;
pub mod places;
mod predicate;
pub mod relations;
pub mod search;
pub mod segments;
pub mod term;

pub use ask::{Solution, TypeSolver};
pub use conform::definitions;
pub use term::Formula;
