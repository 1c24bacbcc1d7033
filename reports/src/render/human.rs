//! Findings for people, in the manner of rustc: what, where, the witness, what was needed, how it was
//! confirmed, when it is harmless, how to fix it, how to see it again, where to read on.

use std::io::{self, Write};

use crate::finding::{Confirmed, EvidenceKind, Finding};
use crate::report::{Fixed, PatternReport, Report};
use crate::sources::Sources;

use super::rests::Rests;
use super::text::{Style, hanging, paint, push_line, visible};
use super::{Head, Options, Renderer, Shown, Tail, fix, funnel, snippet, whole, witness};

/// The report as text: findings, what the verdicts rest on, the funnel.
#[must_use]
pub fn render(report: &Report, sources: &Sources, options: Options) -> String {
    whole(&mut Human::new(options), report, sources)
}

/// Writes findings, then what the verdicts rest on, then the funnel.
#[derive(Debug)]
pub struct Human {
    options: Options,
    rests: Rests,
}

impl Human {
    /// A renderer with these options.
    #[must_use]
    pub fn new(options: Options) -> Human {
        Human { options, rests: Rests::default() }
    }

    fn findings<'a>(
        &mut self,
        shown: impl Iterator<Item = Shown<'a>>,
        sources: &Sources,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        for shown in shown.filter(Shown::is_open) {
            out.write_all(one(&shown, sources, self.options).as_bytes())?;
        }
        Ok(())
    }
}

impl Renderer for Human {
    fn start(&mut self, head: Head<'_>, sources: &Sources, out: &mut dyn Write) -> io::Result<()> {
        self.findings(Shown::faults(head.faults), sources, out)
    }

    fn pattern(&mut self, pattern: &PatternReport, sources: &Sources, out: &mut dyn Write) -> io::Result<()> {
        self.rests.add(pattern);
        self.findings(Shown::of_pattern(pattern), sources, out)
    }

    fn finish(&mut self, tail: Tail<'_>, sources: &Sources, out: &mut dyn Write) -> io::Result<()> {
        self.findings(Shown::of_tail(&tail), sources, out)?;
        let mut text = String::new();
        tail.fixed.iter().for_each(|one| fixed(&mut text, one, self.options));
        self.rests.render(&mut text, self.options);
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&funnel::render(tail.summary, self.options));
        out.write_all(text.as_bytes())
    }
}

fn fixed(out: &mut String, fixed: &Fixed, options: Options) {
    let text = format!(
        "{} of @{} in {} is no longer found; the baseline still lists it",
        fixed.code, fixed.pattern, fixed.file
    );
    hanging(out, "fixed         ", &text, options);
}

/// One finding.
pub(super) fn one(shown: &Shown<'_>, sources: &Sources, options: Options) -> String {
    let mut text = String::new();
    let out = &mut text;
    let Shown { finding, names, pattern } = shown;
    let gutter = snippet::render(out, finding, *pattern, sources, options);
    witness_block(out, finding, options);
    let lead = format!("{}= ", " ".repeat(gutter));
    facts(out, finding, names, &lead, options);
    if let Some(fix) = &finding.fix {
        fix::render(out, fix, sources, &lead, options);
    }
    if let Some(command) = finding.witness.as_ref().and_then(|witness| witness.command.as_deref()) {
        // A command is copied, so it is not broken into lines.
        push_line(
            out,
            &format!("{}{}", paint(&format!("{lead}run: "), Style::Faint, options), visible(command)),
        );
    }
    hanging(out, &format!("{lead}rule: "), &format!("assay explain {}", finding.code), options);
    out.push('\n');
    text
}

fn witness_block(out: &mut String, finding: &Finding, options: Options) {
    if let Some(witness) = &finding.witness {
        out.push('\n');
        witness::render(out, witness, options);
        out.push('\n');
    } else if let Some(evidence) = &finding.evidence {
        let name = match evidence.kind {
            EvidenceKind::Payload => "payload",
            EvidenceKind::Inputs => "inputs",
            EvidenceKind::Types => "types",
            EvidenceKind::Run => "run",
        };
        out.push('\n');
        witness::plain(out, name, &evidence.text, options);
        out.push('\n');
    }
}

/// The named lines between the witness and the fix.
fn facts(out: &mut String, finding: &Finding, names: &[&str], lead: &str, options: Options) {
    let mut item = |name: &str, text: &str| hanging(out, &format!("{lead}{name}: "), text, options);
    let names: Vec<String> =
        names.iter().filter(|name| !name.is_empty()).map(|name| format!("@{name}")).collect();
    match names.len() {
        0 => {}
        1 => item("pattern", &names[0]),
        _ => item("patterns", &names.join(", ")),
    }
    if let Some(needed) = &finding.needed {
        item("needed", needed);
    }
    if let Some(found) = &finding.found {
        item("found", found);
    }
    for related in &finding.related {
        let at = &related.at;
        item("see", &format!("{}:{}:{}: {}", at.file, at.line, at.column, related.message));
    }
    for note in &finding.notes {
        item("note", note);
    }
    let how = match finding.confirmation.how {
        Confirmed::Executed => Some("compiled code ran before and after the rewrite"),
        Confirmed::Interpreted => Some("the interpreter ran before and after the rewrite"),
        Confirmed::Replayed => Some("the rewrite was applied to this program and the result checked"),
        Confirmed::Mlir => Some("real MLIR was asked"),
        Confirmed::None => None,
    };
    let mut said: Vec<&str> = how.into_iter().collect();
    said.extend(finding.confirmation.details.iter().map(String::as_str));
    if !said.is_empty() {
        item("confirmed", &said.join("\n"));
    }
    if let Some(path) = finding.witness.as_ref().and_then(|witness| witness.path.as_deref()) {
        item("witness", path);
    }
    if let Some(guard) = &finding.guard {
        item("harmless if", guard);
    }
    for help in &finding.help {
        item("help", help);
    }
}
