//! `assay check`: from paths to judgements to reports to the exit code. Reads, calls, writes; every algorithm
//! lives below.

use std::collections::{BTreeMap, BTreeSet};
use std::io::IsTerminal as _;
use std::num::NonZero;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use assay_ir::data::{Context, OpId};
use assay_ir::pdl;
use assay_ir::rule::{Family, Rule};
use assay_reports::{Finding, Label, Level, Location, PatternReport, Report, Sources, Verdict};
use assay_verifier::mend::{self, Suggestions};
use assay_verifier::pattern::Subject;
use assay_verifier::pipeline::{self, Asked, Candidate};
use assay_verifier::smt::SolverPool;
use assay_verifier::stage::{self, Options, Task};
use assay_verifier::verdict::Judgement;
use rayon::prelude::*;
use sha2::{Digest as _, Sha256};

use crate::accept::{self, Date, Known, Terms};
use crate::args::{CheckArgs, FailOn, MinScope, RegionKind, Release, UnknownOps};
use crate::changed::Changed;
use crate::config::{self, Config};
use crate::confirm_mlir::Mlir;
use crate::exit::Exit;
use crate::inputs;
use crate::origin::Place;
use crate::output::Outputs;
use crate::present;
use crate::progress::Progress;
use crate::rules::Selection;
use crate::texts::{self, File};
use crate::{again, baseline, diagnostics, dialects, questions, sets, solvers, suggest, witnesses};

/// Judges everything and prints the report. Trouble is said on standard error and never hides a verdict.
pub(crate) fn run(args: &mut CheckArgs) -> anyhow::Result<Exit> {
    let run = judge(args, Against::Baseline)?;
    if run.empty {
        return Ok(run.exit);
    }
    let outputs = Outputs::parse(&args.format, args.color, args.quiet)?;
    outputs.write(&run.report, &run.sources)?;
    if args.fix {
        let count = suggest::apply(&run.report, &run.sources)?;
        let fixes = if count == 1 { "fix was" } else { "fixes were" };
        eprintln!("note: {count} {fixes} applied");
    }
    if !args.quiet && std::io::stderr().is_terminal() || args.timings {
        eprint!("{}", run.time);
    }
    Ok(match args.exit_zero {
        true => run.exit,
        false => run.exit.and(outcome(&run.report, args.fail_on.unwrap_or(FailOn::Error))),
    })
}

/// What is accepted beside allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Against {
    /// What the baseline lists, if there is one.
    Baseline,
    /// Nothing.
    Nothing,
}

/// Everything that a run found out.
pub(crate) struct Run {
    /// The report.
    pub(crate) report: Report,
    /// The texts that it points into.
    pub(crate) sources: Sources,
    /// Trouble, or no pattern; the findings are not in it yet.
    pub(crate) exit: Exit,
    /// There was nothing to judge, and that was said.
    pub(crate) empty: bool,
    /// How long it took, in words.
    time: String,
}

