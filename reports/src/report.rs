//! The result of a run: patterns with their verdicts, sets, faults of files, and the counts over them.
//! A verdict is stated here, never formed.

use std::collections::BTreeMap;
use std::fmt;

use assay_ir::rule::Rule;
use serde::{Serialize, Serializer};

use crate::finding::{Finding, Level};

/// What is known about a pattern or a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Every rule that was asked holds on every program of the domain.
    Proved,
    /// Every rule holds on the finite set that was looked at; see the scope.
    Bounded,
    /// A rule breaks, and a replayed witness shows it.
    Refuted,
    /// The pattern can never match.
    Vacuous,
    /// No answer; see the reason.
    Unknown,
    /// The text is no valid pattern.
    Malformed,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Proved => "proved",
            Verdict::Bounded => "bounded",
            Verdict::Refuted => "refuted",
            Verdict::Vacuous => "vacuous",
            Verdict::Unknown => "unknown",
            Verdict::Malformed => "malformed",
        })
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// The kind of obstacle, such as `native` or `solver timeout`; the funnel counts by it.
    pub class: String,
    /// What exactly, such as the name of the native.
    pub subject: String,
    /// The line it hangs on, from 1.
    pub line: Option<usize>,
}

/// What is reported about one pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternReport {
    /// Symbol name without `@`; empty for a pattern without a name.
    pub name: String,
    /// The file as the user named it.
    pub file: String,
    /// Line of the pattern, from 1.
    pub line: usize,
    /// The overall verdict.
    pub verdict: Verdict,
    /// What a `proved` or `bounded` is limited to, such as `widths 1 to 64`; nothing if it is not limited.
    pub scope: Option<String>,
    /// What was taken for granted.
    pub assumptions: Vec<String>,
    /// The programs and drivers that the verdict speaks about, such as `regions: ssacfg`.
    pub domain: Vec<String>,
    /// Why the verdict is `unknown`.
    pub reason: Option<Reason>,
    /// Everything found.
    pub findings: Vec<Finding>,
    /// Stage and its verdict word, in the order in which they ran.
    pub stages: Vec<(String, String)>,
    /// Reasons for which stages that were requested have no answer.
    pub open: Vec<String>,
    /// Names the pattern by what it says, whatever its name and place: equal patterns have equal fingerprints.
    pub fingerprint: String,
    /// Codes of errors that were found and are not in `findings`, since their rules were not asked for.
    pub hidden: Vec<Rule>,
    /// How long the judgement took, in milliseconds, where times are asked for.
    pub milliseconds: Option<u64>,
}

/// What is reported about patterns that are applied together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetReport {
    /// Names of the members, without `@`.
    pub patterns: Vec<String>,
    /// The verdict of the set; it changes no member's.
    pub verdict: Verdict,
    /// Everything found about the set as such.
    pub findings: Vec<Finding>,
}

/// Who made the report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tool {
    /// Name of the program.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Other programs that took part, by name, with their versions.
    pub with: BTreeMap<String, String>,
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Who made it.
    pub tool: Tool,
    /// The patterns, sorted.
    pub patterns: Vec<PatternReport>,
    /// The sets, sorted.
    pub sets: Vec<SetReport>,
    /// Faults of whole files, such as text that cannot be read, sorted.
    pub diagnostics: Vec<Finding>,
    /// What the baseline accepts and is no longer found.
    pub fixed: Vec<Fixed>,
}

/// A finding of the baseline that is gone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Fixed {
    /// Code of the rule.
    #[serde(serialize_with = "as_code")]
    pub code: Rule,
    /// Name of the pattern, without `@`, when the baseline was made.
    pub pattern: String,
    /// The file in which it stood then.
    pub file: String,
}

impl Report {
    /// A report in the one order that does not depend on the order of arrival: patterns by file, line and
    /// name, findings by place and code.
    #[must_use]
    pub fn new(
        tool: Tool,
        mut patterns: Vec<PatternReport>,
        mut sets: Vec<SetReport>,
        mut diagnostics: Vec<Finding>,
    ) -> Self {
        patterns.sort_by(|a, b| (&a.file, a.line, &a.name).cmp(&(&b.file, b.line, &b.name)));
        for pattern in &mut patterns {
            sort(&mut pattern.findings);
        }
        for set in &mut sets {
            sort(&mut set.findings);
        }
        sets.sort_by(|a, b| {
            let place = |set: &SetReport| set.findings.first().map(|finding| finding.at.clone());
            (place(a), &a.patterns).cmp(&(place(b), &b.patterns))
        });
        sort(&mut diagnostics);
        Report { tool, patterns, sets, diagnostics, fixed: Vec::new() }
    }

