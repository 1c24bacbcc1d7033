//! Dialect specs and pattern libraries as data, and their loader; no judgement.

pub mod expect;
mod library;

pub use library::{PatternFile, patterns, patterns_folder};
