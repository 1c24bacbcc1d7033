//! `assay check`: from paths to judgements to reports to the exit code. Reads, calls, writes; every algorithm
//! lives below.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use assay_ir::data::{Context, OpId, Program};
use assay_ir::pdl;
use assay_ir::spec::Registry;
use assay_ir::text;
use assay_reports::{Finding, Level, Location, PatternReport, Report, Sources, Verdict};
use assay_verifier::pipeline::{self, Asked};
use assay_verifier::smt::{SolverConfig, SolverPath, SolverPool};
use assay_verifier::stage::{Options, Task};
use assay_verifier::verdict::Judgement;
use rayon::prelude::*;

use crate::args::{CheckArgs, FailOn, UnknownOps};
use crate::exit::Exit;
use crate::inputs::{self, Inputs};
use crate::output::Outputs;
use crate::present::{self, Place};
use crate::progress::Progress;
use crate::rules::Selection;
use crate::{diagnostics, dialects, witnesses};

/// A text that was read, with its patterns.
struct File {
    name: String,
    program: Program,
    patterns: Vec<OpId>,
}

/// Judges everything and prints the report.
pub fn run(args: &CheckArgs) -> anyhow::Result<Exit> {
    let outputs = Outputs::parse(&args.format, args.color, args.quiet)?;
    let selection = Selection::parse(&args.rules)?;
    let threads = args.jobs.map_or_else(std::thread::available_parallelism, Ok).unwrap_or(NonZero::<usize>::MIN);
    let mut exit = Exit::Clean;
    let mut trouble = |lines: &[String]| {
        for line in lines {
            eprintln!("error: {line}");
            exit = exit.and(Exit::Trouble);
        }
    };

    let ctx = Context::new();
    let mut registry = assay_corpus::load_builtin(&ctx);
    trouble(&dialects::load(&args.dialect, &mut registry));
    let solver = match solver(args, selection.asked(), threads) {
        Ok(solver) => solver,
        Err(line) => {
            trouble(&[line]);
            None
        }
    };
    let Inputs { files, troubles } = inputs::collect(&args.paths);
    trouble(&troubles);

    let mut sources = Sources::new();
    let mut unreadable = Vec::new();
    let files = read(&ctx, files, &mut sources, &mut unreadable, &mut trouble);
    let jobs = select(&files, &args.only);
    let none = jobs.is_empty() && unreadable.is_empty();

    let options = options(args);
    let progress = Progress::start(jobs.len(), args.quiet);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.get()).build()?;
    let judged: Vec<(usize, Judgement)> = pool.install(|| {
        jobs.par_iter()
            .map(|(file, pattern)| {
                let task = Task {
                    program: &files[*file].program,
                    pattern: *pattern,
                    registry: &registry,
                    options: &options,
                    solver: solver.as_ref(),
                };
                let judgement = pipeline::judge(&task, selection.asked());
                progress.step();
                (*file, judgement)
            })
            .collect()
    });
    progress.finish();

    trouble(&disagreements(&files, &judged, &sources));
    let mut reports: Vec<PatternReport> =
        judged.iter().map(|(file, judgement)| present(&sources, &files[*file], judgement, &selection)).collect();
    if let Some(folder) = &args.witness_dir {
        witnesses::write(folder, &mut reports).with_context(|| format!("writing witnesses to {}", folder.display()))?;
    }
    let report = Report::new(tool(solver.as_ref()), reports, Vec::new(), unreadable);
    outputs.write(&report, &sources)?;

    if none && exit == Exit::Clean {
        eprintln!("error: no pattern found in {}", names(&args.paths));
        exit = exit.and(Exit::NoPattern);
    }
    let found = outcome(&report, args.fail_on);
    Ok(exit.and(if args.exit_zero { Exit::Clean } else { found }))
}

/// The solver, `None` when it is not needed or need not be there.
fn solver(args: &CheckArgs, asked: Asked, threads: NonZero<usize>) -> Result<Option<SolverPool>, String> {
    if !asked.types {
        return Ok(None);
    }
    match SolverPath::find(args.solver.as_deref()) {
        Ok(path) => {
            let mut config = SolverConfig::new(path);
            config.timeout = std::time::Duration::from_secs(args.timeout);
            Ok(Some(SolverPool::new(config, threads)))
        }
        Err(_) if args.allow_no_solver => Ok(None),
        Err(error) => Err(format!("{error}; or say `--allow-no-solver`, or leave the T rules out with `--rules S`")),
    }
}

