//! Contracts of passes: the kinds of operations that a pass needs, removes and adds, composed over a pipeline.
//!
//! Domain: sets of kinds that may be present, ordered by inclusion; a kind is an operation, possibly with constraints that it
//! satisfies. A step is a monotone function on the sets as far as its conditions are; the conditions `beyond` and `within` are
//! read for the larger set. Nothing is proved about kinds that a contract adds and does not name, which is what
//! [`observe`] looks for in programs.
//!
//! Files in reading order: [`element`] words for kinds, [`document`] the text form, [`universe`] kinds as numbers, [`compiled`]
//! contracts over them, [`pipeline`] the text of `--pass-pipeline`, [`script`] the transform script that runs it, [`question`], [`state`] and [`audit`] the static audit, [`search`]
//! completions, `types` and `narrow` words for types and constraints, [`kinds`] the kinds of a program, [`observe`] promises against programs, [`exercise`] promises that programs exhibit, [`learn`] promises out of programs,
//! [`bisect`] the smallest responsible subset.

pub mod audit;
pub mod bisect;
pub mod compiled;
pub mod document;
pub mod element;
pub mod exercise;
pub mod kinds;
pub mod learn;
mod narrow;
pub mod observe;
pub mod pipeline;
pub mod question;
pub mod script;
pub mod search;
pub mod state;
mod types;
pub mod universe;

pub use document::{Contract, Contracts};
pub use element::Element;
