//! Confirmation of candidates: builds the program that a candidate speaks of, runs the rewrite on it with the engine and asks
//! the independent checker. Judges nothing by itself.
//!
//! Modules in reading order: [`scenario`] the request, [`choose`] and [`mod@types`] types and attributes, [`payload`] the program, with
//! `surroundings` and `furnish` (context of the match), `held` (regions of matched operations) and `promised` (native
//! preconditions); [`mod@replay`] one application, [`broken`] rules of its errors, [`text`] programs as text, [`execute`]
//! programs run before and after, [`counterexample`] an input on which their values differ, [`extended`] one of wide integers, [`mod@file`] a witness as a file
//! and [`again`] its run on the arguments of the file.

pub mod again;
pub mod broken;
pub mod choose;
pub mod counterexample;
pub mod execute;
pub mod extended;
pub mod file;
mod furnish;
mod held;
pub mod payload;
mod promised;
pub mod replay;
pub mod scenario;
mod surroundings;
pub mod text;
pub mod types;

pub use payload::{Payload, build};
pub use replay::{Failure, Outcome, replay};
pub use scenario::{CannotBuild, PdlValue, Scenario, UsePlace};