fn options(args: &CheckArgs) -> Options {
    let mut options = Options::default();
    options.unknown_ops.may_own_regions = args.unknown_ops.contains(&UnknownOps::MayOwnRegions);
    options
}

/// Reads texts into programs; what cannot be read is a finding (text) or trouble (no text at all).
fn read(
    ctx: &Arc<Context>,
    inputs: Vec<inputs::Input>,
    sources: &mut Sources,
    unreadable: &mut Vec<Finding>,
    trouble: &mut impl FnMut(&[String]),
) -> Vec<File> {
    let mut files = Vec::new();
    for input in inputs {
        let parsed = match text::parse_bytes(ctx, &input.name, &input.bytes) {
            Ok(parsed) => parsed,
            Err(problem) => {
                trouble(&[format!("{}: {}", input.name, problem.message)]);
                continue;
            }
        };
        if let Some(source) = parsed.program.source() {
            sources.insert(&input.name, source.text());
        }
        let patterns = pdl::patterns(&parsed.program).into_iter().map(|pattern| pattern.op()).collect();
        unreadable.extend(diagnostics::findings(sources, &input.name, &parsed.diagnostics));
        files.push(File { name: input.name, program: parsed.program, patterns });
    }
    files
}

/// The patterns to judge, by file and in text order.
fn select(files: &[File], only: &[String]) -> Vec<(usize, OpId)> {
    let mut jobs = Vec::new();
    for (index, file) in files.iter().enumerate() {
        for pattern in &file.patterns {
            let name = pdl::Pattern::new(&file.program, *pattern).name();
            let wanted = |only: &String| name.is_some_and(|name| only.trim_start_matches('@') == name);
            if only.is_empty() || only.iter().any(wanted) {
                jobs.push((index, *pattern));
            }
        }
    }
    jobs
}

fn present(sources: &Sources, file: &File, judgement: &Judgement, selection: &Selection) -> PatternReport {
    let place = Place { sources, file: &file.name, program: &file.program };
    let only = judgement.name.as_ref().map(|name| format!(" --only {name}")).unwrap_or_default();
    let command = |_: &str| format!("assay check {}{only}", file.name);
    let mut report = present::pattern(place, judgement, &command);
    report.findings.retain(|finding| selection.shows(&finding.code));
    report
}

/// Lines about claims of ours that did not come true when they were replayed.
fn disagreements(files: &[File], judged: &[(usize, Judgement)], sources: &Sources) -> Vec<String> {
    let mut lines = Vec::new();
    for (file, judgement) in judged {
        for claim in &judgement.disagreements {
            let name = &files[*file].name;
            let at = diagnostics::locate(sources, name, claim.span);
            lines.push(format!(
                "internal disagreement, please report it: {name}:{}: {} was claimed of @{} and did not come true: {}",
                at.line,
                claim.code,
                judgement.name.as_deref().unwrap_or("(no name)"),
                claim.message
            ));
        }
    }
    lines
}

fn tool(solver: Option<&SolverPool>) -> assay_reports::Tool {
    let mut tool = diagnostics::tool();
    if let Some(identity) = solver.and_then(|pool| pool.check_out().identity().ok()) {
        tool.with.insert("solver".to_owned(), identity);
    }
    tool
}

fn names(paths: &[std::path::PathBuf]) -> String {
    paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
}

/// What the findings come to.
fn outcome(report: &Report, fail_on: FailOn) -> Exit {
    let bar = if fail_on == FailOn::Warning { Level::Warning } else { Level::Error };
    let mut exit = Exit::Clean;
    if report.findings().any(|finding| finding.level >= bar) {
        exit = exit.and(Exit::Findings);
    }
    let unknown = report.patterns.iter().any(|pattern| pattern.verdict == Verdict::Unknown);
    if fail_on == FailOn::Unknown && unknown {
        exit = exit.and(Exit::Unknown);
    }
    exit
}
