//! Workflow commands of GitHub Actions: each finding becomes an annotation at its line. The witness is part of the
//! message, since an annotation shows nothing else.
//!
//! Format: `::error file=F,line=L,col=C,endLine=E,title=T::message`, with `%`, CR and LF escaped, and `:` and `,` too in
//! the properties (GitHub's documentation of workflow commands).

use std::fmt::Write as _;
use std::io::{self, Write};

use assay_ir::diagnostic::Severity;

use crate::report::{PatternReport, Report};
use crate::sources::Sources;

use super::overview::{Rank, Worst};
use super::rests::Assumptions;
use super::text::visible;
use super::{Head, Renderer, Shown, Tail, funnel, whole, witness};

/// Annotations of one kind that are written: GitHub shows no more of a step.
pub(super) const MOST: usize = 10;

/// The worst findings as annotations, then the funnel and what the proofs assume as a notice.
#[must_use]
pub fn render(report: &Report, sources: &Sources) -> String {
    whole(&mut Github::default(), report, sources)
}

/// Writes the worst findings as annotations, at most ten of each kind, then as a notice the number of the others, the
/// findings that the baseline accepts for a pattern that is not there, the funnel, and what the proofs assume. The worst
/// findings are known at the end.
#[derive(Debug)]
pub struct Github {
    errors: Worst<String>,
    warnings: Worst<String>,
    notices: Worst<String>,
    /// Findings that the baseline accepts for a pattern that is not there.
    moved: Vec<String>,
    rests: Assumptions,
}

impl Default for Github {
    fn default() -> Github {
        let worst = || Worst::new(MOST);
        // The last notice is the funnel.
        let notices = Worst::new(MOST - 1);
        Github {
            errors: worst(),
            warnings: worst(),
            notices,
            moved: Vec::new(),
            rests: Assumptions::default(),
        }
    }
}

impl Github {
    fn add<'a>(&mut self, shown: impl Iterator<Item = Shown<'a>>, sources: &Sources) {
        for shown in shown {
            if !shown.is_open() {
                self.moved.extend(shown.moved());
                continue;
            }
            let worst = match shown.finding.level {
                Severity::Error => &mut self.errors,
                Severity::Warning => &mut self.warnings,
                Severity::Note => &mut self.notices,
            };
            worst.offer(Rank::from_finding(shown.finding), || {
                let mut text = String::new();
                annotation(&mut text, &shown, sources);
                text
            });
        }
    }
}

impl Renderer for Github {
    fn start(&mut self, head: Head<'_>, sources: &Sources, _: &mut dyn Write) -> io::Result<()> {
        self.add(Shown::faults(head.faults), sources);
        Ok(())
    }

    fn pattern(&mut self, pattern: &PatternReport, sources: &Sources, _: &mut dyn Write) -> io::Result<()> {
        self.rests.add(pattern);
        self.add(Shown::of_pattern(pattern), sources);
        Ok(())
    }

    fn finish(&mut self, tail: Tail<'_>, sources: &Sources, out: &mut dyn Write) -> io::Result<()> {
        self.add(Shown::of_tail(&tail), sources);
        let mut rest = String::new();
        let mut kinds = std::mem::take(self);
        for (kind, word) in [
            (&mut kinds.errors, "errors"),
            (&mut kinds.warnings, "warnings"),
            (&mut kinds.notices, "notices"),
        ] {
            let kind = std::mem::replace(kind, Worst::new(0));
            if kind.left_out() > 0 {
                let (all, shown) = (kind.seen, kind.seen - kind.left_out());
                writeln!(
                    rest,
                    "{shown} of {all} {word} are annotated; the summary and the log have the others"
                )
                .unwrap_or(());
            }
            out.write_all(kind.into_list().concat().as_bytes())?;
        }
        for moved in kinds.moved.iter().take(MOST) {
            writeln!(rest, "moved: {moved}").unwrap_or(());
        }
        if let Some(more @ 1..) = kinds.moved.len().checked_sub(MOST) {
            writeln!(rest, "moved: {more} more").unwrap_or(());
        }
        let text = rest + &funnel::line(tail.summary) + &kinds.rests.assumed(tail.summary.subject);
        writeln!(out, "::notice title=assay::{}", data(text.trim_end()))
    }
}

fn annotation(out: &mut String, shown: &Shown<'_>, sources: &Sources) {
    let finding = shown.finding;
    let command = match finding.level {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let at = &finding.at;
    let end = sources.position(&at.file, at.end.max(at.start)).0.max(at.line);
    let mut title = finding.code.to_string();
    let symbols = shown.symbols();
    if !symbols.is_empty() {
        write!(title, " {symbols}").unwrap_or(());
    }
    let mut message = finding.message.clone();
    if let Some(witness) = &finding.witness {
        write!(message, "\n\n{}", witness::text(witness).trim_end()).unwrap_or(());
    }
    for detail in finding.confirmation.details.iter().chain(&finding.confirmation.mlir) {
        write!(message, "\n\n{}", detail.trim_end()).unwrap_or(());
    }
    writeln!(
        out,
        "::{command} file={},line={},col={},endLine={end},title={}::{}",
        property(&at.file),
        at.line,
        at.column,
        property(&title),
        data(&message)
    )
    .unwrap_or(());
}

/// Escapes the message of a workflow command.
pub(super) fn data(text: &str) -> String {
    visible(text).replace('%', "%25").replace('\n', "%0A")
}

/// Escapes a property of a workflow command.
pub(super) fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::{data, property};

    #[test]
    fn a_message_keeps_its_commas_and_loses_its_line_breaks() {
        assert_eq!(data("a, 50%\nb"), "a, 50%25%0Ab");
        assert_eq!(data("a\x1b[31m\0\r"), "a\\u{1b}[31m\\u{0}");
    }

    #[test]
    fn a_property_cannot_end_early() {
        assert_eq!(property("c:\\a,b"), "c%3A\\a%2Cb");
    }
}
