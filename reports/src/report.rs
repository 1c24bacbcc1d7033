//! The result of a run: patterns with their verdicts, sets, faults of files, and the counts over them.
//! A verdict is stated here, never formed.

use std::collections::BTreeMap;
use std::fmt;

use assay_ir::diagnostic::Severity;
use assay_ir::rule::{Family, Rule};
use assay_ir::verdict::{Stage, UnknownKind, VerdictKind};
use serde::{Deserialize, Serialize, Serializer};

use crate::finding::{Finding, Location};
use crate::graph::Graph;
use crate::stored;
use crate::subject::Subject;

/// The reason of an `unknown`, or of a `well-formed`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// The kind of obstacle; the funnel counts by it.
    #[serde(with = "stored::word")]
    pub class: UnknownKind,
    /// Subject of the obstacle, such as the name of the native; may be empty.
    pub subject: String,
    /// Line of the obstacle, from 1.
    pub line: Option<usize>,
}

impl fmt::Display for Reason {
    /// `class` or `class: subject`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.class.word())?;
        if self.subject.is_empty() { Ok(()) } else { write!(f, ": {}", self.subject) }
    }
}

/// Answers of solvers that a verdict rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unsat {
    /// Questions that a solver said to have no model.
    pub answers: u32,
    /// Those of them of which a second solver says so, too; the others rest on one.
    pub confirmed: u32,
}

/// Operations that runs executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Operations {
    /// Of the program before.
    pub before: u64,
    /// Of the program after.
    pub after: u64,
}

/// Runs of generated programs, and what changes on purpose came to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trials {
    /// Programs.
    pub programs: usize,
    /// Inputs that they ran on.
    pub inputs: usize,
    /// Changes that were found to be wrong.
    pub caught: usize,
    /// Changes that are right as well.
    pub right: usize,
    /// Changes of which nothing is known.
    pub open: usize,
    /// Guards without which no fault was found.
    pub guards: Vec<String>,
    /// The reason, where it was not run.
    pub not_run: Option<String>,
}

/// The reason why a stage was not checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NotChecked {
    /// Its rules were not requested.
    NotRequested,
    /// Another reason, in words.
    Because(String),
}

/// The answer of a stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// The rules of the stage hold.
    Proved,
    /// They hold on this finite set.
    Bounded(String),
    /// One of them breaks.
    Refuted,
    /// The pattern can never match.
    Vacuous,
    /// Not decided.
    Unknown(Reason),
    /// Not checked.
    NotChecked(NotChecked),
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Proved => f.write_str("proved"),
            Answer::Bounded(set) => write!(f, "bounded({set})"),
            Answer::Refuted => f.write_str("refuted"),
            Answer::Vacuous => f.write_str("vacuous"),
            Answer::Unknown(reason) => write!(f, "unknown({reason})"),
            Answer::NotChecked(NotChecked::NotRequested) => f.write_str("not checked (not requested)"),
            Answer::NotChecked(NotChecked::Because(why)) => write!(f, "not checked ({why})"),
        }
    }
}

/// What is reported about one pattern.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PatternReport {
    /// The kind of what was judged.
    pub subject: Subject,
    /// Symbol name without `@`; empty for a pattern without a name.
    pub name: String,
    /// The file as the user named it.
    pub file: String,
    /// Line of the pattern, from 1.
    pub line: usize,
    /// The overall verdict.
    #[serde(with = "stored::word")]
    pub verdict: VerdictKind,
    /// The limits of a `proved`, `bounded` or `well-formed`, such as `widths 1 to 64`; nothing without any.
    pub scope: Option<String>,
    /// The assumptions.
    pub assumptions: Vec<String>,
    /// The programs and drivers that the verdict speaks about, such as `regions: ssacfg`.
    pub domain: Vec<String>,
    /// Why the verdict is `unknown`, or `well-formed`.
    pub reason: Option<Reason>,
    /// Everything found.
    pub findings: Vec<Finding>,
    /// Answers of the stages, in the order in which they ran.
    #[serde(with = "stored::by_word")]
    pub stages: Vec<(Stage, Answer)>,
    /// Names the pattern by what it says, whatever its name and place: equal patterns have equal fingerprints.
    pub fingerprint: String,
    /// Codes of errors that were found and are not in `findings`, since their rules were not requested.
    #[serde(with = "stored::words")]
    pub hidden: Vec<Rule>,
    /// The answers `unsat` among those of solvers, where there were any: a counterexample is replayed, these are believed.
    pub unsat: Option<Unsat>,
    /// The operations that were executed for the verdict, where runs on terms decided.
    pub operations: Option<Operations>,
    /// Results of generated programs, where there were any.
    pub trials: Option<Trials>,
    /// How long the judgement took, in milliseconds, where times are asked for.
    pub milliseconds: Option<u64>,
    /// The operations that it matches and makes, where a drawing of them was asked for.
    pub graph: Option<Graph>,
    /// Questions to solvers, where they were asked for.
    pub questions: Vec<Question>,
    /// The type that was inferred, of a definition.
    pub inferred: Option<String>,
    /// The laws that a proof uses, each with its instance and premise.
    pub derivation: Vec<String>,
}

