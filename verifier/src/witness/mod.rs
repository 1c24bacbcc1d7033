//! Confirmation of candidates: builds the program that a candidate speaks of, runs the rewrite on it with the engine and asks
//! the independent checker. Judges nothing by itself.
//!
//! Modules in reading order: `scenario` the request, `choose` and `mod@types` types and attributes, `payload` the program, with
//! `surroundings` and `harness` (context of the match), `region_stub` (regions of matched operations) and `natives` (native
//! preconditions); `mod@replay` one application, [`rule_of_failure`] rules of its errors, [`text`] programs as text, [`execute`]
//! programs run before and after, `counterexample` an input on which their values differ, `widen` one of wide integers, [`mod@file`] a witness as a file
//! and [`rerun`] its run on the arguments of the file.

pub(crate) mod choose;
pub(crate) mod counterexample;
pub mod execute;
pub mod file;
mod harness;
pub(crate) mod input;
mod natives;
pub(crate) mod payload;
mod region_stub;
pub(crate) mod replay;
pub mod rerun;
pub mod rule_of_failure;
pub(crate) mod scenario;
mod surroundings;
pub mod text;
pub(crate) mod types;
pub(crate) mod widen;

pub use payload::{Payload, build};
pub use replay::{Failure, Outcome, replay};
pub use scenario::{CannotBuild, PdlValue, Scenario, UsePlace};
