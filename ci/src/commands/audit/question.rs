//! The command line of an audit of pipelines, validated: pipelines with their places, contracts, and payloads.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, bail};
use assay_audit::contract::element::Element;
use assay_audit::contract::kinds::{self, KindCounts, Narrowed};
use assay_audit::contract::pipeline::{self, Step};
use assay_audit::contract::{Contracts, audit};
use assay_ir::data::{Context, Program, Source};
use assay_ir::diagnostic::Diagnostic;
use assay_ir::rule::Rule;
use assay_ir::spec::Registry;
use assay_ir::{ops, text, wellformed};
use assay_mlir::opt::ParseOptions;
use assay_mlir::{MlirOpt, Outcome, lit};
use assay_reports::{Location, Sources};
use serde::Deserialize;
use toml::Spanned;

use crate::args::AuditArgs;
use crate::shell::quoted;
use crate::{compiler, diagnostics, names, rerun_command};

/// The name of a pipeline that is given on the command line.
const TEXT: &str = "<pipeline>";

/// A file of pipelines.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    start: Vec<Element>,
    #[serde(flatten)]
    contracts: Contracts,
    #[serde(default)]
    pipeline: Vec<Entry>,
    #[serde(default)]
    allow: Vec<Allow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    #[serde(default)]
    name: String,
    passes: Vec<Spanned<String>>,
    start: Option<Vec<Element>>,
    #[serde(default, rename = "final")]
    last: Vec<Element>,
    /// Findings that a test expects; an audit has no use for them.
    #[serde(default, rename = "expect")]
    _expect: Vec<toml::Table>,
}

/// A suppression of findings.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Allow {
    pub(super) rules: Vec<String>,
    /// The one pipeline.
    pub(super) pipeline: Option<String>,
    /// The one kind.
    pub(super) kind: Option<String>,
    pub(super) reason: String,
}

/// A pipeline to audit.
pub(super) struct Pipeline {
    /// Its name; empty for the one of the command line.
    pub(super) name: String,
    /// The file that holds it.
    pub(super) file: String,
    pub(super) steps: Vec<Step>,
    /// The kinds at the start that the file states.
    pub(super) start: Vec<Element>,
    pub(super) last: Vec<Element>,
}

impl Pipeline {
    /// The place of a step by its number; the whole pipeline for 0.
    pub(super) fn place(&self, sources: &Sources, step: u32) -> Location {
        let span = match step.checked_sub(1).and_then(|index| self.steps.get(index as usize)) {
            Some(step) => step.span.clone(),
            None => {
                let start = self.steps.first().map_or(0, |step| step.span.start);
                start..self.steps.last().map_or(start, |step| step.span.end)
            }
        };
        sources.locate(&self.file, span)
    }
}

/// A payload with its kinds.
pub(super) struct Payload {
    /// The file, and the line where it starts where there are several.
    pub(super) name: String,
    pub(super) text: String,
    pub(super) census: KindCounts,
}

/// Everything that an audit of pipelines is about.
pub(super) struct AuditRequest {
    pub(super) contracts: Contracts,
    pub(super) pipelines: Vec<Pipeline>,
    pub(super) allows: Vec<Allow>,
    pub(super) sources: Sources,
    /// Places where a pipeline cannot be, with its index.
    pub(super) faults: Vec<(usize, pipeline::Fault)>,
}

/// The binary, where the command line names or needs one.
///
/// # Errors
/// There is none.
pub(super) fn binary(args: &AuditArgs) -> anyhow::Result<Option<MlirOpt>> {
    Ok(match &args.mlir_opt {
        Some(path) => Some(compiler::find(Some(path))?),
        None if args.run => Some(compiler::find(None::<&Path>)?),
        None => None,
    })
}

/// The command that audits the same again.
pub(super) fn command(args: &AuditArgs) -> String {
    let path = |path: &PathBuf| quoted(&path.display().to_string());
    let mut out = "assay audit".to_owned();
    let mut word = |flag: &str, value: &str| out.push_str(&format!(" --{flag} {value}"));
    args.pipeline.iter().for_each(|pipeline| word("pipeline", &quoted(pipeline)));
    args.payload.iter().for_each(|payload| word("payload", &path(payload)));
    for (flag, list) in [("start", &args.start), ("final", &args.last), ("passes", &args.passes)] {
        if !list.is_empty() {
            word(flag, &quoted(&list.join(",")));
        }
    }
    args.contracts.iter().for_each(|file| word("contracts", &path(file)));
    args.refined_ops.iter().for_each(|file| word("refined-ops", &path(file)));
    args.mlir_opt.iter().for_each(|binary| word("mlir-opt", &path(binary)));
    args.generate.iter().for_each(|count| word("generate", &format!("{count} --seed {}", args.seed)));
    for (flag, set) in [("run", args.run), ("conformance", args.conformance)] {
        if set {
            out.push_str(&format!(" --{flag}"));
        }
    }
    out + &rerun_command::descriptions(&args.descriptions)
}

