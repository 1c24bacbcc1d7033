//! Does a step keep the order of accesses to memory?
//!
//! Theorem: where the answer is yes, no two turns inside of the bounds access one element, one of them storing, in an order that the step reverses; so
//! each access finds what it found before. Subscripts are affine in the variables of loops, constants and values from outside, with the
//! width of their arithmetic; memory of different arguments and allocations is taken to be apart. An operation with other effects forbids each
//! change of order. Whether the program after computes the same in other ways is judged by who runs the step.
//!
//! Files in reading order: `affine` subscripts as linear forms, `views` subscripts of views, `reorder` what steps do with turns, `accesses` what a nest accesses, `distances` the quick answer, `question` the exact one by a
//! solver, `answer` both for a step. Nothing here assumes a dialect of loops: a loop is bounds, step, variable, body.

mod accesses;
mod affine;
mod answer;
mod distances;
mod question;
mod reorder;
mod views;

pub use answer::{Notes, Policy, Stride};
pub(crate) use answer::{apart_from, keeps_order, stride};
pub use reorder::Reorder;
