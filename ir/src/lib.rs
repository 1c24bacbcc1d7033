//! Programs, patterns and dialect specs. Knows no meaning of operations, no soundness, no solver, no files.
//!
//! Modules in reading order: [`data`] the model, [`diagnostic`] messages, [`text`] MLIR text, [`spec`] what dialects declare.

pub mod data;
pub mod diagnostic;
pub mod spec;
pub mod text;
