//! Findings for people, in the manner of rustc: what, where, the witness, what was needed, how it was
//! confirmed, when it is harmless, how to fix it, how to see it again, where to read on.
//!
//! A brief report stays short however much is found: findings are written in full while they fit into 80 lines, the next
//! 20 take a line each, and the others are counted by rule; the worst one is always written in full.

use std::collections::BTreeMap;
use std::io::{self, Write};

use assay_ir::diagnostic::Severity;
use assay_ir::rule::Rule;
use assay_ir::verdict::{Confirmed, UnknownKind, VerdictKind};

use crate::finding::{EvidenceKind, Finding};
use crate::report::{Fixed, Levels, PatternReport, Report, Summary};
use crate::sources::Sources;
use crate::subject::Subject;

use super::overview::{Overview, Rank};
use super::rests::Assumptions;
use super::text::{Style, hanging, one_line, paint, push_line, visible, width};
use super::{Head, Options, Renderer, Shown, Tail, concise, fix, funnel, snippet, whole, witness};

/// Lines of a brief report for findings in full.
const FULL: usize = 80;
/// Lines of these that notes may fill.
const NOTES: usize = 40;
/// Findings of a brief report that have one line each.
const ONE_LINERS: usize = 20;
/// Findings that need no table.
const FEW: usize = 3;

/// The findings that are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extent {
    /// All, in full.
    #[default]
    All,
    /// As the head of this file says.
    Brief,
    /// None; they are counted.
    Counts,
}

/// The parts that are written beside the funnel.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Findings.
    pub extent: Extent,
    /// The domain, the assumptions and what is open, one line each; else their number.
    pub assumptions: bool,
    /// Names of the patterns that hold on a finite set.
    pub bounded: bool,
    /// Names of the patterns that are not decided, with the reason.
    pub undecided: bool,
    /// The command takes meanings, which is said where the meaning of an operation is missing.
    pub meanings: bool,
    /// Names of each of both kinds that are written at most; the others are counted.
    pub named: usize,
    /// The titles of the rules: the fault that each forbids, in a few words.
    pub titles: BTreeMap<Rule, String>,
    /// The part behind `assay check` of commands that show more, with a blank before it; `None` if none is to be proposed.
    pub arguments: Option<String>,
}

impl Default for Layout {
    fn default() -> Layout {
        Layout {
            extent: Extent::All,
            assumptions: true,
            bounded: false,
            undecided: false,
            meanings: false,
            named: usize::MAX,
            titles: BTreeMap::new(),
            arguments: None,
        }
    }
}

/// The report as text: findings, what the verdicts rest on, the funnel.
#[must_use]
pub fn render(report: &Report, sources: &Sources, options: Options) -> String {
    whole(&mut Human::new(options), report, sources)
}

/// The findings of a report about no patterns, which has no funnel.
#[must_use]
pub fn findings(report: &Report, sources: &Sources, options: Options) -> String {
    Shown::faults(&report.diagnostics).map(|shown| one(&shown, sources, options)).collect()
}

/// Writes findings, then what the verdicts rest on, then the funnel.
#[derive(Debug)]
pub struct Human {
    options: Options,
    layout: Layout,
    rests: Assumptions,
    overview: Overview,
    bounded: Vec<String>,
    undecided: Vec<String>,
    /// Findings that the baseline accepts for a pattern that is not there.
    moved: Vec<String>,
    /// Lines of findings so far.
    lines: usize,
    /// A finding did not fit; the next ones are not written in full.
    is_full: bool,
    one_liners: usize,
    left_out: usize,
    /// The worst finding so far, and its text where it was not written in full.
    worst: Option<(Rank, Option<String>)>,
}

impl Human {
    /// A renderer of everything with these options.
    #[must_use]
    pub fn new(options: Options) -> Human {
        Human::with(options, Layout::default())
    }

    /// A renderer with this layout.
    #[must_use]
    pub fn with(options: Options, layout: Layout) -> Human {
        Human {
            options,
            layout,
            rests: Assumptions::default(),
            overview: Overview::default(),
            bounded: Vec::new(),
            undecided: Vec::new(),
            moved: Vec::new(),
            lines: 0,
            is_full: false,
            one_liners: 0,
            left_out: 0,
            worst: None,
        }
    }

