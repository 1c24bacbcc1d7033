//! One finding: what is wrong, where, on which program it shows, and how that was confirmed.
//! The neutral form that every renderer reads; knows no output format and no rule.

use std::ops::Range;

use assay_ir::diagnostic::Severity;
use assay_ir::rule::Rule;
use assay_ir::verdict::{Application, Confirmed, Trace};
use serde::{Deserialize, Serialize};

use crate::stored;

/// A place in a file. Make one with [`Sources::locate`](crate::Sources::locate), so that line and column
/// agree with the span.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Location {
    /// The file as the user named it.
    pub file: String,
    /// First line, from 1.
    pub line: usize,
    /// First column, from 1, counted in characters (Unicode scalar values).
    pub column: usize,
    /// Byte offset of the first byte.
    pub start: usize,
    /// Byte offset behind the last byte.
    pub end: usize,
}

impl Location {
    /// The byte range in the file.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.start..self.end
    }
}

/// A part of the finding's own file with a few words about its role, such as the match site, the insertion
/// point or the offending action. Their order is the order in which things happen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// Byte range in the file of the finding.
    pub span: Range<usize>,
    /// A few words.
    pub text: String,
    /// Whether this is the offending place; there should be exactly one.
    pub primary: bool,
}

/// A place elsewhere that helps to understand the finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Related {
    /// Where.
    pub at: Location,
    /// What it has to do with the finding.
    pub message: String,
}

/// How a finding was confirmed, and what the engines said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confirmation {
    /// The strongest way.
    #[serde(with = "stored::word")]
    pub how: Confirmed,
    /// One sentence per engine.
    pub details: Vec<String>,
    /// The outcome of real MLIR, such as `MLIR 22.1.8: error: operand #0 does not dominate this use`.
    pub mlir: Option<String>,
}

impl Default for Confirmation {
    /// Nothing to replay.
    fn default() -> Self {
        Confirmation { how: Confirmed::None, details: Vec::new(), mlir: None }
    }
}

/// The sign of a line of a witness.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sign {
    /// The operation was to go.
    Gone,
    /// The place at which it breaks, or that takes part.
    Here,
}

/// A remark on a line of a witness, such as the use that breaks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// The line of the program, from 0.
    pub line: usize,
    /// Its sign.
    pub sign: Sign,
    /// A few words.
    pub text: String,
}

/// The text of one side of a witness.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// MLIR text.
    pub text: String,
    /// What to point at in it.
    pub marks: Vec<Mark>,
}

impl Program {
    /// A program without marks.
    pub fn new(text: impl Into<String>) -> Self {
        Program { text: text.into(), marks: Vec::new() }
    }

    /// Points at the line of the `occurrence`-th (from 0) place where `what` stands in the text; does nothing if there is no
    /// such place.
    #[must_use]
    pub fn mark(mut self, what: &str, occurrence: usize, text: impl Into<String>) -> Self {
        if let Some((start, _)) = self.text.match_indices(what).nth(occurrence) {
            let line = self.text[..start].matches('\n').count();
            self.marks.push(Mark { line, sign: Sign::Here, text: text.into() });
        }
        self
    }
}

/// What became of the witness.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum After {
    /// A program, ill-formed or with another meaning.
    Program(Program),
    /// There is none: words about what happened instead, such as `the rewrite does not end`.
    Outcome(String),
}

/// A program on which the finding shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Witness {
    /// The program before the rewrite; it is valid.
    pub before: Program,
    /// What the rewrite makes of it.
    pub after: After,
    /// The file that holds it, if it was written to one.
    pub path: Option<String>,
    /// The command that shows it again.
    pub command: Option<String>,
    /// The rewrites of a run that does not end, in order.
    #[serde(with = "stored::applications")]
    pub applications: Vec<Application>,
    /// The inputs and the values of all operations, where the finding is about values.
    #[serde(with = "stored::optional_trace")]
    pub trace: Option<Trace>,
}

/// What kind of data the evidence is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EvidenceKind {
    /// A payload program.
    Payload,
    /// Input values of a payload program.
    Inputs,
    /// An assignment of types.
    Types,
    /// A recorded run.
    Run,
}

/// The data that anyone can check the finding with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// What the text is.
    pub kind: EvidenceKind,
    /// The data itself.
    pub text: String,
    /// The file that holds it, if it was written to one.
    pub path: Option<String>,
}

/// One replacement of text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edit {
    /// What is replaced.
    pub at: Location,
    /// What stands there instead.
    pub text: String,
}

/// A fix; the fixed pattern is proved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fix {
    /// What the repair does.
    pub title: String,
    /// The edits, none overlapping another.
    pub edits: Vec<Edit>,
}

/// Place of an acceptance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AcceptedIn {
    /// In a comment above the pattern.
    Source,
    /// In the configuration file.
    Config,
    /// In the baseline.
    Baseline,
}

/// Acceptance of a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Acceptance {
    /// Where that is written.
    #[serde(rename = "in")]
    pub place: AcceptedIn,
    /// Reason that was written down.
    pub reason: String,
    /// The entry of the baseline is one of another pattern, which this run does not have. The reason names it.
    #[serde(skip)]
    pub is_moved: bool,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// Code of the rule, such as `S103`.
    #[serde(with = "stored::word")]
    pub code: Rule,
    /// How much it matters.
    #[serde(with = "stored::word")]
    pub level: Severity,
    /// The blamed place.
    pub at: Location,
    /// The fault, as one sentence without a full stop.
    pub message: String,
    /// Roles of places in the same file.
    pub labels: Vec<Label>,
    /// What the rule asks for.
    pub needed: Option<String>,
    /// What there is instead.
    pub found: Option<String>,
    /// A program on which it shows, for people.
    pub witness: Option<Witness>,
    /// The same as data, for machines.
    pub evidence: Option<Evidence>,
    /// How it was confirmed.
    pub confirmation: Confirmation,
    /// Places elsewhere.
    pub related: Vec<Related>,
    /// Further remarks.
    pub notes: Vec<String>,
    /// The condition under which the finding does no harm.
    pub guard: Option<String>,
    /// Advice that is no checked repair.
    pub help: Vec<String>,
    /// A checked repair.
    pub fix: Option<Fix>,
    /// Who accepted the finding; an accepted finding is counted and not shown to people.
    pub accepted: Option<Acceptance>,
}

impl Finding {
    /// A finding with only what every finding has; fill in the other fields as they are known.
    pub fn new(code: Rule, level: Severity, at: Location, message: impl Into<String>) -> Self {
        Finding {
            code,
            level,
            at,
            message: message.into(),
            labels: Vec::new(),
            needed: None,
            found: None,
            witness: None,
            evidence: None,
            confirmation: Confirmation::default(),
            related: Vec::new(),
            notes: Vec::new(),
            guard: None,
            help: Vec::new(),
            fix: None,
            accepted: None,
        }
    }
}
