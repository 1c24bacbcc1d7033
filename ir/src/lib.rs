//! Programs, patterns and dialect specs. Knows no meaning of operations, no soundness, no solver, no files.
//!
//! Modules in reading order: [`data`] the model, [`diagnostic`] messages, [`text`] MLIR text, [`spec`] what
//! dialects declare, [`pdl`] patterns, [`rewrite`] how they match and what they do.

pub mod data;
pub mod diagnostic;
pub mod pdl;
pub mod rewrite;
pub mod spec;
pub mod text;
