//! Transform scripts: texts are read, audited by the library and reported, one record for each sequence that no other includes.

use std::cell::LazyCell;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use assay_audit::contract::Contracts;
use assay_audit::script::{self, Audited, Form, MayMust, On, Problem, Registry};
use assay_ir::data::{Context, OpId, Program, Source};
use assay_ir::diagnostic::Severity;
use assay_ir::rule::Rule;
use assay_ir::text;
use assay_ir::verdict::{UnknownKind, VerdictKind};
use assay_mlir::{MlirOpt, lit};
use assay_reports::{
    Acceptance, AcceptedIn, Finding, Location, PatternReport, Reason, Related, Sources, Stream, Subject,
};

use crate::accept::comment;
use crate::args::{AuditArgs, FailOn};
use crate::baseline_files::BaselineFiles;
use crate::digest::short_digest;
use crate::exit::Exit;
use crate::{compiler, diagnostics, inputs};

/// Audits the scripts and prints the report.
pub(super) fn run(args: &AuditArgs) -> Result<Exit> {
    if args.files.is_empty() {
        bail!("no scripts: give files, or a pipeline with --pipeline");
    }
    let contracts = contracts(&args.contracts)?;
    let forms = forms(&args.forms)?;
    let found = inputs::collect(&args.files, &[".mlir"]);
    let payload = args.payload.as_deref().map(text_of).transpose()?;
    let binary = args.mlir_opt.as_deref().map(|path| compiler::find(Some(path))).transpose()?;
    let registry = Passes::new(Box::new(move || registered(binary)));
    let mut stream = super::formats(args)?;
    let baseline =
        BaselineFiles::open(args.baseline.as_deref(), args.write_baseline.as_deref(), &mut stream)?;
    let mut out = Out { stream, baseline, unknown: 0, trouble: !found.troubles.is_empty() };
    let mut faults: Vec<Finding> = Vec::new();
    out.stream.start(&diagnostics::tool(), &mut faults, &Sources::new())?;
    found.troubles.iter().for_each(|trouble| eprintln!("error: {trouble}"));
    for input in found.files {
        let Ok(source) = String::from_utf8(input.bytes) else {
            eprintln!("error: {} is not UTF-8", input.name);
            out.trouble = true;
            continue;
        };
        let mut sources = Sources::new();
        sources.insert(input.name.clone(), source.clone());
        let file = File {
            name: &input.name,
            source: &source,
            sources: &sources,
            contracts: &contracts,
            registry: &registry,
            forms: &forms,
        };
        for mut record in file.records(payload.as_deref(), args.any_payload) {
            out.add(&mut record, &sources)?;
        }
    }
    out.finish(args.fail_on.unwrap_or(FailOn::Error))
}

/// The passes of the binary, asked for by the first script that runs one.
type Passes = LazyCell<Registry, Box<dyn FnOnce() -> Registry>>;

/// The passes of a binary, or of the one that is installed; none without one.
fn registered(binary: Option<MlirOpt>) -> Registry {
    let help = binary.or_else(|| MlirOpt::find().ok()).and_then(|opt| opt.help());
    Registry::of_help(&help.unwrap_or_default())
}

/// The contracts that are built in, and those of files.
///
/// # Errors
/// A file that cannot be read or is none of contracts.
fn contracts(files: &[std::path::PathBuf]) -> Result<Contracts> {
    let mut texts: Vec<(String, String)> = assay_corpus::contracts()
        .iter()
        .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()))
        .collect();
    for file in files {
        texts.push((file.display().to_string(), text_of(file)?));
    }
    let texts = texts.iter().map(|(name, text)| (name.as_str(), text.as_str()));
    Contracts::read(texts).map_err(|faults| anyhow::anyhow!("{}", faults.join("\n")))
}

/// The forms of the command line.
///
/// # Errors
/// The first word that names none.
fn forms(words: &[String]) -> Result<Vec<Form>> {
    let names = || Form::ALL.iter().map(|(_, name, _)| *name).collect::<Vec<_>>().join(", ");
    let form = |word: &String| {
        Form::parse(word.trim()).with_context(|| format!("--forms: `{word}` is none of {}", names()))
    };
    words.iter().map(form).collect()
}

fn text_of(path: &Path) -> Result<String> {
    let bytes =
        assay_mlir::files::read_named(path).with_context(|| format!("cannot read {}", path.display()))?;
    String::from_utf8(bytes).with_context(|| format!("{} is not UTF-8", path.display()))
}