/// Programs that are looked at at once.
pub(super) fn threads(args: &AuditArgs) -> NonZero<usize> {
    let cores = || std::thread::available_parallelism().ok();
    args.jobs.or_else(cores).unwrap_or(NonZero::<usize>::MIN)
}

/// The contracts that are built in, with those of the command line.
///
/// # Errors
/// Every fault of the files.
pub(super) fn contracts(args: &AuditArgs) -> anyhow::Result<Contracts> {
    let mut texts: Vec<(String, String)> = Vec::new();
    for (name, text) in assay_corpus::contracts() {
        texts.push(((*name).to_owned(), (*text).to_owned()));
    }
    for path in &args.contracts {
        texts.push((path.display().to_string(), read(path)?));
    }
    let pairs = texts.iter().map(|(name, text)| (name.as_str(), text.as_str()));
    Contracts::read(pairs).map_err(|faults| anyhow::anyhow!("{}", faults.join("\n")))
}

/// Narrower definitions of operations: those that are built in and those of the command line.
///
/// # Errors
/// A file that is no IRDL text.
pub(super) fn narrowed(args: &AuditArgs, ctx: &Arc<Context>) -> anyhow::Result<Registry> {
    let mut registry = assay_corpus::load_narrowed(ctx);
    for path in &args.refined_ops {
        let name = path.display().to_string();
        if let Some(fault) = assay_corpus::load_text(&mut registry, &name, &read(path)?).first() {
            bail!("{name}: {}", fault.message);
        }
    }
    Ok(registry)
}

/// Holds a payload against the definitions of a user; nothing is said of one in a form that Assay does not read.
///
/// # Errors
/// Every definition that it breaks.
pub(super) fn defined(own: &Registry, payload: &Path) -> anyhow::Result<()> {
    let parsed = text::parse(own.ctx(), &Source::new(payload.display().to_string(), read(payload)?));
    if !parsed.diagnostics.is_empty() {
        return Ok(());
    }
    let violations = wellformed::check(&parsed.program, own, &wellformed::Options::default());
    let problems: Vec<Diagnostic> = violations.iter().map(wellformed::Violation::diagnostic).collect();
    if !problems.is_empty() {
        let said = diagnostics::render(&parsed.program, &diagnostics::at_most(problems));
        bail!("{}", said.trim_end().trim_start_matches("error: "));
    }
    Ok(())
}

/// Reads the pipelines of the command line.
///
/// # Errors
/// Files that cannot be read, and words that are none.
pub(super) fn asked(args: &AuditArgs, given: &str, own: Option<&Registry>) -> anyhow::Result<AuditRequest> {
    let payload = args.payload.as_deref().map(read).transpose()?;
    let mut contracts = contracts(args)?;
    let mut sources = Sources::new();
    let start = elements(&args.start)?;
    let last = elements(&args.last)?;
    let mut start_is_open = false;
    let (mut pipelines, mut allows, mut faults) = (Vec::new(), Vec::new(), Vec::new());
    let mut unknown = Vec::new();
    let anchors = |text: &str| names::unknown_anchors(text, own, payload.as_deref().as_slice());
    if given.ends_with(".toml") {
        let text = read(Path::new(given))?;
        let file: File = toml::from_str(&text).map_err(|error| anyhow::anyhow!("{given}: {error}"))?;
        contracts.extend(file.contracts);
        let wrong = contracts.faults();
        if !wrong.is_empty() {
            bail!("{given}: {}", wrong.join("\n"));
        }
        sources.insert(given.to_owned(), text.clone());
        allows = file.allow;
        for entry in file.pipeline {
            let steps = entry_steps(&text, &entry.passes, &anchors, &mut unknown)
                .map_err(|fault| faults.push((pipelines.len(), fault)))
                .unwrap_or_default();
            faults.extend(unknown.drain(..).map(|fault| (pipelines.len(), fault)));
            pipelines.push(Pipeline {
                name: entry.name,
                file: given.to_owned(),
                steps,
                start: if start.is_empty() {
                    entry.start.unwrap_or_else(|| file.start.clone())
                } else {
                    start.clone()
                },
                last: if last.is_empty() { entry.last } else { last.clone() },
            });
        }
    } else {
        sources.insert(TEXT.to_owned(), given.to_owned());
        let steps = pipeline::parse(given).map_err(|fault| faults.push((0, fault))).unwrap_or_default();
        faults.extend(anchors(given).into_iter().map(|fault| (0, fault)));
        start_is_open = start.is_empty();
        pipelines.push(Pipeline { name: String::new(), file: TEXT.to_owned(), steps, start, last });
    }
    if let Some(name) = args.candidates.iter().find(|name| !contracts.passes.contains_key(*name)) {
        bail!("--candidates: `{name}` has no contract");
    }
    let opt = binary(args)?.or_else(|| MlirOpt::find().ok());
    for (index, pipeline) in pipelines.iter().enumerate() {
        faults.extend(audit::nesting(&contracts, &pipeline.steps).into_iter().map(|fault| (index, fault)));
        if let Some(opt) = opt.as_ref().filter(|_| faults.iter().all(|(at, _)| *at != index)) {
            let neither = ", and no contract describes it (`--mlir-opt`, `--contracts`)";
            names::check(opt, contracts.passes.keys(), neither, &pipeline.steps)?;
        }
    }
    let says_nothing = start_is_open && payload.is_none() && faults.is_empty();
    if says_nothing && !args.last.is_empty() {
        bail!(
            "nothing says what is there at the start, of which something might be left: `--start KINDS`, such as `func.*,scf.*`, or `--payload FILE`"
        );
    }
    Ok(AuditRequest { contracts, pipelines, allows, sources, faults })
}

