//! The command line of `assay tv`, validated: where programs come from and which passes they go through.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZero;
use std::path::PathBuf;

use anyhow::bail;
use assay_ir::data::Context;
use assay_ir::spec::Registry;
use assay_jit::Jit;
use assay_mlir::MlirOpt;
use assay_reports::render::human::Layout;
use assay_smt::SolverPool;
use assay_verifier::program::Settings;

use super::judging::Judging;
use super::passes::{PIPELINE, Passes};
use super::script::Script;
use crate::args::{AuditArgs, DescriptionArgs, DoctorArgs, FailOn, INPUTS, ReduceArgs, SolverArgs, TvArgs};
use crate::dialects::{UserFiles, digests};
use crate::known::Known;
use crate::output::Outputs;
use crate::{compiler, rerun_command};

/// Iterations of a loop that a proof follows where its bounds are not constants.
const ITERATIONS: usize = 4;

/// Where programs come from.
pub(super) enum From {
    /// A file before and a file after.
    Two(PathBuf, PathBuf),
    /// Files, split where they say so.
    Files(Vec<PathBuf>),
    /// A folder of tests.
    Tests(PathBuf),
    /// This number of generated functions.
    Generated(usize),
    /// Generated functions around these operations.
    Folders(Vec<String>),
}

/// A validated request.
pub(super) struct Request {
    pub(super) from: From,
    /// `None` takes the passes of RUN lines.
    pub(super) passes: Option<Passes>,
    /// The pass after which a pipeline first differs is named.
    pub(super) each_pass: bool,
    /// A transform script whose steps are judged.
    pub(super) script: Option<Script>,
    /// Each pattern is applied alone; the number of applications of each.
    pub(super) by_pattern: Option<usize>,
    pub(super) opt: Option<MlirOpt>,
    /// The user's operations, with all that is built in; `None` where there are none.
    pub(super) own: Option<Registry>,
    /// The digests of the files that describe them, for the tools of the report.
    pub(super) described: BTreeMap<String, String>,
    /// The options that bring them and change the question, with a space before each.
    pub(super) again: String,
    pub(super) settings: Settings,
    pub(super) entry: Option<String>,
    /// Functions are also judged on memory that overlaps.
    pub(super) alias: bool,
    /// Each proof is held against callers.
    pub(super) trials: bool,
    pub(super) reduce: bool,
    /// Solvers for proofs, if they are looked for and there are any.
    pub(super) solvers: Option<SolverPool>,
    /// Turns of loops that a proof follows.
    pub(super) iterations: usize,
    pub(super) threads: NonZero<usize>,
    pub(super) outputs: Outputs,
    /// Records have the time of their functions.
    pub(super) timings: bool,
    /// The baseline that is written.
    pub(super) write_baseline: Option<PathBuf>,
    pub(super) fail_on: FailOn,
    /// Findings that are known.
    pub(super) known: Known,
}

impl Request {
    /// Reads the command line.
    ///
    /// # Errors
    /// An argument that is missing or contradicts another one.
    pub(super) fn new(args: &TvArgs) -> anyhow::Result<Request> {
        let script = match &args.script {
            Some(path) => {
                let opt = compiler::find(args.mlir_opt.as_ref())?;
                Some(Script::read(path, &args.files, &opt)?)
            }
            None => None,
        };
        let passes = script.as_ref().map(Script::passes).or_else(|| passes(args));
        let own = own(&args.descriptions, true)?;
        let from = match (&args.tests, args.generate, &args.files[..], &passes) {
            _ if args.folders => From::Folders(operations(args, own.as_ref())?),
            (Some(folder), ..) => From::Tests(folder.clone()),
            (None, Some(count), ..) => From::Generated(count),
            (None, None, [before, after], None) => From::Two(before.clone(), after.clone()),
            (None, None, [], _) => bail!("no programs: give files, --tests or --generate"),
            (None, None, _, None) => {
                bail!("give two files, or passes with --pass, --pass-pipeline, --transform-set or --script")
            }
            (None, None, files, Some(_)) => From::Files(files.to_vec()),
        };
        if matches!(from, From::Generated(_)) && passes.is_none() {
            bail!("say with --pass what the generated programs go through");
        }
        let opt = match (&args.mlir_opt, &from) {
            (Some(path), _) => Some(compiler::find(Some(path))?),
            // Looked for where a file is in a form that is not read here.
            (None, From::Two(..)) => None,
            (None, _) => Some(compiler::find(None::<&PathBuf>)?),
        };
        // The passes of a script were checked when it was read.
        let asked = passes.as_ref().filter(|_| script.is_none()).zip(opt.as_ref());
        if let Some(refused) = asked.and_then(|(passes, opt)| passes.refused(opt)) {
            bail!("{refused}");
        }
        let threads = threads(args.jobs);
        Ok(Request {
            from,
            passes,
            each_pass: args.pass_pipeline.is_some() || script.is_some(),
            script,
            by_pattern: args.by_pattern.then_some(args.applications),
            opt,
            own,
            described: described(&args.descriptions)?,
            again: repeated(&args.descriptions, args.mlir_opt.as_ref(), args.alias, (args.seed, args.inputs)),
            settings: Settings {
                inputs: args.inputs,
                seed: args.seed,
                second_engine: Some(&Jit),
                ..Settings::default()
            },
            entry: args.entry.as_ref().map(|name| name.trim_start_matches('@').to_owned()),
            alias: args.alias,
            trials: args.self_check,
            reduce: !args.no_reduce,
            solvers: solvers(&args.solvers, !args.no_proof, threads)?,
            iterations: usize::from(args.unroll),
            threads,
            outputs: Outputs::parse(&args.format, args.color, args.quiet)?
                .layout(args.detail.layout(layout()), args.detail.verbose),
            timings: args.timings,
            write_baseline: args.write_baseline.clone(),
            fail_on: args.fail_on.unwrap_or(FailOn::Error),
            known: args.known.as_deref().map(Known::read).transpose()?.unwrap_or_default(),
        })
    }
}

