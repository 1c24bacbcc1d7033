//! GitLab's Code Quality report: a JSON array of issues with a fingerprint, a severity and a place.

use std::collections::BTreeMap;
use std::io::{self, Write};

use assay_ir::diagnostic::Severity;
use serde::Serialize;

use crate::report::{PatternReport, Report};
use crate::sources::Sources;

use super::pretty::Array;
use super::{Head, Renderer, Shown, Tail, markdown, whole, witness};

#[derive(Serialize)]
struct Issue<'a> {
    description: String,
    check_name: &'a str,
    fingerprint: String,
    severity: &'static str,
    /// Markdown that stands behind the description.
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<Content>,
    location: Place<'a>,
}

#[derive(Serialize)]
struct Place<'a> {
    path: &'a str,
    lines: Lines,
}

#[derive(Serialize)]
struct Content {
    body: String,
}

#[derive(Serialize)]
struct Lines {
    begin: usize,
}

/// The open findings as an indented JSON array with a line break at the end.
#[must_use]
pub fn render(report: &Report) -> String {
    whole(&mut Gitlab::default(), report, &Sources::new())
}

/// Writes the open findings as the elements of a JSON array.
#[derive(Debug, Default)]
pub struct Gitlab {
    issues: Option<Array>,
    /// Findings so far by fingerprint: a fingerprint must be unique in the file, so that copies are numbered, accepted
    /// ones too; that keeps the numbers when one of them is accepted.
    seen: BTreeMap<String, usize>,
}

impl Gitlab {
    fn push<'a>(&mut self, shown: impl Iterator<Item = Shown<'a>>, out: &mut dyn Write) -> io::Result<()> {
        for shown in shown {
            let base = super::sarif::fingerprint(&shown);
            let number = self.seen.entry(base.clone()).or_default();
            *number += 1;
            let fingerprint = format!("{base}/{number}");
            if let (true, Some(issues)) = (shown.is_open(), &mut self.issues) {
                issues.push(out, &issue(&shown, fingerprint))?;
            }
        }
        Ok(())
    }
}

impl Renderer for Gitlab {
    fn start(&mut self, head: Head<'_>, _: &Sources, out: &mut dyn Write) -> io::Result<()> {
        self.issues = Some(Array::open(out, 0)?);
        self.push(Shown::faults(head.faults), out)
    }

    fn pattern(&mut self, pattern: &PatternReport, _: &Sources, out: &mut dyn Write) -> io::Result<()> {
        self.push(Shown::of_pattern(pattern), out)
    }

    fn finish(&mut self, tail: Tail<'_>, _: &Sources, out: &mut dyn Write) -> io::Result<()> {
        self.push(Shown::of_tail(&tail), out)?;
        if let Some(issues) = self.issues.take() {
            issues.close(out)?;
        }
        out.write_all(b"\n")
    }
}

fn issue<'a>(shown: &Shown<'a>, fingerprint: String) -> Issue<'a> {
    let finding = shown.finding;
    let symbols = shown.symbols();
    let mut about = if symbols.is_empty() { String::new() } else { format!(" ({symbols})") };
    if let Some(pattern) = shown.pattern.filter(|pattern| !pattern.assumptions.is_empty()) {
        about.push_str(&format!("; assumes: {}", pattern.assumptions.join("; ")));
    }
    Issue {
        description: format!("{}: {}{about}", finding.code, finding.message),
        check_name: finding.code.code(),
        fingerprint,
        severity: match finding.level {
            Severity::Error => "major",
            Severity::Warning => "minor",
            Severity::Note => "info",
        },
        content: finding
            .witness
            .as_ref()
            .map(|witness| Content { body: markdown::block(&witness::text(witness)) }),
        location: Place { path: &finding.at.file, lines: Lines { begin: finding.at.line } },
    }
}
