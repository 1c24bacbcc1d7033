//! Bodies of C++ rewrites: their patterns, one for each path, and the one report that is made of those of the paths. Knows no
//! syntax of C++.

use std::path::Path;
use std::sync::Arc;

use assay_ir::diagnostic::Severity;
use assay_ir::rule::{Family, Rule};
use assay_ir::verdict::{UnknownKind, VerdictKind};
use assay_reports::{Answer, Finding, Label, PatternReport, Reason, Sources};

use crate::confirm_cpp::{Confirmation, Reading};
use crate::digest;

/// A body, as far as the patterns of its paths do not say it.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    /// The class.
    pub(crate) name: String,
    /// Its line.
    pub(crate) line: usize,
    /// Its paths in order.
    pub(crate) paths: Vec<PathNote>,
    /// Findings about its form: code, line, message.
    pub(crate) remarks: Vec<(Rule, usize, String)>,
    /// Its reading as something that runs, where that is asked for.
    pub(crate) reading: Option<Arc<Reading>>,
}

/// The facts about a path beside its pattern.
#[derive(Clone, Debug, Default)]
pub(crate) struct PathNote {
    /// The line of its first change.
    pub(crate) line: usize,
    /// The construct that stopped the reading, with its line.
    pub(crate) unread: Option<(String, usize)>,
    /// Conditions that the pattern leaves out, with their lines.
    pub(crate) unsaid: Vec<(String, usize)>,
    /// Those of them that the order of the paths says.
    pub(crate) in_order: Vec<String>,
    /// It excludes that values are one or defined by some operation.
    pub(crate) excludes: bool,
    /// The inputs of the body that the pattern leaves out.
    pub(crate) narrowed: Vec<String>,
    /// All types of the match are written: a witness has those of the reading.
    pub(crate) typed: bool,
    /// Functions of a library that compute its constants.
    pub(crate) functions: Vec<String>,
}

impl PathNote {
    /// The premises under which a verdict about its pattern is one about the path.
    fn premises(&self) -> impl Iterator<Item = String> {
        let accurate = |function: &String| {
            format!("`{function}` of libm is as accurate as the operation that it computes")
        };
        self.narrowed.iter().cloned().chain(self.functions.iter().map(accurate))
    }
}

/// The body and the number of the path, from 1, that a pattern is of, by its name.
pub(crate) fn part(name: &str) -> Option<(&str, usize)> {
    let (body, number) = name.rsplit_once('#')?;
    Some((body, number.parse().ok()?))
}

/// Tells if a file is one of C++, by its name.
pub(crate) fn is_source(name: &str) -> bool {
    let endings = ["cpp", "cc", "cxx", "h", "hpp", "inc"];
    Path::new(name).extension().is_some_and(|own| endings.iter().any(|ending| own == *ending))
}

/// Reports of the paths of one body, while they come.
pub(crate) struct Group {
    /// The number of the text.
    pub(crate) file: usize,
    body: Body,
    parts: Vec<(usize, PatternReport)>,
    confirmations: Vec<(usize, Confirmation)>,
}

impl Group {
    /// One without reports.
    pub(crate) fn new(file: usize, body: &Body) -> Group {
        Group { file, body: body.clone(), parts: Vec::new(), confirmations: Vec::new() }
    }

    /// Tells if a pattern is one of its paths.
    pub(crate) fn holds(&self, file: usize, name: &str) -> bool {
        self.file == file && part(name).is_some_and(|(body, _)| body == self.body.name)
    }

    /// Adds the report of a path, and what its runs came to.
    pub(crate) fn add(&mut self, report: PatternReport, confirmation: Option<Confirmation>) {
        let number = part(&report.name).map_or(0, |(_, number)| number);
        self.confirmations.extend(confirmation.map(|one| (number, one)));
        self.parts.push((number, report));
    }

