//! Typed views of the `pdl` dialect over a [`Program`](crate::data::Program): nothing is copied, and nothing
//! judged but PDL's own static rules. Knows neither payload programs nor what their operations mean.
//! [`patterns`] lists the patterns, [`PdlOp`] is one operation of a pattern, [`validate`] what MLIR's verifier
//! says, [`Natives`] native code by name, [`roots`] where MLIR starts, [`canonical`] one text for equal patterns,
//! [`templates`] patterns that are written once for several benefits.

mod canonical;
mod natives;
mod pattern;
pub mod roots;
mod rules;
pub mod templates;
mod validate;
mod views;

pub use canonical::canonical;
pub use natives::{Answer, Bound, NativeCall, NativeFailure, Natives, NoNatives, Rewriter};
pub use pattern::{Pattern, patterns};
pub use rules::{StaticRule, Violation};
pub use validate::{validate, validate_all};
pub use views::{
    Attribute, Erase, NativeConstraint, NativeRewrite, Operand, Operation, PdlOp, Range, Replace, ResultOf,
    Rewrite, Type, Types,
};
pub(crate) use views::{is_range, range_is_of};
