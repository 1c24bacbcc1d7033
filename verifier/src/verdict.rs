//! Verdicts, claims and their evidence. Verdicts are formed in the pipeline and nowhere else.

mod evidence;

use std::fmt;

use assay_ir::data::{OpId, Span};
pub use assay_ir::diagnostic::{Label, Severity};
use assay_ir::spec::upstream_op;
use assay_smt::Undecided;

pub use assay_ir::rule::Rule;
pub use assay_ir::verdict::{
    Application, Confirmed, Observed, Stage, Trace, TraceInput, TraceStep, UnknownKind, VerdictKind,
};
pub use evidence::{Mark, Marks, Witness};

use crate::limits::Resource;

/// The reason of lengths that were not tried.
pub const UNTRIED: &str = "more or longer ranges of open length than are tried";

/// The reason for which nothing was decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// A construct that this version does not analyse.
    Unsupported {
        /// The construct, in the field's terms ("pdl.operands", "several roots").
        what: String,
        /// Its place.
        span: Span,
    },
    /// Native code without a contract.
    Native {
        /// Its name.
        name: String,
        /// Where it is called.
        span: Span,
    },
    /// An operation without a meaning.
    NoMeaning {
        /// Its name.
        name: String,
        /// Its place.
        span: Span,
    },
    /// An operation without a spec.
    NoSpec {
        /// Its name.
        name: String,
        /// Its place.
        span: Span,
    },
    /// An operation of MLIR that C++ checks, beyond what its record says.
    Verifier {
        /// Its name.
        name: String,
        /// Its place.
        span: Span,
    },
    /// The solver gave up within its limits.
    Timeout,
    /// No solver is installed.
    NoSolver,
    /// The solver died, answered garbage, or answered `unknown`.
    Solver(String),
    /// The pattern is larger than what is built or looked at for one pattern.
    Limit(Resource),
    /// A stage of ours panicked, with this message: a defect, which concerns this pattern alone.
    Internal(String),
}

impl Unknown {
    /// The reason where not all is known of the definition of an operation: of one of MLIR the record is, and its C++ is not.
    pub fn undefined(name: &str, span: Span) -> Unknown {
        let name = name.to_owned();
        match upstream_op(&name) {
            Some(_) => Unknown::Verifier { name, span },
            None => Unknown::NoSpec { name, span },
        }
    }

    /// The kind of the obstacle, as in `unknown(kind)`.
    pub fn kind(&self) -> UnknownKind {
        match self {
            Unknown::Unsupported { .. } => UnknownKind::Unsupported,
            Unknown::Native { .. } => UnknownKind::Native,
            Unknown::NoMeaning { .. } => UnknownKind::NoMeaning,
            Unknown::NoSpec { .. } => UnknownKind::NoSpec,
            Unknown::Verifier { .. } => UnknownKind::Verifier,
            Unknown::Timeout => UnknownKind::Timeout,
            Unknown::NoSolver => UnknownKind::NoSolver,
            Unknown::Solver(_) => UnknownKind::Solver,
            Unknown::Limit(_) => UnknownKind::Limit,
            Unknown::Internal(_) => UnknownKind::Internal,
        }
    }

    /// The code under which it is reported.
    pub fn code(&self) -> Rule {
        match self {
            Unknown::Unsupported { .. } => Rule::U001,
            Unknown::Native { .. } => Rule::U002,
            Unknown::NoMeaning { .. } => Rule::U010,
            Unknown::NoSpec { .. } | Unknown::Verifier { .. } => Rule::U011,
            Unknown::Timeout => Rule::U003,
            Unknown::NoSolver => Rule::U004,
            Unknown::Solver(_) => Rule::U005,
            Unknown::Limit(_) => Rule::U012,
            Unknown::Internal(_) => Rule::U013,
        }
    }

