//! One offline page for a browser: counts, a list that can be filtered, and each finding with its values, programs and
//! drawings. Nothing is loaded, and nothing needs a script; the one that is there copies texts.

mod blocks;
mod finding;
mod graph;
mod programs;
mod ring;
mod source;
mod svg;

use std::collections::BTreeMap;
use std::io::{self, Write};

use assay_ir::diagnostic::Severity;
use assay_ir::rule::Rule;
use assay_ir::verdict::VerdictKind;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::report::{PatternReport, Report, Summary, Tool, Trials};
use crate::sources::Sources;

use super::text::{one_line, visible};
use super::{Head, Renderer, Shown, Tail, whole};

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// The report as a page.
#[must_use]
pub fn render(report: &Report, sources: &Sources) -> String {
    whole(&mut Html::default(), report, sources)
}

/// Writes a page when the last pattern is known, since the counts stand first.
#[derive(Debug, Default)]
pub struct Html {
    titles: BTreeMap<Rule, String>,
    tool: String,
    /// The findings, each as an article: notes, warnings, errors.
    findings: [String; 3],
    /// The patterns, each as a row.
    patterns: String,
    /// Number of findings of each rule, and their worst level.
    rules: BTreeMap<Rule, (Severity, usize)>,
    verdicts: BTreeMap<&'static str, usize>,
    accepted: usize,
    count: usize,
}

impl Html {
    /// A renderer that knows what each rule forbids.
    #[must_use]
    pub fn new(titles: BTreeMap<Rule, String>) -> Html {
        Html { titles, ..Html::default() }
    }

    fn add<'a>(&mut self, shown: impl Iterator<Item = Shown<'a>>, sources: &Sources) {
        for shown in shown {
            if !shown.is_open() {
                self.accepted += 1;
                continue;
            }
            let found = shown.finding;
            let (level, count) = self.rules.entry(found.code).or_insert((found.level, 0));
            *level = (*level).max(found.level);
            *count += 1;
            self.count += 1;
            let title = self.titles.get(&found.code).map(String::as_str);
            let article = finding::article(&shown, self.count, title, sources);
            self.findings[found.level as usize].push_str(&article.into_string());
        }
    }

    fn page(&self, summary: &Summary, fixed: &[crate::report::Fixed]) -> Markup {
        html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { "Assay: " (headline(summary)) }
                    style { (PreEscaped(STYLE)) (PreEscaped(self.filters())) }
                }
                body {
                    a.skip href="#findings" { "Skip to the findings" }
                    header {
                        h1 { "Assay" }
                        p { (headline(summary)) }
                        (counts(summary))
                    }
                    nav aria-label="Filters" { (self.choices()) }
                    main {
                        section #findings aria-labelledby="findings-title" {
                            h2 #findings-title { "Findings" }
                            @if self.count == 0 { p { "There is none." } }
                            @for articles in self.findings.iter().rev() { (PreEscaped(articles)) }
                        }
                        @if !fixed.is_empty() {
                            section aria-labelledby="fixed-title" {
                                h2 #fixed-title { "Gone since the baseline" }
                                ul { @for one in fixed { li { (one.code.code()) " of @" (one_line(&one.pattern)) } } }
                            }
                        }
                        section #patterns aria-labelledby="patterns-title" {
                            h2 #patterns-title { (subjects(summary)) }
                            (self.table(summary))
                        }
                    }
                    footer { p { (self.tool) } }
                    script { (PreEscaped(SCRIPT)) }
                }
            }
        }
    }

    fn table(&self, summary: &Summary) -> Markup {
        html! {
            div.scroll tabindex="0" role="region" aria-labelledby="patterns-title" {
                table {
                    thead { tr {
                        th scope="col" { (summary.subject.one()) } th scope="col" { "verdict" } th scope="col" { "place" }
                        th scope="col" { "findings" } th scope="col" { "holds for, or why not" }
                    } }
                    tbody { (PreEscaped(&self.patterns)) }
                }
            }
        }
    }

    /// Check boxes for rules and verdicts.
    fn choices(&self) -> Markup {
        html! {
            @if self.rules.len() > 1 {
                fieldset {
                    legend { "Findings of" }
                    @for (rule, (level, count)) in &self.rules {
                        label title=[self.titles.get(rule)] {
                            input type="checkbox" id=(format!("rule-{}", rule.code())) checked;
                            span class=(format!("level {level}")) { (rule.code()) } " " (count)
                        }
                    }
                }
            }
            @if self.verdicts.len() > 1 {
                fieldset {
                    legend { "Patterns that are" }
                    @for (verdict, count) in &self.verdicts {
                        label {
                            input type="checkbox" id=(format!("verdict-{verdict}")) checked;
                            span class=(format!("verdict {verdict}")) { (verdict) } " " (count)
                        }
                    }
                }
            }
        }
    }

    /// Style rules for that which an empty check box hides.
    fn filters(&self) -> String {
        let hide =
            |id: String, what: String| format!("body:has(#{id}:not(:checked)) {what} {{ display: none }}\n");
        let rules = self.rules.keys().map(|rule| {
            let code = rule.code();
            hide(format!("rule-{code}"), format!("[data-rule={code}]"))
        });
        let verdicts = self
            .verdicts
            .keys()
            .map(|verdict| hide(format!("verdict-{verdict}"), format!("[data-verdict={verdict}]")));
        rules.chain(verdicts).collect()
    }
}

