//! What changed from one report to another one, or from one binary to another one: rows with their causes. Two reports are compared
//! as they were written; nothing is judged again, and a cause is one that the reports themselves record.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::fmt;

use serde::{Deserialize, Serialize};

/// A kind of change, the ones that matter most first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Change {
    /// An error that was not there.
    #[serde(rename = "newly wrong")]
    NewlyWrong,
    /// The binary crashes, does not end, or leaves an ill-formed program, and did not.
    #[serde(rename = "crash new")]
    CrashNew,
    /// The verdict says less than it did.
    #[serde(rename = "weaker")]
    Weaker,
    /// A warning that was not there.
    #[serde(rename = "warning new")]
    Warned,
    /// A record that was there and is not.
    #[serde(rename = "gone")]
    Gone,
    /// A rewrite that the old binary did and the new one does not.
    #[serde(rename = "rewrite lost")]
    RewriteLost,
    /// A pattern is tried far more often than it was.
    #[serde(rename = "slower")]
    Slower,
    /// The verdict, with other limits or assumptions.
    #[serde(rename = "restated")]
    Restated,
    /// Another program that is not shown to be wrong.
    #[serde(rename = "other result")]
    OtherResult,
    /// An error is gone.
    #[serde(rename = "newly right")]
    NewlyRight,
    /// The binary comes to a program, and did not.
    #[serde(rename = "crash gone")]
    CrashGone,
    /// The verdict says more than it did.
    #[serde(rename = "stronger")]
    Stronger,
    /// A warning is gone.
    #[serde(rename = "warning gone")]
    NotWarned,
    /// A rewrite that the new binary does and the old one did not.
    #[serde(rename = "rewrite new")]
    RewriteNew,
    /// A record that was not there, without an error.
    #[serde(rename = "added")]
    Added,
}

impl Change {
    /// Its words.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Change::NewlyWrong => "newly wrong",
            Change::CrashNew => "crash new",
            Change::Weaker => "weaker",
            Change::Warned => "warning new",
            Change::Gone => "gone",
            Change::RewriteLost => "rewrite lost",
            Change::Slower => "slower",
            Change::Restated => "restated",
            Change::OtherResult => "other result",
            Change::NewlyRight => "newly right",
            Change::CrashGone => "crash gone",
            Change::Stronger => "stronger",
            Change::NotWarned => "warning gone",
            Change::RewriteNew => "rewrite new",
            Change::Added => "added",
        }
    }

    /// Tells if it is for the worse.
    #[must_use]
    pub fn is_worse(self) -> bool {
        self <= Change::Slower
    }

    /// Tells if it is an error: a wrong program, or none.
    #[must_use]
    pub fn is_wrong(self) -> bool {
        matches!(self, Change::NewlyWrong | Change::CrashNew)
    }
}

/// A cause of a change, as far as the reports tell.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "kind", content = "detail", rename_all = "lowercase")]
pub enum Cause {
    /// The text of the pattern or program, or its passes, are others.
    Pattern,
    /// The domain that was asked about is another one.
    Question(String),
    /// The version of Assay, from and to.
    Tool(String),
    /// The binary with the passes, from and to.
    Binary(String),
    /// The solver, from and to.
    Solver(String),
    /// Definitions or summaries of natives of the user.
    Definition(String),
    /// Meanings of the user.
    Meaning(String),
    /// Nothing that the reports record differs: limits, options, or an answer that is not the same each time.
    Unrecorded,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::Pattern => f.write_str("the pattern or program changed"),
            Cause::Question(detail) => write!(f, "the question changed: {detail}"),
            Cause::Tool(detail) => write!(f, "tool: {detail}"),
            Cause::Binary(detail) => write!(f, "binary: {detail}"),
            Cause::Solver(detail) => write!(f, "solver: {detail}"),
            Cause::Definition(detail) => write!(f, "definition: {detail}"),
            Cause::Meaning(detail) => write!(f, "meaning: {detail}"),
            Cause::Unrecorded => f.write_str("not recorded in the reports"),
        }
    }
}

