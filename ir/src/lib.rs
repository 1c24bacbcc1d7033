//! Programs, patterns and dialect specs. Knows no meaning of operations, no soundness, no solver, no files.
//!
//! Modules in reading order: [`data`] the model, [`diagnostic`] messages, [`text`] MLIR text, [`spec`] what
//! dialects declare, [`pdl`] patterns, [`wellformed`] whether a program is in order, [`rewrite`] how patterns
//! match and what they do.

pub mod data;
pub mod diagnostic;
pub mod pdl;
pub mod rewrite;
pub mod spec;
pub mod text;
pub mod wellformed;
