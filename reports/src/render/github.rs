//! Workflow commands of GitHub Actions: each finding becomes an annotation at its line. The witness is part of the
//! message, since an annotation shows nothing else.
//!
//! Format: `::error file=F,line=L,col=C,endLine=E,title=T::message`, with `%`, CR and LF escaped, and `:` and `,` too in
//! the properties (GitHub's documentation of workflow commands).

use std::fmt::Write as _;
use std::io::{self, Write};

use crate::finding::{After, Level};
use crate::report::{PatternReport, Report};
use crate::sources::Sources;

use super::rests::Rests;
use super::text::visible;
use super::{Head, Renderer, Shown, Tail, funnel, whole};

/// One annotation per finding, then the funnel and what the proofs assume as a notice.
#[must_use]
pub fn render(report: &Report, sources: &Sources) -> String {
    whole(&mut Github::default(), report, sources)
}

/// Writes one annotation per finding, then the funnel and what the proofs assume as a notice.
#[derive(Debug, Default)]
pub struct Github {
    rests: Rests,
}

impl Renderer for Github {
    fn start(&mut self, head: Head<'_>, sources: &Sources, out: &mut dyn Write) -> io::Result<()> {
        annotations(Shown::faults(head.faults), sources, out)
    }

    fn pattern(&mut self, pattern: &PatternReport, sources: &Sources, out: &mut dyn Write) -> io::Result<()> {
        self.rests.add(pattern);
        annotations(Shown::of_pattern(pattern), sources, out)
    }

    fn finish(&mut self, tail: Tail<'_>, sources: &Sources, out: &mut dyn Write) -> io::Result<()> {
        annotations(Shown::of_tail(&tail), sources, out)?;
        let text = funnel::line(tail.summary) + &self.rests.assumed();
        writeln!(out, "::notice title=assay::{}", data(text.trim_end()))
    }
}

fn annotations<'a>(
    shown: impl Iterator<Item = Shown<'a>>,
    sources: &Sources,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut text = String::new();
    for shown in shown.filter(Shown::is_open) {
        annotation(&mut text, &shown, sources);
    }
    out.write_all(text.as_bytes())
}

fn annotation(out: &mut String, shown: &Shown<'_>, sources: &Sources) {
    let finding = shown.finding;
    let command = match finding.level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "notice",
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
        write!(message, "\n\nbefore:\n{}", witness.before.text.trim_end()).unwrap_or(());
        match &witness.after {
            After::Program(program) => {
                write!(message, "\n\nafter:\n{}", program.text.trim_end()).unwrap_or(());
            }
            After::Outcome(words) => write!(message, "\n\nafter: {words}").unwrap_or(()),
        }
    }
    for detail in &finding.confirmation.details {
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
fn data(text: &str) -> String {
    visible(text).replace('%', "%25").replace('\n', "%0A")
}

/// Escapes a property of a workflow command.
fn property(text: &str) -> String {
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
