//! Confirmation of candidates: builds the program that a candidate speaks of, runs the rewrite on it with the engine and asks
//! the independent checker. Judges nothing by itself.
//!
//! Modules in reading order: [`scenario`] what is asked for, [`assign`] types and attributes, [`payload`] the program
//! and `surroundings` what stands around the match, `promised` what native constraints ask of it,
//! [`mod@replay`] what happens to it, `reason` whether that is what a candidate claims, [`judge`] what that says of it,
//! [`text`] how a witness is written, [`execute`] programs run before and after, [`counterexample`] an input on which
//! their values differ.

pub mod assign;
pub mod counterexample;
pub mod execute;
pub mod file;
pub mod judge;
pub mod payload;
mod promised;
mod reason;
pub mod replay;
pub mod scenario;
mod surroundings;
pub mod text;

pub use payload::{Payload, build};
pub use replay::{Failure, Outcome, replay};
pub use scenario::{CannotBuild, PdlValue, Scenario, UsePlace};
