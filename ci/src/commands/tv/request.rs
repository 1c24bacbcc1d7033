//! The command line of `assay tv`, validated: where programs come from and which passes they go through.

use std::num::NonZero;
use std::path::PathBuf;

use anyhow::bail;
use assay_ir::data::Context;
use assay_ir::spec::Registry;
use assay_jit::Jit;
use assay_mlir::opt::ParseOptions;
use assay_mlir::{MlirOpt, Outcome};
use assay_reports::render::human::Layout;
use assay_smt::SolverPool;
use assay_verifier::program::Settings;

use super::folders;
use super::script::Script;
use crate::args::{DescriptionArgs, FailOn, INPUTS, TvArgs};
use crate::dialects::UserFiles;
use crate::output::Outputs;
use crate::{names, rerun_command};

/// The start of the names of operations that stand for patterns.
const SETS: &str = "transform.apply_patterns.";

/// The passes that a program goes through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::commands) struct Passes {
    /// Arguments of `mlir-opt`.
    pub(in crate::commands) arguments: Vec<String>,
    /// A transform script behind the program, if it needs one.
    pub(in crate::commands) script: Option<String>,
    /// The words that a user would write.
    pub(in crate::commands) label: String,
    /// The options of `assay tv` that name the same passes, with a space before each.
    pub(in crate::commands) again: String,
}

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
    pub(super) fail_on: FailOn,
}

impl Request {
    /// Reads the command line.
    ///
    /// # Errors
    /// An argument that is missing or contradicts another one.
    pub(super) fn new(args: &TvArgs) -> anyhow::Result<Request> {
        let script = match &args.script {
            Some(path) => {
                let opt = args.mlir_opt.as_ref().map_or_else(MlirOpt::find, MlirOpt::at)?;
                Some(Script::read(path, &args.files, &opt)?)
            }
            None => None,
        };
        let passes = script.as_ref().map(Script::passes).or_else(|| passes(args));
        let own = own(&args.descriptions, true)?;
        let from = match (&args.tests, args.generate, &args.files[..], &passes) {
            _ if args.folders => From::Folders(folders::operations(args, own.as_ref())?),
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
            (Some(path), _) => Some(MlirOpt::at(path)?),
            (None, From::Two(..)) => MlirOpt::find().ok(),
            (None, _) => Some(MlirOpt::find()?),
        };
        // The passes of a script were checked when it was read.
        let asked = passes.as_ref().filter(|_| script.is_none()).zip(opt.as_ref());
        if let Some(refused) = asked.and_then(|(passes, opt)| passes.refused(opt)) {
            bail!("{refused}");
        }
        let cores = || std::thread::available_parallelism().ok();
        let threads = args.jobs.or_else(cores).unwrap_or(NonZero::<usize>::MIN);
        Ok(Request {
            from,
            passes,
            each_pass: args.pass_pipeline.is_some() || script.is_some(),
            script,
            by_pattern: args.by_pattern.then_some(args.applications),
            opt,
            own,
            again: repeated(args),
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
            solvers: solvers(args, threads)?,
            iterations: usize::from(args.unroll),
            threads,
            outputs: Outputs::parse(&args.format, args.color, args.quiet)?.layout(layout(), false),
            fail_on: args.fail_on.unwrap_or(FailOn::Error),
        })
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
        Ok(Request {
            from: From::Generated(0),
            passes: None,
            each_pass: false,
            script: None,
            by_pattern: None,
            opt: Some(opt),
            own,
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
            fail_on: FailOn::Error,
        })
    }
}