/// Programs that are judged at once.
fn threads(jobs: Option<NonZero<usize>>) -> NonZero<usize> {
    jobs.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZero::<usize>::MIN)
}

/// The text of `--pass-pipeline` for the module.
pub(super) fn on_module(pipeline: &str) -> String {
    match pipeline.starts_with("builtin.module(") || pipeline.starts_with("any(") {
        true => pipeline.to_owned(),
        false => format!("builtin.module({pipeline})"),
    }
}

/// Functions without a finding are named, too, unless there are many.
fn layout() -> Layout {
    Layout { bounded: true, undecided: true, meanings: true, named: 20, ..Layout::default() }
}

impl Request {
    /// A request to judge on the side, without a report.
    ///
    /// # Errors
    /// None that a caller can cause.
    pub(super) fn beside(opt: MlirOpt, own: Option<Registry>) -> anyhow::Result<Request> {
        Ok(Request { opt: Some(opt), own, ..Request::beside_none()? })
    }

    fn beside_none() -> anyhow::Result<Request> {
        Ok(Request {
            from: From::Generated(0),
            passes: None,
            each_pass: false,
            script: None,
            by_pattern: None,
            opt: None,
            own: None,
            described: BTreeMap::new(),
            again: String::new(),
            settings: Settings { second_engine: Some(&Jit), ..Settings::default() },
            entry: None,
            alias: false,
            trials: false,
            reduce: false,
            solvers: None,
            iterations: 0,
            threads: NonZero::<usize>::MIN,
            outputs: Outputs::parse(&[], crate::args::Color::Never, true)?,
            timings: false,
            write_baseline: None,
            fail_on: FailOn::Error,
            known: Known::default(),
        })
    }
}

impl Request {
    /// A request to report what shards judged: nothing is asked of it but formats and the exit code.
    ///
    /// # Errors
    /// A format that there is not.
    pub(super) fn of_shards(args: &TvArgs) -> anyhow::Result<Request> {
        Ok(Request {
            outputs: Outputs::parse(&args.format, args.color, args.quiet)?
                .layout(args.detail.layout(layout()), args.detail.verbose),
            fail_on: args.fail_on.unwrap_or(FailOn::Error),
            ..Request::beside_none()?
        })
    }

    /// A request to judge a program behind passes while it is made smaller.
    ///
    /// # Errors
    /// A binary, a solver or a file that is not there, and a format that there is not.
    pub(super) fn of_reduction(args: &ReduceArgs) -> anyhow::Result<Request> {
        let opt = compiler::find(args.mlir_opt.as_ref())?;
        let threads = threads(args.jobs);
        let plain = Request::beside(opt, own(&args.descriptions, true)?)?;
        let again = repeated(&args.descriptions, args.mlir_opt.as_ref(), false, (args.seed, args.inputs));
        Ok(Request {
            from: From::Files(vec![args.file.clone()]),
            described: described(&args.descriptions)?,
            again,
            settings: Settings { inputs: args.inputs, seed: args.seed, ..plain.settings },
            entry: args.entry.as_ref().map(|name| name.trim_start_matches('@').to_owned()),
            solvers: solvers(&args.solvers, !args.no_proof, threads)?,
            iterations: ITERATIONS,
            threads,
            outputs: Outputs::parse(&args.format, args.color, args.quiet)?.layout(layout(), false),
            ..plain
        })
    }