/// From paths to a report. What is wrong with the run as such is said on standard error.
pub(crate) fn judge(args: &mut CheckArgs, against: Against) -> anyhow::Result<Run> {
    let started = Instant::now();
    let again = again::flags(args);
    let config = match config::load(args) {
        Ok(config) => config,
        Err(faults) => bail!("{}", faults.join("\nerror: ")),
    };
    let today = today(args)?;
    // A wrong format is found before anything is judged.
    Outputs::parse(&args.format, args.color, args.quiet)?;
    if args.paths.is_empty() {
        bail!("no PATHS, on the command line or in a configuration file; `assay check --help` shows how");
    }
    if args.solvers.cache_mode.is_some() && args.solvers.cache.is_none() {
        bail!("`--cache-mode` needs `--cache DIR`");
    }
    let selection = Selection::parse(&args.rules)?;
    let threads = threads(args.jobs);
    let changed = args.changed_since.as_deref().map(Changed::since).transpose()?;
    let mlir =
        args.confirm_mlir.as_deref().map(|path| Mlir::find(path.as_ref(), &args.dialect)).transpose()?;

    let ctx = Context::new();
    let mut registry = assay_corpus::load_builtin(&ctx);
    let mut troubles = dialects::load(&args.dialect, &args.natives, &mut registry);
    let solver = solver(args, selection.asked(), threads).unwrap_or_else(|line| {
        troubles.push(line);
        None
    });
    let found = inputs::collect(&args.paths, &[".mlir", ".pdll"]);
    troubles.extend(found.troubles);
    let mut texts = texts::read(&registry, found.files, &args.include);
    troubles.extend(std::mem::take(&mut texts.troubles));
    let files = texts.files;
    let mut jobs = select(&files, &args.only);
    let before = jobs.len();
    if let Some(changed) = changed.filter(|changed| !everything_differs(changed, args, config.as_ref())) {
        jobs = differing(&files, jobs, &changed);
        texts.unreadable.retain(|finding| changed.file(&finding.at.file));
    }
    let unchanged = before > 0 && jobs.is_empty() && texts.unreadable.is_empty();

    let options = options(args);
    let progress = Progress::start(jobs.len(), args.quiet);
    let one = |(file, candidate): &(usize, &Candidate)| {
        let subject = Subject::new(&files[*file].program, candidate.pattern, &registry);
        let task = Task::new(&subject, &options);
        let started = Instant::now();
        let judgement = pipeline::judge(&task, candidate, selection.asked(), solver.as_ref());
        let time = started.elapsed();
        let suggestions = mend::suggest(&task, &judgement, selection.asked(), solver.as_ref());
        progress.step();
        ((*file, candidate.pattern, judgement, time), suggestions)
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.get()).build()?;
    let (judged, suggested): (Vec<Judged>, Vec<Suggestions>) =
        pool.install(|| jobs.par_iter().map(one).unzip());
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
        .zip(&suggested)
        .map(|((file, pattern, judgement, time), suggestions)| {
            let mut report = present(&texts.sources, &files[*file], judgement, &selection, &again);
            report.fingerprint = fingerprint(&files[*file], *pattern);
            report.milliseconds = args.timings.then(|| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
            suggest::attach(&mut report, &files[*file].place(&texts.sources), suggestions);
            if args.min_scope == Some(MinScope::All) {
                bounded_only(&mut report, &files[*file].place(&texts.sources), judgement);
            }
            report
        })
        .collect();
    if let Some(path) = &args.emit_guarded {
        let at = reports.iter().map(|report| format!("{}:{}", report.file, report.line));
        suggest::write_guarded(path, &at.zip(&suggested).collect::<Vec<_>>())?;
    }
    if let Some(folder) = &args.witness_dir {
        witnesses::write(folder, &mut reports)
            .with_context(|| format!("cannot write witnesses to {}", folder.display()))?;
    }
    if let Some(mlir) = &mlir {
        pool.install(|| mlir.confirm(&mut reports));
    }
    let mut tool = tool(solver.as_ref());
    tool.with.extend(mlir.as_ref().map(|mlir| ("mlir-opt".to_owned(), mlir.version().to_owned())));
    let members = judged.iter().map(|(file, pattern, judgement, _)| (*file, *pattern, judgement));
    let sets = sets::of_texts(&files, members, &registry, &options, &texts.sources, &selection);
    let mut report = Report::new(tool, reports, sets, texts.unreadable);
    accepted(&mut report, &mut texts.sources, &files, &judged, config.as_ref(), today, &selection)?;
    if let (Some(path), Against::Baseline) = (&args.baseline, against) {
        let whole = selection.is_whole() && args.only.is_empty() && args.changed_since.is_none();
        baseline::apply(path, &mut report, whole)?;
    }
    for line in &texts.notes {
        eprintln!("note: {line}");
    }
    for line in &troubles {
        eprintln!("error: {line}");
    }
    let mut exit = if troubles.is_empty() { Exit::Clean } else { Exit::Trouble };
    if unchanged {
        eprintln!(
            "note: no pattern differs from {}",
            args.changed_since.as_deref().unwrap_or("the revision")
        );
    } else if none {
        if troubles.is_empty() {
            eprintln!("error: no pattern found in {}", names(&args.paths));
        }
        exit = exit.and(Exit::NoPattern);
    }
    let time = time(started.elapsed(), &files, &judged, &texts.sources);
    Ok(Run { report, sources: texts.sources, exit, empty: none, time })
}

fn today(args: &CheckArgs) -> anyhow::Result<Option<Date>> {
    let read = |text: &String| {
        Date::parse(text).with_context(|| format!("`--today {text}`: that is no day; write YYYY-MM-DD"))
    };
    args.today.as_ref().map(read).transpose()
}

/// A changed dialect, summary or configuration may change any verdict.
fn everything_differs(changed: &Changed, args: &CheckArgs, config: Option<&Config>) -> bool {
    let inputs = args.dialect.iter().chain(&args.natives).map(|path| path.display().to_string());
    inputs.chain(config.map(|config| config.name.clone())).any(|name| changed.file(&name))
}

/// The patterns that say something else than at the revision.
fn differing<'a>(
    files: &[File],
    jobs: Vec<(usize, &'a Candidate)>,
    changed: &Changed,
) -> Vec<(usize, &'a Candidate)> {
    let mut old: BTreeMap<usize, Option<BTreeSet<String>>> = BTreeMap::new();
    jobs.into_iter()
        .filter(|(index, candidate)| {
            let file = &files[*index];
            let known = old
                .entry(*index)
                .or_insert_with(|| changed.file(&file.name).then(|| changed.old_patterns(&file.name)));
            let Some(known) = known else { return false };
            !known.contains(&pdl::canonical(pdl::Pattern { program: &file.program, op: candidate.pattern }))
        })
        .collect()
}

fn fingerprint(file: &File, pattern: OpId) -> String {
    let text = pdl::canonical(pdl::Pattern { program: &file.program, op: pattern });
    // Half of the digest is enough to keep patterns apart, and reads better.
    Sha256::digest(text.as_bytes()).iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// Under `--min-scope all` a bounded proof is a finding.
fn bounded_only(report: &mut PatternReport, place: &Place<'_>, judgement: &Judgement) {
    if report.verdict != Verdict::Bounded {
        return;
    }
    let at = place.head(judgement.span);
    let scope = report.scope.as_deref().unwrap_or("a finite set");
    let message = format!("proved only for {scope}");
    let mut finding = Finding::new(accept::BOUNDED, Level::Error, at.clone(), message);
    finding.labels.push(Label { span: at.span(), text: String::new(), primary: true });
    report.findings.push(finding);
}

type Judged = (usize, OpId, Judgement, Duration);

/// Marks what allows accept.
fn accepted(
    report: &mut Report,
    sources: &mut Sources,
    files: &[File],
    judged: &[Judged],
    config: Option<&Config>,
    today: Option<Date>,
    selection: &Selection,
) -> anyhow::Result<()> {
    let done: BTreeSet<(usize, OpId)> = judged.iter().map(|(file, pattern, ..)| (*file, *pattern)).collect();
    let places: Vec<(Location, bool)> = files
        .iter()
        .enumerate()
        .flat_map(|(index, file)| {
            file.candidates.iter().map(move |candidate| (index, file, candidate.pattern))
        })
        .map(|(index, file, pattern)| {
            let at = file.place(sources).head(file.program.op(pattern).span);
            (at, done.contains(&(index, pattern)))
        })
        .collect();
    let patterns: Vec<Known<'_>> =
        places.iter().map(|(at, judged)| Known { file: &at.file, line: at.line, judged: *judged }).collect();
    let asked = |code: Rule| selection.shows(code) && selection.asks(code);
    accept::apply(report, sources, &Terms { patterns: &patterns, config, today, asked: &asked })
}

/// The time, and the three patterns that took longest.
fn time(all: Duration, files: &[File], judged: &[Judged], sources: &Sources) -> String {
    let mut slowest: Vec<&Judged> = judged.iter().collect();
    slowest.sort_by_key(|(file, pattern, _, time)| (std::cmp::Reverse(*time), *file, *pattern));
    let patterns = if judged.len() == 1 { "pattern" } else { "patterns" };
    let mut out = format!("{} {patterns} in {:.2} s", judged.len(), all.as_secs_f64());
    for (index, (file, pattern, judgement, time)) in slowest.into_iter().take(3).enumerate() {
        let at = files[*file].place(sources).head(files[*file].program.op(*pattern).span);
        let name = judgement.name.as_deref().map_or_else(String::new, |name| format!(" @{name}"));
        let lead = if index == 0 { "; slowest:" } else { "," };
        out.push_str(&format!("{lead} {}:{}{name} {:.1} ms", at.file, at.line, time.as_secs_f64() * 1e3));
    }
    out.push('\n');
    out
}

/// More threads than this only cost memory: each brings a stack and, for types, a solver.
const MAX_THREADS: usize = 256;

/// As many threads as asked for, else one per core, within reason; what is printed is the same for any number.
fn threads(jobs: Option<NonZero<usize>>) -> NonZero<usize> {
    let most = NonZero::<usize>::MIN.saturating_add(MAX_THREADS - 1);
    jobs.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZero::<usize>::MIN).min(most)
}

/// The solver, `None` when it is not needed or need not be there.
fn solver(args: &CheckArgs, asked: Asked, threads: NonZero<usize>) -> Result<Option<SolverPool>, String> {
    if !asked.types && !asked.values {
        return Ok(None);
    }
    match solvers::pool(&args.solvers, threads) {
        Ok(pool) => Ok(Some(pool)),
        Err(_) if args.allow_no_solver => Ok(None),
        Err(error) => Err(format!(
            "{error}; or say `--allow-no-solver`, or leave the T and V rules out with `--rules S`"
        )),
    }
}

fn options(args: &CheckArgs) -> Options {
    let mut options = Options::default();
    options.unknown_ops.may_terminate = args.unknown_ops.contains(&UnknownOps::Terminate);
    options.unknown_ops.may_own_regions = args.unknown_ops.contains(&UnknownOps::OwnRegions);
    options.unknown_ops.may_define_symbols = args.unknown_ops.contains(&UnknownOps::DefineSymbols);
    options.region_kind = match args.region_kind.unwrap_or(RegionKind::FromSpecs) {
        RegionKind::FromSpecs => stage::RegionKind::FromSpecs,
        RegionKind::Ssacfg => stage::RegionKind::SsaCfg,
        RegionKind::Graph => stage::RegionKind::Graph,
    };
    options.target = match args.mlir.unwrap_or(Release::Mlir22) {
        Release::Mlir22 => stage::Target::Mlir22,
        Release::Portable => stage::Target::Portable,
    };
    options.wildcards_may_terminate = args.matches_terminator.unwrap_or(true);
    options.strict = args.strict;
    options.width_max = args.width_max.unwrap_or(options.width_max);
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

fn present(
    sources: &Sources,
    file: &File,
    judgement: &Judgement,
    selection: &Selection,
    again: &str,
) -> PatternReport {
    let place = file.place(sources);
    let command = |_: Rule| again::command(&file.name, judgement.name.as_deref(), again);
    let mut report = present::pattern(place, judgement, &command);
    let hidden = |finding: &Finding| finding.level == Level::Error && !selection.shows(finding.code);
    report.hidden = report.findings.iter().filter(|one| hidden(one)).map(|one| one.code).collect();
    report.hidden.dedup();
    report.findings.retain(|finding| selection.shows(finding.code));
    report
}

/// Lines about claims of ours that did not come true when they were replayed.
fn disagreements(files: &[File], judged: &[Judged], sources: &Sources) -> Vec<String> {
    let mut lines = Vec::new();
    for (file, _, judgement, _) in judged {
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
    if report.open().any(|finding| finding.level >= bar) {
        exit = exit.and(Exit::Findings);
    }
    let unknown = report.patterns.iter().any(|pattern| {
        let accepted =
            |finding: &Finding| finding.code.family() == Family::Undecided && finding.accepted.is_some();
        pattern.verdict == Verdict::Unknown && !pattern.findings.iter().any(accepted)
    });
    if fail_on == FailOn::Unknown && unknown {
        exit = exit.and(Exit::Unknown);
    }
    exit
}