/// The steps of the strings of a file, at their places in it, and the faults of `anchors` at theirs.
fn entry_steps(
    text: &str,
    passes: &[Spanned<String>],
    anchors: &dyn Fn(&str) -> Vec<pipeline::Fault>,
    unknown: &mut Vec<pipeline::Fault>,
) -> Result<Vec<Step>, pipeline::Fault> {
    let mut out = Vec::new();
    for pass in passes {
        let span = pass.span();
        // A string without escapes stands in the file as it is, behind its quotation mark.
        let quoted = text.get(span.clone()).is_some_and(|written| written.len() == pass.get_ref().len() + 2);
        let moved = |inner: std::ops::Range<usize>| match quoted {
            true => span.start + 1 + inner.start..span.start + 1 + inner.end,
            false => span.clone(),
        };
        let at_place = |fault: pipeline::Fault| pipeline::Fault { span: moved(fault.span), ..fault };
        let steps = pipeline::parse(pass.get_ref()).map_err(at_place)?;
        unknown.extend(anchors(pass.get_ref()).into_iter().map(at_place));
        out.extend(steps.into_iter().map(|step| Step { span: moved(step.span.clone()), ..step }));
    }
    Ok(out)
}

/// Words for kinds.
///
/// # Errors
/// The first word that is none.
pub(super) fn elements(words: &[String]) -> anyhow::Result<Vec<Element>> {
    words.iter().map(|word| element(word.trim())).collect()
}

/// The kinds of a word. A dialect that is not known may be one of the user, unless its name is near to that of another.
fn element(word: &str) -> anyhow::Result<Element> {
    let element: Element = word.parse().map_err(|fault: String| anyhow::anyhow!(fault))?;
    if let Element::Dialect(name) = &element
        && ops::dialect(name).is_none()
    {
        let near = names::meant(name, ops::dialects().map(ops::Dialect::name));
        if !near.is_empty() {
            bail!("`{word}`: there is no dialect `{name}`{near}");
        }
    }
    Ok(element)
}

/// Reads a text.
///
/// # Errors
/// A file that cannot be read.
pub(super) fn read(path: &Path) -> anyhow::Result<String> {
    let bytes =
        assay_mlir::files::read_named(path).with_context(|| format!("cannot read {}", path.display()))?;
    String::from_utf8(bytes).with_context(|| format!("{} is not UTF-8", path.display()))
}

/// The payloads of a file, split where it says so. What Assay does not read goes through `opt`.
///
/// # Errors
/// A payload that neither reads.
pub(super) fn payloads(
    path: &Path,
    narrowed: &Registry,
    opt: Option<&MlirOpt>,
) -> anyhow::Result<Vec<Payload>> {
    let text = read(path)?;
    let name = path.display().to_string();
    let chunks = lit::chunks(&text);
    let several = chunks.len() > 1;
    let payload = |chunk: lit::Chunk| {
        let line = text[..chunk.offset].lines().count() + 1;
        let name = if several { format!("{name}:{line}") } else { name.clone() };
        let program = program(narrowed.ctx(), &name, &chunk.text, opt)?;
        let census = kinds::census(&program, Narrowed::new(narrowed));
        Ok(Payload { name, text: chunk.text, census })
    };
    chunks.into_iter().map(payload).collect()
}

/// A text as a program, read by Assay or, where it cannot, in the generic form of `opt`.
///
/// # Errors
/// Messages of the reader, where there is no binary or it does not accept the text, either.
pub(super) fn program(
    ctx: &Arc<Context>,
    name: &str,
    source: &str,
    opt: Option<&MlirOpt>,
) -> anyhow::Result<Program> {
    let parsed = text::parse(ctx, &Source::new(name, source));
    let Some(fault) = parsed.diagnostics.first() else { return Ok(parsed.program) };
    let found = MlirOpt::find().ok();
    let options = ParseOptions { generic: true, allow_unregistered: true, ..ParseOptions::default() };
    let generic = opt.or(found.as_ref()).map(|opt| opt.parse_print(source, &options));
    if let Some(Outcome::Ok(generic)) = generic {
        let again = text::parse(ctx, &Source::new(name, generic.as_str()));
        if again.diagnostics.is_empty() {
            return Ok(again.program);
        }
    }
    bail!("{name}: {}", fault.message)
}

/// The rules of a suppression.
pub(super) fn rules(allow: &Allow) -> impl Iterator<Item = Rule> {
    allow.rules.iter().filter_map(|code| Rule::parse(code))
}
