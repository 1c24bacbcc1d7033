//! Suppressions: `// assay: allow(...)` above a pattern and `[[allow]]` in the configuration. One that accepts nothing is
//! itself a finding. Knows no clock: the date is handed in.

pub(crate) mod comment;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};

use assay_ir::data::OpId;
use assay_ir::diagnostic::Severity;
use assay_ir::rule::Rule;
use assay_reports::{Acceptance, AcceptedIn, Finding, Label, Location, PatternReport, Sources};

use crate::config::Config;
use crate::date::Date;
use crate::library::{Job, Library};
use crate::names;
use crate::paths;
use crate::request::Request;
use crate::rules::Selection;

/// A suppression that accepts nothing.
pub(crate) const UNUSED: Rule = Rule::A701;
/// A suppression whose last day is over.
pub(crate) const EXPIRED: Rule = Rule::A702;
/// A suppression that cannot be read, or that no pattern follows.
pub(crate) const CONFIG: Rule = Rule::A703;
/// A proof for fewer widths than the gate asks for.
pub(crate) const BOUNDED: Rule = Rule::A704;
/// Less was shown than the gate asks for.
pub(crate) const BELOW: Rule = Rule::U014;

/// One suppression.
struct Allow {
    codes: Vec<Rule>,
    /// Name of the one pattern, without `@`.
    pattern: Option<String>,
    /// The one file, from the root of the file system.
    file: Option<PathBuf>,
    reason: String,
    until: Option<Date>,
    place: AcceptedIn,
    at: Location,
    used: BTreeSet<Rule>,
}

/// The suppressions of a run, and which of them accepted something.
pub(crate) struct Allows {
    /// Those in comments, by file and first line of the pattern below.
    comments: BTreeMap<(String, usize), Vec<Allow>>,
    config: Vec<Allow>,
    today: Option<Date>,
    /// All patterns of the inputs are judged.
    is_whole: bool,
}

impl Allows {
    /// Reads the suppressions of a library; what is wrong with them goes to `faults`.
    pub(crate) fn read(
        library: &Library,
        request: &Request,
        jobs: &[Job<'_>],
        faults: &mut Vec<Finding>,
    ) -> Allows {
        let config = request.accepted.config.as_ref();
        let allows = Allows {
            comments: in_comments(library, jobs, faults),
            config: config.map_or_else(Vec::new, |config| in_config(config, &library.sources, faults)),
            today: request.accepted.today,
            is_whole: jobs.len() == library.all().count(),
        };
        faults.extend(allows.all().filter_map(|allow| expired(allow, allows.today)));
        allows
    }

    /// Marks the findings of a pattern that are accepted.
    pub(crate) fn accept(&mut self, report: &mut PatternReport) {
        let (file, line, name) = (&report.file, report.line, &report.name);
        report.findings.iter_mut().for_each(|finding| self.accept_one(finding, file, line, name));
    }

    /// Marks a finding of a set if it is accepted at the pattern that it blames: the last one of the file above it.
    pub(crate) fn accept_of_set(&mut self, finding: &mut Finding, library: &Library, jobs: &[Job<'_>]) {
        let above = |job: &&Job<'_>| {
            let (file, line) = library.line(job);
            file == finding.at.file && line <= finding.at.line
        };
        if let Some(job) = jobs.iter().filter(above).max_by_key(|job| library.line(job).1) {
            let (file, line) = library.line(job);
            self.accept_one(finding, file, line, library.name(job));
        }
    }

    fn accept_one(&mut self, finding: &mut Finding, file: &str, line: usize, name: &str) {
        let today = self.today;
        if !self.comments.is_empty() {
            let below = self.comments.get_mut(&(file.to_owned(), line));
            below.into_iter().flatten().for_each(|allow| allow.accept(finding, today));
        }
        for allow in self.config.iter_mut().filter(|allow| allow.concerns(file, name)) {
            allow.accept(finding, today);
        }
    }

    /// Findings about suppressions that accept nothing, once all patterns are judged.
    pub(crate) fn idle(&self, selection: &Selection) -> Vec<Finding> {
        // A suppression may be needed for a pattern that this run does not judge.
        let counts = |allow: &&Allow| {
            is_current(allow, self.today) && (self.is_whole || allow.place != AcceptedIn::Config)
        };
        self.all().filter(counts).filter_map(|allow| idle(allow, selection)).collect()
    }

    /// Suppressions that end at a day which no `--today` is held against.
    pub(crate) fn undated(&self) -> usize {
        self.all().filter(|allow| self.today.is_none() && allow.until.is_some()).count()
    }

    fn all(&self) -> impl Iterator<Item = &Allow> {
        self.comments.values().flatten().chain(&self.config)
    }
}

impl Allow {
    /// Tells if the suppression covers a pattern of a file; one in a comment is found by its line.
    fn concerns(&self, file: &str, name: &str) -> bool {
        self.pattern.as_ref().is_none_or(|pattern| pattern == name)
            && self.file.as_ref().is_none_or(|its| *its == paths::absolute(Path::new(file)))
    }

