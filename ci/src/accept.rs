//! Findings that somebody accepted: `// assay: allow(...)` above a pattern, `[[allow]]` in the configuration, and the
//! baseline. What accepts nothing is itself a finding. Knows no clock: today is handed in.

mod comment;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use assay_ir::rule::Rule;
use assay_reports::{Acceptance, AcceptedIn, Finding, Label, Level, Location, Report, RulePage, Sources};
use serde::Deserialize;

use crate::config::Config;

/// An allow that accepts nothing.
pub(crate) const UNUSED: Rule = Rule::A701;
/// An allow whose last day is over.
pub(crate) const EXPIRED: Rule = Rule::A702;
/// An allow that cannot be read, or stands above no pattern.
pub(crate) const CONFIG: Rule = Rule::A703;
/// A proof for fewer widths than the gate asks for.
pub(crate) const BOUNDED: Rule = Rule::A704;

/// The pages of these rules.
pub(crate) const PAGES: &[&str] = &[
    include_str!("rules/A701.md"),
    include_str!("rules/A702.md"),
    include_str!("rules/A703.md"),
    include_str!("rules/A704.md"),
];

/// The manual pages of all rules: those of the verifier, and these.
///
/// # Errors
/// A page that is not in its form.
pub(crate) fn pages() -> anyhow::Result<Vec<RulePage>> {
    let mut pages = Vec::new();
    for page in assay_verifier::rules::PAGES.iter().chain(PAGES) {
        pages.push(RulePage::parse(page)?);
    }
    pages.sort_by_key(|page| page.code);
    Ok(pages)
}

/// A day of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    /// Reads `YYYY-MM-DD`; `None` if that is no day.
    pub(crate) fn parse(text: &str) -> Option<Date> {
        let whole: toml::value::Datetime = text.parse().ok()?;
        match whole {
            toml::value::Datetime { date: Some(date), time: None, offset: None } => {
                Some(Date { year: date.year, month: date.month, day: date.day })
            }
            _ => None,
        }
    }
}

impl std::fmt::Display for Date {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl<'de> Deserialize<'de> for Date {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = toml::Value::deserialize(deserializer)?;
        let text = match value {
            toml::Value::String(text) => text,
            toml::Value::Datetime(moment) => moment.to_string(),
            _ => return Err(serde::de::Error::custom("a day is written YYYY-MM-DD")),
        };
        Date::parse(&text)
            .ok_or_else(|| serde::de::Error::custom(format!("`{text}` is no day; write YYYY-MM-DD")))
    }
}

/// One allow, wherever it is written.
struct Allow {
    codes: Vec<Rule>,
    /// File and first line of the one pattern, or a name and a file, or neither.
    scope: Scope,
    reason: String,
    until: Option<Date>,
    place: AcceptedIn,
    at: Location,
    used: BTreeSet<Rule>,
}

enum Scope {
    At { file: String, line: usize },
    Named { pattern: Option<String>, file: Option<String> },
}

/// A pattern of the inputs, judged or not.
pub(crate) struct Known<'a> {
    /// Its file.
    pub(crate) file: &'a str,
    /// Its first line.
    pub(crate) line: usize,
    /// Whether it was judged in this run.
    pub(crate) judged: bool,
}

/// What decides about allows beside the report.
pub(crate) struct Terms<'a> {
    /// Every pattern of the inputs.
    pub(crate) patterns: &'a [Known<'a>],
    /// The configuration.
    pub(crate) config: Option<&'a Config>,
    /// Today, if that is known.
    pub(crate) today: Option<Date>,
    /// Whether findings with a code are looked for in this run.
    pub(crate) asked: &'a dyn Fn(Rule) -> bool,
}

/// Marks what is accepted in `report`, and adds what is to be said about the allows themselves.
pub(crate) fn apply(report: &mut Report, sources: &mut Sources, terms: &Terms<'_>) -> anyhow::Result<()> {
    let mut said = Vec::new();
    let mut allows = in_comments(sources, terms, &mut said);
    if let Some(config) = terms.config {
        sources.insert(config.name.as_str(), config.text.as_str());
        allows.extend(in_config(config, sources, &mut said));
    }
    let patterns: Vec<(String, usize, String)> =
        report.patterns.iter().map(|p| (p.file.clone(), p.line, p.name.clone())).collect();
    for pattern in &mut report.patterns {
        for finding in &mut pattern.findings {
            accept(&mut allows, finding, &pattern.file, pattern.line, &pattern.name, terms.today);
        }
    }
    for set in &mut report.sets {
        for finding in &mut set.findings {
            let above = patterns
                .iter()
                .filter(|(file, line, _)| *file == finding.at.file && *line <= finding.at.line)
                .max_by_key(|(_, line, _)| *line);
            if let Some((file, line, name)) = above {
                accept(&mut allows, finding, file, *line, name, terms.today);
            }
        }
    }
    for allow in &allows {
        about(allow, terms, &mut said);
    }
    let mut diagnostics = std::mem::take(&mut report.diagnostics);
    diagnostics.extend(said);
    let fresh = Report::new(report.tool.clone(), Vec::new(), Vec::new(), diagnostics);
    report.diagnostics = fresh.diagnostics;
    Ok(())
}

