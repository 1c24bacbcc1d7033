//! What can become of a pattern on a program: classes that are never folded into each other. Holds no judgement.

use std::fmt;

use assay_ir::rewrite::{Broken, InMlir, RewriteError};
use assay_ir::wellformed::Violation;
use assay_verifier::witness::rule_of_failure::{rules_of_error, rules_of_violation};

/// The word for what no stage or program was asked about.
pub const NOT_CHECKED: &str = "not checked";

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
    let rule = match (rules_of_error(&error.broken).first(), &error.broken) {
        (Some(rule), _) => rule.code(),
        (None, Broken::Unbound { .. }) => "unbound",
        (None, _) => "native",
    };
    match error.in_mlir().contains(&InMlir::Crash) {
        true => Outcome::Undefined(rule),
        false => Outcome::EngineError(rule),
    }
}

/// The class of a program that is ill-formed afterwards: a structure rule before all others.
pub fn of_violations(violations: &[Violation]) -> Option<Outcome> {
    let rules = violations.iter().filter_map(|violation| rules_of_violation(&violation.kind).first());
    let rules = rules.map(|rule| rule.code());
    let rule = rules.min_by_key(|rule| (!rule.starts_with('S') || *rule == "S115", *rule))?;
    Some(Outcome::IllFormed(rule))
}