    /// A request to hold loop passes against drawn nests: these are run, and solvers are asked about orders alone.
    ///
    /// # Errors
    /// A binary, a solver or a file that is not there, and a format that there is not.
    pub(super) fn of_legality(args: &AuditArgs) -> anyhow::Result<Request> {
        let opt = compiler::find(args.mlir_opt.as_ref())?;
        let threads = threads(args.jobs);
        let plain = Request::beside(opt, own(&args.descriptions, true)?)?;
        let inputs = args.legality.inputs;
        Ok(Request {
            described: described(&args.descriptions)?,
            again: repeated(&args.descriptions, args.mlir_opt.as_ref(), false, (args.seed, inputs)),
            settings: Settings { inputs, seed: args.seed, ..plain.settings },
            reduce: true,
            solvers: solvers(&args.legality.solvers, true, threads)?,
            iterations: ITERATIONS,
            threads,
            outputs: Outputs::parse(&args.format, args.color, args.quiet)?.layout(layout(), false),
            fail_on: args.fail_on.unwrap_or(FailOn::Error),
            ..plain
        })
    }

    /// A request to watch the patterns of a binary on programs.
    ///
    /// # Errors
    /// A binary or a file that is not there, passes that the binary does not have, and no programs.
    pub(super) fn of_pattern_set(args: &DoctorArgs) -> anyhow::Result<Request> {
        let opt = compiler::find(args.mlir_opt.as_ref())?;
        let threads = threads(args.jobs);
        let arguments: Vec<String> = args.pass.iter().flat_map(|text| Passes::of_names(text)).collect();
        let passes = (!arguments.is_empty()).then(|| Passes::of_arguments(arguments));
        if let Some(refused) = passes.as_ref().and_then(|passes| passes.refused(&opt)) {
            bail!("{refused}");
        }
        let from = match (&args.tests, &args.files[..], &passes) {
            (Some(folder), ..) => From::Tests(folder.clone()),
            (None, [], _) => bail!("no programs: give files or --tests"),
            (None, files, Some(_)) => From::Files(files.to_vec()),
            (None, _, None) => bail!("say with --pass what the programs go through"),
        };
        let plain = Request::beside(opt, own(&args.descriptions, true)?)?;
        Ok(Request {
            from,
            passes,
            described: described(&args.descriptions)?,
            threads,
            // A binary has hundreds of patterns, which a table shows.
            outputs: Outputs::parse(&args.format, args.color, args.quiet)?
                .layout(Layout { assumptions: false, ..Layout::default() }, false),
            fail_on: args.fail_on.unwrap_or(FailOn::Error),
            ..plain
        })
    }

    /// A request to judge steps that ran elsewhere.
    ///
    /// # Errors
    /// A format that there is not.
    pub(super) fn of_steps(judging: &mut Judging) -> anyhow::Result<Request> {
        let plain = Request::beside_none()?;
        Ok(Request {
            from: From::Files(Vec::new()),
            each_pass: true,
            opt: judging.opt.clone(),
            settings: Settings { inputs: judging.inputs, seed: judging.seed, ..plain.settings },
            alias: judging.alias,
            solvers: judging.solvers.take(),
            iterations: ITERATIONS,
            outputs: Outputs::parse(&judging.formats, judging.color, false)?.layout(layout(), false),
            ..plain
        })
    }
}

/// The options that a command has to repeat so that it asks the same.
fn repeated(
    descriptions: &DescriptionArgs,
    mlir_opt: Option<&PathBuf>,
    alias: bool,
    (seed, inputs): (u64, usize),
) -> String {
    let mut out = rerun_command::descriptions(descriptions);
    let path = |path: &PathBuf| crate::shell::quoted(&path.display().to_string());
    mlir_opt.iter().for_each(|binary| out.push_str(&format!(" --mlir-opt {}", path(binary))));
    if alias {
        out.push_str(" --alias");
    }
    // Inputs are drawn, and others may not show it.
    if seed != 0 {
        out.push_str(&format!(" --seed {seed}"));
    }
    if inputs != INPUTS {
        out.push_str(&format!(" --inputs {inputs}"));
    }
    out
}

