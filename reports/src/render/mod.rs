//! One renderer per format, each a pure function from a report, its texts and options to bytes.
//! A renderer decides nothing: what is reported, and how bad it is, stands in the report.

pub mod concise;
pub mod explain;
mod fix;
pub mod funnel;
pub mod github;
pub mod gitlab;
pub mod human;
pub mod index;
pub mod json;
pub mod junit;
pub mod markdown;
pub mod sarif;
mod snippet;
mod text;
mod witness;

use crate::finding::Finding;
use crate::report::{PatternReport, Report};

/// A finding with the patterns that it is about.
struct Shown<'a> {
    finding: &'a Finding,
    /// Names without `@`; none for a fault of a file.
    names: Vec<&'a str>,
    /// The pattern, if the finding is about one.
    pattern: Option<&'a PatternReport>,
}

impl Shown<'_> {
    /// `@a, @b`; empty if no pattern has a name.
    fn symbols(&self) -> String {
        let names: Vec<String> =
            self.names.iter().filter(|name| !name.is_empty()).map(|name| format!("@{name}")).collect();
        names.join(", ")
    }
}

/// Every finding in the order of a report, accepted ones too.
fn all(report: &Report) -> impl Iterator<Item = Shown<'_>> {
    let files = report.diagnostics.iter().map(|finding| Shown { finding, names: Vec::new(), pattern: None });
    let patterns = report.patterns.iter().flat_map(|pattern| {
        pattern.findings.iter().map(move |finding| Shown {
            finding,
            names: vec![&pattern.name],
            pattern: Some(pattern),
        })
    });
    let sets = report.sets.iter().flat_map(|set| {
        set.findings.iter().map(move |finding| Shown {
            finding,
            names: set.patterns.iter().map(String::as_str).collect(),
            pattern: None,
        })
    });
    files.chain(patterns).chain(sets)
}

/// The findings that nobody accepted.
fn open(report: &Report) -> impl Iterator<Item = Shown<'_>> {
    all(report).filter(|shown| shown.finding.accepted.is_none())
}

/// How a text is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether to use ANSI colours.
    pub color: bool,
    /// Columns to fill.
    pub width: usize,
}

impl Default for Options {
    /// No colours, 80 columns.
    fn default() -> Self {
        Options { color: false, width: 80 }
    }
}