/// The report under way.
struct Out {
    stream: Stream,
    baseline: BaselineFiles,
    unknown: usize,
    /// A file could not be read.
    trouble: bool,
}

impl Out {
    fn add(&mut self, report: &mut PatternReport, sources: &Sources) -> Result<()> {
        self.baseline.accept(report);
        self.unknown += usize::from(report.verdict == VerdictKind::Unknown);
        self.stream.pattern(report, sources)?;
        Ok(())
    }

    fn finish(mut self, fail_on: FailOn) -> Result<Exit> {
        let fixed = self.baseline.fixed();
        self.stream.finish(&mut [], &mut [], &fixed, &Sources::new())?;
        let found = &self.stream.summary().findings;
        let warnings = if fail_on == FailOn::Warning { found.warning } else { 0 };
        if self.trouble {
            return Ok(Exit::Trouble);
        }
        if self.stream.summary().patterns == 0 {
            eprintln!("error: no transform script");
            return Ok(Exit::NoPattern);
        }
        if self.baseline.write()? {
            return Ok(Exit::Clean);
        }
        let exit = match fail_on {
            _ if found.error + warnings > 0 => Exit::Findings,
            FailOn::Unknown if self.unknown > 0 => Exit::Unknown,
            _ => Exit::Clean,
        };
        self.stream.conclude(exit.code())?;
        Ok(exit)
    }
}

/// One file of the user.
struct File<'f> {
    name: &'f str,
    source: &'f str,
    sources: &'f Sources,
    contracts: &'f Contracts,
    registry: &'f Passes,
    /// The forms that the payload is to have at the end.
    forms: &'f [Form],
}

impl File<'_> {
    fn records(&self, payload: Option<&str>, any: bool) -> Vec<PatternReport> {
        let comments = comment::find(self.source);
        let mut records = Vec::new();
        for chunk in lit::chunks(self.source) {
            let mut more = self.chunk(chunk.offset, &chunk.text, payload, any);
            more.iter_mut().for_each(|report| accept(report, &comments));
            records.append(&mut more);
        }
        records
    }

    fn chunk(&self, offset: usize, text: &str, payload: Option<&str>, any: bool) -> Vec<PatternReport> {
        let ctx = Context::new();
        let parsed = text::parse(&ctx, &Source::new(self.name, text));
        if !parsed.diagnostics.is_empty() {
            return if text.contains("transform.") { vec![self.unread(offset, &parsed)] } else { Vec::new() };
        }
        let program = parsed.program;
        if !script::is_script(&program) {
            return Vec::new();
        }
        let given = payload.map(|text| read(&ctx, text));
        let (on, label) = match &given {
            Some(Ok(given)) => (On::Program(given), Some("payload: given")),
            Some(Err(why)) => return vec![self.unpaired(offset, text, why)],
            None if !any && script::has_payload(&program) => {
                (On::Program(&program), Some("payload: the program of the file"))
            }
            None => (On::Any, Some("payload: any")),
        };
        let registry = text.contains("apply_registered_pass").then(|| &**self.registry);
        let known = script::Known { contracts: self.contracts, registry };
        let audited = script::audit(&program, on, known, self.forms);
        let place = Place { file: self, offset, program: &program };
        audited.iter().map(|one| place.record(one, label, text)).collect()
    }

    fn at(&self, offset: usize) -> Location {
        self.sources.locate(self.name, offset..offset)
    }

    /// A text that is not read.
    fn unread(&self, offset: usize, parsed: &text::Parsed) -> PatternReport {
        let mut report = record("", &self.at(offset), VerdictKind::Malformed, self.source);
        for diagnostic in &parsed.diagnostics {
            let span = diagnostic.span.range();
            let at = self.sources.locate(self.name, offset + span.start..offset + span.end);
            report.findings.push(Finding::new(Rule::P000, Severity::Error, at, diagnostic.message.clone()));
        }
        report
    }

    /// A script whose payload is not read.
    fn unpaired(&self, offset: usize, text: &str, why: &str) -> PatternReport {
        let mut report = record("", &self.at(offset), VerdictKind::Unknown, text);
        let subject = format!("the payload: {why}");
        report.reason = Some(Reason { class: UnknownKind::Unsupported, subject, line: None });
        report
    }
}

fn read(ctx: &Arc<Context>, text: &str) -> Result<Program, String> {
    let parsed = text::parse(ctx, &Source::new("payload", text));
    match parsed.diagnostics.into_iter().next() {
        Some(fault) => Err(fault.message),
        None => Ok(parsed.program),
    }
}

