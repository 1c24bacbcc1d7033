//! A function as expressions: results, contents of memory, undefined behaviour and ends as functions of the arguments, with
//! the meanings that patterns have. Both sides of a pair share one encoder, so that equal terms are one
//! expression. Knows no engine and asks no solver.
//!
//! Modules in reading order: `encoder` what both sides share, `machine` a function that is followed, `control` regions,
//! branches and loops, `parallel_loop` loops without order and `races` between their iterations, `memory` blocks of memory and `views` of them, `pointers` into
//! them, `buffers` for tensors, `access` transfers of vectors, `affine` maps and sets,
//! `dynamic_shape` extents that types leave open, `slices` of tensors, `structured` operations over places of an iteration space, `tosa` with operands that are
//! shapes or single numbers, `arrange` elements that move,
//! `events` calls of functions without a body, `loop_invariant` loops that are not followed, `any_state` loops for an argument by induction, `attributes` how lists of numbers are read.
//!
//! Domain: each place of a block of memory is an expression; so are path conditions. Where paths meet, each number is a choice by
//! the condition of a path. Loops are followed iteration by iteration up to a limit, and what needs more iterations is under the condition
//! [`Summary::cut`]; or they are kept, and one iteration of each is compared with one of the other side; or one iteration is encoded from any state. Not covered:
//! recursion. Open extents of arguments are chosen before, by `extents` of this room.

mod access;
mod affine;
mod any_state;
mod arrange;
mod attributes;
mod buffers;
mod computed;
mod control;
mod coordinates;
mod dynamic_shape;
mod encoder;
mod escape;
mod events;
mod layout;
mod loop_invariant;
mod machine;
mod memory;
mod operations;
mod packing;
mod parallel_loop;
mod pointers;
mod races;
mod records;
mod slices;
mod state;
mod structured;
mod tosa;
mod unsupported;
mod views;

use assay_ir::data::{OpId, Program};

pub use encoder::{Argument, Encoder, Initial, Summary};
pub use operations::has_semantics;
pub use records::{AnyState, HISTORY_GLOBAL, PURE_FUNCTION};
pub use unsupported::EncodeError;

/// The summary of a function at these arguments.
///
/// # Errors
/// The construct that cannot be encoded.
pub fn summary(
    encoder: &mut Encoder,
    program: &Program,
    function: OpId,
    arguments: &[Argument],
) -> Result<Summary, EncodeError> {
    machine::SymbolicExecutor::new(encoder, program, operations::step).function(function, arguments)
}