impl PatternReport {
    /// A report of a verdict about what has a name at a place, with nothing else said of it.
    #[must_use]
    pub fn new(name: &str, at: &Location, verdict: VerdictKind) -> PatternReport {
        PatternReport {
            subject: Subject::default(),
            name: name.to_owned(),
            file: at.file.clone(),
            line: at.line,
            verdict,
            scope: None,
            assumptions: Vec::new(),
            domain: Vec::new(),
            reason: None,
            findings: Vec::new(),
            stages: Vec::new(),
            fingerprint: String::new(),
            hidden: Vec::new(),
            unsat: None,
            operations: None,
            trials: None,
            milliseconds: None,
            graph: None,
            questions: Vec::new(),
            inferred: None,
            derivation: Vec::new(),
        }
    }

    /// Tells if its values were compared.
    #[must_use]
    pub fn compares_values(&self) -> bool {
        self.stages.iter().any(|(stage, answer)| {
            *stage == Stage::Values && matches!(answer, Answer::Proved | Answer::Bounded(_) | Answer::Refuted)
        })
    }
}

/// A question to a solver.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// The family of the rules that it decides.
    #[serde(with = "stored::family")]
    pub family: Family,
    /// The rule, where it decides only one of them.
    #[serde(with = "stored::optional_word")]
    pub code: Option<Rule>,
    /// In words.
    pub title: String,
    /// As SMT-LIB.
    pub text: String,
}

/// What is reported about patterns that are applied together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetReport {
    /// Names of the members, without `@`.
    pub patterns: Vec<String>,
    /// The verdict of the set; it changes no member's.
    pub verdict: VerdictKind,
    /// Everything found about the set as such.
    pub findings: Vec<Finding>,
    /// Names the patterns that the findings are about by what they say.
    pub fingerprint: String,
}

/// The program that makes a report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tool {
    /// Name of the program.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Versions of other programs that took part, by name.
    pub with: BTreeMap<String, String>,
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The program that made it.
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
    /// The file that held it then.
    pub file: String,
    /// The pattern differs from that of the baseline, and the finding is still there.
    pub changed: bool,
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
        patterns.iter_mut().for_each(|pattern| sort(&mut pattern.findings));
        sort_sets(&mut sets);
        sort(&mut diagnostics);
        Report { tool, patterns, sets, diagnostics, fixed: Vec::new() }
    }

    /// The counts.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let mut summary = Summary::default();
        self.diagnostics.iter().for_each(|finding| summary.add_finding(finding));
        self.patterns.iter().for_each(|pattern| summary.add(pattern));
        self.sets.iter().for_each(|set| summary.add_set(set));
        summary.fixed = self.fixed.iter().filter(|one| !one.changed).count();
        summary
    }
}

/// The scope under which patterns without a stated scope are counted.
pub(crate) const UNRESTRICTED: &str = "unrestricted";

/// Sorts findings by place, code and message.
pub fn sort(findings: &mut [Finding]) {
    let by_place = |a: &Finding, b: &Finding| (&a.at, &a.code, &a.message).cmp(&(&b.at, &b.code, &b.message));
    if findings.is_sorted_by(|a, b| by_place(a, b).is_le()) {
        return;
    }
    // A finding is large: its number moves while they are sorted, and it once.
    let mut order: Vec<usize> = (0..findings.len()).collect();
    order.sort_by(|a, b| by_place(&findings[*a], &findings[*b]));
    for start in 0..order.len() {
        let mut at = start;
        while order[at] != start {
            let next = std::mem::replace(&mut order[at], at);
            findings.swap(at, next);
            at = next;
        }
        order[at] = at;
    }
}

/// Sorts sets by their first finding and their members, and the findings of each.
pub fn sort_sets(sets: &mut [SetReport]) {
    sets.iter_mut().for_each(|set| sort(&mut set.findings));
    sets.sort_by(|a, b| {
        let place = |set: &SetReport| set.findings.first().map(|finding| finding.at.clone());
        (place(a), &a.patterns).cmp(&(place(b), &b.patterns))
    });
}

/// The word of a verdict, a severity or a kind of unknown.
pub(crate) fn as_word<T: fmt::Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

fn as_code<S: Serializer>(rule: &Rule, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(rule.code())
}

