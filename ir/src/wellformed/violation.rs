//! Violations of well-formedness, as data.

use crate::data::{BlockId, Ident, OpId, OperandId, Span};
use crate::diagnostic::Diagnostic;
use crate::spec::Failure;

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The kind.
    pub kind: ViolationKind,
    /// The operation that is blamed.
    pub op: OpId,
    /// Its place in the source text.
    pub span: Span,
    /// A sentence in the words of MLIR's verifier where it has some.
    pub message: String,
}

impl Violation {
    /// As a message about the source text.
    pub fn diagnostic(&self) -> Diagnostic {
        Diagnostic::error(self.span, self.message.clone())
    }
}

/// The kinds of violations.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ViolationKind {
    /// The operand is the result or block argument of an operation that was erased or is in no block.
    NullOperand(OperandId),
    /// The definition of the operand does not dominate its use.
    DominanceViolation(OperandId),
    /// The operand is defined outside of an operation whose regions see nothing from outside.
    UseOfValueFromIsolatedParent {
        /// The operand.
        operand: OperandId,
        /// The isolated operation between definition and use.
        isolated: OpId,
    },
    /// The last operation of a block is known to be no terminator.
    MissingTerminator(BlockId),
    /// A block without operations where a terminator is required.
    EmptyBlock(BlockId),
    /// A terminator, or an operation with successors, that is not the last one of its block.
    TerminatorNotLast,
    /// A block ends with another terminator than its parent demands.
    WrongTerminator {
        /// The terminator that the parent demands.
        expected: Ident,
    },
    /// The entry block of a region is the successor of some operation.
    EntryBlockWithPredecessors(BlockId),
    /// A graph region, or one of an operation with single-block regions, with several blocks.
    TooManyBlocks,
    /// A successor is a block of another region.
    SuccessorInOtherRegion(BlockId),
    /// An operation that must be a child of others is not.
    ParentRequired,
    /// An operation that may not stand directly in the regions of its parent.
    ChildNotAllowed,
    /// Operands that are passed to a successor differ from its block arguments in number or type.
    SuccessorArgumentMismatch,
    /// Operands of a terminator differ from what its parent returns in number or type.
    ReturnTypesMismatch,
    /// Entry block arguments differ from what the operation gives them in number or type.
    EntryArgumentsMismatch,
    /// Operands or results of a call differ from the function in number or type.
    CallMismatch,
    /// Two lists of types that a spec relates differ otherwise.
    SignatureMismatch,
    /// The operation does not satisfy its spec.
    SpecViolation {
        /// Name of the operation.
        op: Ident,
        /// How.
        failure: Failure,
    },
    /// `operandSegmentSizes` or `resultSegmentSizes` is missing or does not fit.
    SegmentSizes,
    /// A type or attribute of a known dialect does not satisfy its own definition.
    ParameterViolation,
    /// An operation of a known dialect that the dialect does not have.
    UnknownOpInKnownDialect,
    /// Two operations of one symbol table have the same symbol name.
    DuplicateSymbol(Ident),
    /// A symbol outside of a symbol table.
    SymbolOutsideTable,
    /// A symbol visibility that is none of public, private and nested.
    UnknownVisibility,
    /// A declaration that could be seen from outside.
    PublicDeclaration,
    /// A symbol attribute names nothing, or something of another kind.
    UnknownSymbol(Ident),
}

impl ViolationKind {
    /// A short name, stable across releases.
    pub fn name(&self) -> &'static str {
        match self {
            ViolationKind::NullOperand(_) => "null-operand",
            ViolationKind::DominanceViolation(_) => "dominance",
            ViolationKind::UseOfValueFromIsolatedParent { .. } => "isolated",
            ViolationKind::MissingTerminator(_) => "missing-terminator",
            ViolationKind::EmptyBlock(_) => "empty-block",
            ViolationKind::TerminatorNotLast => "terminator-not-last",
            ViolationKind::WrongTerminator { .. } => "wrong-terminator",
            ViolationKind::EntryBlockWithPredecessors(_) => "entry-predecessors",
            ViolationKind::TooManyBlocks => "too-many-blocks",
            ViolationKind::SuccessorInOtherRegion(_) => "successor-region",
            ViolationKind::ParentRequired => "parent",
            ViolationKind::ChildNotAllowed => "child",
            ViolationKind::SuccessorArgumentMismatch => "successor-arguments",
            ViolationKind::ReturnTypesMismatch => "return-types",
            ViolationKind::EntryArgumentsMismatch => "entry-arguments",
            ViolationKind::CallMismatch => "call",
            ViolationKind::SignatureMismatch => "signature",
            ViolationKind::SpecViolation { .. } => "spec",
            ViolationKind::SegmentSizes => "segment-sizes",
            ViolationKind::ParameterViolation => "parameters",
            ViolationKind::UnknownOpInKnownDialect => "unknown-op",
            ViolationKind::DuplicateSymbol(_) => "duplicate-symbol",
            ViolationKind::SymbolOutsideTable => "symbol-outside-table",
            ViolationKind::UnknownVisibility => "visibility",
            ViolationKind::PublicDeclaration => "public-declaration",
            ViolationKind::UnknownSymbol(_) => "unknown-symbol",
        }
    }
}
