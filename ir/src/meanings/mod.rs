//! Meanings of operations that users bring: a `func.func` over operations of known dialects says what an operation computes,
//! or which promises it keeps. Knows no meaning of its own and evaluates nothing.
//!
//! Modules in reading order: `spec::meaning` is the data, `read` the reader, `fit` the function for given types, `expand` a
//! program with the bodies in place of the operations, `retype` one with other types,
//! `types` those that are described. `corpus/meanings/README.md` describes the form.

mod expand;
mod fit;
mod forms;
mod read;
mod retype;
mod types;

pub use crate::spec::meaning::{Argument, Form, Operand, Promises, Semantics, TypeMeaning, Variant};
pub use expand::{expand, expanded};
pub use fit::Fit;
pub use read::{Known, load};
pub use retype::retype;
