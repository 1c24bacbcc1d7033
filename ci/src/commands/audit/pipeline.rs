//! Pipelines against the contracts of their passes, and step by step through the binary.

use std::time::Instant;

use anyhow::Result;
use assay_audit::contract::audit::{Audited, Problem, audit};
use assay_audit::contract::question::Question;
use assay_audit::contract::search::{Completions, Space, completions};
use assay_ir::data::Context;
use assay_ir::diagnostic::Severity;
use assay_ir::rule::Rule;
use assay_ir::spec::Registry;
use assay_ir::verdict::VerdictKind;
use assay_mlir::MlirOpt;
use assay_reports::{Acceptance, AcceptedIn, Finding, PatternReport, Sources, Stream, Tool};

use super::dynamic::Runner;
use super::problem_report;
use super::question::{self, Allow, AuditRequest, Payload, Pipeline};
use crate::args::{AuditArgs, FailOn, Show};
use crate::baseline_files::BaselineFiles;
use crate::diagnostics;
use crate::exit::Exit;

/// Completions that are looked for.
const ANSWERS: usize = 1000;

/// Audits the pipelines and prints the report.
pub(super) fn run(args: &AuditArgs, text: &str, own: Option<&Registry>) -> Result<Exit> {
    let asked = question::asked(args, text, own)?;
    let opt = question::binary(args)?;
    let ctx = Context::new();
    let narrowed = question::narrowed(args, &ctx)?;
    let payloads = match &args.payload {
        Some(path) => question::payloads(path, &narrowed, opt.as_ref())?,
        None => Vec::new(),
    };
    let mut out = Out::open(args, opt.as_ref(), &asked.sources)?;
    for (index, pipeline) in asked.pipelines.iter().enumerate() {
        let faults = asked.faults.iter().filter(|(at, _)| *at == index);
        let faults: Vec<&assay_audit::contract::pipeline::Fault> = faults.map(|(_, fault)| fault).collect();
        if !faults.is_empty() {
            out.add(malformed(&asked, pipeline, &faults), &asked)?;
            continue;
        }
        if payloads.is_empty() {
            out.add(static_record(args, &asked, pipeline, None), &asked)?;
        }
        for payload in &payloads {
            let mut record = static_record(args, &asked, pipeline, Some(payload));
            if let (Some(opt), true) = (&opt, args.run) {
                let runner = Runner {
                    opt,
                    contracts: &asked.contracts,
                    narrowed: &narrowed,
                    again: question::command(args),
                };
                record = runner.record(pipeline, &asked.sources, payload, record);
            }
            out.add(record, &asked)?;
        }
    }
    let file = asked.pipelines.first().map_or("", |pipeline| pipeline.file.as_str());
    out.finish(&asked.allows, file)
}

fn malformed(
    asked: &AuditRequest,
    pipeline: &Pipeline,
    faults: &[&assay_audit::contract::pipeline::Fault],
) -> PatternReport {
    let mut record = problem_report::record(pipeline, &asked.sources, "", VerdictKind::Malformed);
    let finding = |fault: &&assay_audit::contract::pipeline::Fault| {
        let at = asked.sources.locate(&pipeline.file, fault.span.clone());
        let mut finding = Finding::new(Rule::P000, Severity::Error, at.clone(), fault.message.clone());
        finding.labels.push(assay_reports::Label { span: at.span(), text: String::new(), primary: true });
        finding
    };
    record.findings = faults.iter().map(finding).collect();
    record
}

/// The static audit of a pipeline.
fn static_record(
    args: &AuditArgs,
    asked: &AuditRequest,
    pipeline: &Pipeline,
    payload: Option<&Payload>,
) -> PatternReport {
    let question = Question {
        steps: pipeline.steps.clone(),
        start: if payload.is_some() { Vec::new() } else { pipeline.start.clone() },
        program: payload.map(|payload| payload.census.kinds()),
        fleeting: payload.map(|payload| payload.census.fleeting()).unwrap_or_default(),
        dead: payload.map(|payload| payload.census.unused()).unwrap_or_default(),
        folding: payload.map(|payload| payload.census.folding()).unwrap_or_default(),
        last: pipeline.last.clone(),
    };
    let start = Instant::now();
    let found = audit(&asked.contracts, &question);
    let audited = start.elapsed();
    let ways = ways(args, asked, &question, &found);
    if args.timings {
        let searched = start.elapsed() - audited;
        eprintln!(
            "timings: audit of {} steps {:.3} ms, search {:.3} ms, {} completions",
            question.steps.len(),
            audited.as_secs_f64() * 1e3,
            searched.as_secs_f64() * 1e3,
            ways.ways.len()
        );
    }
    let name = payload.map_or("", |payload| payload.name.as_str());
    let most = if args.detail.show.contains(&Show::Findings) { problem_report::SHOWN } else { 1 };
    problem_report::audited(pipeline, &asked.sources, name, &found, &ways, most)
}

