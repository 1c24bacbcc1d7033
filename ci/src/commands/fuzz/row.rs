//! A pattern that is tried, and what came of it.

use std::collections::BTreeMap;

use assay_fuzz::user::MutantStatus;
use assay_ir::diagnostic::Severity;
use assay_ir::rule::Rule;
use assay_ir::verdict::VerdictKind;
use assay_reports::{Finding, PatternReport};

use crate::library::Job;

/// A pattern and what came of it.
pub(super) struct Row<'a> {
    pub(super) job: Job<'a>,
    /// The name of the pattern, its file and its line.
    pub(super) label: String,
    /// The judgement, and below it what runs found.
    pub(super) report: PatternReport,
    /// The verdict before any run.
    pub(super) verdict: VerdictKind,
    pub(super) programs: usize,
    pub(super) runs: usize,
    pub(super) unmatched: usize,
    pub(super) assumed: usize,
    /// Why it cannot be run.
    pub(super) cannot: Option<String>,
    /// Changes by what is known of them.
    pub(super) mutants: BTreeMap<MutantStatus, usize>,
    /// Guards without which the pattern is not seen to be wrong, with what is known.
    pub(super) guards: Vec<(String, MutantStatus)>,
}

impl Row<'_> {
    /// Tells if programs of it are made: it can match, nothing stands in the way, and some round until now ran one.
    pub(super) fn is_run(&self, rounds: u64) -> bool {
        let can =
            !matches!(self.verdict, VerdictKind::Malformed | VerdictKind::Vacuous) && self.cannot.is_none();
        can && (self.runs > 0 || rounds < ROUNDS)
    }

    /// The codes of its errors that are not accepted.
    pub(super) fn codes(&self) -> Vec<Rule> {
        let open = |one: &&Finding| one.level == Severity::Error && one.accepted.is_none();
        let mut codes: Vec<Rule> = self.report.findings.iter().filter(open).map(|one| one.code).collect();
        codes.dedup();
        codes
    }
}

/// Rounds where neither they nor a time are given.
pub(super) const ROUNDS: u64 = 4;