/// The options that a command has to repeat so that it asks the same.
fn repeated(args: &TvArgs) -> String {
    let mut out = rerun_command::descriptions(&args.descriptions);
    let path = |path: &PathBuf| crate::shell::quoted(&path.display().to_string());
    args.mlir_opt.iter().for_each(|binary| out.push_str(&format!(" --mlir-opt {}", path(binary))));
    if args.alias {
        out.push_str(" --alias");
    }
    // Inputs are drawn, and others may not show it.
    if args.seed != 0 {
        out.push_str(&format!(" --seed {}", args.seed));
    }
    if args.inputs != INPUTS {
        out.push_str(&format!(" --inputs {}", args.inputs));
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

/// The solvers of a run. Without one, programs are still run.
///
/// # Errors
/// A solver that is named and is not there.
fn solvers(args: &TvArgs, threads: NonZero<usize>) -> anyhow::Result<Option<SolverPool>> {
    let named = args.solvers.solver.is_some() || args.solvers.second_solver.is_some();
    match crate::solvers::pool(&args.solvers, threads) {
        _ if args.no_proof => Ok(None),
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
        let pipeline = match pipeline.starts_with("builtin.module(") || pipeline.starts_with("any(") {
            true => pipeline.clone(),
            false => format!("builtin.module({pipeline})"),
        };
        return Some(Passes::of_arguments(vec![format!("--pass-pipeline={pipeline}")]));
    }
    let arguments: Vec<String> = args.pass.iter().flat_map(|text| Passes::of_names(text)).collect();
    (!arguments.is_empty()).then(|| Passes::of_arguments(arguments))
}

impl Passes {
    /// Those of arguments of `mlir-opt`.
    pub(in crate::commands) fn of_arguments(arguments: Vec<String>) -> Passes {
        let label = arguments.iter().map(|word| crate::shell::quoted(word)).collect::<Vec<_>>().join(" ");
        let again = arguments.iter().map(|word| format!(" --pass {}", crate::shell::quoted(word))).collect();
        Passes { arguments, script: None, label, again }
    }

    /// Names with options in braces, options of `mlir-opt` as they are, or a pipeline.
    fn of_names(text: &str) -> Vec<String> {
        let text = text.trim();
        if text.starts_with("builtin.module(") || text.starts_with("any(") {
            return vec![format!("--pass-pipeline={text}")];
        }
        if text.starts_with('-') {
            return vec![text.to_owned()];
        }
        // An anchor, as in `func.func(affine-loop-unroll)`: only a pipeline has these.
        if text.split_once('(').is_some_and(|(head, _)| !head.contains('{')) {
            return vec![format!("--pass-pipeline=builtin.module({text})")];
        }
        let flag = |name: &str| match name.trim().split_once('{') {
            Some((name, options)) => format!("--{name}={}", options.trim_end_matches('}')),
            None => format!("--{}", name.trim()),
        };
        let names = assay_backend::arguments::split(text);
        names.into_iter().map(flag).collect()
    }

    /// A text behind which the script is put, if there is one.
    pub(super) fn with_script(&self, plain: &str) -> Option<String> {
        let script = self.script.as_ref()?;
        Some(format!("module attributes {{transform.with_named_sequence}} {{\n{plain}\n{script}}}\n"))
    }

    /// The message of a binary about passes that it does not have.
    fn refused(&self, opt: &MlirOpt) -> Option<String> {
        let Some(text) = self.with_script("") else { return names::refusal(opt, &self.arguments) };
        let options = ParseOptions { extra: self.arguments.clone(), ..ParseOptions::default() };
        let Outcome::Error(said) = opt.parse_print(&text, &options) else { return None };
        let name = self.label.split(' ').next().unwrap_or(&self.label);
        let known =
            assay_ir::ops::dialect("transform").into_iter().flat_map(|dialect| dialect.upstream_names());
        let known = known.filter(|op| op.starts_with(SETS)).map(str::to_owned).collect();
        let said = said.first().map_or("", |one| one.message.as_str());
        Some(format!("{said}{}", names::suggested(name, &known)))
    }

    /// One operation of `transform.apply_patterns`.
    fn of_set(set: &str) -> Passes {
        let set = set.trim();
        let set = set.strip_prefix(SETS).unwrap_or(set);
        let script = format!(
            "transform.named_sequence @__transform_main(%assay_root: !transform.any_op {{transform.readonly}}) {{\n  \
             %assay_f = transform.structured.match ops{{[\"func.func\"]}} in %assay_root : (!transform.any_op) -> !transform.any_op\n  \
             transform.apply_patterns to %assay_f {{ {SETS}{set} }} : !transform.any_op\n  \
             transform.yield\n}}\n"
        );
        Passes {
            arguments: vec!["--transform-interpreter".to_owned()],
            script: Some(script),
            label: format!("{SETS}{set}"),
            again: format!(" --transform-set {}", crate::shell::quoted(set)),
        }
    }
}

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
