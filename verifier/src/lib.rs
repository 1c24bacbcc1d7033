//! Every question about a pattern, and the only place that forms verdicts.
//!
//! Four functions are its face: [`check()`] judges the patterns of a text, [`check_program`] the functions of two programs,
//! [`replay`] runs a witness again, and [`explain`] gives the page of a rule.
//!
//! ```
//! use assay_ir::data::Context;
//! use assay_verifier::{Options, check};
//!
//! let registry = assay_corpus::load_builtin(&Context::new());
//! let text = r#"
//! pdl.pattern @erase_used : benefit(1) {
//!   %type = pdl.type
//!   %root = pdl.operation "lab.a" -> (%type : !pdl.type)
//!   pdl.rewrite %root {
//!     pdl.erase %root
//!   }
//! }
//! "#;
//! let checked = check(text, &registry, &Options::default());
//! let judgement = &checked.judgements[0];
//! assert_eq!(judgement.verdict.to_string(), "refuted");
//! let finding = &judgement.findings[0];
//! assert_eq!(
//!     finding.to_string(),
//!     "S105: the matched operation `lab.a` is erased, but an operation outside of the match may use it"
//! );
//! assert!(finding.witness.is_some());
//! ```
//!
//! Public besides, for the command line (`assay-cli`), the fuzzer and the tests of this crate: [`pipeline`] the run on one page,
//! [`verdict`] verdicts and claims, [`limits`] and [`meanings`] what users say of operations, [`pattern`] one pattern as data, [`stage`]
//! the question and answer of a stage; the stages [`matchable`], [`structure`], [`types`] and [`values`], which are also asked alone;
//! [`witness`] the replay of their candidates, [`program`] two programs side by side, [`rise`] rules on array programs, [`fix`] fixes of refuted patterns.

mod check;
pub mod fix;
mod instance;
pub mod limits;
mod lint;
pub mod matchable;
pub mod meanings;
mod options;
pub mod pattern;
pub mod pipeline;
pub mod program;
pub mod rise;
mod rules;
pub mod stage;
pub mod structure;
mod termination;
pub mod types;
pub mod values;
pub mod verdict;
pub mod witness;

pub use check::{Checked, REPLAY_BUDGET, check, check_program, check_with, explain, premises, replay};
pub use options::Options;
pub use rules::PAGES;
pub use verdict::{Finding, Judgement, Stage, StageVerdict, Unknown, Verdict};
pub use witness::file::Rerun;
