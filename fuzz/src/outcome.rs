//! What can become of a pattern on a program: classes that are never folded into each other. Holds no judgement.

use std::fmt;

use assay_ir::rewrite::{Broken, InMlir, RewriteError};
use assay_ir::spec::Fault;
use assay_ir::wellformed::{Violation, ViolationKind};

/// The code of the rule of which a failure is an instance.
pub type Rule = &'static str;

/// What became of one pattern on one program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// The pattern breaks PDL's own rules.
    Malformed,
    /// It matched nothing.
    NeverMatched,
    /// It was applied, and the program is well-formed.
    WellFormed,
    /// It was applied, and the program is not.
    IllFormed(Rule),
    /// The rewrite stopped with an error that MLIR reports or passes over.
    EngineError(Rule),
    /// The rewrite does what MLIR does not define.
    Undefined(Rule),
    /// It goes on beyond the budget of rewrites.
    Endless,
    /// The program computes something else.
    DifferentResult,
}

impl Outcome {
    /// The class, one word.
    pub fn class(self) -> &'static str {
        match self {
            Outcome::Malformed => "malformed",
            Outcome::NeverMatched => "never-matched",
            Outcome::WellFormed => "well-formed",
            Outcome::IllFormed(_) => "ill-formed",
            Outcome::EngineError(_) => "engine-error",
            Outcome::Undefined(_) => "undefined",
            Outcome::Endless => "endless",
            Outcome::DifferentResult => "different-result",
        }
    }

    /// The rule that it shows to be broken.
    pub fn rule(self) -> Option<Rule> {
        match self {
            Outcome::IllFormed(rule) | Outcome::EngineError(rule) | Outcome::Undefined(rule) => Some(rule),
            _ => None,
        }
    }

    /// Whether it breaks a structure rule.
    pub fn breaks_structure(self) -> bool {
        self.rule().is_some_and(|rule| rule.starts_with('S'))
    }

    /// Whether it breaks a rule of types.
    pub fn breaks_types(self) -> bool {
        self.rule().is_some_and(|rule| rule.starts_with('T'))
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.rule() {
            Some(rule) => write!(f, "{} {rule}", self.class()),
            None => f.write_str(self.class()),
        }
    }
}

/// The class of a rewrite that stopped.
pub fn of_error(error: &RewriteError) -> Outcome {
    let rule = match &error.broken {
        Broken::EraseWithUses { .. } => "S105",
        Broken::TooFewReplacements { .. } | Broken::TooManyReplacements { .. } => "S108",
        Broken::ReplaceByOwnResult { .. } => "S107",
        Broken::UseOfErasedOp { .. } | Broken::UseOfErasedValue { .. } => "S104",
        Broken::DoubleErase { .. } => "S109",
        Broken::ResultIndexOutOfRange { .. } => "S110",
        Broken::InsertionPointGone => "S102",
        Broken::CannotInferTypes | Broken::InferenceFailed | Broken::NoType => "T203",
        Broken::NativeUnknown { .. } | Broken::NativeFailed => "native",
        Broken::Unbound { .. } => "unbound",
    };
    match error.in_mlir().contains(&InMlir::Crash) {
        true => Outcome::Undefined(rule),
        false => Outcome::EngineError(rule),
    }
}

/// The class of a program that is ill-formed afterwards: a structure rule before all others.
pub fn of_violations(violations: &[Violation]) -> Option<Outcome> {
    let rules = violations.iter().map(|violation| rule_of(&violation.kind));
    let rule = rules.min_by_key(|rule| (!rule.starts_with('S') || *rule == "S115", *rule))?;
    Some(Outcome::IllFormed(rule))
}

fn rule_of(kind: &ViolationKind) -> Rule {
    match kind {
        ViolationKind::NullOperand(_) => "S105",
        ViolationKind::DominanceViolation(_) | ViolationKind::UseOfValueFromIsolatedParent { .. } => "S103",
        ViolationKind::MissingTerminator(_)
        | ViolationKind::EmptyBlock(_)
        | ViolationKind::TerminatorNotLast
        | ViolationKind::WrongTerminator { .. } => "S101",
        ViolationKind::ParentRequired
        | ViolationKind::SuccessorArgumentMismatch
        | ViolationKind::ReturnTypesMismatch
        | ViolationKind::EntryArgumentsMismatch => "S115",
        ViolationKind::SpecViolation { failure, .. } => match &failure.fault {
            Fault::Count { what: "regions" | "successors", .. } => "S111",
            _ => "T201",
        },
        ViolationKind::DuplicateSymbol(_) => "S113",
        ViolationKind::UnknownSymbol(_) => "S114",
        _ => "T201",
    }
}
