//! Programs, patterns and dialect specs. Knows no meaning of operations, no soundness, no solver, no files.
//!
//! Modules in reading order: [`data`] the model, [`diagnostic`] messages, [`text`] reading and printing MLIR,
//! [`spec`] what dialects declare, [`wellformed`] whether a program is in order, [`pdl`] patterns, [`rewrite`] how they
//! match and what they do.

pub mod data;
pub mod diagnostic;
pub mod pdl;
pub mod rewrite;
pub mod spec;
pub mod text;
pub mod wellformed;
