//! `assay fuzz`: patterns of the user ([`own`]), or a campaign of generated patterns and programs. The tables go to standard
//! output, progress to standard error, records and reduced findings to a folder.

mod nights;
mod own;
mod row;
mod screen;
mod stats;

use std::io::{BufWriter, IsTerminal, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use anyhow::Context;
use assay_fuzz::campaign::{OracleKind, Plan, Progress, emit, run as campaign};
use assay_fuzz::config::{Config, Mode, PatternConfig};
use assay_ir::data::{Context as IrContext, Source};
use assay_mlir::MlirOpt;
use assay_mlir::files::Draft;
use assay_smt::{SolverConfig, SolverPath, SolverPool};
use indicatif::{ProgressBar, ProgressStyle};

use crate::args::FuzzArgs;
use crate::dialects::{self, DialectSources, UserFiles};
use crate::exit::Exit;
use crate::shards;

/// Tries the patterns of the user, runs the campaign, or writes its patterns; exit code 1 when something is wrong.
pub(crate) fn run(args: &FuzzArgs) -> anyhow::Result<Exit> {
    if let Some(folder) = &args.stats {
        return stats::run(folder, &args.format, args.watch);
    }
    if !args.paths.is_empty() {
        return own::run(args);
    }
    if !args.format.is_empty() {
        anyhow::bail!("`--format` is for PATHS and for `--stats`");
    }
    if let Some(file) = &args.emit {
        return write_patterns(args, file);
    }
    let Some(folder) = &args.out else { anyhow::bail!("give a folder with --out, or a file with --emit") };
    let plan = plan(args)?;
    let jobs = args.jobs.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZero::get);
    let solvers = solvers(args, jobs)?;
    let bar = Bar::start(plan.count);
    if let Some(shard) = args.shard {
        let of = u64::from(shard.of);
        let bar = Bar::start(plan.count.div_ceil(of));
        let jobs = NonZero::new(jobs).unwrap_or(NonZero::<usize>::MIN);
        let done = shards::fuzz::run(&plan, jobs, solvers.as_ref(), (shard, folder), args.records, &bar);
        bar.finish();
        return done;
    }
    let summary = campaign(&plan, jobs, folder, solvers.as_ref(), &bar)?;
    bar.finish();
    if summary.resumed >= plan.count {
        // No pattern was generated, so there is nothing that the shares could count.
        say!("nothing new: all {} records were there already", summary.resumed);
        say!("{}", summary.tables.text().trim_end());
    } else {
        if summary.resumed > 0 {
            eprintln!("{} records were there already; the shares count the others", summary.resumed);
        }
        say!("{}{}", summary.coverage, summary.tables.text().trim_end());
    }
    for finding in &summary.findings {
        say!("finding: {} ({} operations)", finding.what, finding.operations);
    }
    Ok(if summary.tables.is_clean() { Exit::Clean } else { Exit::Findings })
}

/// Writes the patterns of the campaign to a file, or to standard output for `-`.
fn write_patterns(args: &FuzzArgs, file: &Path) -> anyhow::Result<Exit> {
    let config = PatternConfig::for_mode(mode(args)?);
    let write = |out: &mut dyn Write| {
        let mut out = BufWriter::new(out);
        emit(&config, args.seed, 0..args.count, &mut out)?;
        out.flush()
    };
    match file.to_str() {
        Some("-") => match write(&mut std::io::stdout().lock()) {
            // The reader had enough.
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
            done => done.context("cannot write to standard output"),
        },
        _ => Draft::create(file)
            .and_then(|mut out| write(&mut out).and_then(|()| out.finish()))
            .with_context(|| format!("cannot write {}", file.display())),
    }?;
    Ok(Exit::Clean)
}

fn mode(args: &FuzzArgs) -> anyhow::Result<Mode> {
    let known = || Mode::ALL.map(Mode::word).join(", ");
    let found = Mode::ALL.into_iter().find(|mode| mode.word() == args.mode);
    found.with_context(|| format!("there is no mode `{}`; known: {}", args.mode, known()))
}