/// One change.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Row {
    /// The kind.
    pub change: Change,
    /// The file of the new report, or of the old one where the record is gone.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The name, without `@`; empty for a file or what has no name.
    pub name: String,
    /// The verdict and its findings in the old report; `None` where there is none.
    pub old: Option<String>,
    /// The same in the new report.
    pub new: Option<String>,
    /// The causes that come into question; one alone is the cause.
    pub causes: Vec<Cause>,
    /// The message of the first finding that came or went.
    pub message: Option<String>,
    /// The C++ pattern, where two binaries are compared and one is known.
    pub pattern: Option<String>,
    /// The program that shows it, where two binaries are compared.
    pub program: Option<String>,
}

/// Two reports side by side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Changes {
    /// What both sides have: records of reports, or programs that both binaries had.
    pub compared: usize,
    /// The differences between the tools of the reports.
    pub differences: Vec<Cause>,
    /// The changes, sorted.
    pub rows: Vec<Row>,
}

impl Changes {
    /// The number of changes of each kind that there is.
    #[must_use]
    pub fn counts(&self) -> BTreeMap<Change, usize> {
        let mut counts = BTreeMap::new();
        self.rows.iter().for_each(|row| *counts.entry(row.change).or_default() += 1);
        counts
    }
}

/// A report that was written as JSON, as far as a comparison looks at it.
#[derive(Debug, Deserialize)]
pub struct Written {
    schema: u32,
    tool: Tool,
    patterns: Vec<Record>,
    #[serde(default)]
    sets: Vec<Set>,
    #[serde(default)]
    diagnostics: Vec<Finding>,
}

/// What `diff`, and `tv` with two binaries, write as JSON.
#[derive(Debug, Deserialize)]
struct Compared {
    #[expect(dead_code, reason = "that it is there tells the document")]
    changes: Vec<serde::de::IgnoredAny>,
}

#[derive(Debug, Deserialize)]
struct Tool {
    name: String,
    version: String,
    #[serde(default)]
    with: BTreeMap<String, String>,
}

#[derive(Debug, Deserialize)]
struct Record {
    name: String,
    file: String,
    line: usize,
    verdict: String,
    scope: Option<String>,
    #[serde(default)]
    assumptions: Vec<String>,
    #[serde(default)]
    domain: Vec<String>,
    reason: Option<Reason>,
    #[serde(default)]
    findings: Vec<Finding>,
    #[serde(default)]
    fingerprint: String,
}

#[derive(Debug, Deserialize)]
struct Set {
    patterns: Vec<String>,
    verdict: String,
    findings: Vec<Finding>,
}

#[derive(Debug, Deserialize, PartialEq, Eq)]
struct Reason {
    class: String,
    subject: String,
}

#[derive(Clone, Debug, Deserialize)]
struct Finding {
    code: String,
    level: String,
    file: String,
    line: usize,
    message: String,
    accepted: Option<serde::de::IgnoredAny>,
}

impl Written {
    /// Reads a report.
    ///
    /// # Errors
    /// A text that is no report, or one of a schema that is not known here, in words.
    pub fn read(text: &str) -> Result<Written, String> {
        let report: Written =
            serde_json::from_str(text).map_err(|error| match serde_json::from_str::<Compared>(text) {
                Ok(_) => "it compares two reports or two binaries, and is no report itself".to_owned(),
                Err(_) => format!("it is no report of `--format json`: {error}"),
            })?;
        match report.schema {
            1 | 2 => Ok(report),
            other => Err(format!("it is a report of schema {other}; 1 and 2 are known")),
        }
    }

    /// All records: those of patterns, sets as records without a text, and faults of files.
    fn records(self) -> (Tool, Vec<Record>) {
        let mut records = self.patterns;
        let record = |name: String, file: &str, line, verdict: String, findings| Record {
            name,
            file: file.to_owned(),
            line,
            verdict,
            scope: None,
            assumptions: Vec::new(),
            domain: Vec::new(),
            reason: None,
            findings,
            fingerprint: String::new(),
        };
        // The verdict of a set without a finding of its own is that of its members.
        for set in self.sets.into_iter().filter(|set| !set.findings.is_empty()) {
            let (file, line) =
                set.findings.first().map_or(("", 1), |first| (first.file.as_str(), first.line));
            let (file, name) = (file.to_owned(), set.patterns.join(", "));
            records.push(record(name, &file, line, set.verdict, set.findings));
        }
        let mut files: BTreeMap<String, Vec<Finding>> = BTreeMap::new();
        self.diagnostics.into_iter().for_each(|one| files.entry(one.file.clone()).or_default().push(one));
        for (file, findings) in files {
            let line = findings.first().map_or(1, |first| first.line);
            records.push(record(String::new(), &file, line, "malformed".to_owned(), findings));
        }
        (self.tool, records)
    }
}