    /// The report of the body: its verdict is the weakest one of its paths.
    pub(crate) fn report(self, sources: &Sources) -> Option<PatternReport> {
        let confirmed = self.confirmed();
        let Group { body, mut parts, .. } = self;
        parts.sort_by_key(|(number, _)| *number);
        let (_, first) = parts.first()?;
        let file = first.file.clone();
        let at = sources.locate_phrase(&file, body.line, 1);
        let mut whole = PatternReport::new(&body.name, &at, VerdictKind::Proved);
        let read = body.paths.iter().filter(|path| path.unread.is_none()).count();
        let run = if confirmed.is_empty() { ", as read, not run" } else { "" };
        whole.assumptions.push(format!("paths: {read} of {}{run}", body.paths.len()));
        whole.assumptions.extend(confirmed);
        whole.assumptions.push(
            "constants are those of the dialect's own operation; vectors and tensors are what their elements are".to_owned(),
        );
        let mut prints = Vec::new();
        let mut milliseconds = None;
        let complete = parts.len() == body.paths.len();
        let never = parts.iter().all(|(_, report)| report.verdict == VerdictKind::Vacuous);
        let mut weakest = None;
        for (number, report) in parts {
            let none = PathNote::default();
            let note = body.paths.get(number.wrapping_sub(1)).unwrap_or(&none);
            prints.push(report.fingerprint.clone());
            milliseconds = milliseconds.max(report.milliseconds);
            let report = judged(report, note, never, sources);
            for finding in report.findings.iter().cloned() {
                let same = |other: &Finding| {
                    other.code == finding.code && other.at == finding.at && other.message == finding.message
                };
                if !whole.findings.iter().any(same) {
                    whole.findings.push(finding);
                }
            }
            for text in report.assumptions.iter().cloned().chain(note.premises()) {
                if !whole.assumptions.contains(&text) {
                    whole.assumptions.push(text);
                }
            }
            for text in &report.domain {
                if !whole.domain.contains(text) {
                    whole.domain.push(text.clone());
                }
            }
            whole.hidden.extend(report.hidden.iter().copied());
            if weakest.as_ref().is_none_or(|one: &PatternReport| rank(report.verdict) < rank(one.verdict)) {
                weakest = Some(report);
            }
        }
        let weakest = weakest?;
        whole.verdict = weakest.verdict;
        whole.scope = weakest.scope;
        whole.reason = weakest.reason;
        whole.stages = weakest.stages;
        if !complete && rank(whole.verdict) > rank(VerdictKind::Unknown) {
            whole.verdict = VerdictKind::Unknown;
            whole.scope = None;
            whole.reason = Some(reason("not all paths were judged", body.line));
        }
        for (code, line, message) in body.remarks {
            let at = sources.locate_phrase(&file, line, 1);
            let mut finding = Finding::new(code, Severity::Warning, at.clone(), message);
            finding.labels.push(Label { span: at.span(), text: String::new(), primary: true });
            whole.findings.push(finding);
        }
        whole.fingerprint = digest::short_digest(&prints.join("\n"));
        whole.milliseconds = milliseconds;
        whole.hidden.dedup();
        Some(whole)
    }
}

impl Group {
    /// The lines about what the runs of the paths came to; none where nothing was run.
    fn confirmed(&self) -> Vec<String> {
        if self.confirmations.is_empty() {
            return Vec::new();
        }
        let mut open = Vec::new();
        for (number, path) in self.body.paths.iter().enumerate() {
            let run = self.confirmations.iter().find(|one| one.0 == number + 1);
            let report = self.parts.iter().find(|one| one.0 == number + 1);
            match run {
                // No program takes it.
                _ if report.is_some_and(|(_, report)| report.verdict == VerdictKind::Vacuous) => {}
                _ if path.unread.is_some() => open.push(format!("path {} was not read", number + 1)),
                None => open.push(format!("path {} was not run", number + 1)),
                Some((_, one)) => {
                    open.extend(one.open.iter().map(|why| format!("path {}: {why}", number + 1)));
                    let conditions = path.unsaid.iter().filter(|(what, _)| !path.in_order.contains(what));
                    open.extend(conditions.map(|(what, line)| {
                        format!("path {}: a condition that is not read (`{what}`, line {line})", number + 1)
                    }));
                }
            }
        }
        let runs: usize = self.confirmations.iter().map(|(_, one)| one.runs).sum();
        if runs == 0 && open.is_empty() {
            open.push("no program takes a path of it".to_owned());
        }
        match open.is_empty() {
            true => vec![format!("reading: confirmed by {runs} runs of the binary")],
            false => vec![format!("reading: not confirmed: {}", open.join("; "))],
        }
    }
}

