//! Confirmation of candidates: builds the program that a candidate speaks of, runs the rewrite on it with the engine and asks
//! the independent checker. Judges nothing by itself.
//!
//! Modules in reading order: [`scenario`] what is asked for, [`assign`] types and attributes, [`payload`] the program
//! and `surroundings` what stands around the match, `held` what stands in its regions, `promised` what native constraints
//! ask of it, [`mod@replay`] what happens to it, `reason` whether that is what a candidate claims, [`judge`] what that says of it,
//! [`text`] how a witness is written, [`execute`] programs run before and after, [`counterexample`] an input on which
//! their values differ, `furnish` what has to stand around the match so that it shows, [`mod@file`] a witness as a file and
//! [`again`] how it is run on its arguments.

pub mod again;
pub mod assign;
pub mod counterexample;
pub mod execute;
pub mod file;
mod furnish;
mod held;
pub mod payload;
mod promised;
pub mod replay;
pub mod scenario;
mod surroundings;
pub mod text;

pub use payload::{Payload, build};
pub use replay::{Failure, Outcome, replay};
pub use scenario::{CannotBuild, PdlValue, Scenario, UsePlace};
