//! The report as JSON, schema 1: the contract with other programs, described by `schema/report.v1.json`.
//! Every field is always present; what is not known is `null`. A change that could break a reader is a new
//! schema with a new number.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::finding::{Acceptance, Confirmed, Evidence, Finding, Fix, Level};
use crate::report::{Answer, PatternReport, Reason, Report, SetReport, Stage, Verdict, sort};
use crate::sources::Sources;

use super::pretty::{self, Array};
use super::{Head, Renderer, Tail, whole};

/// The number of the schema that [`render`] writes.
pub const SCHEMA: u32 = 1;

/// The schema as a JSON Schema (draft 2020-12).
pub const SCHEMA_TEXT: &str = include_str!("../../schema/report.v1.json");

/// The report as indented JSON with a line break at the end.
#[must_use]
pub fn render(report: &Report, sources: &Sources) -> String {
    whole(&mut Json::default(), report, sources)
}

/// Writes indented JSON; each pattern is an element of an array that is written at once.
#[derive(Debug, Default)]
pub struct Json {
    patterns: Option<Array>,
    /// Faults of files, which come behind the patterns.
    faults: Vec<Finding>,
}

impl Renderer for Json {
    fn start(&mut self, head: Head<'_>, _: &Sources, out: &mut dyn Write) -> io::Result<()> {
        let tool = ToolJson { name: &head.tool.name, version: &head.tool.version, with: &head.tool.with };
        out.write_all(b"{")?;
        pretty::line(out, 1)?;
        write!(out, "\"schema\": {SCHEMA},")?;
        pretty::line(out, 1)?;
        out.write_all(b"\"tool\": ")?;
        pretty::value(out, &tool, 1)?;
        out.write_all(b",")?;
        pretty::line(out, 1)?;
        out.write_all(b"\"patterns\": ")?;
        self.faults = head.faults.to_vec();
        self.patterns = Some(Array::open(out, 1)?);
        Ok(())
    }

    fn pattern(&mut self, pattern: &PatternReport, sources: &Sources, out: &mut dyn Write) -> io::Result<()> {
        match &mut self.patterns {
            Some(patterns) => patterns.push(out, &PatternJson::new(pattern, sources)),
            None => Ok(()),
        }
    }

    fn finish(&mut self, tail: Tail<'_>, sources: &Sources, out: &mut dyn Write) -> io::Result<()> {
        if let Some(patterns) = self.patterns.take() {
            patterns.close(out)?;
        }
        self.faults.extend_from_slice(tail.late);
        sort(&mut self.faults);
        let sets: Vec<SetJson<'_>> = tail.sets.iter().map(|set| SetJson::new(set, sources)).collect();
        member(out, "sets", &sets)?;
        member(out, "diagnostics", &findings(&self.faults, sources))?;
        member(out, "fixed", &tail.fixed)?;
        member(out, "summary", tail.summary)?;
        out.write_all(b"\n}\n")
    }
}

/// One more member of the document.
fn member(out: &mut dyn Write, name: &str, value: &impl Serialize) -> io::Result<()> {
    out.write_all(b",")?;
    pretty::line(out, 1)?;
    write!(out, "\"{name}\": ")?;
    pretty::value(out, value, 1)
}

#[derive(Serialize)]
struct ToolJson<'a> {
    name: &'a str,
    version: &'a str,
    with: &'a BTreeMap<String, String>,
}

#[derive(Serialize)]
struct PatternJson<'a> {
    name: &'a str,
    file: &'a str,
    line: usize,
    verdict: Verdict,
    scope: Option<&'a str>,
    assumptions: &'a [String],
    domain: &'a [String],
    reason: Option<&'a Reason>,
    findings: Vec<FindingJson<'a>>,
    stages: Stages<'a>,
    fingerprint: &'a str,
    hidden: Vec<&'static str>,
    milliseconds: Option<u64>,
}

