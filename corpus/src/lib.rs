//! Dialect specs and pattern libraries as data, and their loader; no judgement.

mod dialects;
pub mod expect;
mod library;

pub use dialects::{dialects, load_builtin, load_text};
pub use library::{PatternFile, PatternText, bugs_folder, pattern_texts, patterns, patterns_folder};
