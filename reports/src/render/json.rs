//! The report as JSON: the contract with other programs, described by `schema/report.v2.json`. Schema 1 is still written
//! on request: it has no verdict `well-formed`, no reasons but its own, and a witness as one text only.
//! Every field is always present; what is not known is `null`. A change that could break a reader is a new
//! schema with a new number.

use std::collections::BTreeMap;
use std::io::{self, Write};

use assay_ir::diagnostic::Severity;
use assay_ir::verdict::{
    Application, Confirmed, Observed, Stage, Trace, TraceInput, TraceStep, UnknownKind, VerdictKind,
};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::finding::{Acceptance, After, Evidence, Finding, Fix, Mark};
use crate::report::{
    Answer, Fixed, Levels, Operations, PatternReport, Reason, Report, SetReport, Summary, Trials, Unsat,
    as_word, sort,
};
use crate::sources::Sources;

use super::pretty::{self, Array};
use super::{Head, Renderer, Tail, whole};

/// The schema that a report follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Schema {
    /// Writes `well-formed` as `proved` with the scope `structure and types`.
    One,
    /// The current one.
    #[default]
    Two,
}

impl Schema {
    /// Its number.
    #[must_use]
    pub fn number(self) -> u32 {
        match self {
            Schema::One => 1,
            Schema::Two => 2,
        }
    }

    /// It as a JSON Schema (draft 2020-12).
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Schema::One => include_str!("../../schema/report.v1.json"),
            Schema::Two => include_str!("../../schema/report.v2.json"),
        }
    }
}

/// The report as indented JSON with a line break at the end.
#[must_use]
pub fn render(report: &Report, sources: &Sources, schema: Schema) -> String {
    whole(&mut Json::new(schema), report, sources)
}

/// Writes indented JSON; each pattern is an element of an array that is written at once.
#[derive(Debug, Default)]
pub struct Json {
    schema: Schema,
    patterns: Option<Array>,
    /// Faults of files, which come behind the patterns.
    faults: Vec<Finding>,
}

impl Json {
    /// A renderer that follows a schema.
    #[must_use]
    pub fn new(schema: Schema) -> Json {
        Json { schema, ..Json::default() }
    }
}

impl Renderer for Json {
    fn start(&mut self, head: Head<'_>, _: &Sources, out: &mut dyn Write) -> io::Result<()> {
        let tool = ToolJson { name: &head.tool.name, version: &head.tool.version, with: &head.tool.with };
        out.write_all(b"{")?;
        pretty::line(out, 1)?;
        write!(out, "\"schema\": {},", self.schema.number())?;
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
            Some(patterns) => patterns.push(out, &PatternJson::new(pattern, sources, self.schema)),
            None => Ok(()),
        }
    }

    fn finish(&mut self, tail: Tail<'_>, sources: &Sources, out: &mut dyn Write) -> io::Result<()> {
        if let Some(patterns) = self.patterns.take() {
            patterns.close(out)?;
        }
        self.faults.extend_from_slice(tail.late);
        sort(&mut self.faults);
        let sets: Vec<SetJson<'_>> =
            tail.sets.iter().map(|set| SetJson::new(set, sources, self.schema)).collect();
        member(out, "sets", &sets)?;
        let faults = Findings { all: &self.faults, sources, schema: self.schema };
        member(out, "diagnostics", &faults)?;
        match self.schema {
            Schema::One => {
                let gone = tail.fixed.iter().filter(|one| !one.changed);
                member(out, "fixed", &gone.map(FixedOne::new).collect::<Vec<_>>())?;
            }
            Schema::Two => member(out, "fixed", &tail.fixed)?,
        }
        match self.schema {
            Schema::One => member(out, "summary", &SummaryOne::new(tail.summary))?,
            Schema::Two => member(out, "summary", tail.summary)?,
        }
        out.write_all(b"\n}\n")
    }
}

/// A finding that is gone, by schema 1.
#[derive(Serialize)]
struct FixedOne<'a> {
    code: &'static str,
    pattern: &'a str,
    file: &'a str,
}