/// Marks findings that comments above their operation or their sequence accept.
fn accept(report: &mut PatternReport, comments: &[comment::Comment]) {
    for comment in comments {
        let Ok(allow) = &comment.allow else { continue };
        for finding in &mut report.findings {
            let here = comment.below == Some(finding.at.line) || comment.below == Some(report.line);
            if here && allow.until.is_none() && allow.codes.iter().any(|code| code == finding.code.code()) {
                let reason = allow.reason.clone();
                finding.accepted = Some(Acceptance { place: AcceptedIn::Source, reason, is_moved: false });
            }
        }
    }
}

fn record(name: &str, at: &Location, verdict: VerdictKind, text: &str) -> PatternReport {
    PatternReport {
        fingerprint: short_digest(&format!("{name}\n{text}")),
        subject: Subject::Sequences,
        ..PatternReport::new(name, at, verdict)
    }
}

/// A script in a file.
struct Place<'p> {
    file: &'p File<'p>,
    offset: usize,
    program: &'p Program,
}

impl Place<'_> {
    fn at(&self, op: OpId) -> Location {
        let span = self.program.op(op).span.range();
        // The first line of an operation with regions is enough.
        let text = self.file.source.get(self.offset + span.start..self.offset + span.end).unwrap_or("");
        let end = span.start + text.find('\n').unwrap_or(text.len());
        self.file.sources.locate(self.file.name, self.offset + span.start..self.offset + end)
    }

    fn record(&self, audited: &Audited, label: Option<&str>, text: &str) -> PatternReport {
        let at = self.at(audited.at);
        let mut report = record(&audited.name, &at, verdict(audited), text);
        report.domain.extend(label.map(str::to_owned));
        report.assumptions.clone_from(&audited.assumptions);
        if let Some((op, why)) = audited.unknown.first() {
            let line = Some(self.at(*op).line);
            report.reason = Some(Reason { class: UnknownKind::Unsupported, subject: why.clone(), line });
        } else if report.verdict == VerdictKind::Unknown {
            let line = audited.problems.first().map(|problem| self.at(problem.at).line);
            let subject = "it depends on the payload".to_owned();
            report.reason = Some(Reason { class: UnknownKind::Unsupported, subject, line });
        } else if let (VerdictKind::WellFormed, Some((op, why))) = (report.verdict, audited.open.first()) {
            report.scope = Some("handles".to_owned());
            let more = match audited.open.len() {
                1 => String::new(),
                all => format!(", nor that of {} more", all - 1),
            };
            let subject = format!("handles alone: {why}{more}");
            report.reason =
                Some(Reason { class: UnknownKind::Unsupported, subject, line: Some(self.at(*op).line) });
        }
        report.findings = audited.problems.iter().map(|problem| self.finding(problem)).collect();
        report
    }

    fn finding(&self, problem: &Problem) -> Finding {
        let mut finding =
            Finding::new(problem.rule, level(problem), self.at(problem.at), problem.message.clone());
        for (op, words) in &problem.related {
            finding.related.push(Related { at: self.at(*op), message: words.clone() });
        }
        if problem.certainty == MayMust::May && problem.rule == Rule::C511 {
            finding.help.push("give the program with `--payload`: matches are then run on it".to_owned());
        }
        finding
    }
}

fn level(problem: &Problem) -> Severity {
    match (problem.certainty, problem.rule) {
        (MayMust::Assumed, _) => Severity::Note,
        (_, Rule::C513 | Rule::C504) | (MayMust::May, _) => Severity::Warning,
        (MayMust::Must, _) => Severity::Error,
    }
}

/// A script that certainly goes wrong is refuted, one that is rejected malformed. `proved` says that every step succeeds,
/// `well-formed` that no handle is used wrongly.
fn verdict(audited: &Audited) -> VerdictKind {
    let has = |rules: &[Rule]| {
        let certain = |problem: &&Problem| level(problem) == Severity::Error;
        audited.problems.iter().filter(certain).any(|problem| rules.contains(&problem.rule))
    };
    let may = audited.problems.iter().any(|problem| level(problem) == Severity::Warning);
    if has(&[Rule::C512, Rule::C515]) {
        VerdictKind::Malformed
    } else if has(Rule::ALL) {
        VerdictKind::Refuted
    } else if !audited.unknown.is_empty() || may {
        VerdictKind::Unknown
    } else if !audited.open.is_empty() {
        VerdictKind::WellFormed
    } else {
        VerdictKind::Proved
    }
}