fn plan(args: &FuzzArgs) -> anyhow::Result<Plan> {
    let mode = mode(args)?;
    let Some(oracle) = OracleKind::ALL.into_iter().find(|oracle| oracle.word() == args.oracle) else {
        let known = OracleKind::ALL.map(OracleKind::word).join(", ");
        anyhow::bail!("there is no oracle `{}`; known: {known}", args.oracle);
    };
    let mut config = Config::for_mode(mode);
    config.payload.containment = args.containment;
    config.payload.exhaustive = args.exhaustive;
    config.payload.layouts = args.payloads.unwrap_or(config.payload.layouts);
    let mlir_payloads = args.mlir.unwrap_or(if oracle.needs_mlir() { 4 } else { 0 });
    let mlir = if mlir_payloads > 0 { Some(MlirOpt::find()?) } else { None };
    config.pattern.once = mlir.is_some();
    let (seed, count, crashes, all_stages) = (args.seed, args.count, args.crashes, args.all_stages);
    let files = UserFiles::find(&args.descriptions)?;
    if !args.descriptions.files.dialect.is_empty() || !args.descriptions.files.natives.is_empty() {
        anyhow::bail!(
            "`--dialect` and `--natives` are for PATHS: generated patterns have definitions of their own"
        );
    }
    let meanings = sources(&files.descriptions.meanings)?;
    let guide = args.corpus.as_deref().map(shards::fuzz::guide).transpose()?;
    Ok(Plan { config, oracle, seed, count, mlir, mlir_payloads, crashes, all_stages, meanings, guide })
}

/// The texts of files of meanings, which hold no mistake.
pub(super) fn sources(paths: &[PathBuf]) -> anyhow::Result<Vec<Arc<Source>>> {
    let mut registry = assay_corpus::load_builtin(&IrContext::new());
    let troubles =
        dialects::load(DialectSources { meanings: paths, ..DialectSources::default() }, &mut registry);
    if !troubles.is_empty() {
        anyhow::bail!("{}", troubles.join("\nerror: "));
    }
    let read = |path: &PathBuf| {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        Ok(Source::new(&name, text))
    };
    paths.iter().map(read).collect()
}

/// Solvers, where all stages are asked.
fn solvers(args: &FuzzArgs, jobs: usize) -> anyhow::Result<Option<SolverPool>> {
    if !args.all_stages {
        return Ok(None);
    }
    let path = SolverPath::find(args.solver.as_deref())?;
    let jobs = NonZero::new(jobs).unwrap_or(NonZero::<usize>::MIN);
    // A question that takes long is one of many.
    let config = SolverConfig { resource_units: Some(400_000), ..SolverConfig::new(path) };
    Ok(Some(SolverPool::new(config, jobs)))
}

/// A bar with rates on standard error, or a line now and then where that is no terminal.
struct Bar {
    bar: Option<ProgressBar>,
    start: Instant,
    total: u64,
    /// Tenths of the whole that were told.
    told: AtomicU64,
}

impl Bar {
    fn start(total: u64) -> Bar {
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} patterns, {per_sec}, {eta} left")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = std::io::stderr().is_terminal().then(|| ProgressBar::new(total).with_style(style));
        Bar { bar, start: Instant::now(), total, told: AtomicU64::new(0) }
    }

    fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Progress for Bar {
    fn done(&self, patterns: u64) {
        if let Some(bar) = &self.bar {
            return bar.set_position(patterns);
        }
        let tenths = 10 * patterns / self.total.max(1);
        if tenths > self.told.swap(tenths, Ordering::Relaxed) {
            let seconds = self.start.elapsed().as_secs_f64().max(1e-3);
            eprintln!("{patterns} of {} patterns, {seconds:.0} s", self.total);
        }
    }
}
