//! How a rewrite breaks while it runs, as types: one variant for each thing that MLIR 22 does not define, with
//! what it does all the same. What only shows in the finished program is not here.

use crate::data::{OpId, Span, ValueId};

/// What MLIR 22.1.8 does with a broken rewrite (measured; memory that was freed need not fail twice alike).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InMlir {
    /// An error of the verifier after the rewrite, mostly `null operand found`.
    VerifierError,
    /// The end of the process.
    Crash,
    /// Nothing at this step: the rewrite goes on, and what it makes is taken if it is well-formed otherwise.
    Silent,
}

/// A rewrite that cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RewriteError {
    /// The pdl operation at which it happens.
    pub op: OpId,
    /// Where that is written.
    pub span: Span,
    /// What is broken.
    pub broken: Broken,
}

/// What is broken. Operations and values without further word are of the payload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Broken {
    /// An operation is erased whose results are still used.
    EraseWithUses {
        /// The operation.
        op: OpId,
        /// A user that stays.
        user: OpId,
    },
    /// An operation is replaced by fewer values than it has results.
    TooFewReplacements {
        /// The operation.
        op: OpId,
        /// Its results.
        results: usize,
        /// The values.
        values: usize,
        /// Whether a result without replacement is used.
        used: bool,
    },
    /// An operation is replaced by more values than it has results.
    TooManyReplacements {
        /// The operation.
        op: OpId,
        /// Its results.
        results: usize,
        /// The values.
        values: usize,
    },
    /// An operation with used results is replaced by its own results.
    ReplaceByOwnResult {
        /// The operation.
        op: OpId,
    },
    /// An operation is read after it was erased or replaced.
    UseOfErasedOp {
        /// The operation.
        op: OpId,
    },
    /// A value is used after the operation that held it was erased or replaced.
    UseOfErasedValue {
        /// The value.
        value: ValueId,
    },
    /// An operation is erased or replaced that was erased or replaced before.
    DoubleErase {
        /// The operation.
        op: OpId,
    },
    /// A result is used that the operation does not have.
    ResultIndexOutOfRange {
        /// The `pdl.result` or `pdl.results`.
        result: OpId,
    },
    /// The result types of a created operation are neither given nor inferable.
    CannotInferTypes,
    /// The operation infers its result types, and they do not follow from these operands and attributes.
    InferenceFailed,
    /// A result type is the type of an attribute that has none.
    NoType,
    /// The block into which operations are created was erased with an operation around it.
    InsertionPointGone,
    /// Unregistered native code is called, or the result of such a constraint is used.
    NativeUnknown {
        /// The pdl operation that calls it.
        native: OpId,
    },
    /// A native rewrite failed, or returned something else than it was asked for.
    NativeFailed,
    /// A value of the pattern is bound to nothing, or not to what it has to be.
    Unbound {
        /// The pdl operation that defines it.
        definition: OpId,
    },
}

impl RewriteError {
    /// What MLIR 22.1.8 does where this error stands; any of these. Empty when it depends on native code.
    pub fn in_mlir(&self) -> &'static [InMlir] {
        use InMlir::{Crash, Silent, VerifierError};
        match self.broken {
            // Silent when what lost its operand is itself erased later on.
            Broken::EraseWithUses { .. } | Broken::TooFewReplacements { used: true, .. } => {
                &[VerifierError, Crash, Silent]
            }
            Broken::TooFewReplacements { used: false, .. } | Broken::TooManyReplacements { .. } => &[Silent],
            Broken::ReplaceByOwnResult { .. } => &[VerifierError, Silent],
            // Freed memory may look as it did before.
            Broken::UseOfErasedOp { .. } | Broken::UseOfErasedValue { .. } => &[Crash, VerifierError, Silent],
            Broken::InsertionPointGone => &[Crash, VerifierError, Silent],
            // Silent when an operation that was created in between has taken the freed memory.
            Broken::DoubleErase { .. } => &[Crash, VerifierError, Silent],
            // Silent when it replaces a result without uses.
            Broken::ResultIndexOutOfRange { .. } => &[Crash, VerifierError, Silent],
            Broken::CannotInferTypes | Broken::InferenceFailed | Broken::NoType | Broken::Unbound { .. } => {
                &[Crash]
            }
            Broken::NativeUnknown { .. } | Broken::NativeFailed => &[],
        }
    }
}

impl std::error::Error for RewriteError {}

impl std::fmt::Display for RewriteError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.broken.message())
    }
}

impl Broken {
    /// One sentence, lower case, no full stop.
    pub fn message(&self) -> String {
        match self {
            Broken::EraseWithUses { .. } => "the erased operation still has uses".into(),
            Broken::TooFewReplacements { results, values, .. }
            | Broken::TooManyReplacements { results, values, .. } => {
                let verb = if *results == 1 { "result is" } else { "results are" };
                let noun = if *values == 1 { "value" } else { "values" };
                format!("{results} {verb} replaced by {values} {noun}")
            }
            Broken::ReplaceByOwnResult { .. } => "the operation is replaced by its own results".into(),
            Broken::UseOfErasedOp { .. } => "the operation was erased or replaced before".into(),
            Broken::UseOfErasedValue { .. } => {
                "the operation of this value was erased or replaced before".into()
            }
            Broken::DoubleErase { .. } => "the operation is erased or replaced a second time".into(),
            Broken::ResultIndexOutOfRange { .. } => "the operation has no such result".into(),
            Broken::CannotInferTypes => "the result types are neither given nor inferable".into(),
            Broken::InferenceFailed => "the result types do not follow from the operands".into(),
            Broken::NoType => "the result type is that of an attribute without a type".into(),
            Broken::InsertionPointGone => "the place for new operations was erased".into(),
            Broken::NativeUnknown { .. } => "the native code is unknown".into(),
            Broken::NativeFailed => "the native rewrite failed".into(),
            Broken::Unbound { .. } => "nothing is bound to this value".into(),
        }
    }
}