    fn findings<'a>(
        &mut self,
        shown: impl Iterator<Item = Shown<'a>>,
        sources: &Sources,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let (open, accepted): (Vec<Shown<'a>>, Vec<Shown<'a>>) = shown.partition(Shown::is_open);
        self.moved.extend(accepted.iter().filter_map(Shown::moved));
        self.overview.add(open.iter());
        for shown in open {
            match self.layout.extent {
                Extent::All => out.write_all(one(&shown, sources, self.options).as_bytes())?,
                Extent::Brief => self.brief(&shown, sources, out)?,
                Extent::Counts => {}
            }
        }
        Ok(())
    }

    /// Writes a finding in full while there is room, then in one line, then counts it.
    fn brief(&mut self, shown: &Shown<'_>, sources: &Sources, out: &mut dyn Write) -> io::Result<()> {
        let rank = Rank::from_finding(shown.finding);
        let is_worst = self.worst.as_ref().is_none_or(|(worst, _)| rank < *worst);
        let room = if shown.finding.level == Severity::Note { NOTES } else { FULL };
        let mut text = None;
        if !self.is_full && self.lines < room {
            let full = one(shown, sources, self.options);
            let lines = full.lines().count();
            if self.lines + lines <= room {
                self.lines += lines;
                out.write_all(full.as_bytes())?;
                if is_worst {
                    self.worst = Some((rank, None));
                }
                return Ok(());
            }
            self.is_full = shown.finding.level != Severity::Note;
            text = Some(full);
        }
        if is_worst {
            self.worst = Some((rank, Some(text.unwrap_or_else(|| one(shown, sources, self.options)))));
        }
        if self.one_liners == ONE_LINERS {
            self.left_out += 1;
            return Ok(());
        }
        self.one_liners += 1;
        let mut line = String::new();
        concise::line(&mut line, shown.finding, &shown.names);
        let mut text = String::new();
        push_line(&mut text, &line);
        out.write_all(text.as_bytes())
    }

    /// The end of the report.
    fn end(&mut self, summary: &Summary, fixed: &[Fixed]) -> String {
        let mut text = String::new();
        let out = &mut text;
        if self.one_liners > 0 {
            let more = self.left_out;
            let findings = if more == 1 { "finding" } else { "findings" };
            if more > 0 {
                let all = if self.layout.arguments.is_none() { "; `--show findings` writes all" } else { "" };
                push_line(out, &format!("... and {more} more {findings}{all}"));
            }
            out.push('\n');
        }
        if let Some((_, Some(worst))) = self.worst.take() {
            push_line(out, &paint("the worst finding:", Style::Strong, self.options));
            out.push('\n');
            out.push_str(&worst);
        }
        if self.layout.extent == Extent::Counts
            || self.layout.extent == Extent::Brief && self.overview.findings > FEW
        {
            self.overview.render(out, &self.layout.titles, summary.subject, self.options);
            out.push('\n');
        }
        fixed.iter().for_each(|one| fixed_line(out, one, self.options));
        for (lead, names) in [
            ("moved         ", &self.moved),
            ("bounded       ", &self.bounded),
            ("unknown       ", &self.undecided),
        ] {
            names.iter().take(self.layout.named).for_each(|line| hanging(out, lead, line, self.options));
            if let Some(more @ 1..) = names.len().checked_sub(self.layout.named) {
                hanging(out, lead, &format!("and {more} more"), self.options);
            }
        }
        match self.layout.assumptions {
            true => self.rests.render(out, summary.subject, self.options),
            false => self.rests.folded(out, self.options),
        }
        if !out.is_empty() && !out.ends_with("\n\n") {
            out.push('\n');
        }
        self.next(out, summary);
        // Of nothing there is nothing to count.
        if summary.patterns > 0 {
            out.push_str(&funnel::render(summary, self.options));
        }
        text
    }

    /// Commands that show or do more.
    fn next(&self, out: &mut String, summary: &Summary) {
        let Some(arguments) = &self.layout.arguments else { return };
        let many = self.overview.findings > FEW;
        let mut rows: Vec<(String, String)> = Vec::new();
        if self.one_liners > 0 || self.layout.extent == Extent::Counts && self.overview.findings > 0 {
            let what = format!("all {} findings in full", self.overview.findings);
            rows.push((format!("assay check{arguments} --show findings"), what));
        }
        if many && self.overview.fixable() > 0 {
            let fixes = self.overview.fixable();
            rows.push((format!("assay check{arguments} --fix"), format!("apply checked fixes ({fixes})")));
        }
        if many && self.overview.has_errors() {
            rows.push((format!("assay baseline{arguments}"), "accept these, report new ones".to_owned()));
        }
        if summary.bounded > 0 && !self.layout.bounded {
            let (noun, count) = (summary.subject.noun(0), summary.bounded);
            let what = format!("the names of bounded {noun} ({count})");
            rows.push((format!("assay check{arguments} --show bounded"), what));
        }
        let left = rows.iter().map(|(command, _)| width(command)).max().unwrap_or(0);
        for (number, (command, what)) in rows.iter().enumerate() {
            let lead = paint(if number == 0 { "next: " } else { "      " }, Style::Faint, self.options);
            let fill = " ".repeat(left - width(command));
            push_line(out, &format!("{lead}{}{fill}   {what}", one_line(command)));
        }
        if !rows.is_empty() {
            out.push('\n');
        }
    }
}

