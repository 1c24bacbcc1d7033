//! JUnit XML: a suite for each file, a test case for each pattern. A pattern fails if an open error stands against it;
//! one without an answer is skipped, with the reason. No times unless they are in the report.

use std::collections::BTreeMap;
use std::time::Duration;

use quick_junit::{NonSuccessKind, Report as Junit, SerializeError, TestCase, TestCaseStatus, TestSuite};

use crate::finding::{Finding, Level};
use crate::report::{PatternReport, Report, Verdict};
use crate::sources::Sources;

use super::text::visible;
use super::{Options, human};

/// The report as JUnit XML.
///
/// # Errors
/// None that a report can cause; a serialiser may refuse what it cannot write.
pub fn render(report: &Report, sources: &Sources) -> Result<String, SerializeError> {
    let mut suites: BTreeMap<&str, Vec<TestCase>> = BTreeMap::new();
    for finding in report.diagnostics.iter().filter(|finding| finding.accepted.is_none()) {
        let status = match finding.level {
            Level::Error => failed(NonSuccessKind::Error, &[finding], report, sources),
            _ => TestCaseStatus::success(),
        };
        let name = format!("line {}, column {}", finding.at.line, finding.at.column);
        let mut case = TestCase::new(name, status);
        case.set_classname(visible(&finding.at.file));
        suites.entry(&finding.at.file).or_default().push(case);
    }
    for pattern in &report.patterns {
        suites.entry(&pattern.file).or_default().push(case(pattern, report, sources));
    }
    for set in &report.sets {
        let open: Vec<&Finding> = set.findings.iter().filter(|finding| finding.accepted.is_none()).collect();
        let Some(first) = set.findings.first() else { continue };
        let status = match open.iter().any(|finding| finding.level == Level::Error) {
            true => failed(NonSuccessKind::Failure, &open, report, sources),
            false => TestCaseStatus::success(),
        };
        let mut case = TestCase::new(format!("set: {}", visible(&set.patterns.join(", "))), status);
        case.set_classname(visible(&first.at.file));
        suites.entry(&first.at.file).or_default().push(case);
    }
    let mut junit = Junit::new("assay");
    for (file, cases) in suites {
        let mut suite = TestSuite::new(visible(file));
        suite.add_test_cases(cases);
        junit.add_test_suite(suite);
    }
    // The schema of Jenkins counts skipped cases by suite only, and an attribute that it does not know is an error.
    let skipped: usize = junit.test_suites.iter().map(|suite| suite.skipped).sum();
    let mut text = junit.to_string()?.replacen(&format!(" skipped=\"{skipped}\""), "", 1);
    if !text.ends_with('\n') {
        text.push('\n');
    }
    Ok(text)
}

fn case(pattern: &PatternReport, report: &Report, sources: &Sources) -> TestCase {
    let open: Vec<&Finding> = pattern.findings.iter().filter(|finding| finding.accepted.is_none()).collect();
    let status = if open.iter().any(|finding| finding.level == Level::Error) {
        let kind = match pattern.verdict {
            Verdict::Malformed => NonSuccessKind::Error,
            _ => NonSuccessKind::Failure,
        };
        failed(kind, &open, report, sources)
    } else if pattern.verdict == Verdict::Unknown {
        let mut status = TestCaseStatus::skipped();
        let why =
            pattern.reason.as_ref().map_or_else(String::new, |why| format!("{}: {}", why.class, why.subject));
        status.set_message(visible(&format!("unknown: {why}")));
        status
    } else {
        TestCaseStatus::success()
    };
    let name = match pattern.name.is_empty() {
        true => format!("line {}", pattern.line),
        false => visible(&pattern.name),
    };
    let mut case = TestCase::new(name, status);
    case.set_classname(visible(&pattern.file));
    if let Some(milliseconds) = pattern.milliseconds {
        case.set_time(Duration::from_millis(milliseconds));
    }
    case
}

fn failed(kind: NonSuccessKind, findings: &[&Finding], report: &Report, sources: &Sources) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(kind);
    let worst = findings.iter().max_by_key(|finding| finding.level);
    if let Some(worst) = worst {
        status.set_type(worst.code.code());
        status.set_message(visible(&worst.message));
    }
    let list = findings.iter().map(|finding| (*finding).clone()).collect();
    let alone = Report::new(report.tool.clone(), Vec::new(), Vec::new(), list);
    status.set_description(human::findings(&alone, sources, Options::default()));
    status
}