    /// A remedy.
    pub fn advice(&self) -> Option<&'static str> {
        match self {
            // Advice depends on the question.
            Unknown::Timeout => None,
            Unknown::NoSolver => Some("install one: `apt install z3` or `pip install z3-solver`"),
            Unknown::Native { .. } => Some("describe it in a file and pass that with `--natives FILE`"),
            Unknown::NoSpec { .. } => Some("load a definition of its dialect with `--dialect FILE`"),
            Unknown::Limit(_) => Some("raise the limit with `--memory SIZE`, or split the pattern"),
            Unknown::Internal(_) => Some("report it, with the pattern, as a defect of Assay"),
            Unknown::NoMeaning { .. } => Some("describe it in a file and pass that with `--meanings FILE`"),
            Unknown::Verifier { .. } => {
                Some("give it the types and attributes of a matched operation of this name")
            }
            Unknown::Unsupported { .. } | Unknown::Solver(_) => None,
        }
    }

    /// The subject of the reason; empty where the class says all.
    pub fn subject(&self) -> &str {
        match self {
            Unknown::Unsupported { what, .. } => what,
            Unknown::Native { name, .. }
            | Unknown::NoMeaning { name, .. }
            | Unknown::NoSpec { name, .. }
            | Unknown::Verifier { name, .. } => name,
            Unknown::Timeout | Unknown::NoSolver => "",
            Unknown::Limit(resource) => resource.describe(),
            Unknown::Solver(text) | Unknown::Internal(text) => text,
        }
    }

    /// The place, where there is one.
    pub fn span(&self) -> Span {
        match self {
            Unknown::Unsupported { span, .. }
            | Unknown::Native { span, .. }
            | Unknown::NoMeaning { span, .. }
            | Unknown::NoSpec { span, .. }
            | Unknown::Verifier { span, .. } => *span,
            Unknown::Timeout
            | Unknown::NoSolver
            | Unknown::Solver(_)
            | Unknown::Limit(_)
            | Unknown::Internal(_) => Span::NONE,
        }
    }
}

impl From<Undecided> for Unknown {
    fn from(why: Undecided) -> Unknown {
        match why {
            Undecided::NoSolver => Unknown::NoSolver,
            Undecided::Timeout => Unknown::Timeout,
            Undecided::Solver(text) => Unknown::Solver(text),
        }
    }
}

/// A rule that seems to be broken at one place, before any replay.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The broken rule.
    pub code: Rule,
    /// How bad.
    pub level: Severity,
    /// The PDL operation that is blamed.
    pub op: OpId,
    /// Its place.
    pub span: Span,
    /// One sentence: what breaks and why.
    pub message: String,
    /// Match site, insertion point, offending action.
    pub labels: Vec<Label>,
    /// A remedy.
    pub help: Option<String>,
}

/// A claim with its evidence.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The claim.
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
    /// Not checked.
    NotChecked(Reason),
}

/// The reason for which a stage was not checked, or has no answer that counts.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// Not requested.
    LeftOut,
    /// The rewritten program may be ill-formed, so that it computes nothing.
    IllFormed,
    /// One application breaks the program, so that there is no second one.
    Breaks,
    /// No program matches.
    NeverMatches,
    /// The pattern finds operations and rewrites nothing.
    MatchesOnly,
    /// No program matches the pattern as written, but MLIR 22 may match more.
    MatchesInMlirOnly,
    /// More combinations of lengths than are tried.
    Untried,
    /// A construct that is not analysed, in words.
    NotAnalysed(String),
    /// No program was built that shows a match, for this reason if it is known.
    NoPayload(Option<String>),
    /// An operation without a meaning.
    NoMeaning {
        /// Its name.
        name: String,
        /// Its place.
        span: Span,
    },
    /// A created operation that is described and has no definition, whose types may be others than those described.
    NoSpec {
        /// Its name.
        name: String,
        /// Its place.
        span: Span,
    },
    /// Termination has no proof.
    MayNotEnd(NonTermination),
}

