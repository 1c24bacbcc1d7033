//! Dialect specs and pattern libraries as data, and their loader; no judgement.

pub mod expect;
mod library;

pub use library::{PatternFile, PatternText, bugs_folder, pattern_texts, patterns, patterns_folder};
