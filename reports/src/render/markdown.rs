//! A Markdown summary, as job summaries and merge requests show it: the funnel as a table, then each finding with its
//! lines of the pattern and its witness. The table comes first, so that findings wait until the last pattern is known.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};

use assay_ir::diagnostic::Severity;
use assay_ir::rule::Rule;
use assay_ir::verdict::Confirmed;

use crate::report::{PatternReport, Report, Summary};
use crate::sources::Sources;
use crate::subject::Subject;

use super::overview::{Overview, Rank, Worst};
use super::rests::Assumptions;
use super::{Head, Options, Renderer, Shown, Tail, concise, funnel, text, whole, witness};

/// The report as GitHub-flavoured Markdown.
#[must_use]
pub fn render(report: &Report, sources: &Sources) -> String {
    whole(&mut Markdown::default(), report, sources)
}

/// Findings that are shown with their witnesses: a job summary takes a mebibyte.
const FULL: usize = 20;

/// Findings that have one line each.
const ONE_LINERS: usize = 200;

/// Writes GitHub-flavoured Markdown at the end: the worst findings in full, the next ones in a line each, the others counted.
#[derive(Debug)]
pub struct Markdown {
    titles: BTreeMap<Rule, String>,
    findings: Worst<String>,
    lines: Worst<String>,
    overview: Overview,
    rests: Assumptions,
    /// Findings that the baseline accepts for a pattern that is not there.
    moved: Vec<String>,
}

impl Default for Markdown {
    fn default() -> Markdown {
        Markdown::new(BTreeMap::new())
    }
}

impl Markdown {
    /// A renderer that knows what each rule forbids.
    #[must_use]
    pub fn new(titles: BTreeMap<Rule, String>) -> Markdown {
        Markdown {
            titles,
            findings: Worst::new(FULL),
            lines: Worst::new(FULL + ONE_LINERS),
            overview: Overview::default(),
            rests: Assumptions::default(),
            moved: Vec::new(),
        }
    }

    fn add<'a>(&mut self, shown: impl Iterator<Item = Shown<'a>>, sources: &Sources) {
        let (open, accepted): (Vec<Shown<'a>>, Vec<Shown<'a>>) = shown.partition(Shown::is_open);
        self.moved.extend(accepted.iter().filter_map(Shown::moved));
        self.overview.add(open.iter());
        for shown in open {
            self.findings.offer(Rank::from_finding(shown.finding), || {
                let mut text = String::new();
                one(&mut text, &shown, sources);
                text
            });
            self.lines.offer(Rank::from_finding(shown.finding), || {
                let mut text = String::new();
                concise::line(&mut text, shown.finding, &shown.names);
                format!("- {}\n", escape(text.trim_end()))
            });
        }
    }

    /// The findings, the worst first.
    fn findings(&mut self, out: &mut String, subject: Subject) {
        if self.overview.findings > FULL {
            let mut table = String::new();
            self.overview.render(&mut table, &self.titles, subject, Options::default());
            out.push('\n');
            fenced(out, "text", &table);
        }
        let findings = std::mem::replace(&mut self.findings, Worst::new(0));
        let lines = std::mem::replace(&mut self.lines, Worst::new(0));
        let left_out = lines.left_out();
        findings.into_list().iter().for_each(|text| out.push_str(text));
        let lines = lines.into_list();
        if lines.len() > FULL {
            writeln!(out, "\n<details><summary>{} more findings</summary>\n", self.overview.findings - FULL)
                .unwrap_or(());
            lines[FULL..].iter().for_each(|line| out.push_str(line));
            if left_out > 0 {
                writeln!(out, "- and {left_out} more").unwrap_or(());
            }
            out.push_str("\n</details>\n");
        }
    }
}

impl Renderer for Markdown {
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
        let mut text = table(tail.summary);
        match tail.summary.sets_refuted {
            0 => {}
            1 => text.push_str("\n1 set of patterns is refuted.\n"),
            count => writeln!(text, "\n{count} sets of patterns are refuted.").unwrap_or(()),
        }
        self.findings(&mut text, tail.summary.subject);
        for moved in &self.moved {
            writeln!(text, "\n- moved: {}", escape(moved)).unwrap_or(());
        }
        for fixed in tail.fixed {
            let (pattern, file) = (code(&fixed.pattern), code(&fixed.file));
            let word = if fixed.changed { "changed since the baseline" } else { "fixed" };
            writeln!(text, "\n- {word}: {} of `@{pattern}` in {file}", fixed.code).unwrap_or(());
        }
        text.push_str("\n<details><summary>counts</summary>\n\n");
        let mut counts = String::new();
        self.rests.render(&mut counts, tail.summary.subject, Options::default());
        counts.push_str(&funnel::render(tail.summary, Options::default()));
        fenced(&mut text, "text", &counts);
        text.push_str("\n</details>\n");
        out.write_all(text.as_bytes())
    }
}