/// The completions of a pipeline that is not clean.
fn ways(args: &AuditArgs, asked: &AuditRequest, question: &Question, found: &Audited) -> Completions {
    let blamed = found.problems.iter().find_map(|problem| match problem {
        Problem::Leftover { step, because_of, .. } if because_of.is_empty() => Some(*step as usize),
        _ => None,
    });
    let Some(blamed) = blamed.filter(|_| args.max_insertions > 0 && found.unknown.is_empty()) else {
        return Completions::default();
    };
    let candidates = match args.candidates.is_empty() {
        true => asked.contracts.passes.keys().cloned().collect(),
        false => args.candidates.clone(),
    };
    let from = args.from.unwrap_or(blamed);
    completions(
        &asked.contracts,
        question,
        &Space { candidates, from, most: args.max_insertions, answers: ANSWERS },
    )
}

/// The report on its way out.
pub(super) struct Out<'o> {
    stream: Stream,
    baseline: BaselineFiles,
    fail_on: FailOn,
    sources: &'o Sources,
    unknown: usize,
    used: Vec<bool>,
}

impl<'o> Out<'o> {
    /// Opens the report of the command line.
    ///
    /// # Errors
    /// Those of its files.
    pub(super) fn open(args: &AuditArgs, opt: Option<&MlirOpt>, sources: &'o Sources) -> Result<Out<'o>> {
        let mut tool = diagnostics::tool();
        if let Some(opt) = opt {
            tool.with.insert("mlir-opt".to_owned(), opt.version().to_owned());
        }
        Out::by(args, &tool, sources)
    }

    /// Opens the report of records that these tools made.
    ///
    /// # Errors
    /// Those of its files.
    pub(super) fn by(args: &AuditArgs, tool: &Tool, sources: &'o Sources) -> Result<Out<'o>> {
        let mut stream = super::formats(args)?;
        let baseline =
            BaselineFiles::open(args.baseline.as_deref(), args.write_baseline.as_deref(), &mut stream)?;
        stream.start(tool, &mut [], sources)?;
        let fail_on = args.fail_on.unwrap_or(FailOn::Error);
        Ok(Out { stream, baseline, fail_on, sources, unknown: 0, used: Vec::new() })
    }

    /// The same report of a part of the records: no finding of the baseline is called fixed.
    pub(super) fn partial(mut self) -> Out<'o> {
        self.baseline.part();
        self
    }

    fn add(&mut self, mut record: PatternReport, asked: &AuditRequest) -> Result<()> {
        self.used.resize(asked.allows.len(), false);
        for (allow, used) in asked.allows.iter().zip(&mut self.used) {
            *used |= accept(allow, &mut record);
        }
        self.record(record)
    }

    /// Adds a record.
    ///
    /// # Errors
    /// Those of the places that are written to.
    pub(super) fn record(&mut self, mut record: PatternReport) -> Result<()> {
        self.baseline.accept(&mut record);
        self.unknown += usize::from(record.verdict == VerdictKind::Unknown);
        self.stream.pattern(&mut record, self.sources)?;
        Ok(())
    }

    /// Ends the report; `allows` are the suppressions of `file`.
    ///
    /// # Errors
    /// Those of the places that are written to.
    pub(super) fn finish(mut self, allows: &[Allow], file: &str) -> Result<Exit> {
        self.used.resize(allows.len(), false);
        let mut late = Vec::new();
        for (allow, _) in allows.iter().zip(&self.used).filter(|(_, used)| !**used) {
            let at = self.sources.locate(file, 0..0);
            let message =
                format!("no finding of {} here: this suppression is not needed", allow.rules.join(", "));
            late.push(Finding::new(Rule::A701, Severity::Warning, at, message));
        }
        let fixed = self.baseline.fixed();
        self.stream.finish(&mut [], &mut late, &fixed, self.sources)?;
        if self.baseline.write()? {
            return Ok(Exit::Clean);
        }
        let found = &self.stream.summary().findings;
        let warnings = if self.fail_on == FailOn::Warning { found.warning } else { 0 };
        let exit = match self.fail_on {
            _ if found.error + warnings > 0 => Exit::Findings,
            FailOn::Unknown if self.unknown > 0 => Exit::Unknown,
            _ if self.stream.summary().patterns == 0 => Exit::NoPattern,
            _ => Exit::Clean,
        };
        self.stream.conclude(exit.code())?;
        Ok(exit)
    }
}

/// Marks the findings of a record that a suppression accepts, and tells if there was one.
fn accept(allow: &Allow, record: &mut PatternReport) -> bool {
    if allow.pipeline.as_ref().is_some_and(|name| *name != record.name) {
        return false;
    }
    let mut used = false;
    for finding in &mut record.findings {
        let kind = allow.kind.as_ref().is_none_or(|kind| finding.message.contains(&format!("`{kind}`")));
        if kind && question::rules(allow).any(|rule| rule == finding.code) {
            used = true;
            let reason = allow.reason.clone();
            finding.accepted.get_or_insert(Acceptance { place: AcceptedIn::Config, reason, is_moved: false });
        }
    }
    used
}