impl<'a> FixedOne<'a> {
    fn new(fixed: &'a Fixed) -> Self {
        FixedOne { code: fixed.code.code(), pattern: &fixed.pattern, file: &fixed.file }
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
    #[serde(serialize_with = "as_word")]
    verdict: VerdictKind,
    scope: Option<&'a str>,
    assumptions: &'a [String],
    domain: &'a [String],
    reason: Option<Reason>,
    findings: Findings<'a>,
    stages: Stages<'a>,
    fingerprint: &'a str,
    hidden: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unsat: Option<Unsat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    operations: Option<Operations>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trials: Option<&'a Trials>,
    milliseconds: Option<u64>,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    inferred: Option<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    derivation: &'a [String],
}

impl<'a> PatternJson<'a> {
    fn new(pattern: &'a PatternReport, sources: &'a Sources, schema: Schema) -> Self {
        PatternJson {
            name: &pattern.name,
            file: &pattern.file,
            line: pattern.line,
            verdict: verdict(pattern.verdict, schema),
            scope: pattern.scope.as_deref(),
            assumptions: &pattern.assumptions,
            domain: &pattern.domain,
            reason: reason(pattern, schema),
            findings: Findings { all: &pattern.findings, sources, schema },
            stages: Stages(&pattern.stages),
            fingerprint: &pattern.fingerprint,
            hidden: pattern.hidden.iter().map(|rule| rule.code()).collect(),
            unsat: pattern.unsat.filter(|_| schema == Schema::Two),
            operations: pattern.operations.filter(|_| schema == Schema::Two),
            trials: pattern.trials.as_ref().filter(|_| schema == Schema::Two),
            milliseconds: pattern.milliseconds,
            inferred: pattern.inferred.as_deref().filter(|_| schema == Schema::Two),
            derivation: if schema == Schema::Two { &pattern.derivation } else { &[] },
        }
    }
}

/// The word of a verdict.
fn verdict(verdict: VerdictKind, schema: Schema) -> VerdictKind {
    match (verdict, schema) {
        (VerdictKind::WellFormed, Schema::One) => VerdictKind::Proved,
        (verdict, _) => verdict,
    }
}

/// The reason of a verdict.
fn reason(pattern: &PatternReport, schema: Schema) -> Option<Reason> {
    let reason = pattern.reason.clone()?;
    match schema {
        Schema::One if pattern.verdict == VerdictKind::WellFormed => None,
        Schema::One => Some(Reason { class: class(reason.class), ..reason }),
        Schema::Two => Some(reason),
    }
}

/// A class of reasons that schema 1 has.
fn class(class: UnknownKind) -> UnknownKind {
    match class {
        UnknownKind::NoMeaning
        | UnknownKind::NoSpec
        | UnknownKind::Verifier
        | UnknownKind::NotRequested
        | UnknownKind::MatchesOnly
        | UnknownKind::Limit
        | UnknownKind::Tested => UnknownKind::Unsupported,
        UnknownKind::Internal => UnknownKind::Solver,
        class => class,
    }
}

/// The counts by schema 1.
#[derive(Serialize)]
struct SummaryOne<'a> {
    patterns: usize,
    malformed: usize,
    vacuous: usize,
    proved: usize,
    bounded: usize,
    refuted: usize,
    guarded: usize,
    refuted_unseen: BTreeMap<&'static str, usize>,
    unknown: usize,
    proved_by_scope: BTreeMap<&'a str, usize>,
    bounded_by_scope: &'a BTreeMap<String, usize>,
    unknown_by_reason: BTreeMap<&'static str, usize>,
    findings: &'a Levels,
    accepted: usize,
    fixed: usize,
}

impl<'a> SummaryOne<'a> {
    fn new(summary: &'a Summary) -> Self {
        let mut proved_by_scope = BTreeMap::new();
        for (scope, count) in summary.proved_by_scope.iter().chain(&summary.well_formed_by_scope) {
            *proved_by_scope.entry(scope.as_str()).or_default() += count;
        }
        let mut unknown_by_reason = BTreeMap::new();
        for (reason, count) in &summary.unknown_by_reason {
            *unknown_by_reason.entry(class(*reason).word()).or_default() += count;
        }
        SummaryOne {
            patterns: summary.patterns,
            malformed: summary.malformed,
            vacuous: summary.vacuous,
            proved: summary.proved + summary.well_formed,
            bounded: summary.bounded,
            refuted: summary.refuted,
            guarded: summary.guarded,
            refuted_unseen: summary
                .refuted_unseen
                .iter()
                .map(|(rule, count)| (rule.code(), *count))
                .collect(),
            unknown: summary.unknown,
            proved_by_scope,
            bounded_by_scope: &summary.bounded_by_scope,
            unknown_by_reason,
            findings: &summary.findings,
            accepted: summary.accepted,
            fixed: summary.fixed,
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
    #[serde(serialize_with = "as_word")]
    verdict: VerdictKind,
    findings: Findings<'a>,
}

impl<'a> SetJson<'a> {
    fn new(set: &'a SetReport, sources: &'a Sources, schema: Schema) -> Self {
        let findings = Findings { all: &set.findings, sources, schema };
        SetJson { patterns: &set.patterns, verdict: verdict(set.verdict, schema), findings }
    }
}

#[derive(Serialize)]
struct FindingJson<'a> {
    code: &'a str,
    #[serde(serialize_with = "as_word")]
    level: Severity,
    file: &'a str,
    line: usize,
    column: usize,
    message: &'a str,
    #[serde(serialize_with = "as_word")]
    confirmed: Confirmed,
    witness: Option<&'a str>,
    evidence: Option<&'a Evidence>,
    #[serde(flatten)]
    shown: Option<ShownJson<'a>>,
    related: Vec<RelatedJson<'a>>,
    guard: Option<&'a str>,
    fix: Option<FixJson<'a>>,
    accepted: Option<&'a Acceptance>,
}

/// The parts of a witness, which schema 2 has beside its text.
#[derive(Serialize)]
struct ShownJson<'a> {
    inputs: Option<Vec<InputJson<'a>>>,
    before: Option<&'a str>,
    after: Option<&'a str>,
    outcome: Option<&'a str>,
    marks: MarksJson<'a>,
    steps: Vec<ApplicationJson<'a>>,
    trace: Option<TraceJson<'a>>,
    details: &'a [String],
    mlir: Option<&'a str>,
    notes: &'a [String],
    help: &'a [String],
}

