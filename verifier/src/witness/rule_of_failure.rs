//! The rules of which a failed rewrite, or an ill-formed program, is an instance: the one table from errors to rules. Judges
//! nothing; the first rule of a list is the most likely one.

use assay_ir::rewrite::Broken;
use assay_ir::rule::Rule;
use assay_ir::spec::Fault;
use assay_ir::wellformed::ViolationKind;

/// Rules that a rewrite breaks which stops with this error; none for native code.
pub fn rules_of_error(broken: &Broken) -> &'static [Rule] {
    match broken {
        Broken::EraseWithUses { .. } => &[Rule::S105],
        Broken::TooFewReplacements { .. } | Broken::TooManyReplacements { .. } => &[Rule::S108],
        Broken::ReplaceByOwnResult { .. } => &[Rule::S107],
        Broken::UseOfErasedOp { .. } | Broken::UseOfErasedValue { .. } => &[Rule::S104],
        Broken::DoubleErase { .. } => &[Rule::S109],
        Broken::ResultIndexOutOfRange { .. } => &[Rule::S110],
        Broken::CannotInferTypes | Broken::InferenceFailed | Broken::NoType => &[Rule::T203],
        Broken::InsertionPointGone => &[Rule::S102],
        Broken::NativeUnknown { .. } | Broken::NativeFailed | Broken::Unbound { .. } => &[],
    }
}

/// Rules that a rewrite breaks which leaves a program with this violation.
pub fn rules_of_violation(kind: &ViolationKind) -> &'static [Rule] {
    match kind {
        ViolationKind::NullOperand(_) => &[Rule::S105, Rule::S107, Rule::S104],
        ViolationKind::DominanceViolation(_) | ViolationKind::UseOfValueFromIsolatedParent { .. } => {
            &[Rule::S103, Rule::S106]
        }
        ViolationKind::MissingTerminator(_)
        | ViolationKind::EmptyBlock(_)
        | ViolationKind::TerminatorNotLast => &[Rule::S101],
        ViolationKind::WrongTerminator { .. } => &[Rule::S101, Rule::S115],
        ViolationKind::ParentRequired
        | ViolationKind::ChildNotAllowed
        | ViolationKind::SymbolOutsideTable
        | ViolationKind::SuccessorArgumentMismatch
        | ViolationKind::ReturnTypesMismatch
        | ViolationKind::EntryArgumentsMismatch => &[Rule::S115],
        ViolationKind::SpecViolation { failure, .. } => match &failure.fault {
            Fault::Count { what: "regions" | "successors", .. } => &[Rule::S111],
            _ => &[Rule::T201],
        },
        ViolationKind::DuplicateSymbol(_) => &[Rule::S113],
        ViolationKind::UnknownSymbol(_) => &[Rule::S114, Rule::S113],
        // The types of a matched call may change as well as those of a created one.
        ViolationKind::CallMismatch => &[Rule::T201, Rule::S114],
        _ => &[Rule::T201],
    }
}