/// The order in which the verdict of a body is chosen.
fn rank(verdict: VerdictKind) -> u8 {
    match verdict {
        VerdictKind::Malformed => 0,
        VerdictKind::Refuted => 1,
        VerdictKind::Vacuous | VerdictKind::Unknown => 2,
        VerdictKind::WellFormed => 3,
        VerdictKind::Bounded => 4,
        VerdictKind::Proved => 5,
    }
}

fn reason(what: &str, line: usize) -> Reason {
    Reason { class: UnknownKind::Unsupported, subject: format!("C++: {what}"), line: Some(line) }
}

/// Tells if the witness of a finding has vectors, tensors or memory.
fn shaped(finding: &Finding) -> bool {
    let text = finding.evidence.as_ref().map_or("", |evidence| evidence.text.as_str());
    ["vector<", "tensor<", "memref<"].iter().any(|word| text.contains(word))
}

/// The report of a path with what its pattern leaves out: a refutation counts only where the path's own conditions hold of it.
/// `never` says that no path of the body matches a program.
fn judged(mut report: PatternReport, note: &PathNote, never: bool, sources: &Sources) -> PatternReport {
    let unknown = |report: &mut PatternReport, what: &str, line: usize| {
        report.verdict = VerdictKind::Unknown;
        report.scope = None;
        report.reason = Some(reason(what, line));
        report
            .findings
            .retain(|finding| finding.level == Severity::Note && finding.code.family() != Family::Undecided);
        let at = sources.locate_phrase(&report.file, line, 1);
        let mut finding =
            Finding::new(Rule::U001, Severity::Note, at.clone(), format!("no verdict: C++: {what}"));
        finding.labels.push(Label { span: at.span(), text: String::new(), primary: true });
        report.findings.push(finding);
        report.stages.iter_mut().for_each(|(_, answer)| {
            if matches!(answer, Answer::Refuted | Answer::Vacuous) {
                *answer = Answer::Unknown(reason(what, line));
            }
        });
    };
    if let Some((what, line)) = &note.unread {
        unknown(&mut report, what, *line);
        return report;
    }
    // Guards and fixes are of PDL.
    for finding in &mut report.findings {
        finding.help.clear();
    }
    match report.verdict {
        VerdictKind::Vacuous if never => {
            unknown(&mut report, "a path that matches no program as it is read", note.line)
        }
        // A path that no program takes cannot be wrong; conditions that its pattern leaves out exclude further programs.
        VerdictKind::Vacuous => {
            report.findings.clear();
            report.stages.iter_mut().for_each(|(_, answer)| {
                if *answer == Answer::Vacuous {
                    *answer = Answer::Proved;
                }
            });
            report.reason = None;
            report.verdict = VerdictKind::Proved;
            if note.premises().next().is_some() {
                report.verdict = VerdictKind::Bounded;
                report.scope = Some(note.premises().collect::<Vec<_>>().join("; "));
            }
        }
        VerdictKind::Malformed => unknown(&mut report, "a path whose pattern is malformed", note.line),
        VerdictKind::Refuted => {
            let values_alone = report
                .findings
                .iter()
                .filter(|finding| finding.level == Severity::Error)
                .all(|finding| finding.code.family() == Family::Values);
            if let Some((what, line)) = note.unsaid.first() {
                let what =
                    format!("a condition that is not read (`{what}`), of a path that is refuted without it");
                unknown(&mut report, &what, *line);
            } else if !note.narrowed.is_empty()
                && (!values_alone || !note.typed && report.findings.iter().any(shaped))
            {
                let what = format!(
                    "a path that is read narrower ({}), and refuted beside that",
                    note.narrowed.join("; ")
                );
                unknown(&mut report, &what, note.line);
            } else if note.excludes && !values_alone {
                let what = "what a path excludes, of which its refutation may be an instance";
                unknown(&mut report, what, note.line);
            }
        }
        VerdictKind::Proved | VerdictKind::Bounded if note.premises().next().is_some() => {
            let bounded = report.scope.take().filter(|_| report.verdict == VerdictKind::Bounded);
            let scope: Vec<String> = bounded.into_iter().chain(note.premises()).collect();
            report.verdict = VerdictKind::Bounded;
            report.scope = Some(scope.join("; "));
        }
        _ => {}
    }
    // Without its conditions a path may seem to do what it does not.
    if !note.unsaid.is_empty() || note.excludes {
        report.findings.retain(|finding| finding.level != Severity::Warning);
    }
    report
}