/// Remarks on lines of both programs.
#[derive(Serialize)]
struct MarksJson<'a> {
    before: &'a [Mark],
    after: &'a [Mark],
}

/// A value or attribute that the match is given.
#[derive(Serialize)]
struct InputJson<'a> {
    name: &'a str,
    r#type: Option<&'a str>,
    value: &'a str,
}

/// One application of a pattern.
#[derive(Serialize)]
struct ApplicationJson<'a> {
    pattern: Option<&'a str>,
    program: &'a str,
}

/// The values of all operations.
#[derive(Serialize)]
struct TraceJson<'a> {
    before: Vec<StepJson<'a>>,
    after: Vec<StepJson<'a>>,
    first_wrong: Option<usize>,
    seen: Option<ObservedJson<'a>>,
}

/// An operation with what it computes.
#[derive(Serialize)]
struct StepJson<'a> {
    name: &'a str,
    op: &'a str,
    operands: &'a [String],
    attributes: &'a [String],
    types: &'a [String],
    values: &'a [String],
    undefined: Option<&'a str>,
    kept: bool,
}

/// A result that others see.
#[derive(Serialize)]
struct ObservedJson<'a> {
    place: &'a str,
    before: &'a str,
    after: &'a str,
}

impl<'a> TraceJson<'a> {
    fn new(trace: &'a Trace) -> Self {
        let steps = |steps: &'a [TraceStep]| steps.iter().map(StepJson::new).collect();
        let observed = |seen: &'a Observed| ObservedJson {
            place: &seen.place,
            before: &seen.before,
            after: &seen.after,
        };
        TraceJson {
            before: steps(&trace.before),
            after: steps(&trace.after),
            first_wrong: trace.first_wrong,
            seen: trace.seen.as_ref().map(observed),
        }
    }
}

impl<'a> StepJson<'a> {
    fn new(step: &'a TraceStep) -> Self {
        StepJson {
            name: &step.name,
            op: &step.op,
            operands: &step.operands,
            attributes: &step.attributes,
            types: &step.types,
            values: &step.values,
            undefined: step.undefined.as_deref(),
            kept: step.kept,
        }
    }
}

impl<'a> ShownJson<'a> {
    fn new(finding: &'a Finding) -> Self {
        let witness = finding.witness.as_ref();
        let trace = witness.and_then(|witness| witness.trace.as_ref());
        let input = |input: &'a TraceInput| InputJson {
            name: &input.name,
            r#type: input.ty.as_deref(),
            value: &input.value,
        };
        let application =
            |one: &'a Application| ApplicationJson { pattern: one.pattern.as_deref(), program: &one.program };
        let (after, outcome) = match witness.map(|witness| &witness.after) {
            Some(After::Program(program)) => (Some(program), None),
            Some(After::Outcome(words)) => (None, Some(&words[..])),
            None => (None, None),
        };
        ShownJson {
            inputs: trace.map(|trace| trace.inputs.iter().map(input).collect()),
            before: witness.map(|witness| &witness.before.text[..]),
            after: after.map(|program| &program.text[..]),
            outcome,
            marks: MarksJson {
                before: witness.map(|witness| &witness.before.marks[..]).unwrap_or_default(),
                after: after.map(|program| &program.marks[..]).unwrap_or_default(),
            },
            steps: witness
                .map(|witness| witness.applications.iter().map(application).collect())
                .unwrap_or_default(),
            trace: trace.map(TraceJson::new),
            details: &finding.confirmation.details,
            mlir: finding.confirmation.mlir.as_deref(),
            notes: &finding.notes,
            help: &finding.help,
        }
    }
}

/// Findings, each laid out when it is written.
struct Findings<'a> {
    all: &'a [Finding],
    sources: &'a Sources,
    schema: Schema,
}

impl Serialize for Findings<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.all.iter().map(|one| FindingJson::new(one, self.sources, self.schema)))
    }
}

impl<'a> FindingJson<'a> {
    fn new(finding: &'a Finding, sources: &Sources, schema: Schema) -> Self {
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
            shown: (schema == Schema::Two).then(|| ShownJson::new(finding)),
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