    fn accept(&mut self, finding: &mut Finding, today: Option<Date>) {
        if !self.codes.contains(&finding.code) {
            return;
        }
        self.used.insert(finding.code);
        if is_current(self, today) && finding.accepted.is_none() {
            finding.accepted =
                Some(Acceptance { place: self.place, reason: self.reason.clone(), is_moved: false });
        }
    }
}

fn is_current(allow: &Allow, today: Option<Date>) -> bool {
    !matches!((allow.until, today), (Some(until), Some(today)) if until < today)
}

/// A line of a text that starts a pattern, and if that is judged.
type Heads<'a> = BTreeMap<&'a str, BTreeMap<usize, bool>>;

fn in_comments(
    library: &Library,
    jobs: &[Job<'_>],
    faults: &mut Vec<Finding>,
) -> BTreeMap<(String, usize), Vec<Allow>> {
    let mut allows: BTreeMap<(String, usize), Vec<Allow>> = BTreeMap::new();
    if !library.sources.texts().any(|text| text.contains("assay:")) {
        return allows;
    }
    let judged: BTreeSet<(usize, OpId)> = jobs.iter().map(|job| (job.file, job.candidate.pattern)).collect();
    let mut heads: Heads<'_> = BTreeMap::new();
    for job in library.all() {
        let (file, line) = library.line(&job);
        let known = heads.entry(file).or_default().entry(line).or_default();
        *known |= judged.contains(&(job.file, job.candidate.pattern));
    }
    for (file, lines) in &heads {
        let text = library.sources.text(file).unwrap_or_default();
        for comment in comment::find(text) {
            let at = library.sources.locate(file, comment.span.clone());
            let below = comment.below.and_then(|line| Some((line, *lines.get(&line)?)));
            let Some((line, judged)) = below else {
                let message = "no pattern follows this suppression, so that it accepts nothing".to_owned();
                faults.push(finding(CONFIG, Severity::Error, &at, message));
                continue;
            };
            if let Some(allow) = in_comment(comment.allow, at, faults).filter(|_| judged) {
                allows.entry(((*file).to_owned(), line)).or_default().push(allow);
            }
        }
    }
    allows
}

fn in_comment(
    read: Result<comment::Allowed, String>,
    at: Location,
    faults: &mut Vec<Finding>,
) -> Option<Allow> {
    let mut fault = |message: String| faults.push(finding(CONFIG, Severity::Error, &at, message));
    let allowed = read.map_err(&mut fault).ok()?;
    let codes = rules(&allowed.codes, fault);
    Some(Allow {
        codes,
        pattern: None,
        file: None,
        reason: allowed.reason,
        until: allowed.until,
        place: AcceptedIn::Source,
        at,
        used: BTreeSet::new(),
    })
}

fn in_config(config: &Config, sources: &Sources, faults: &mut Vec<Finding>) -> Vec<Allow> {
    let mut allows = Vec::new();
    for (allow, span) in &config.allows {
        let at = sources.locate(&config.name, first_line(&config.text, span));
        let codes =
            rules(&allow.rules, |message| faults.push(finding(CONFIG, Severity::Error, &at, message)));
        allows.push(Allow {
            codes,
            pattern: allow.pattern.as_ref().map(|name| name.trim_start_matches('@').to_owned()),
            file: allow.file.as_deref().map(paths::absolute),
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
            let near = names::meant_rule(code);
            fault(format!("`{code}` is no rule; `assay explain` lists the rules{near}"));
        }
        rule
    };
    codes.iter().filter_map(read).collect()
}

fn first_line(text: &str, span: &Range<usize>) -> Range<usize> {
    let end = text.get(span.clone()).and_then(|part| part.find('\n')).map_or(span.end, |at| span.start + at);
    span.start..end
}

/// The finding about a suppression whose last day is over.
fn expired(allow: &Allow, today: Option<Date>) -> Option<Finding> {
    let until = allow.until.filter(|_| !is_current(allow, today))?;
    let message = format!("this suppression expired on {until}");
    let mut found = finding(EXPIRED, Severity::Warning, &allow.at, message);
    found.notes.push(format!("its reason was: {}", allow.reason));
    Some(found)
}

/// The finding about a suppression that accepts nothing.
fn idle(allow: &Allow, selection: &Selection) -> Option<Finding> {
    let asked = |code: Rule| selection.shows(code) && selection.asks(code);
    let idle = allow.codes.iter().filter(|code| !allow.used.contains(*code) && asked(**code));
    let idle: Vec<&str> = idle.map(|code| code.code()).collect();
    let message = format!("no finding of {} here: this suppression is not needed", idle.join(", "));
    (!idle.is_empty()).then(|| finding(UNUSED, Severity::Warning, &allow.at, message))
}

fn finding(code: Rule, level: Severity, at: &Location, message: String) -> Finding {
    let mut finding = Finding::new(code, level, at.clone(), message);
    finding.labels.push(Label { span: at.span(), text: String::new(), primary: true });
    finding
}