impl Renderer for Human {
    fn start(&mut self, head: Head<'_>, sources: &Sources, out: &mut dyn Write) -> io::Result<()> {
        for finding in head.faults {
            self.findings(Shown::faults(std::slice::from_ref(finding)), sources, out)?;
        }
        Ok(())
    }

    fn pattern(&mut self, pattern: &PatternReport, sources: &Sources, out: &mut dyn Write) -> io::Result<()> {
        self.rests.add(pattern);
        let named = |what: &str| {
            let name = if pattern.name.is_empty() { pattern.subject.one() } else { &pattern.name };
            let place = format!("{}:{}", one_line(&pattern.file), pattern.line);
            format!("@{} ({place}): {}", one_line(name), one_line(what))
        };
        match (pattern.verdict, &pattern.reason) {
            (VerdictKind::Bounded, _) if self.layout.bounded => {
                self.bounded.push(named(pattern.scope.as_deref().unwrap_or_default()));
            }
            (VerdictKind::Unknown, Some(reason)) if self.layout.undecided => {
                let is_operation = reason.subject.contains('.') && !reason.subject.contains(' ');
                let helps = self.layout.meanings && reason.class == UnknownKind::NoMeaning && is_operation;
                let help = match reason.class {
                    _ if helps => " (`--meanings FILE` describes it: `assay explain meanings`)",
                    _ => "",
                };
                self.undecided.push(named(&format!("{reason}{help}")));
            }
            _ => {}
        }
        if let Some(ty) = &pattern.inferred {
            let mut text = String::new();
            push_line(&mut text, &named(ty));
            out.write_all(text.as_bytes())?;
        }
        if !pattern.derivation.is_empty() {
            let mut text = String::new();
            push_line(
                &mut text,
                &named(&format!("proved for {}", pattern.scope.as_deref().unwrap_or_default())),
            );
            pattern
                .derivation
                .iter()
                .for_each(|law| push_line(&mut text, &format!("  by {}", one_line(law))));
            out.write_all(text.as_bytes())?;
        }
        self.findings(Shown::of_pattern(pattern), sources, out)
    }

    fn finish(&mut self, tail: Tail<'_>, sources: &Sources, out: &mut dyn Write) -> io::Result<()> {
        for shown in Shown::of_tail(&tail) {
            self.findings(std::iter::once(shown), sources, out)?;
        }
        let text = self.end(tail.summary, tail.fixed);
        out.write_all(text.as_bytes())
    }

    fn conclusion(&self, summary: &Summary, code: u8) -> Option<String> {
        conclusion(summary, code)
    }
}

