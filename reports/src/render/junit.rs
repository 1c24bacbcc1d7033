//! JUnit XML: a suite per file, a test case per pattern. A pattern fails if one of its errors is open; one without an
//! answer, or only one about its form, is skipped, with the reason. No times unless they are in the report. A suite starts with its counts, so that
//! cases wait until the last pattern is known.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

use assay_ir::diagnostic::Severity;
use assay_ir::verdict::VerdictKind;
use quick_junit::{NonSuccessKind, Report as Junit, TestCase, TestCaseStatus, TestSuite};

use crate::finding::Finding;
use crate::report::{PatternReport, Report, SetReport};
use crate::sources::Sources;

use super::overview::Rank;
use super::text::one_line;
use super::{Head, Options, Renderer, Shown, Tail, human, whole};

/// The report as JUnit XML.
#[must_use]
pub fn render(report: &Report, sources: &Sources) -> String {
    whole(&mut Cases::default(), report, sources)
}

/// Writes JUnit XML at the end.
#[derive(Debug, Default)]
pub struct Cases {
    suites: BTreeMap<String, Vec<TestCase>>,
}

impl Cases {
    fn add(&mut self, file: &str, mut case: TestCase) {
        case.set_classname(one_line(file));
        self.suites.entry(file.to_owned()).or_default().push(case);
    }

    fn faults(&mut self, faults: &[Finding], sources: &Sources) {
        for finding in faults.iter().filter(|finding| finding.accepted.is_none()) {
            let status = match finding.level {
                Severity::Error => {
                    let shown = [Shown { finding, names: Vec::new(), pattern: None }];
                    failed(NonSuccessKind::Error, &shown, sources)
                }
                _ => TestCaseStatus::success(),
            };
            let name = format!("line {}, column {}", finding.at.line, finding.at.column);
            self.add(&finding.at.file, TestCase::new(name, status));
        }
    }

    fn set(&mut self, set: &SetReport, sources: &Sources) {
        let Some(first) = set.findings.first() else { return };
        let open =
            open(set.findings.iter().map(|finding| Shown { finding, names: Vec::new(), pattern: None }));
        let status = match open.iter().any(|shown| shown.finding.level == Severity::Error) {
            true => failed(NonSuccessKind::Failure, &open, sources),
            false => TestCaseStatus::success(),
        };
        let name = format!("set: {}", one_line(&set.patterns.join(", ")));
        self.add(&first.at.file, TestCase::new(name, status));
    }
}

impl Renderer for Cases {
    fn start(&mut self, head: Head<'_>, sources: &Sources, _: &mut dyn Write) -> io::Result<()> {
        self.faults(head.faults, sources);
        Ok(())
    }

    fn pattern(&mut self, pattern: &PatternReport, sources: &Sources, _: &mut dyn Write) -> io::Result<()> {
        self.add(&pattern.file, case(pattern, sources));
        Ok(())
    }

    fn finish(&mut self, tail: Tail<'_>, sources: &Sources, out: &mut dyn Write) -> io::Result<()> {
        tail.sets.iter().for_each(|set| self.set(set, sources));
        self.faults(tail.late, sources);
        let mut junit = Junit::new("assay");
        for (file, cases) in std::mem::take(&mut self.suites) {
            let mut suite = TestSuite::new(one_line(&file));
            suite.add_test_cases(cases);
            junit.add_test_suite(suite);
        }
        // The schema of Jenkins counts skipped cases by suite only, and an attribute that it does not know is an error.
        let skipped: usize = junit.test_suites.iter().map(|suite| suite.skipped).sum();
        let text = junit.to_string().map_err(io::Error::other)?;
        let text = text.replacen(&format!(" skipped=\"{skipped}\""), "", 1);
        out.write_all(text.as_bytes())?;
        if text.ends_with('\n') { Ok(()) } else { out.write_all(b"\n") }
    }
}

/// The open ones among findings.
fn open<'a>(shown: impl Iterator<Item = Shown<'a>>) -> Vec<Shown<'a>> {
    shown.filter(Shown::is_open).collect()
}

fn case(pattern: &PatternReport, sources: &Sources) -> TestCase {
    let open =
        open(pattern.findings.iter().map(|finding| Shown { finding, names: Vec::new(), pattern: None }));
    let status = if open.iter().any(|shown| shown.finding.level == Severity::Error) {
        let kind = match pattern.verdict {
            VerdictKind::Malformed => NonSuccessKind::Error,
            _ => NonSuccessKind::Failure,
        };
        failed(kind, &open, sources)
    } else if matches!(pattern.verdict, VerdictKind::Unknown | VerdictKind::WellFormed) {
        let mut status = TestCaseStatus::skipped();
        let why = pattern.reason.as_ref().map(ToString::to_string).unwrap_or_default();
        status.set_message(one_line(&format!("{}: {why}", pattern.verdict)));
        status
    } else {
        TestCaseStatus::success()
    };
    let name = match pattern.name.is_empty() {
        true => format!("line {}", pattern.line),
        false => one_line(&pattern.name),
    };
    let mut case = TestCase::new(name, status);
    if !pattern.assumptions.is_empty() {
        let lines: Vec<String> =
            pattern.assumptions.iter().map(|text| format!("assumes: {}", one_line(text))).collect();
        case.set_system_out(lines.join("\n"));
    }
    if let Some(milliseconds) = pattern.milliseconds {
        case.set_time(Duration::from_millis(milliseconds));
    }
    case
}

fn failed(kind: NonSuccessKind, findings: &[Shown<'_>], sources: &Sources) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(kind);
    if let Some(worst) =
        findings.iter().map(|shown| shown.finding).min_by_key(|finding| Rank::from_finding(finding))
    {
        status.set_type(worst.code.code());
        status.set_message(one_line(&worst.message.replace('\n', " ")));
    }
    let texts = findings.iter().map(|shown| human::one(shown, sources, Options::default()));
    status.set_description(texts.collect::<String>());
    status
}
