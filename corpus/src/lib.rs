//! Dialect specs, summaries of native code and pattern libraries as data, and their loader; no judgement.

mod contracts;
mod dialects;
pub mod expect;
mod library;
mod meanings;
mod natives;
mod ods;
mod pages;

pub use contracts::{contract_payloads, contracts, load_narrowed, narrowed};
pub use dialects::{builtin_on_demand, dialects, load_builtin, load_text};
pub use library::{PatternFile, PatternText, pattern_texts, patterns, patterns_folder};
pub use meanings::{meaning_of, meanings};
pub use natives::{cpp_api, load_natives_text, natives};
pub use ods::{OdsInput, ods_inputs};
pub use pages::pages;
