//! `assay check`: from paths to judgements to reports to the exit code. Reads, calls, writes; every algorithm
//! lives below.

use std::num::NonZero;

use anyhow::Context as _;
use assay_ir::data::Context;
use assay_ir::pdl;
use assay_reports::{Level, PatternReport, Report, Sources, Verdict};
use assay_verifier::pipeline::{self, Asked, Candidate};
use assay_verifier::smt::SolverPool;
use assay_verifier::stage::{Options, Task};
use assay_verifier::verdict::Judgement;
use rayon::prelude::*;

use crate::args::{CheckArgs, FailOn, UnknownOps};
use crate::exit::Exit;
use crate::inputs;
use crate::output::Outputs;
use crate::present;
use crate::progress::Progress;
use crate::rules::Selection;
use crate::texts::{self, File};
use crate::{diagnostics, dialects, questions, solvers, witnesses};

/// Judges everything and prints the report. Trouble is said on standard error and never hides a verdict.
pub(crate) fn run(args: &CheckArgs) -> anyhow::Result<Exit> {
    let outputs = Outputs::parse(&args.format, args.color, args.quiet)?;
    let selection = Selection::parse(&args.rules)?;
    let threads = threads(args.jobs);

    let ctx = Context::new();
    let mut registry = assay_corpus::load_builtin(&ctx);
    let mut troubles = dialects::load(&args.dialect, &mut registry);
    let solver = solver(args, selection.asked(), threads).unwrap_or_else(|line| {
        troubles.push(line);
        None
    });
    let found = inputs::collect(&args.paths, &[".mlir", ".pdll"]);
    troubles.extend(found.troubles);
    let texts = texts::read(&registry, found.files, &args.include);
    troubles.extend(texts.troubles);
    let files = texts.files;
    let jobs = select(&files, &args.only);

    let options = options(args);
    let progress = Progress::start(jobs.len(), args.quiet);
    let judge = |(file, candidate): &(usize, &Candidate)| {
        let task = Task {
            program: &files[*file].program,
            pattern: candidate.pattern,
            registry: &registry,
            options: &options,
        };
        let judgement = pipeline::judge(&task, candidate, selection.asked(), solver.as_ref());
        progress.step();
        (*file, judgement)
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.get()).build()?;
    let judged: Vec<(usize, Judgement)> = pool.install(|| jobs.par_iter().map(judge).collect());
    progress.finish();
    troubles.extend(disagreements(&files, &judged, &texts.sources));
    troubles.extend(solver.as_ref().and_then(solvers::missing));
    if let Some(folder) = &args.emit_smt {
        questions::write_smt(folder, &files, &jobs, &registry)
            .with_context(|| format!("cannot write questions to {}", folder.display()))?;
    }

    if let Some(folder) = &args.emit_subset {
        questions::write_subset(folder, &files, &jobs, &registry)
            .with_context(|| format!("cannot write questions to {}", folder.display()))?;
    }

    let none = jobs.is_empty() && texts.unreadable.is_empty();
    let mut reports: Vec<PatternReport> = judged
        .iter()
        .map(|(file, judgement)| present(&texts.sources, &files[*file], judgement, &selection))
        .collect();
    if let Some(folder) = &args.witness_dir {
        witnesses::write(folder, &mut reports)
            .with_context(|| format!("cannot write witnesses to {}", folder.display()))?;
    }
    let report = Report::new(tool(solver.as_ref()), reports, Vec::new(), texts.unreadable);
    for line in &texts.notes {
        eprintln!("note: {line}");
    }
    for line in &troubles {
        eprintln!("error: {line}");
    }
    let mut exit = if troubles.is_empty() { Exit::Clean } else { Exit::Trouble };
    if none {
        if troubles.is_empty() {
            eprintln!("error: no pattern found in {}", names(&args.paths));
        }
        return Ok(exit.and(Exit::NoPattern));
    }
    outputs.write(&report, &texts.sources)?;
    if !args.exit_zero {
        exit = exit.and(outcome(&report, args.fail_on));
    }
    Ok(exit)
}

/// As many as asked for, else one per core.
fn threads(jobs: Option<NonZero<usize>>) -> NonZero<usize> {
    jobs.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZero::<usize>::MIN)
}

/// The solver, `None` when it is not needed or need not be there.
fn solver(args: &CheckArgs, asked: Asked, threads: NonZero<usize>) -> Result<Option<SolverPool>, String> {
    if !asked.types {
        return Ok(None);
    }
    match solvers::pool(&args.solvers, threads) {
        Ok(pool) => Ok(Some(pool)),
        Err(_) if args.allow_no_solver => Ok(None),
        Err(error) => {
            Err(format!("{error}; or say `--allow-no-solver`, or leave the T rules out with `--rules S`"))
        }
    }
}

fn options(args: &CheckArgs) -> Options {
    let mut options = Options::default();
    options.unknown_ops.may_own_regions = args.unknown_ops.contains(&UnknownOps::MayOwnRegions);
    options
}

/// The patterns to judge, by file and in text order.
fn select<'a>(files: &'a [File], only: &[String]) -> Vec<(usize, &'a Candidate)> {
    let mut jobs = Vec::new();
    for (index, file) in files.iter().enumerate() {
        for candidate in &file.candidates {
            let name = pdl::Pattern { program: &file.program, op: candidate.pattern }.name();
            let wanted = |only: &String| name.is_some_and(|name| only.trim_start_matches('@') == name);
            if only.is_empty() || only.iter().any(wanted) {
                jobs.push((index, candidate));
            }
        }
    }
    jobs
}

fn present(sources: &Sources, file: &File, judgement: &Judgement, selection: &Selection) -> PatternReport {
    let place = file.place(sources);
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
            let at = files[*file].place(sources).whole(claim.span);
            let name = &at.file;
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
    if let Some(identity) = solver.and_then(|pool| pool.identity().ok()) {
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