/// The reason for which termination is not proved.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NonTermination {
    /// A construct that is not analysed, in words.
    NotAnalysed(String),
    /// Native code.
    Native,
    /// A matcher that MLIR 22 cannot lower.
    NotLowered,
    /// No program was built.
    NoPayload,
    /// All runs ended, which proves nothing of others.
    RunsEnd,
    /// The runs took more steps of matching than are allowed.
    TooLong,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::LeftOut => f.write_str("left out"),
            Reason::IllFormed => f.write_str("the rewritten program may be ill-formed"),
            Reason::Breaks => f.write_str("one application already breaks"),
            Reason::MatchesOnly => f.write_str("the pattern only matches"),
            Reason::NeverMatches => f.write_str("the pattern never matches"),
            Reason::MatchesInMlirOnly => {
                f.write_str("nothing matches what is written, but MLIR 22 may match more")
            }
            Reason::Untried => f.write_str(UNTRIED),
            Reason::NotAnalysed(what) => write!(f, "not analysed: {what}"),
            Reason::NoPayload(None) => f.write_str("no matching payload was made"),
            Reason::NoPayload(Some(why)) => write!(f, "no payload was made: {why}"),
            Reason::NoMeaning { name, .. } => write!(f, "no meaning: {name}"),
            Reason::NoSpec { name, .. } => write!(f, "no spec: {name}"),
            Reason::MayNotEnd(why) => write!(f, "termination is not proved: {why}"),
        }
    }
}

impl fmt::Display for NonTermination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NonTermination::NotAnalysed(what) => what,
            NonTermination::Native => "it depends on native code",
            NonTermination::NotLowered => "MLIR 22 cannot lower the matcher",
            NonTermination::NoPayload => "no payload was made",
            NonTermination::RunsEnd => "the runs that were tried end",
            NonTermination::TooLong => "the runs take more steps of matching than are allowed",
        })
    }
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.subject() {
            "" => self.kind().fmt(f),
            subject => write!(f, "{}: {subject}", self.kind()),
        }
    }
}

impl std::error::Error for Unknown {}

impl fmt::Display for StageVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StageVerdict::Proved => f.write_str("proved"),
            StageVerdict::Bounded(set) => write!(f, "bounded({set})"),
            StageVerdict::Refuted => f.write_str("refuted"),
            StageVerdict::Vacuous => f.write_str("vacuous"),
            StageVerdict::Unknown(why) => write!(f, "unknown({why})"),
            StageVerdict::NotChecked(why) => write!(f, "not checked ({why})"),
        }
    }
}

impl Verdict {
    /// The verdict without its reason.
    pub fn kind(&self) -> VerdictKind {
        match self {
            Verdict::Malformed => VerdictKind::Malformed,
            Verdict::Vacuous => VerdictKind::Vacuous,
            Verdict::Refuted => VerdictKind::Refuted,
            Verdict::Unknown(_) => VerdictKind::Unknown,
            Verdict::WellFormed(_) => VerdictKind::WellFormed,
            Verdict::Bounded(_) => VerdictKind::Bounded,
            Verdict::Proved => VerdictKind::Proved,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind().fmt(f)?;
        match self {
            Verdict::Malformed | Verdict::Vacuous | Verdict::Refuted | Verdict::Proved => Ok(()),
            Verdict::Unknown(why) => write!(f, "({why})"),
            Verdict::WellFormed(why) => write!(f, "({why})"),
            Verdict::Bounded(set) => write!(f, "({set})"),
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.claim.fmt(f)
    }
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
    /// The rewritten program is well-formed; its values were not compared, for this reason.
    WellFormed(Reason),
    /// Decided for a stated set only.
    Bounded(String),
    /// Every asked stage is proved, values among them.
    Proved,
}

/// An assumption of a proof.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Assumption {
    /// The code under which `strict` reports it.
    pub code: Rule,
    /// The assumption, in words.
    pub text: String,
}

impl From<String> for Assumption {
    /// One that belongs to no rule.
    fn from(text: String) -> Assumption {
        Assumption { code: Rule::U006, text }
    }
}

/// The answer about one pattern.
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
    /// Types at which the values were compared, in words, where the pattern leaves types open.
    pub widths: Option<String>,
    /// Assumptions of the proof.
    pub assumptions: Vec<Assumption>,
    /// Programs and drivers that the verdict speaks about.
    pub domain: Vec<String>,
    /// Candidates whose replay did not fail: bugs of ours, never dropped.
    pub disagreements: Vec<Claim>,
}

/// The answer about patterns that are applied together. It changes none of their own answers.
#[derive(Clone, Debug)]
pub struct SetJudgement {
    /// The answer.
    pub verdict: VerdictKind,
    /// The patterns that feed each other, if some do, in the order in which they do.
    pub cycle: Vec<OpId>,
    /// Findings about the set as such.
    pub findings: Vec<Finding>,
}