fn table(summary: &Summary) -> String {
    let rows = funnel::rows(summary);
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    format!(
        "## Assay\n\n{}{}{}",
        line(rows.iter().map(|(name, ..)| (*name).to_owned()).collect()),
        line(rows.iter().map(|_| "---:".to_owned()).collect()).replace(' ', ""),
        line(rows.iter().map(|(_, count, _)| count.to_string()).collect())
    )
}

fn one(out: &mut String, shown: &Shown<'_>, sources: &Sources) {
    let finding = shown.finding;
    let sign = match finding.level {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    writeln!(out, "\n### {sign} {}: {}\n", finding.code, escape(&finding.message)).unwrap_or(());
    let at = &finding.at;
    write!(out, "`{}:{}:{}`", code(&at.file), at.line, at.column).unwrap_or(());
    let symbols = shown.symbols();
    if !symbols.is_empty() {
        write!(out, " in `{}`", code(&symbols)).unwrap_or(());
    }
    out.push_str("\n\n");
    if let Some(line) = sources.text(&at.file).and_then(|_| {
        let range = sources.lines_span(&at.file, at.line, at.line);
        sources.text(&at.file)?.get(range)
    }) {
        fenced(out, "mlir", line);
        out.push('\n');
    }
    if let Some(witness) = &finding.witness {
        fenced(out, "text", &witness::text(witness));
        out.push('\n');
    } else if let Some(evidence) = &finding.evidence {
        fenced(out, "text", &evidence.text);
        out.push('\n');
    }
    let mut item = |name: &str, text: &str| writeln!(out, "- {name}: {}", escape(text)).unwrap_or(());
    if let Some(needed) = &finding.needed {
        item("needed", needed);
    }
    if let Some(found) = &finding.found {
        item("found", found);
    }
    for note in &finding.notes {
        item("note", note);
    }
    match finding.confirmation.how {
        Confirmed::Executed => item("confirmed", "compiled code ran before and after the rewrite"),
        Confirmed::Interpreted => item("confirmed", "the interpreter ran before and after the rewrite"),
        Confirmed::Replayed => item("confirmed", "the rewrite was applied and the result checked"),
        Confirmed::Mlir => item("confirmed", "real MLIR was asked"),
        Confirmed::None => {}
    }
    for detail in finding.confirmation.details.iter().chain(&finding.confirmation.mlir) {
        item("seen", detail);
    }
    if let Some(guard) = &finding.guard {
        item("harmless if", guard);
    }
    for help in &finding.help {
        item("help", help);
    }
    if let Some(fix) = &finding.fix {
        item("fix", &fix.title);
    }
    if let Some(command) = finding.witness.as_ref().and_then(|witness| witness.command.as_deref()) {
        writeln!(out, "- run: `{}`", code(command)).unwrap_or(());
    }
    writeln!(out, "- rule: `assay explain {}`", finding.code).unwrap_or(());
}

/// A text as a code block.
pub(super) fn block(body: &str) -> String {
    let mut out = String::new();
    fenced(&mut out, "text", body);
    out
}

/// A code block whose fence is longer than any in the text.
fn fenced(out: &mut String, language: &str, body: &str) {
    let body = text::visible(body.trim_end());
    let ticks = |line: &str| line.trim_start().chars().take_while(|c| *c == '`').count();
    let fence = "`".repeat(body.lines().map(ticks).max().unwrap_or(0).max(2) + 1);
    writeln!(out, "{fence}{language}").unwrap_or(());
    text::push_line(out, &body);
    writeln!(out, "{fence}").unwrap_or(());
}

/// Text in which no sign means anything to Markdown or HTML; text in backticks stays code, where these come in pairs.
pub(super) fn escape(words: &str) -> String {
    let words = text::visible(&words.replace('\n', " "));
    let paired = words.matches('`').count().is_multiple_of(2) && !words.contains("``");
    let mut out = String::new();
    let mut code = false;
    for c in words.chars() {
        match c {
            '`' if paired => code = !code,
            '<' if !code => {
                out.push_str("&lt;");
                continue;
            }
            '`' | '*' | '_' | '#' | '[' | ']' | '|' | '\\' | '@' if !code => out.push('\\'),
            _ => {}
        }
        out.push(c);
    }
    out
}

/// Text inside of backticks.
fn code(words: &str) -> String {
    text::visible(words).replace(['`', '\n'], "'")
}

#[cfg(test)]
mod tests {
    use super::{escape, fenced};

    #[test]
    fn signs_are_escaped_outside_of_code_only() {
        assert_eq!(escape("a_b <x> `c_d <y>`"), "a\\_b &lt;x> `c_d <y>`");
        assert_eq!(escape("a ` <x>"), "a \\` &lt;x>");
        assert_eq!(escape("``` <x> `"), "\\`\\`\\` &lt;x> \\`");
    }

    #[test]
    fn a_fence_in_the_text_does_not_end_the_block() {
        let mut out = String::new();
        fenced(&mut out, "mlir", "a\n```\nb");
        assert_eq!(out, "````mlir\na\n```\nb\n````\n");
    }
}