    /// Every finding, in the order in which renderers show them: faults of files, patterns, sets.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.diagnostics
            .iter()
            .chain(self.patterns.iter().flat_map(|pattern| &pattern.findings))
            .chain(self.sets.iter().flat_map(|set| &set.findings))
    }

    /// The findings that nobody accepted, in the same order.
    pub fn open(&self) -> impl Iterator<Item = &Finding> {
        self.findings().filter(|finding| finding.accepted.is_none())
    }

    /// The counts.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let mut summary = Summary { patterns: self.patterns.len(), ..Summary::default() };
        for pattern in &self.patterns {
            let scope = || pattern.scope.clone().unwrap_or_else(|| UNRESTRICTED.to_owned());
            match pattern.verdict {
                Verdict::Malformed => summary.malformed += 1,
                Verdict::Vacuous => summary.vacuous += 1,
                Verdict::Refuted => summary.refuted += 1,
                Verdict::Proved => {
                    summary.proved += 1;
                    *summary.proved_by_scope.entry(scope()).or_default() += 1;
                }
                Verdict::Bounded => {
                    summary.bounded += 1;
                    *summary.bounded_by_scope.entry(scope()).or_default() += 1;
                }
                Verdict::Unknown => {
                    summary.unknown += 1;
                    let class = pattern.reason.as_ref().map_or("no reason given", |reason| &reason.class);
                    *summary.unknown_by_reason.entry(class.to_owned()).or_default() += 1;
                }
            }
        }
        let harmless = |pattern: &&PatternReport| {
            pattern.verdict == Verdict::Refuted && pattern.findings.iter().any(|one| one.guard.is_some())
        };
        summary.guarded = self.patterns.iter().filter(harmless).count();
        for pattern in self.patterns.iter().filter(|pattern| pattern.verdict == Verdict::Refuted) {
            if pattern.findings.iter().all(|finding| finding.level != Level::Error)
                && let Some(code) = pattern.hidden.first()
            {
                *summary.refuted_unseen.entry(*code).or_default() += 1;
            }
        }
        summary.fixed = self.fixed.len();
        summary.accepted = self.findings().filter(|finding| finding.accepted.is_some()).count();
        for finding in self.open() {
            match finding.level {
                Level::Error => summary.findings.error += 1,
                Level::Warning => summary.findings.warning += 1,
                Level::Note => summary.findings.note += 1,
            }
        }
        summary
    }
}

/// The scope under which patterns without a stated scope are counted.
pub(crate) const UNRESTRICTED: &str = "unrestricted";

fn sort(findings: &mut [Finding]) {
    findings.sort_by(|a, b| (&a.at, &a.code, &a.message).cmp(&(&b.at, &b.code, &b.message)));
}

fn as_code<S: Serializer>(rule: &Rule, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(rule.code())
}

fn by_code<S: Serializer>(counts: &BTreeMap<Rule, usize>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(counts.iter().map(|(rule, count)| (rule.code(), count)))
}

/// Findings by level.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Levels {
    /// Number of errors.
    pub error: usize,
    /// Number of warnings.
    pub warning: usize,
    /// Number of notes.
    pub note: usize,
}

/// The counts over a report; the six verdicts add up to `patterns`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// All patterns.
    pub patterns: usize,
    /// Patterns whose text is no valid pattern.
    pub malformed: usize,
    /// Patterns that can never match.
    pub vacuous: usize,
    /// Patterns that hold.
    pub proved: usize,
    /// Patterns that hold on a finite set.
    pub bounded: usize,
    /// Patterns that a witness breaks.
    pub refuted: usize,
    /// Those of the refuted ones that do no harm under a guard.
    pub guarded: usize,
    /// Those of the refuted ones whose errors are all of rules that are not shown, by code.
    #[serde(serialize_with = "by_code")]
    pub refuted_unseen: BTreeMap<Rule, usize>,
    /// Patterns without an answer.
    pub unknown: usize,
    /// Scope and number of proved patterns.
    pub proved_by_scope: BTreeMap<String, usize>,
    /// Scope and number of bounded patterns.
    pub bounded_by_scope: BTreeMap<String, usize>,
    /// Class of the reason and number of patterns without an answer.
    pub unknown_by_reason: BTreeMap<String, usize>,
    /// Open findings by level, those of files and sets included.
    pub findings: Levels,
    /// Findings that somebody accepted; they count in no level.
    pub accepted: usize,
    /// Findings of the baseline that are gone.
    pub fixed: usize,
}
