//! Confirmation of candidates: builds the program that a candidate speaks of, runs the rewrite on it with the engine and asks
//! the independent checker. Judges nothing by itself.
//!
//! Modules in reading order: [`scenario`] what is asked for, [`assign`] types and attributes, [`payload`] the program.

pub mod assign;
pub mod payload;
pub mod scenario;