/// Compares two reports. Records are one where file, name and what they were asked about are the same, else where their texts are.
#[must_use]
pub fn compare(old: Written, new: Written) -> Changes {
    let ((old_tool, old), (new_tool, new)) = (old.records(), new.records());
    let differences = differences(&old_tool, &new_tool);
    let partners = partners(&old, &new);
    let mut rows = Vec::new();
    let mut taken = vec![false; old.len()];
    for (record, partner) in new.iter().zip(&partners) {
        match partner {
            Some(at) => {
                taken[*at] = true;
                rows.extend(changed(&old[*at], record, &differences));
            }
            None => rows.push(alone(record, true)),
        }
    }
    let gone = old.iter().zip(&taken).filter(|(_, taken)| !**taken);
    rows.extend(gone.map(|(record, _)| alone(record, false)));
    rows.sort();
    let compared = partners.iter().flatten().count();
    Changes { compared, differences, rows }
}

/// The old record of each new one. Of records that are alike, the first ones belong together.
fn partners(old: &[Record], new: &[Record]) -> Vec<Option<usize>> {
    type Key = (String, String, Vec<String>);
    type Pairing = fn(&Record) -> Key;
    let place = |record: &Record| (record.file.clone(), record.name.clone(), asked(record));
    let name = |record: &Record| (record.file.clone(), record.name.clone(), Vec::new());
    let text = |record: &Record| (record.fingerprint.clone(), record.name.clone(), Vec::new());
    let moved = |record: &Record| (record.fingerprint.clone(), String::new(), Vec::new());
    let mut out = vec![None; new.len()];
    let mut left = vec![true; old.len()];
    let keys: [(Pairing, bool); 4] = [(place, false), (name, false), (text, true), (moved, true)];
    for (key, by_text) in keys {
        let usable = |record: &Record| !by_text || !record.fingerprint.is_empty();
        let mut known: HashMap<_, VecDeque<usize>> = HashMap::new();
        for (at, record) in old.iter().enumerate().filter(|(at, record)| left[*at] && usable(record)) {
            known.entry(key(record)).or_default().push_back(at);
        }
        for (at, record) in new.iter().enumerate() {
            if out[at].is_some() || !usable(record) {
                continue;
            }
            if let Some(found) = known.get_mut(&key(record)).and_then(VecDeque::pop_front) {
                out[at] = Some(found);
                left[found] = false;
            }
        }
    }
    out
}

/// The parts of the domain that say what was asked, and not what was found.
fn asked(record: &Record) -> Vec<String> {
    let is_asked = |part: &&String| part.starts_with("pass: ") || part.starts_with("pattern: ");
    record.domain.iter().filter(is_asked).cloned().collect()
}

/// The differences between two tools.
fn differences(old: &Tool, new: &Tool) -> Vec<Cause> {
    let mut out = Vec::new();
    let release = |name: &str, version: &str| format!("{name} {version}");
    let (before, after) = (release(&old.name, &old.version), release(&new.name, &new.version));
    if before != after {
        out.push(Cause::Tool(format!("{before}, now {after}")));
    }
    let names: BTreeSet<&String> = old.with.keys().chain(new.with.keys()).collect();
    for name in names {
        let version = |tool: &Tool| tool.with.get(name).cloned().unwrap_or_else(|| "none".to_owned());
        let (before, after) = (version(old), version(new));
        if before == after {
            continue;
        }
        let detail = format!("{name} {before}, now {after}");
        out.push(match name.as_str() {
            "definitions" | "natives" => Cause::Definition(detail),
            "meanings" => Cause::Meaning(detail),
            name if name.contains("solver") => Cause::Solver(detail),
            name if name.contains("opt") => Cause::Binary(detail),
            _ => Cause::Tool(detail),
        });
    }
    out.sort();
    out
}

