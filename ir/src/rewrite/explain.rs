//! Why a pattern does not match at an operation: the step that got farthest, in words of the pattern.

use super::Options;
use super::compile::{Action, Code};
use super::matcher::Failed;
use crate::data::{Context, OpId, Program, Span, TypeId};
use crate::pdl::Pattern;
use crate::text;

/// What does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The operation was erased.
    Erased,
    /// Another operation name.
    Name,
    /// Another number of operands.
    OperandCount,
    /// Another number of results.
    ResultCount,
    /// There is no such operand, result, attribute or defining operation.
    Missing,
    /// Another attribute than the constant.
    Attribute,
    /// Another type than the constant.
    Type,
    /// Two places that have to hold the same hold different things.
    Different,
    /// A range of values that is used twice is not there in one of the places, as the operation has too few
    /// operands. MLIR 22.1.8 crashes here (measured).
    MissingRange,
    /// No user of the value leads to the other root.
    NoUser,
    /// A native constraint does not hold.
    Native,
}

impl Reason {
    /// In words; what is meant stands at the pdl operation that asks for it.
    pub fn message(self) -> &'static str {
        match self {
            Reason::Erased => "the operation is gone",
            Reason::Name => "another operation name is asked for",
            Reason::OperandCount => "another number of operands is asked for",
            Reason::ResultCount => "another number of results is asked for",
            Reason::Missing => "there is no such operand, result, attribute or defining operation",
            Reason::Attribute => "the attribute is not this constant",
            Reason::Type => "the type is not this one",
            Reason::Different => "what has to be the same in two places is not",
            Reason::MissingRange => "a range that is used twice is not there in one of the places",
            Reason::NoUser => "no user of the value leads to the other root",
            Reason::Native => "the native constraint does not hold",
        }
    }
}

/// Why a pattern does not match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// What does not fit.
    pub reason: Reason,
    /// The pdl operation that asks for it.
    pub op: OpId,
    /// Where that is written.
    pub span: Span,
    /// The type that is there and the one that is asked for, where these two differ.
    pub types: Option<(TypeId, TypeId)>,
}

impl Mismatch {
    /// The reason in words; both programs belong to `ctx`.
    pub fn message(&self, ctx: &Context) -> String {
        match self.types {
            Some((found, wanted)) => {
                let [found, wanted] = [found, wanted].map(|ty| text::type_text(ctx, ty));
                format!("the type is `{found}`, not `{wanted}`")
            }
            None => self.reason.message().to_owned(),
        }
    }
}

pub(super) fn explain(
    pattern: Pattern<'_>,
    code: &Code,
    program: &Program,
    op: OpId,
    options: &Options<'_>,
) -> Option<Mismatch> {
    let mut matched = false;
    let farthest = super::matcher::run(pattern, code, program, op, options, &mut |_| {
        matched = true;
        false
    });
    if matched {
        return None;
    }
    let (reason, place, types) = match farthest {
        None => (Reason::Erased, code.anchor, None),
        Some(Failed { step, missing_range: true, .. }) => {
            (Reason::MissingRange, code.steps[step].place, None)
        }
        Some(Failed { step, ty, .. }) => {
            let action = &code.steps[step].action;
            let wanted = if let Action::IsType(_, wanted) = action { Some(*wanted) } else { None };
            (reason(action), code.steps[step].place, ty.zip(wanted))
        }
    };
    Some(Mismatch { reason, op: place, span: pattern.program.op(place).span, types })
}

fn reason(action: &Action) -> Reason {
    match action {
        Action::Name(..) => Reason::Name,
        Action::OperandCount { .. } => Reason::OperandCount,
        Action::ResultCount { .. } => Reason::ResultCount,
        Action::IsAttribute(..) => Reason::Attribute,
        Action::IsType(..) | Action::AreTypes(..) => Reason::Type,
        Action::Equal { .. } => Reason::Different,
        Action::EachUser { .. } => Reason::NoUser,
        Action::Native(_) => Reason::Native,
        _ => Reason::Missing,
    }
}
