//! A request to judge patterns: the command line and the configuration file, read once and checked as a whole.

use std::num::NonZero;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use assay_jit::Jit;
use assay_reports::render::human::{Extent, Layout};
use assay_verifier::limits::Limits;
use assay_verifier::stage::{self, Options};

use crate::args::{
    CheckArgs, Descriptions, FailOn, Forms, MAX_THREADS, MinScope, RegionKind, Release, Require, SolverArgs,
    UnknownOps,
};
use crate::baseline::Baseline;
use crate::changed::Changed;
use crate::config::{self, Config};
use crate::confirm_mlir::Mlir;
use crate::date::Date;
use crate::dialects::DialectSources;
use crate::excluded::Exclude;
use crate::output::Outputs;
use crate::pages;
use crate::rerun_command;
use crate::rules::Selection;
use crate::severity::Severities;

/// A validated request of `assay check`: inputs, options and outputs.
pub(crate) struct Request {
    /// Inputs.
    pub(crate) inputs: Inputs,
    /// Rules to check and to show.
    pub(crate) selection: Selection,
    /// Settings of the analyses.
    pub(crate) options: Options,
    /// Bytes that the process may have.
    pub(crate) memory: u64,
    /// Number of patterns judged at once.
    pub(crate) threads: NonZero<usize>,
    /// Solvers.
    pub(crate) solvers: SolverArgs,
    /// Questions that need a missing solver are `unknown`.
    pub(crate) allow_no_solver: bool,
    /// Real MLIR, if it takes part.
    pub(crate) mlir: Option<Mlir>,
    /// Flags of the command that shows a finding again.
    pub(crate) again: String,
    /// Flags of the command that replays a witness.
    pub(crate) replayed: String,
    /// Options that decide verdicts, with those of the configuration.
    pub(crate) settings: Vec<(&'static str, String)>,
    /// Names of rules to check, as they were given.
    pub(crate) rules: Vec<String>,
    /// A proof for a finite set of widths is a finding.
    pub(crate) all_widths: bool,
    /// The last kind of rules that has to be shown to hold, if one was named.
    pub(crate) require: Option<Require>,
    /// Accepted findings.
    pub(crate) accepted: Accepted,
    /// Files to write beside the report.
    pub(crate) files: Files,
    /// Formats of the report.
    pub(crate) outputs: Outputs,
    /// The report has the time of each pattern.
    pub(crate) timings: bool,
    /// Findings that decide the exit code; `None` if none does.
    pub(crate) fail_on: Option<FailOn>,
    /// No progress bar and no time.
    pub(crate) quiet: bool,
}

/// The texts of a request.
pub(crate) struct Inputs {
    /// Files and folders.
    pub(crate) paths: Vec<PathBuf>,
    /// Files that are left out of folders.
    pub(crate) exclude: Vec<Exclude>,
    /// Files that are named are left out, too, and there need be no pattern.
    pub(crate) force_exclude: bool,
    /// The name of standard input.
    pub(crate) stdin_name: Option<PathBuf>,
    /// Names of the patterns to judge, without `@`; all if empty.
    pub(crate) only: Vec<String>,
    /// Files that describe operations.
    pub(crate) descriptions: Descriptions,
    /// Operations whose meaning does not count.
    pub(crate) without_meaning: Vec<String>,
    /// How files in other forms are read.
    pub(crate) forms: Forms,
    /// The patterns stand for code that matches by itself, as that of DRR does.
    pub(crate) generated: bool,
    /// Difference to a revision, if only patterns that differ are judged.
    pub(crate) changed: Option<Changed>,
}

impl Inputs {
    /// The files that are loaded over what is built in.
    pub(crate) fn dialect_sources(&self) -> DialectSources<'_> {
        DialectSources {
            dialects: &self.descriptions.dialect,
            natives: &self.descriptions.natives,
            meanings: &self.descriptions.meanings,
            include: &self.forms.include,
            ..DialectSources::default()
        }
    }
}

/// Sources of accepted findings.
pub(crate) struct Accepted {
    /// The configuration file.
    pub(crate) config: Option<Config>,
    /// The date that suppressions are compared with.
    pub(crate) today: Option<Date>,
    /// The baseline.
    pub(crate) baseline: Option<Baseline>,
}

impl Accepted {
    /// Levels of rules.
    pub(crate) fn severities(&self) -> &Severities {
        const NONE: &Severities = &Severities::none();
        self.config.as_ref().map_or(NONE, |config| &config.severities)
    }
}

/// Files that are written beside the report.
pub(crate) struct Files {
    /// Folder of solver questions.
    pub(crate) smt: Option<PathBuf>,
    /// Folder of questions as `irdl.check_subset`.
    pub(crate) subset: Option<PathBuf>,
    /// Folder of witnesses.
    pub(crate) witnesses: Option<PathBuf>,
    /// Folder of proofs.
    pub(crate) proofs: Option<PathBuf>,
    /// Folder of lit tests.
    pub(crate) tests: Option<PathBuf>,
    /// File of guarded patterns.
    pub(crate) guarded: Option<PathBuf>,
    /// Fixes are applied.
    pub(crate) fix: bool,
}

impl Files {
    fn from_args(args: &CheckArgs) -> Files {
        Files {
            smt: args.emit_smt.clone(),
            subset: args.emit_subset.clone(),
            witnesses: args.witness_dir.clone(),
            proofs: args.proof_dir.clone(),
            tests: args.emit_test.clone(),
            guarded: args.emit_guarded.clone(),
            fix: args.fix,
        }
    }
}

/// Faults of a request, collected so that all are reported.
#[derive(Default)]
struct Faults(Vec<String>);