/// The place of a verdict between those that say nothing and those that say all.
fn strength(verdict: &str) -> u8 {
    match verdict {
        "proved" => 5,
        "bounded" => 4,
        "well-formed" => 3,
        "vacuous" => 2,
        "unknown" => 1,
        _ => 0,
    }
}

/// The open findings of a level, by code and message.
fn open<'r>(record: &'r Record, level: &'r str) -> impl Iterator<Item = &'r Finding> {
    record.findings.iter().filter(move |one| one.level == level && one.accepted.is_none())
}

/// The first finding of a level that a record has more often than another one has its rule.
fn more<'r>(record: &'r Record, than: &Record, level: &'r str) -> Option<&'r Finding> {
    let mut known: HashMap<String, usize> = HashMap::new();
    open(than, level).for_each(|one| *known.entry(one.code.clone()).or_default() += 1);
    open(record, level).find(|one| match known.get_mut(&one.code) {
        Some(count) if *count > 0 => {
            *count -= 1;
            false
        }
        _ => true,
    })
}

/// The verdict of a record with its reason or scope, and the rules of its findings.
fn state(record: &Record) -> String {
    let mut out = record.verdict.clone();
    match (&record.reason, &record.scope) {
        (Some(reason), _) if reason.subject.is_empty() => out.push_str(&format!(" ({})", reason.class)),
        (Some(reason), _) => out.push_str(&format!(" ({}: {})", reason.class, reason.subject)),
        (None, Some(scope)) => out.push_str(&format!(" ({scope})")),
        (None, None) => {}
    }
    let codes: BTreeSet<&str> = ["error", "warning"]
        .into_iter()
        .flat_map(|level| open(record, level))
        .map(|one| one.code.as_str())
        .collect();
    if !codes.is_empty() {
        let codes: Vec<&str> = codes.into_iter().collect();
        out.push_str(&format!(", {}", codes.join(" ")));
    }
    out
}

/// The start of the message of a note about a record that is wrong by the cause of an earlier finding.
pub const SAME_CAUSE: &str = "the cause is that of the finding at";

/// The finding of a record that is wrong by the cause of an earlier one, which is a note there.
fn same_cause(record: &Record) -> Option<&Finding> {
    let mut notes = open(record, "note").filter(|one| one.message.starts_with(SAME_CAUSE));
    notes.next().filter(|_| record.verdict == "refuted")
}

/// The change of a record; `None` where nothing changed.
fn changed(old: &Record, new: &Record, differences: &[Cause]) -> Option<Row> {
    let wrong = more(new, old, "error").map(|one| (Change::NewlyWrong, Some(one)));
    let of_cause = |one, other: &Record| same_cause(one).filter(|_| other.verdict != "refuted");
    let wrong = wrong.or_else(|| of_cause(new, old).map(|one| (Change::NewlyWrong, Some(one))));
    let right =
        || more(old, new, "error").or_else(|| of_cause(old, new)).map(|one| (Change::NewlyRight, Some(one)));
    let verdict = || match strength(&new.verdict).cmp(&strength(&old.verdict)) {
        Ordering::Less => Some((Change::Weaker, None)),
        Ordering::Greater => Some((Change::Stronger, None)),
        Ordering::Equal => None,
    };
    let warned = || more(new, old, "warning").map(|one| (Change::Warned, Some(one)));
    let unwarned = || more(old, new, "warning").map(|one| (Change::NotWarned, Some(one)));
    let restated = || {
        let same = (&old.verdict, &old.scope, &old.assumptions, &old.reason)
            == (&new.verdict, &new.scope, &new.assumptions, &new.reason);
        (!same).then_some((Change::Restated, None))
    };
    let found = wrong.or_else(right).or_else(verdict).or_else(warned).or_else(unwarned).or_else(restated);
    let (change, finding) = found?;
    Some(Row {
        change,
        file: new.file.clone(),
        line: new.line.max(1),
        name: new.name.clone(),
        old: Some(state(old)),
        new: Some(state(new)),
        causes: causes(old, new, differences),
        message: finding.map(|one| one.message.clone()),
        pattern: None,
        program: None,
    })
}

