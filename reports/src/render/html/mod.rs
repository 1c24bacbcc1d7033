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

use crate::page::RulePage;
use crate::report::{PatternReport, Report, Summary, Tool, Trials};
use crate::sources::Sources;

use super::text::{one_line, visible};
use super::{Head, Options, Renderer, Shown, Tail, explain, whole};

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
    /// The manual pages of all rules.
    pages: BTreeMap<Rule, RulePage>,
    /// The command and the day of the run, where they are known.
    run: Vec<String>,
    tool: String,
    /// The findings, each as an article: notes, warnings, errors.
    findings: [String; 3],
    /// The accepted findings, each as an item.
    accepted_findings: String,
    /// The patterns, each as a row.
    patterns: String,
    /// Number of findings of each rule, and their worst level.
    rules: BTreeMap<Rule, (Severity, usize)>,
    verdicts: BTreeMap<&'static str, usize>,
    accepted: usize,
    count: usize,
}

impl Html {
    /// A renderer that knows the manual pages of all rules.
    #[must_use]
    pub fn new(pages: Vec<RulePage>) -> Html {
        Html { pages: pages.into_iter().map(|page| (page.code, page)).collect(), ..Html::default() }
    }

    /// The same for the page of a run: its command, and its day as `YYYY-MM-DD`.
    #[must_use]
    pub fn of_run(self, command: String, day: String) -> Html {
        Html { run: vec![command, day], ..self }
    }

    fn title(&self, rule: Rule) -> Option<&str> {
        self.pages.get(&rule).map(|page| page.title.as_str())
    }

    fn add<'a>(&mut self, shown: impl Iterator<Item = Shown<'a>>, sources: &Sources) {
        for shown in shown {
            let found = shown.finding;
            if let Some(accepted) = found.accepted.as_ref().filter(|_| !shown.is_open()) {
                self.accepted += 1;
                let item = finding::accepted(&shown, self.accepted, &accepted.reason);
                self.accepted_findings.push_str(&item.into_string());
                continue;
            }
            let (level, count) = self.rules.entry(found.code).or_insert((found.level, 0));
            *level = (*level).max(found.level);
            *count += 1;
            self.count += 1;
            let article = finding::article(&shown, self.count, self.title(found.code), sources);
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
                        (self.origin())
                        (counts(summary))
                    }
                    nav aria-label="Filters" { (self.choices(summary)) }
                    main {
                        section #findings aria-labelledby="findings-title" {
                            h2 #findings-title { "Findings" }
                            @if self.count == 0 { p { "There is none." } }
                            @for articles in self.findings.iter().rev() { (PreEscaped(articles)) }
                        }
                        @if self.accepted > 0 {
                            section #accepted aria-labelledby="accepted-title" {
                                h2 #accepted-title { "Accepted" }
                                ul { (PreEscaped(&self.accepted_findings)) }
                            }
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
                        (self.manual())
                    }
                    script { (PreEscaped(SCRIPT)) }
                }
            }
        }
    }

    /// The origin of the page: the command, the day and the programs that took part.
    fn origin(&self) -> Markup {
        html! {
            dl.facts {
                @for (name, text) in ["command", "date"].into_iter().zip(&self.run) {
                    dt { (name) } dd { code { (visible(text)) } }
                }
                dt { "by" } dd { (self.tool) }
            }
        }
    }

    /// The pages of the rules that occur.
    fn manual(&self) -> Markup {
        let pages: Vec<&RulePage> = self.rules.keys().filter_map(|rule| self.pages.get(rule)).collect();
        html! {
            @if !pages.is_empty() {
                section #rules aria-labelledby="rules-title" {
                    h2 #rules-title { "Rules" }
                    @for page in pages {
                        details.more id=(format!("page-{}", page.code.code())) data-rule=(page.code.code()) {
                            summary { (page.code.code()) ": " (page.title) }
                            pre tabindex="0" { (visible(&explain::render(page, Options::default()))) }
                        }
                    }
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
    fn choices(&self, summary: &Summary) -> Markup {
        html! {
            @if self.rules.len() > 1 {
                fieldset {
                    legend { "Findings of" }
                    @for (rule, (level, count)) in &self.rules {
                        label title=[self.title(*rule)] {
                            input type="checkbox" id=(format!("rule-{}", rule.code())) checked;
                            span class=(format!("level {level}")) { (rule.code()) } " " (count)
                        }
                    }
                }
            }
            @if self.verdicts.len() > 1 {
                fieldset {
                    legend { (subjects(summary)) " that are" }
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
        let first = (self.count + 1, self.accepted + 1);
        self.add(Shown::of_pattern(pattern), sources);
        self.patterns.push_str(&row(pattern, first).into_string());
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
    let counts = [(findings.error, "error"), (findings.warning, "warning"), (findings.note, "note")];
    let counts: Vec<String> =
        counts.iter().filter(|(count, _)| *count > 0).map(|(count, one)| plural(*count, one)).collect();
    let counts = if counts.is_empty() { "no findings".to_owned() } else { counts.join(", ") };
    format!("{} {}: {counts}", summary.patterns, summary.subject.noun(summary.patterns))
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
fn row(pattern: &PatternReport, (open, accepted): (usize, usize)) -> Markup {
    let verdict = word(pattern.verdict);
    let name = if pattern.name.is_empty() {
        "(no name)".to_owned()
    } else {
        format!("@{}", one_line(&pattern.name))
    };
    let of = |is_open: bool| {
        let findings = pattern.findings.iter().filter(move |one| one.accepted.is_none() == is_open);
        findings.map(|one| one.code.code())
    };
    let why = pattern.reason.as_ref().map(ToString::to_string);
    // A function has a record for each step that changed it.
    let pass = pattern.domain.iter().find_map(|one| one.strip_prefix("pass: "));
    html! {
        tr data-verdict=(verdict) {
            th scope="row" {
                code { (name) }
                @if let Some(pass) = pass { p { "after " code { (one_line(pass)) } } }
            }
            td { span class=(format!("verdict {verdict}")) { (verdict) } }
            td { code { (one_line(&pattern.file)) ":" (pattern.line) } }
            td {
                @for (number, code) in (open..).zip(of(true)) { a href=(format!("#f{number}")) { (code) } " " }
                @for (number, code) in (accepted..).zip(of(false)) { a href=(format!("#a{number}")) { (code) " accepted" } " " }
            }
            td {
                (visible(&why.or_else(|| pattern.scope.clone()).unwrap_or_default()))
                @if let Some(trials) = &pattern.trials { p { (tried(trials)) } }
            }
        }
    }
}