/// The last line of a run with findings: how many are new and accepted, and the exit code. `None` where there is none of them, or the
/// code is 0.
#[must_use]
pub fn conclusion(summary: &Summary, code: u8) -> Option<String> {
    let Levels { error, warning, note } = summary.findings;
    let all = error + warning + note;
    if code == 0 || all == 0 {
        return None;
    }
    let levels = [(error, "error"), (warning, "warning"), (note, "note")];
    let levels = levels.into_iter().filter(|(count, _)| *count > 0);
    let levels: Vec<String> = levels
        .map(|(count, level)| format!("{count} {level}{}", if count == 1 { "" } else { "s" }))
        .collect();
    // Without findings that were accepted nothing is new.
    let (new, accepted) = match summary.accepted {
        0 => ("", String::new()),
        count => ("new ", format!("; {count} accepted")),
    };
    let findings = if all == 1 { "finding" } else { "findings" };
    // A finding has a blank line behind it, and a count has none.
    let gap = if summary.patterns > 0 { "\n" } else { "" };
    Some(format!("{gap}{all} {new}{findings} ({}){accepted}; exit code {code}\n", levels.join(", ")))
}

fn fixed_line(out: &mut String, fixed: &Fixed, options: Options) {
    let Fixed { code, pattern, file, changed } = fixed;
    let (lead, text) = match changed {
        true => (
            "changed       ",
            format!("@{pattern} in {file} has changed since the baseline, and {code} is still found"),
        ),
        false => (
            "fixed         ",
            format!("{code} of @{pattern} in {file} is no longer found; the baseline still lists it"),
        ),
    };
    hanging(out, lead, &one_line(&text), options);
}

/// One finding.
pub(super) fn one(shown: &Shown<'_>, sources: &Sources, options: Options) -> String {
    let mut text = String::new();
    let out = &mut text;
    let Shown { finding, names, pattern } = shown;
    let gutter = snippet::render(out, finding, *pattern, sources, options);
    witness_block(out, finding, options);
    let lead = format!("{}= ", " ".repeat(gutter));
    facts(out, finding, (pattern.map(|one| one.subject).unwrap_or_default(), names), &lead, options);
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
        witness::section(out, name, &evidence.text, options);
        out.push('\n');
    }
}

/// The named lines between the witness and the fix.
fn facts(
    out: &mut String,
    finding: &Finding,
    (subject, names): (Subject, &[&str]),
    lead: &str,
    options: Options,
) {
    let mut item = |name: &str, text: &str| hanging(out, &format!("{lead}{name}: "), text, options);
    let names: Vec<String> =
        names.iter().filter(|name| !name.is_empty()).map(|name| format!("@{}", one_line(name))).collect();
    match names.len() {
        0 => {}
        // The headline names the function.
        1 if finding.message.starts_with(&format!("`{}", names[0])) => {}
        count => item(subject.noun(count), &names.join(", ")),
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
    let trace = finding.witness.as_ref().and_then(|witness| witness.trace.as_ref());
    let has_inputs = trace.is_some_and(|trace| !trace.inputs.is_empty());
    for note in finding.notes.iter().filter(|note| !has_inputs || !note.starts_with("input: ")) {
        item("note", note);
    }
    let how = match finding.confirmation.how {
        Confirmed::Executed => Some("compiled code ran before and after the rewrite"),
        Confirmed::Interpreted => Some("the interpreter ran before and after the rewrite"),
        Confirmed::Replayed => Some("the rewrite was applied to this program and the result checked"),
        Confirmed::Mlir if subject != Subject::Patterns => Some("the compiler was run"),
        Confirmed::Mlir => Some("real MLIR was asked"),
        Confirmed::None => None,
    };
    let seen = trace.and_then(|trace| trace.seen.as_ref()).map(ToString::to_string);
    let details = finding.confirmation.details.iter().chain(&finding.confirmation.mlir);
    let mut said: Vec<&str> = how.into_iter().collect();
    said.extend(details.filter(|detail| seen.as_ref() != Some(*detail)).map(String::as_str));
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
