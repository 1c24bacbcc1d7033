//! Programs, patterns and dialect specs. Knows no meaning of operations, no soundness, no solver, no files.
//!
//! Modules in reading order: [`data`] the model, [`affine`] maps and sets in it, [`structured`] the maps of `linalg`, [`library`] functions of kernels, [`llvm`] its types,
//! [`text`] reading and printing it, [`ops`] the record of each operation of MLIR, [`diagnostic`] messages, [`spec`]
//! what dialects declare, [`wellformed`] whether a program is in order, [`natives`] what is known of native code,
//! [`meanings`] what users say of operations, [`nearest`] misspelt names, [`pdl`] patterns, [`rewrite`] what they do, [`strategy`] which of
//! them is applied where, [`rule`] the codes of findings, [`verdict`] the words of answers.

pub mod affine;
pub mod data;
pub mod diagnostic;
pub mod library;
pub mod llvm;
pub mod meanings;
pub mod natives;
pub mod nearest;
pub mod pdl;
pub mod rewrite;
pub mod rule;
pub mod spec;
pub mod strategy;
pub mod structured;
pub mod text;
pub mod unsupported;
pub mod verdict;
pub mod wellformed;

pub use assay_ops as ops;