impl Renderer for Html {
    fn start(&mut self, head: Head<'_>, sources: &Sources, _: &mut dyn Write) -> io::Result<()> {
        self.tool = made_by(head.tool);
        self.add(Shown::faults(head.faults), sources);
        Ok(())
    }

    fn pattern(&mut self, pattern: &PatternReport, sources: &Sources, _: &mut dyn Write) -> io::Result<()> {
        *self.verdicts.entry(word(pattern.verdict)).or_default() += 1;
        let first = self.count + 1;
        self.add(Shown::of_pattern(pattern), sources);
        self.patterns.push_str(&row(pattern, first..self.count + 1).into_string());
        Ok(())
    }

    fn finish(&mut self, tail: Tail<'_>, sources: &Sources, out: &mut dyn Write) -> io::Result<()> {
        self.add(Shown::of_tail(&tail), sources);
        out.write_all(self.page(tail.summary, tail.fixed).into_string().as_bytes())
    }
}

/// Words in which names stand in backticks.
fn prose(words: &str) -> Markup {
    let words = visible(words);
    html! {
        @for (index, part) in words.split('`').enumerate() {
            @if index % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

fn made_by(tool: &Tool) -> String {
    let with = tool.with.iter().map(|(name, version)| format!(", {name}: {version}"));
    visible(&format!("{} {}{}", tool.name, tool.version, with.collect::<String>()))
}

fn word(verdict: VerdictKind) -> &'static str {
    match verdict {
        VerdictKind::Proved => "proved",
        VerdictKind::Bounded => "bounded",
        VerdictKind::WellFormed => "well-formed",
        VerdictKind::Refuted => "refuted",
        VerdictKind::Vacuous => "vacuous",
        VerdictKind::Unknown => "unknown",
        VerdictKind::Malformed => "malformed",
    }
}

fn headline(summary: &Summary) -> String {
    let plural = |count: usize, one: &str| format!("{count} {one}{}", if count == 1 { "" } else { "s" });
    let findings = &summary.findings;
    format!(
        "{}: {}, {}, {}",
        format_args!("{} {}", summary.patterns, summary.subject.noun(summary.patterns)),
        plural(findings.error, "error"),
        plural(findings.warning, "warning"),
        plural(findings.note, "note")
    )
}

/// The noun of what was judged, as a title.
fn subjects(summary: &Summary) -> String {
    let noun = summary.subject.noun(0);
    noun[..1].to_uppercase() + &noun[1..]
}

/// The patterns by verdict, as a bar and as numbers.
fn counts(summary: &Summary) -> Markup {
    let parts = [
        ("malformed", summary.malformed),
        ("refuted", summary.refuted),
        ("vacuous", summary.vacuous),
        ("unknown", summary.unknown),
        ("well-formed", summary.well_formed),
        ("bounded", summary.bounded),
        ("proved", summary.proved),
    ];
    html! {
        div.bar aria-hidden="true" {
            @for (name, count) in parts.iter().filter(|(_, count)| *count > 0) {
                span class=(format!("part {name}")) style=(format!("flex-grow:{count}")) {}
            }
        }
        dl.counts {
            @for (name, count) in parts.into_iter().filter(|(_, count)| *count > 0) {
                div { dt { span class=(format!("verdict {name}")) { (name) } } dd { (count) } }
            }
        }
    }
}

/// Runs of generated programs in words.
fn tried(trials: &Trials) -> String {
    let Trials { programs, inputs, caught, right, open, guards, not_run } = trials;
    if let Some(why) = not_run {
        return visible(&format!("not run: {why}"));
    }
    let changes = format!("{caught} caught, {right} right as well, {open} open");
    let guards =
        if guards.is_empty() { String::new() } else { format!("; not tested: {}", guards.join(", ")) };
    visible(&format!("{programs} programs, {inputs} inputs; changes on purpose: {changes}{guards}"))
}

/// The row of a pattern, with links to its findings.
fn row(pattern: &PatternReport, findings: std::ops::Range<usize>) -> Markup {
    let verdict = word(pattern.verdict);
    let name = if pattern.name.is_empty() {
        "(no name)".to_owned()
    } else {
        format!("@{}", one_line(&pattern.name))
    };
    let open: Vec<Rule> =
        pattern.findings.iter().filter(|one| one.accepted.is_none()).map(|one| one.code).collect();
    let why = pattern.reason.as_ref().map(ToString::to_string);
    html! {
        tr data-verdict=(verdict) {
            th scope="row" { code { (name) } }
            td { span class=(format!("verdict {verdict}")) { (verdict) } }
            td { code { (one_line(&pattern.file)) ":" (pattern.line) } }
            td { @for (number, code) in findings.zip(open) { a href=(format!("#f{number}")) { (code.code()) } " " } }
            td {
                (visible(&why.or_else(|| pattern.scope.clone()).unwrap_or_default()))
                @if let Some(trials) = &pattern.trials { p { (tried(trials)) } }
            }
        }
    }
}