impl<'a> PatternJson<'a> {
    fn new(pattern: &'a PatternReport, sources: &Sources) -> Self {
        PatternJson {
            name: &pattern.name,
            file: &pattern.file,
            line: pattern.line,
            verdict: pattern.verdict,
            scope: pattern.scope.as_deref(),
            assumptions: &pattern.assumptions,
            domain: &pattern.domain,
            reason: pattern.reason.as_ref(),
            findings: findings(&pattern.findings, sources),
            stages: Stages(&pattern.stages),
            fingerprint: &pattern.fingerprint,
            hidden: pattern.hidden.iter().map(|rule| rule.code()).collect(),
            milliseconds: pattern.milliseconds,
        }
    }
}

/// An object whose keys are in the order in which the stages ran.
struct Stages<'a>(&'a [(Stage, Answer)]);

impl Serialize for Stages<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (stage, answer) in self.0 {
            map.serialize_entry(stage.word(), &answer.to_string())?;
        }
        map.end()
    }
}

#[derive(Serialize)]
struct SetJson<'a> {
    patterns: &'a [String],
    verdict: Verdict,
    findings: Vec<FindingJson<'a>>,
}

impl<'a> SetJson<'a> {
    fn new(set: &'a SetReport, sources: &Sources) -> Self {
        SetJson { patterns: &set.patterns, verdict: set.verdict, findings: findings(&set.findings, sources) }
    }
}

#[derive(Serialize)]
struct FindingJson<'a> {
    code: &'a str,
    level: Level,
    file: &'a str,
    line: usize,
    column: usize,
    message: &'a str,
    confirmed: Confirmed,
    witness: Option<&'a str>,
    evidence: Option<&'a Evidence>,
    related: Vec<RelatedJson<'a>>,
    guard: Option<&'a str>,
    fix: Option<FixJson<'a>>,
    accepted: Option<&'a Acceptance>,
}

fn findings<'a>(all: &'a [Finding], sources: &Sources) -> Vec<FindingJson<'a>> {
    all.iter().map(|finding| FindingJson::new(finding, sources)).collect()
}

impl<'a> FindingJson<'a> {
    fn new(finding: &'a Finding, sources: &Sources) -> Self {
        let at = &finding.at;
        let labels = finding.labels.iter().map(|label| {
            let known = sources.text(&at.file).map(|_| sources.position(&at.file, label.span.start));
            let (line, column) = known.unwrap_or((at.line, at.column));
            RelatedJson { file: &at.file, line, column, message: &label.text }
        });
        let related = finding.related.iter().map(|related| RelatedJson {
            file: &related.at.file,
            line: related.at.line,
            column: related.at.column,
            message: &related.message,
        });
        FindingJson {
            code: finding.code.code(),
            level: finding.level,
            file: &at.file,
            line: at.line,
            column: at.column,
            message: &finding.message,
            confirmed: finding.confirmation.how,
            witness: finding.witness.as_ref().and_then(|witness| witness.path.as_deref()),
            evidence: finding.evidence.as_ref(),
            related: labels.chain(related).collect(),
            guard: finding.guard.as_deref(),
            fix: finding.fix.as_ref().map(FixJson::new),
            accepted: finding.accepted.as_ref(),
        }
    }
}

#[derive(Serialize)]
struct RelatedJson<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    message: &'a str,
}

#[derive(Serialize)]
struct FixJson<'a> {
    title: &'a str,
    edits: Vec<EditJson<'a>>,
}

impl<'a> FixJson<'a> {
    fn new(fix: &'a Fix) -> Self {
        let edits = fix.edits.iter().map(|edit| EditJson {
            file: &edit.at.file,
            start: edit.at.start,
            end: edit.at.end,
            text: &edit.text,
        });
        FixJson { title: &fix.title, edits: edits.collect() }
    }
}

#[derive(Serialize)]
struct EditJson<'a> {
    file: &'a str,
    /// Byte offsets.
    start: usize,
    end: usize,
    text: &'a str,
}
