//! The question that every stage of the pipeline takes, and its answer. Holds no analysis.

use std::ops::Deref;

pub use crate::options::{Options, RegionKind, Target, UnknownOps};
use crate::pattern::AnalyzedPattern;
use crate::verdict::{Assumption, Claim, Finding, Reason, Severity, StageVerdict, Unknown};

/// One question: a pattern and the settings under which it is judged. Reads as its [`AnalyzedPattern`].
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The pattern, decoded and compiled once for all stages.
    pub subject: &'a AnalyzedPattern<'a>,
    /// Settings.
    pub options: &'a Options,
}

impl<'a> Task<'a> {
    /// The question about a pattern under these settings.
    pub fn new(subject: &'a AnalyzedPattern<'a>, options: &'a Options) -> Task<'a> {
        Task { subject, options }
    }
}

impl<'a> Deref for Task<'a> {
    type Target = AnalyzedPattern<'a>;

    fn deref(&self) -> &AnalyzedPattern<'a> {
        self.subject
    }
}

/// The answer of one stage.
#[derive(Clone, Debug)]
pub struct StageResult {
    /// The answer.
    pub verdict: StageVerdict,
    /// Findings with their evidence, and remarks.
    pub findings: Vec<Finding>,
    /// Assumptions of a proof, each once.
    pub assumptions: Vec<Assumption>,
    /// Claims whose replay did not fail: errors of ours, never the user's.
    pub disagreements: Vec<Claim>,
    /// Types of which the answer speaks, in words, where the pattern leaves types open.
    pub widths: Option<String>,
    /// The first reason for which something was not decided.
    pub(crate) open: Option<Unknown>,
    /// Why an answer about values, whichever it is, speaks of fewer types than the pattern makes.
    pub(crate) beyond: Option<Reason>,
}

impl StageResult {
    /// An answer without findings.
    pub fn from_verdict(verdict: StageVerdict) -> StageResult {
        StageResult {
            verdict,
            findings: Vec::new(),
            assumptions: Vec::new(),
            disagreements: Vec::new(),
            widths: None,
            open: None,
            beyond: None,
        }
    }

    /// Nothing was decided.
    pub fn unknown(why: Unknown) -> StageResult {
        StageResult::from_verdict(StageVerdict::Unknown(why))
    }

    /// Records that something is not decided; the first reason counts.
    pub(crate) fn leave_open(&mut self, why: Unknown) {
        self.open.get_or_insert(why);
    }

    /// Proved, unless something [`against`](Self::against) the pattern was gathered.
    pub(crate) fn finish(mut self, why: &str) -> StageResult {
        self.verdict = self.against(why).unwrap_or(StageVerdict::Proved);
        self
    }

    /// The verdict against the pattern: of findings, then of what was left open, last of claims that did not come true
    /// for the reason `why`. `None` where there is none.
    pub(crate) fn against(&self, why: &str) -> Option<StageVerdict> {
        if self.findings.iter().any(|finding| finding.claim.level == Severity::Error) {
            return Some(StageVerdict::Refuted);
        }
        let untrue = || self.disagreements.first().map(|claim| not_shown(claim, why));
        self.open.clone().or_else(untrue).map(StageVerdict::Unknown)
    }

    /// Adds an assumption once.
    pub fn assume(&mut self, assumption: impl Into<Assumption>) {
        let assumption = assumption.into();
        if !self.assumptions.contains(&assumption) {
            self.assumptions.push(assumption);
        }
    }
}

/// A claim for which no program shows it.
pub(crate) fn not_shown(claim: &Claim, why: &str) -> Unknown {
    Unknown::Unsupported { what: format!("a witness for {} ({why})", claim.code), span: claim.span }
}