impl Faults {
    fn take<T>(&mut self, result: anyhow::Result<T>) -> Option<T> {
        result.map_err(|fault| self.0.push(format!("{fault:#}"))).ok()
    }

    /// The value of an option that may be absent.
    fn option<T>(&mut self, result: Option<anyhow::Result<T>>) -> Option<T> {
        result.and_then(|result| self.take(result))
    }

    /// The faults of arguments that go together.
    fn find(&mut self, args: &CheckArgs) {
        let no_paths =
            "no PATHS, on the command line or in a configuration file; `assay check --help` shows how";
        self.require(!args.paths.is_empty(), no_paths);
        let cached = args.solvers.cache_mode.is_none() || args.solvers.cache.is_some();
        self.require(cached, "`--cache-mode` needs `--cache DIR`");
    }

    fn require(&mut self, holds: bool, fault: &str) {
        if !holds {
            self.0.push(fault.to_owned());
        }
    }
}

impl Request {
    /// Reads the command line and the configuration file.
    ///
    /// # Errors
    /// All faults of both, one per line.
    pub(crate) fn new(args: CheckArgs) -> anyhow::Result<Request> {
        Request::with(args, |path| Baseline::read(path).map(Some))
    }

    /// The same for what makes a baseline: an older one is not read, and need not be there.
    ///
    /// # Errors
    /// As [`Request::new`].
    pub(crate) fn without_baseline(args: CheckArgs) -> anyhow::Result<Request> {
        Request::with(args, |_| Ok(None))
    }

    fn with(
        mut args: CheckArgs,
        baseline: fn(&Path) -> anyhow::Result<Option<Baseline>>,
    ) -> anyhow::Result<Request> {
        let again = rerun_command::flags(&args);
        let replayed = rerun_command::described(&args);
        let named = rerun_command::arguments(&args, &again);
        let mut faults = Faults::default();
        let config = config::load(&mut args).unwrap_or_else(|found| {
            faults.0.extend(found);
            None
        });
        if let Some(config) = config.as_ref().filter(|_| !args.quiet && args.config.is_none()) {
            eprintln!("note: options are taken from {}; `--isolated` ignores it", config.name);
        }
        let today = faults.option(args.today.as_deref().map(date));
        let outputs = faults.take(Outputs::parse(&args.format, args.color, args.quiet).and_then(|outputs| {
            Ok(outputs.schema(args.json_schema).layout(layout(&args, named)?, args.detail.verbose))
        }));
        // The paths may be among what a faulty file says.
        if faults.0.is_empty() {
            faults.find(&args);
        }
        let selection = faults.take(Selection::parse(&args.rules));
        let nearest = !args.isolated && args.config.is_none();
        let changed = args.changed_since.as_deref().map(|revision| Changed::since(revision, nearest));
        let changed = faults.option(changed);
        let mlir =
            args.confirm_mlir.as_deref().map(|path| Mlir::find(path.as_ref(), &args.descriptions.dialect));
        let mlir = faults.option(mlir);
        let runs = mlir.is_some();
        let baseline = faults.option(args.baseline.as_deref().map(baseline)).flatten();
        let (Some(outputs), Some(selection), []) = (outputs, selection, &faults.0[..]) else {
            bail!("{}", faults.0.join("\nerror: "));
        };
        Ok(Request {
            selection,
            options: options(&args),
            memory: args.memory.unwrap_or(Limits::MEMORY),
            threads: threads(args.jobs),
            allow_no_solver: args.allow_no_solver,
            mlir,
            again,
            replayed,
            settings: rerun_command::settings(&args),
            rules: args.rules.clone(),
            require: args.require,
            all_widths: args.min_scope == Some(MinScope::All),
            accepted: Accepted { config, today, baseline },
            outputs,
            timings: args.timings,
            fail_on: (!args.exit_zero).then(|| args.fail_on.unwrap_or(FailOn::Error)),
            quiet: args.quiet,
            files: Files::from_args(&args),
            solvers: args.solvers,
            inputs: Inputs {
                paths: args.paths,
                exclude: args.exclude,
                force_exclude: args.force_exclude,
                stdin_name: args.stdin_filename,
                only: args.only.iter().map(|name| name.trim_start_matches('@').to_owned()).collect(),
                descriptions: args.descriptions,
                without_meaning: args.without_meaning,
                forms: Forms { runs, ..args.forms },
                changed,
                generated: false,
            },
        })
    }

    /// Tells if all rules are checked on all patterns.
    pub(crate) fn is_whole(&self) -> bool {
        self.selection.is_whole() && self.inputs.only.is_empty() && self.inputs.changed.is_none()
    }
}

/// The parts of the report for people that are written out; `arguments` follow `assay check` in commands that show more.
fn layout(args: &CheckArgs, arguments: String) -> anyhow::Result<Layout> {
    Ok(args.detail.layout(Layout {
        extent: Extent::Brief,
        assumptions: false,
        titles: pages::titles()?,
        arguments: Some(arguments),
        ..Layout::default()
    }))
}

fn date(text: &str) -> anyhow::Result<Date> {
    Date::parse(text).with_context(|| format!("`--today {text}`: that is no day; write YYYY-MM-DD"))
}

/// As many threads as requested, else one per core.
fn threads(jobs: Option<NonZero<usize>>) -> NonZero<usize> {
    let most = NonZero::<usize>::MIN.saturating_add(MAX_THREADS - 1);
    jobs.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZero::<usize>::MIN).min(most)
}

fn options(args: &CheckArgs) -> Options {
    let limits = Limits::of_memory(args.memory.unwrap_or(Limits::MEMORY));
    let mut options = Options { limits, second_engine: Some(&Jit), ..Options::default() };
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
