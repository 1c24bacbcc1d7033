//! One renderer per format. A renderer takes a report part by part and writes what it can at once: the order is that of
//! the report, and what is written does not depend on when the parts arrive. It decides nothing: what is reported, and
//! how bad it is, is part of the report.

pub mod changes;
pub mod concise;
pub mod explain;
mod fix;
pub mod funnel;
pub mod github;
pub mod gitlab;
pub mod html;
pub mod human;
pub mod index;
pub mod json;
pub mod junit;
pub mod markdown;
pub mod named;
mod overview;
mod pretty;
mod rests;
pub mod sarif;
mod snippet;
pub mod tables;
mod text;
mod trace;
mod witness;

pub use text::one_line;
pub use trace::values;

use std::io::{self, Write};

use crate::finding::Finding;
use crate::report::{Fixed, PatternReport, Report, SetReport, Summary, Tool};
use crate::sources::Sources;

/// What is known before the first pattern.
#[derive(Clone, Copy, Debug)]
pub struct Head<'a> {
    /// The program that makes the report.
    pub tool: &'a Tool,
    /// Faults of whole files, sorted.
    pub faults: &'a [Finding],
}

/// What is known after the last pattern.
#[derive(Clone, Copy, Debug)]
pub struct Tail<'a> {
    /// Sets of patterns, sorted.
    pub sets: &'a [SetReport],
    /// Faults that only the whole run shows, such as suppressions that accept nothing, sorted.
    pub late: &'a [Finding],
    /// Findings of the baseline that are gone.
    pub fixed: &'a [Fixed],
    /// The counts.
    pub summary: &'a Summary,
}

/// A format that is written while patterns arrive.
pub trait Renderer {
    /// Starts the document.
    ///
    /// # Errors
    /// Those of `out`.
    fn start(&mut self, head: Head<'_>, sources: &Sources, out: &mut dyn Write) -> io::Result<()>;

    /// Writes one pattern.
    ///
    /// # Errors
    /// Those of `out`.
    fn pattern(&mut self, pattern: &PatternReport, sources: &Sources, out: &mut dyn Write) -> io::Result<()>;

    /// Ends the document.
    ///
    /// # Errors
    /// Those of `out`.
    fn finish(&mut self, tail: Tail<'_>, sources: &Sources, out: &mut dyn Write) -> io::Result<()>;

    /// The line behind the report that says how the run ends; most formats have none.
    fn conclusion(&self, summary: &Summary, code: u8) -> Option<String> {
        let _ = (summary, code);
        None
    }
}

/// A whole report in one format.
#[must_use]
pub fn whole(renderer: &mut dyn Renderer, report: &Report, sources: &Sources) -> String {
    let mut out = Vec::new();
    let summary = report.summary();
    let head = Head { tool: &report.tool, faults: &report.diagnostics };
    let tail = Tail { sets: &report.sets, late: &[], fixed: &report.fixed, summary: &summary };
    // Writing to memory does not fail.
    let _ = renderer.start(head, sources, &mut out);
    for pattern in &report.patterns {
        let _ = renderer.pattern(pattern, sources, &mut out);
    }
    let _ = renderer.finish(tail, sources, &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

/// A finding with the patterns that it is about.
struct Shown<'a> {
    finding: &'a Finding,
    /// Names without `@`; none for a fault of a file.
    names: Vec<&'a str>,
    /// The pattern, if the finding is about one.
    pattern: Option<&'a PatternReport>,
}

impl<'a> Shown<'a> {
    /// Faults of files.
    fn faults(findings: &'a [Finding]) -> impl Iterator<Item = Shown<'a>> {
        findings.iter().map(|finding| Shown { finding, names: Vec::new(), pattern: None })
    }

    /// The findings of a pattern.
    fn of_pattern(pattern: &'a PatternReport) -> impl Iterator<Item = Shown<'a>> {
        let shown = move |finding| Shown { finding, names: vec![&pattern.name[..]], pattern: Some(pattern) };
        pattern.findings.iter().map(shown)
    }

    /// The findings of sets, then the faults that only the whole run shows.
    fn of_tail(tail: &Tail<'a>) -> impl Iterator<Item = Shown<'a>> {
        let sets = tail.sets.iter().flat_map(|set| {
            set.findings.iter().map(move |finding| Shown {
                finding,
                names: set.patterns.iter().map(String::as_str).collect(),
                pattern: None,
            })
        });
        sets.chain(Shown::faults(tail.late))
    }

    /// Tells if the finding is not accepted.
    fn is_open(&self) -> bool {
        self.finding.accepted.is_none()
    }

    /// The sentence about a finding that the baseline accepts for a pattern that is not there.
    fn moved(&self) -> Option<String> {
        let accepted = self.finding.accepted.as_ref().filter(|accepted| accepted.is_moved)?;
        Some(format!("{} of {} is {}", self.finding.code, self.symbols(), accepted.reason))
    }

    /// `@a, @b`; empty if no pattern has a name.
    fn symbols(&self) -> String {
        let names: Vec<String> =
            self.names.iter().filter(|name| !name.is_empty()).map(|name| format!("@{name}")).collect();
        names.join(", ")
    }
}

/// How a text is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether to use ANSI colours.
    pub color: bool,
    /// Columns to fill.
    pub width: usize,
    /// Programs are shown beside the values of their operations.
    pub verbose: bool,
}

impl Default for Options {
    /// No colours, 80 columns.
    fn default() -> Self {
        Options { color: false, width: 80, verbose: false }
    }
}
