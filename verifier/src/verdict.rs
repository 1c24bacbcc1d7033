//! What can be said of a pattern. Verdicts are formed here and in the pipeline and nowhere else; text is made
//! of them by whoever reports.

use assay_ir::data::{OpId, Span};
pub use assay_ir::diagnostic::{Label, Severity as Level};

pub use assay_ir::rule::Rule;

/// The stages of the pipeline, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stage {
    /// PDL's own static rules.
    Wellformed,
    /// Can the matcher match at all?
    Matchable,
    /// S rules.
    Structure,
    /// T rules.
    Types,
    /// V rules.
    Values,
    /// N rules.
    Termination,
}

impl Stage {
    /// The word used in reports.
    pub fn word(self) -> &'static str {
        match self {
            Stage::Wellformed => "wellformed",
            Stage::Matchable => "matchable",
            Stage::Structure => "structure",
            Stage::Types => "types",
            Stage::Values => "values",
            Stage::Termination => "termination",
        }
    }
}

/// Why nothing was decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// A construct that this version does not analyse.
    Unsupported {
        /// What, in the field's terms ("pdl.operands", "several roots").
        what: String,
        /// Where it stands.
        span: Span,
    },
    /// Native code without a contract.
    Native {
        /// Its name.
        name: String,
        /// Where it is called.
        span: Span,
    },
    /// The solver gave up within its limits.
    Timeout,
    /// No solver is installed.
    NoSolver,
    /// The solver died, answered garbage, or answered `unknown`.
    Solver(String),
}

impl Unknown {
    /// The class of the reason, as in `unknown(class)`.
    pub fn class(&self) -> &'static str {
        match self {
            Unknown::Unsupported { .. } => "unsupported",
            Unknown::Native { .. } => "native",
            Unknown::Timeout => "timeout",
            Unknown::NoSolver => "no solver",
            Unknown::Solver(_) => "solver",
        }
    }

    /// The code under which it is reported.
    pub fn code(&self) -> Rule {
        match self {
            Unknown::Unsupported { .. } => Rule::U001,
            Unknown::Native { .. } => Rule::U002,
            Unknown::Timeout => Rule::U003,
            Unknown::NoSolver => Rule::U004,
            Unknown::Solver(_) => Rule::U005,
        }
    }

    /// What one can do about it.
    pub fn advice(&self) -> Option<&'static str> {
        match self {
            Unknown::Timeout => Some("give the query more time with `--timeout SECONDS`"),
            Unknown::NoSolver => Some("install one: `apt install z3` or `pip install z3-solver`"),
            Unknown::Native { .. } => Some("describe it in a file and pass that with `--natives FILE`"),
            Unknown::Unsupported { .. } | Unknown::Solver(_) => None,
        }
    }

    /// What the reason is about.
    pub fn subject(&self) -> &str {
        match self {
            Unknown::Unsupported { what, .. } => what,
            Unknown::Native { name, .. } => name,
            Unknown::Timeout | Unknown::NoSolver => "",
            Unknown::Solver(text) => text,
        }
    }

    /// The place, where there is one.
    pub fn span(&self) -> Span {
        match self {
            Unknown::Unsupported { span, .. } | Unknown::Native { span, .. } => *span,
            _ => Span::NONE,
        }
    }
}

/// What an analysis has to say at one place, before it was replayed.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The broken rule.
    pub code: Rule,
    /// How bad.
    pub level: Level,
    /// The PDL operation that is blamed.
    pub op: OpId,
    /// Its place.
    pub span: Span,
    /// One sentence: what breaks and why.
    pub message: String,
    /// Match site, insertion point, offending action.
    pub labels: Vec<Label>,
    /// What would make it right.
    pub help: Option<String>,
}

/// A program on which a claim was shown to be true.
#[derive(Clone, Debug)]
pub struct Witness {
    /// The payload, valid MLIR text.
    pub before: String,
    /// The payload after the rewrite, as far as it got.
    pub after: String,
    /// What went wrong, in words: the violation or the rewrite error.
    pub failure: String,
    /// Pattern and payload in the modules `@patterns` and `@ir`, MLIR text that stands alone.
    pub modules: String,
    /// How it was shown.
    pub confirmed: Confirmed,
    /// Inputs and the values of all operations of both programs, where the claim is about values.
    pub trace: Option<String>,
}

/// The strongest way in which a claim was shown to be true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirmed {
    /// The rewrite ran on the program.
    Replayed,
    /// The interpreter ran both programs and their outcomes differ.
    Interpreted,
    /// Compiled code of both programs ran as well, and its outcomes differ.
    Executed,
}

/// A claim with its evidence.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What is claimed.
    pub claim: Claim,
    /// The replayed program; remarks (warnings, notes) may have none.
    pub witness: Option<Witness>,
}

/// The answer of one stage.
#[derive(Clone, Debug)]
pub enum StageVerdict {
    /// The rule holds for every payload, under the listed assumptions.
    Proved,
    /// The rule holds for every payload whose types are in this set.
    Bounded(String),
    /// Shown to be broken; every error finding was replayed.
    Refuted,
    /// No payload can match, so there is nothing to break; the finding says why.
    Vacuous,
    /// Not decided.
    Unknown(Unknown),
    /// Not asked, with the reason.
    NotAsked(String),
}

/// The overall verdict of a pattern: the first of these that applies over the stages that were asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No valid PDL.
    Malformed,
    /// Can never match.
    Vacuous,
    /// Some stage is refuted.
    Refuted,
    /// Some stage is undecided.
    Unknown(Unknown),
    /// Decided for a stated set only.
    Bounded(String),
    /// Every asked stage is proved.
    Proved,
}

/// Something that a proof takes for granted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Assumption {
    /// The code under which it is reported where nothing may be taken for granted.
    pub code: Rule,
    /// What is taken for granted.
    pub text: String,
}

impl From<String> for Assumption {
    /// One that belongs to no rule.
    fn from(text: String) -> Assumption {
        Assumption { code: Rule::U006, text }
    }
}

/// All that is known about one pattern.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// Symbol name, if it has one.
    pub name: Option<String>,
    /// The whole pattern.
    pub span: Span,
    /// The answer.
    pub verdict: Verdict,
    /// Answer of each stage that was reached.
    pub stages: Vec<(Stage, StageVerdict)>,
    /// Findings, errors first, then by place.
    pub findings: Vec<Finding>,
    /// Which types the values were compared at, in words, where the pattern leaves types open.
    pub widths: Option<String>,
    /// What the proof rests on.
    pub assumptions: Vec<Assumption>,
    /// Which programs and drivers the verdict speaks about.
    pub domain: Vec<String>,
    /// Candidates whose replay did not fail: bugs of ours, never dropped.
    pub disagreements: Vec<Claim>,
}

/// What is known about patterns that are applied together. It changes what is known of none of them.
#[derive(Clone, Debug)]
pub struct SetJudgement {
    /// The answer.
    pub verdict: Verdict,
    /// The patterns that feed each other, if some do, in the order in which they do.
    pub cycle: Vec<OpId>,
    /// What was found about the set as such.
    pub findings: Vec<Finding>,
}
