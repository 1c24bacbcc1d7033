//! Typed views of the `pdl` dialect over a [`Program`](crate::data::Program): nothing is copied, nothing is
//! judged but PDL's own static rules. Knows neither payload programs nor what their operations mean.
//!
//! [`patterns`] lists the patterns of a program, [`PdlOp`] is one operation of a pattern, [`validate`] is
//! what MLIR's verifier says about it, [`Natives`] is native code called by name, [`roots`] how MLIR picks
//! where to start.

mod natives;
mod pattern;
pub mod roots;
mod rules;
mod validate;
mod views;

pub use natives::{Answer, Bound, NativeCall, NativeFailure, Natives, NoNatives, Rewriter};
pub use pattern::{Pattern, patterns};
pub use rules::{StaticRule, Violation};
pub use validate::{validate, validate_all};
pub use views::{
    Attribute, Erase, NativeConstraint, NativeRewrite, Operand, Operation, PdlOp, Range, Replace, ResultOf,
    Rewrite, Type, Types,
};
pub(crate) use views::{is_range, range_is_of};