/// The causes that come into question for a change.
fn causes(old: &Record, new: &Record, differences: &[Cause]) -> Vec<Cause> {
    if old.fingerprint != new.fingerprint {
        return vec![Cause::Pattern];
    }
    let (before, after) = (asked(old).join("; "), asked(new).join("; "));
    if before != after {
        return vec![Cause::Question(format!("{before}, now {after}"))];
    }
    // What stood in the way says which of several differences it was.
    let reasons: Vec<&str> =
        [&old.reason, &new.reason].into_iter().flatten().map(|one| one.class.as_str()).collect();
    let names = |cause: &Cause| match cause {
        Cause::Meaning(_) => reasons.contains(&"no meaning"),
        Cause::Definition(_) => reasons.iter().any(|one| ["no spec", "verifier", "native"].contains(one)),
        Cause::Solver(_) => reasons.iter().any(|one| ["timeout", "no solver", "solver"].contains(one)),
        _ => false,
    };
    let named: Vec<Cause> = differences.iter().filter(|cause| names(cause)).cloned().collect();
    match (named.is_empty(), differences.is_empty()) {
        (false, _) => named,
        (true, false) => differences.to_vec(),
        (true, true) => vec![Cause::Unrecorded],
    }
}

/// The row of a record that one report alone has.
fn alone(record: &Record, is_new: bool) -> Row {
    let error = open(record, "error").next().or_else(|| same_cause(record));
    let change = match (is_new, error) {
        (true, Some(_)) => Change::NewlyWrong,
        (true, None) => Change::Added,
        (false, Some(_)) => Change::NewlyRight,
        (false, None) => Change::Gone,
    };
    let state = Some(state(record));
    let (old, new) = if is_new { (None, state) } else { (state, None) };
    Row {
        change,
        file: record.file.clone(),
        line: record.line.max(1),
        name: record.name.clone(),
        old,
        new,
        causes: vec![Cause::Pattern],
        message: error.map(|one| one.message.clone()),
        pattern: None,
        program: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(name: &str, verdict: &str, fingerprint: &str, more: &str) -> String {
        let scope = if more.contains("\"scope\"") { "" } else { "\"scope\": null, " };
        let reason = if more.contains("\"reason\"") { "" } else { "\"reason\": null, " };
        format!(
            "{{{scope}{reason}\"name\": \"{name}\", \"file\": \"a.mlir\", \"line\": 3, \"verdict\": \"{verdict}\", \
             \"fingerprint\": \"{fingerprint}\"{more}}}"
        )
    }

    fn finding(code: &str, level: &str) -> String {
        format!(
            ", \"findings\": [{{\"code\": \"{code}\", \"level\": \"{level}\", \"file\": \"a.mlir\", \"line\": 3, \
             \"message\": \"m\", \"accepted\": null}}]"
        )
    }

    fn report(with: &str, records: &[String]) -> Written {
        let text = format!(
            "{{\"schema\": 2, \"tool\": {{\"name\": \"assay\", \"version\": \"1\", \"with\": {{{with}}}}}, \
             \"patterns\": [{}]}}",
            records.join(", ")
        );
        Written::read(&text).expect("a report")
    }

    fn rows(old: Written, new: Written) -> Vec<(Change, String, Vec<Cause>)> {
        compare(old, new).rows.into_iter().map(|row| (row.change, row.name, row.causes)).collect()
    }

    #[test]
    fn equal_reports_have_no_row() {
        let records =
            [record("f", "refuted", "x", &finding("V301", "error")), record("g", "proved", "y", "")];
        assert_eq!(rows(report("", &records), report("", &records)), []);
    }

    #[test]
    fn the_cause_of_another_text_is_the_pattern() {
        let old = report("\"solver\": \"1\"", &[record("f", "proved", "x", "")]);
        let new = report("\"solver\": \"2\"", &[record("f", "refuted", "y", &finding("V301", "error"))]);
        assert_eq!(rows(old, new), [(Change::NewlyWrong, "f".to_owned(), vec![Cause::Pattern])]);
    }

    #[test]
    fn a_record_with_the_cause_of_another_one_is_newly_wrong() {
        let note = finding("V301", "note").replace("\"m\"", &format!("\"{SAME_CAUSE} a.mlir:1\""));
        let (old, new) = (record("f", "proved", "x", ""), record("f", "refuted", "x", &note));
        let changes = |old: &String, new: &String| {
            let rows = rows(report("", std::slice::from_ref(old)), report("", std::slice::from_ref(new)));
            rows.into_iter().map(|(change, ..)| change).collect::<Vec<_>>()
        };
        assert_eq!(changes(&old, &new), [Change::NewlyWrong]);
        assert_eq!(changes(&new, &old), [Change::NewlyRight]);
        assert_eq!(changes(&new, &new), []);
    }

    #[test]
    fn a_comparison_is_no_report() {
        let said = Written::read("{\"schema\": 1, \"changes\": []}").expect_err("it has no records");
        assert!(said.contains("no report itself"), "{said}");
    }

    #[test]
    fn of_several_differences_the_reason_names_one() {
        let why = |class: &str| {
            format!(", \"reason\": {{\"class\": \"{class}\", \"subject\": \"lab.a\", \"line\": null}}")
        };
        let with = "\"solver\": \"S\", \"meanings\": \"M\"";
        for (class, kind) in [("no meaning", "meaning"), ("timeout", "solver"), ("tested", "both")] {
            let old = report(with, &[record("f", "unknown", "x", &why(class))]);
            let new = report(&with.replace('S', "T").replace('M', "N"), &[record("f", "proved", "x", "")]);
            let found = rows(old, new);
            let causes = &found[0].2;
            assert_eq!(found[0].0, Change::Stronger);
            assert_eq!(
                causes.iter().any(|one| matches!(one, Cause::Meaning(_))),
                kind != "solver",
                "{causes:?}"
            );
            assert_eq!(
                causes.iter().any(|one| matches!(one, Cause::Solver(_))),
                kind != "meaning",
                "{causes:?}"
            );
        }
    }

    #[test]
    fn a_difference_of_which_the_reports_know_no_cause_says_so() {
        let old = report("", &[record("f", "proved", "x", "")]);
        let new = report("", &[record("f", "bounded", "x", ", \"scope\": \"widths 1 to 8\"")]);
        assert_eq!(rows(old, new), [(Change::Weaker, "f".to_owned(), vec![Cause::Unrecorded])]);
    }

    #[test]
    fn moved_and_renamed_patterns_are_the_same_ones() {
        let old = report("", &[record("f", "proved", "x", ""), record("g", "proved", "y", "")]);
        let new = report(
            "",
            &[record("h", "proved", "x", "").replace("a.mlir", "b.mlir"), record("g", "proved", "y", "")],
        );
        assert_eq!(rows(old, new), []);
    }

    #[test]
    fn copies_are_counted() {
        let one = record("f", "refuted", "x", &finding("V301", "error"));
        let old = report("", std::slice::from_ref(&one));
        let new = report("", &[one.clone(), one]);
        assert_eq!(rows(old, new), [(Change::NewlyWrong, "f".to_owned(), vec![Cause::Pattern])]);
    }

    #[test]
    fn accepted_findings_are_none() {
        let accepted =
            finding("V301", "error").replace("\"accepted\": null", "\"accepted\": {\"place\": \"baseline\"}");
        let old = report("", &[record("f", "refuted", "x", &accepted)]);
        let new = report("", &[record("f", "refuted", "x", &finding("V301", "error"))]);
        assert_eq!(rows(old, new), [(Change::NewlyWrong, "f".to_owned(), vec![Cause::Unrecorded])]);
    }

    #[test]
    fn what_is_no_report_is_refused() {
        assert!(Written::read("{}").is_err_and(|why| why.contains("no report")));
        let later = "{\"schema\": 9, \"tool\": {\"name\": \"a\", \"version\": \"1\"}, \"patterns\": []}";
        assert!(Written::read(later).is_err_and(|why| why.contains("schema 9")));
    }
}