fn in_comments(sources: &Sources, terms: &Terms<'_>, said: &mut Vec<Finding>) -> Vec<Allow> {
    let mut heads: BTreeMap<&str, BTreeMap<usize, bool>> = BTreeMap::new();
    for known in terms.patterns {
        let judged = heads.entry(known.file).or_default().entry(known.line).or_default();
        *judged |= known.judged;
    }
    let mut allows = Vec::new();
    for (file, lines) in &heads {
        let Some(text) = sources.text(file) else { continue };
        for comment in comment::find(text) {
            let at = sources.locate(file, comment.span.clone());
            let mut fault = |message: String| said.push(finding(CONFIG, Level::Error, &at, message));
            let below = comment.below.and_then(|line| Some((line, *lines.get(&line)?)));
            let Some((line, judged)) = below else {
                fault("this allow stands above no pattern, so that it accepts nothing".to_owned());
                continue;
            };
            match comment.allow {
                Err(why) => fault(why),
                Ok(allow) => {
                    let codes = rules(&allow.codes, fault);
                    if judged {
                        allows.push(Allow {
                            codes,
                            scope: Scope::At { file: (*file).to_owned(), line },
                            reason: allow.reason,
                            until: allow.until,
                            place: AcceptedIn::Source,
                            at,
                            used: BTreeSet::new(),
                        });
                    }
                }
            }
        }
    }
    allows
}

fn in_config(config: &Config, sources: &Sources, said: &mut Vec<Finding>) -> Vec<Allow> {
    let mut allows = Vec::new();
    for (allow, span) in &config.allows {
        let at = sources.locate(&config.name, first_line(&config.text, span));
        let codes = rules(&allow.rules, |message| said.push(finding(CONFIG, Level::Error, &at, message)));
        let file = allow.file.as_ref().map(|file| plain(&file.display().to_string()));
        let pattern = allow.pattern.as_ref().map(|name| name.trim_start_matches('@').to_owned());
        allows.push(Allow {
            codes,
            scope: Scope::Named { pattern, file },
            reason: allow.reason.clone(),
            until: allow.until,
            place: AcceptedIn::Config,
            at,
            used: BTreeSet::new(),
        });
    }
    allows
}

/// The rules that codes name; a text that names none is reported to `fault`.
fn rules(codes: &[String], mut fault: impl FnMut(String)) -> Vec<Rule> {
    let read = |code: &String| {
        let rule = Rule::parse(code);
        if rule.is_none() {
            fault(format!("`{code}` is no rule; `assay explain` lists the rules"));
        }
        rule
    };
    codes.iter().filter_map(read).collect()
}

/// A path without `./` in front.
fn plain(path: &str) -> String {
    path.strip_prefix("./").unwrap_or(path).to_owned()
}

fn first_line(text: &str, span: &Range<usize>) -> Range<usize> {
    let end = text.get(span.clone()).and_then(|part| part.find('\n')).map_or(span.end, |at| span.start + at);
    span.start..end
}

fn accept(
    allows: &mut [Allow],
    finding: &mut Finding,
    file: &str,
    line: usize,
    name: &str,
    today: Option<Date>,
) {
    for allow in allows {
        let fits = match &allow.scope {
            Scope::At { file: its, line: at } => its == file && *at == line,
            Scope::Named { pattern, file: its } => {
                pattern.as_ref().is_none_or(|pattern| pattern == name)
                    && its.as_ref().is_none_or(|its| *its == plain(file))
            }
        };
        if !fits || !allow.codes.contains(&finding.code) {
            continue;
        }
        allow.used.insert(finding.code);
        if !expired(allow, today) && finding.accepted.is_none() {
            finding.accepted = Some(Acceptance { place: allow.place, reason: allow.reason.clone() });
        }
    }
}

fn expired(allow: &Allow, today: Option<Date>) -> bool {
    matches!((allow.until, today), (Some(until), Some(today)) if until < today)
}

fn about(allow: &Allow, terms: &Terms<'_>, said: &mut Vec<Finding>) {
    if let (Some(until), true) = (allow.until, expired(allow, terms.today)) {
        let message = format!("this allow ended on {until}");
        let mut found = finding(EXPIRED, Level::Warning, &allow.at, message);
        found.notes.push(format!("its reason was: {}", allow.reason));
        said.push(found);
        return;
    }
    // An allow for a pattern that was left out of this run may well be needed.
    let whole = terms.patterns.iter().all(|known| known.judged);
    if allow.place == AcceptedIn::Config && !whole {
        return;
    }
    let idle: Vec<&str> = allow
        .codes
        .iter()
        .filter(|code| !allow.used.contains(*code) && (terms.asked)(**code))
        .map(|code| code.code())
        .collect();
    if !idle.is_empty() {
        let message =
            format!("nothing here is a finding of {}, so that this allow is not needed", idle.join(", "));
        said.push(finding(UNUSED, Level::Warning, &allow.at, message));
    }
}

fn finding(code: Rule, level: Level, at: &Location, message: String) -> Finding {
    let mut finding = Finding::new(code, level, at.clone(), message);
    finding.labels.push(Label { span: at.span(), text: String::new(), primary: true });
    finding
}

#[cfg(test)]
mod tests {
    use super::Date;

    #[test]
    fn a_date_is_a_day_of_the_calendar() {
        assert!(Date::parse("2026-02-28").is_some());
        for wrong in ["2026-13-01", "2026-02-30x", "26-1-1", "2026-01-01T00:00:00", ""] {
            assert!(Date::parse(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn dates_are_ordered_by_time() {
        assert!(Date::parse("2025-12-31") < Date::parse("2026-01-01"));
    }
}
