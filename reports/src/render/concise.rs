//! One line per finding, for editors and for reading many at once, and a note where the baseline accepts one for a pattern that
//! is not there; then what the proofs assume, and the funnel as the last line.

use std::fmt::Write as _;
use std::io::{self, Write};

use crate::finding::Finding;
use crate::report::{PatternReport, Report};
use crate::sources::Sources;

use super::rests::Assumptions;
use super::text::visible;
use super::{Head, Renderer, Shown, Tail, funnel, whole};

/// The report as `file:line:col: level[CODE] message (@pattern)` lines.
#[must_use]
pub fn render(report: &Report) -> String {
    whole(&mut Concise::default(), report, &Sources::new())
}

/// Writes `file:line:col: level[CODE] message (@pattern)` lines.
#[derive(Debug, Default)]
pub struct Concise {
    rests: Assumptions,
}

impl Renderer for Concise {
    fn start(&mut self, head: Head<'_>, _: &Sources, out: &mut dyn Write) -> io::Result<()> {
        lines(Shown::faults(head.faults), out)
    }

    fn pattern(&mut self, pattern: &PatternReport, _: &Sources, out: &mut dyn Write) -> io::Result<()> {
        self.rests.add(pattern);
        lines(Shown::of_pattern(pattern), out)
    }

    fn finish(&mut self, tail: Tail<'_>, _: &Sources, out: &mut dyn Write) -> io::Result<()> {
        lines(Shown::of_tail(&tail), out)?;
        out.write_all(self.rests.assumed(tail.summary.subject).as_bytes())?;
        out.write_all(funnel::line(tail.summary).as_bytes())
    }
}

fn lines<'a>(shown: impl Iterator<Item = Shown<'a>>, out: &mut dyn Write) -> io::Result<()> {
    let mut text = String::new();
    for shown in shown {
        if shown.is_open() {
            line(&mut text, shown.finding, &shown.names);
        } else if let Some(moved) = shown.moved() {
            let (at, code) = (&shown.finding.at, shown.finding.code);
            let (file, moved) = (one_line(&at.file), one_line(&moved));
            writeln!(text, "{file}:{}:{}: note[{code}] moved: {moved}", at.line, at.column).unwrap_or(());
        }
    }
    out.write_all(text.as_bytes())
}

/// The text without a line break, since tools read the output line by line.
fn one_line(text: &str) -> String {
    visible(&text.replace('\n', " "))
}

/// Appends the line of a finding.
pub(super) fn line(out: &mut String, finding: &Finding, patterns: &[&str]) {
    let at = &finding.at;
    let (file, message) = (one_line(&at.file), one_line(&finding.message));
    write!(out, "{file}:{}:{}: {}[{}] {message}", at.line, at.column, finding.level, finding.code)
        .unwrap_or(());
    let names: Vec<String> =
        patterns.iter().filter(|name| !name.is_empty()).map(|name| format!("@{}", one_line(name))).collect();
    if !names.is_empty() {
        write!(out, " ({})", names.join(", ")).unwrap_or(());
    }
    out.push('\n');
}