fn by_class<S: Serializer>(counts: &BTreeMap<UnknownKind, usize>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(counts.iter().map(|(class, count)| (class.word(), count)))
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

/// The counts over a report; the seven verdicts add up to `patterns`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// The kind of what was judged.
    #[serde(skip)]
    pub subject: Subject,
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
    /// Patterns that are right in structure and types, and whose values were not compared.
    #[serde(rename = "well-formed")]
    pub well_formed: usize,
    /// Scope and number of proved patterns.
    pub proved_by_scope: BTreeMap<String, usize>,
    /// Scope and number of bounded patterns.
    pub bounded_by_scope: BTreeMap<String, usize>,
    /// Number of patterns without an answer by kind of obstacle.
    #[serde(serialize_with = "by_class")]
    pub unknown_by_reason: BTreeMap<UnknownKind, usize>,
    /// Number of well-formed patterns by the reason for which values were not compared, such as an operation.
    #[serde(rename = "well-formed_by_reason")]
    pub well_formed_by_reason: BTreeMap<String, usize>,
    /// Scope and number of well-formed patterns.
    #[serde(skip)]
    pub(crate) well_formed_by_scope: BTreeMap<String, usize>,
    /// Patterns whose values were compared.
    pub values_compared: usize,
    /// The others, those apart that are malformed or never match.
    pub values_not_compared: usize,
    /// Sets of patterns that a witness breaks, where a finding that says so is open.
    pub sets_refuted: usize,
    /// Open findings by level, those of files and sets included.
    pub findings: Levels,
    /// Accepted findings; they count in no level.
    pub accepted: usize,
    /// Findings of the baseline that are gone.
    pub fixed: usize,
}

impl Summary {
    /// Counts a pattern with its findings.
    pub fn add(&mut self, pattern: &PatternReport) {
        self.subject = if self.patterns == 0 { pattern.subject } else { self.subject.and(pattern.subject) };
        self.patterns += 1;
        if !matches!(pattern.verdict, VerdictKind::Malformed | VerdictKind::Vacuous) {
            match pattern.compares_values() {
                true => self.values_compared += 1,
                false => self.values_not_compared += 1,
            }
        }
        match pattern.verdict {
            VerdictKind::Malformed => self.malformed += 1,
            VerdictKind::Vacuous => self.vacuous += 1,
            VerdictKind::Refuted => {
                self.refuted += 1;
                self.guarded += usize::from(pattern.findings.iter().any(|one| one.guard.is_some()));
            }
            VerdictKind::Proved => {
                self.proved += 1;
                count(&mut self.proved_by_scope, pattern.scope.as_deref());
            }
            VerdictKind::Bounded => {
                self.bounded += 1;
                count(&mut self.bounded_by_scope, pattern.scope.as_deref());
            }
            VerdictKind::WellFormed => {
                self.well_formed += 1;
                count(&mut self.well_formed_by_scope, pattern.scope.as_deref());
                let reason = pattern.reason.as_ref().map(ToString::to_string);
                count(&mut self.well_formed_by_reason, reason.as_deref());
            }
            VerdictKind::Unknown => {
                self.unknown += 1;
                if let Some(reason) = &pattern.reason {
                    *self.unknown_by_reason.entry(reason.class).or_default() += 1;
                }
            }
        }
        if pattern.verdict == VerdictKind::Refuted
            && pattern.findings.iter().all(|finding| finding.level != Severity::Error)
            && let Some(code) = pattern.hidden.first()
        {
            *self.refuted_unseen.entry(*code).or_default() += 1;
        }
        pattern.findings.iter().for_each(|finding| self.add_finding(finding));
    }

    /// Counts a set with its findings.
    pub fn add_set(&mut self, set: &SetReport) {
        let open = set.findings.iter().any(|finding| finding.accepted.is_none());
        self.sets_refuted += usize::from(set.verdict == VerdictKind::Refuted && open);
        set.findings.iter().for_each(|finding| self.add_finding(finding));
    }

    /// Counts a finding of a file or a set.
    pub fn add_finding(&mut self, finding: &Finding) {
        if finding.accepted.is_some() {
            self.accepted += 1;
            return;
        }
        match finding.level {
            Severity::Error => self.findings.error += 1,
            Severity::Warning => self.findings.warning += 1,
            Severity::Note => self.findings.note += 1,
        }
    }
}

fn count(counts: &mut BTreeMap<String, usize>, scope: Option<&str>) {
    let scope = scope.unwrap_or(UNRESTRICTED);
    match counts.get_mut(scope) {
        Some(count) => *count += 1,
        None => {
            counts.insert(scope.to_owned(), 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use assay_ir::rule::Rule;

    use super::{Finding, Location, Severity, sort};

    #[test]
    fn findings_are_sorted_by_place_and_equal_ones_keep_their_order() {
        let finding = |at: usize, help: usize| {
            let at = Location { file: "f".to_owned(), line: 1, column: at + 1, start: at, end: at + 1 };
            let mut finding = Finding::new(Rule::C504, Severity::Note, at, "m");
            finding.help.push(help.to_string());
            finding
        };
        // 7 has no factor in common with 50, so each place comes up.
        let mut findings: Vec<Finding> = (0..100).map(|n| finding(n * 7 % 50, n)).collect();
        sort(&mut findings);
        let found = findings.iter().map(|one| (one.at.start, one.help[0].clone()));
        let mut expected: Vec<(usize, usize)> = (0..100).map(|n| (n * 7 % 50, n)).collect();
        expected.sort_unstable();
        assert!(found.eq(expected.into_iter().map(|(at, n)| (at, n.to_string()))));
    }
}