/// The operations of the user; `None` where no file describes any. `tells` if the configuration file is named on standard error.
///
/// # Errors
/// All that is wrong with their files.
pub(in crate::commands) fn own(args: &DescriptionArgs, tells: bool) -> anyhow::Result<Option<Registry>> {
    let files = UserFiles::find(args)?;
    if files.is_empty() {
        return Ok(None);
    }
    let mut registry = assay_corpus::load_builtin(&Context::new());
    files.load(&mut registry)?;
    if tells {
        files.tell(args);
    }
    Ok(Some(registry))
}

/// The digests of the files of the user.
///
/// # Errors
/// A configuration file with faults.
fn described(args: &DescriptionArgs) -> anyhow::Result<BTreeMap<String, String>> {
    Ok(digests(&UserFiles::find(args)?.descriptions).collect())
}

/// The solvers of a run. Without one, programs are still run.
///
/// # Errors
/// A solver that is named and is not there.
fn solvers(args: &SolverArgs, asked: bool, threads: NonZero<usize>) -> anyhow::Result<Option<SolverPool>> {
    let named = args.solver.is_some() || args.second_solver.is_some();
    match crate::solvers::pool(args, threads) {
        _ if !asked => Ok(None),
        Ok(pool) => Ok(Some(pool)),
        Err(why) if named => Err(why.into()),
        Err(why) => {
            eprintln!("note: nothing is proved: {why}");
            Ok(None)
        }
    }
}

fn passes(args: &TvArgs) -> Option<Passes> {
    if args.folders {
        return Some(Passes::of_arguments(vec!["--canonicalize".to_owned()]));
    }
    if let Some(set) = &args.transform_set {
        return Some(Passes::of_set(set));
    }
    if let Some(pipeline) = &args.pass_pipeline {
        return Some(Passes::of_arguments(vec![format!("{PIPELINE}{}", on_module(pipeline))]));
    }
    let arguments: Vec<String> = args.pass.iter().flat_map(|text| Passes::of_names(text)).collect();
    (!arguments.is_empty()).then(|| Passes::of_arguments(arguments))
}

/// The operations of a request.
///
/// # Errors
/// A name that no dialect has.
pub(super) fn operations(args: &TvArgs, own: Option<&Registry>) -> anyhow::Result<Vec<String>> {
    let builtin;
    let registry = match own {
        Some(own) => own,
        None => {
            builtin = assay_corpus::load_builtin(&Context::new());
            &builtin
        }
    };
    // Nothing is folded to a terminator.
    let all = registry.ops().filter(|op| !op.traits.terminator);
    let all: BTreeSet<String> = all.map(|op| registry.ctx().str(op.name).to_owned()).collect();
    if !args.only.is_empty() {
        let is_known =
            |name: &&String| all.contains(*name) || registry.op(registry.ctx().ident(name)).is_some();
        if let Some(missing) = args.only.iter().find(|name| !is_known(name)) {
            let near = crate::names::suggested(missing, &all);
            let known = near.is_empty() && own.is_none();
            let help = if known { "; `--dialect FILE` defines operations of yours" } else { "" };
            bail!("`--only {missing}`: no dialect defines it{near}{help}");
        }
        return Ok(args.only.clone());
    }
    // Those of the user, where there are some.
    let builtin: BTreeSet<String> = match own {
        None => BTreeSet::new(),
        Some(_) => {
            let known = assay_corpus::load_builtin(&Context::new());
            known.ops().map(|op| known.ctx().str(op.name).to_owned()).collect()
        }
    };
    let brought: Vec<String> = all.difference(&builtin).cloned().collect();
    match own {
        Some(_) if !brought.is_empty() => Ok(brought),
        _ => Ok(all.into_iter().filter(|name| name.starts_with(DIALECT)).collect()),
    }
}

/// The dialect whose operations are judged where none is named.
const DIALECT: &str = "arith.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_are_names_with_options_or_a_pipeline() {
        for (text, arguments) in [
            ("cse", vec!["--cse"]),
            ("canonicalize, cse", vec!["--canonicalize", "--cse"]),
            ("affine-loop-tile{tile-size=2}", vec!["--affine-loop-tile=tile-size=2"]),
            ("-sccp", vec!["-sccp"]),
            ("builtin.module(cse)", vec!["--pass-pipeline=builtin.module(cse)"]),
            (
                "func.func(affine-loop-unroll{unroll-factor=3})",
                vec!["--pass-pipeline=builtin.module(func.func(affine-loop-unroll{unroll-factor=3}))"],
            ),
        ] {
            assert_eq!(Passes::of_names(text), arguments);
        }
    }
}
