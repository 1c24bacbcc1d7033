//! Arguments of `transform`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{Color, INPUTS, SolverArgs, Validation};

/// The executor of a transform script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Executor {
    /// In this process; steps that are not known here by mlir-opt, one at a time
    Assay,
    /// mlir-opt alone
    Mlir,
    /// Both; a difference is an internal disagreement
    Both,
}

/// Arguments of `transform`.
#[derive(Debug, Args)]
pub(crate) struct TransformArgs {
    /// The script
    #[arg(value_name = "SCRIPT", required_unless_present_any = ["of_pipeline", "steps"], conflicts_with_all = ["of_pipeline", "steps"])]
    pub(crate) script: Option<PathBuf>,
    /// The program that it runs on (default: the one in the file of the script)
    #[arg(long, value_name = "FILE", requires = "script")]
    pub(crate) to: Option<PathBuf>,
    /// Print the script that runs this pipeline, the text of `--pass-pipeline`: passes with options, nested in operations
    #[arg(long, value_name = "PIPELINE")]
    pub(crate) of_pipeline: Option<String>,
    /// Print the declarations of the steps on loops that run here
    #[arg(long, conflicts_with = "of_pipeline")]
    pub(crate) steps: bool,
    /// Write the program, or the script of a pipeline, to a file; the report goes to standard output then
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// The executor of the script
    #[arg(long, value_name = "WHO", default_value = "assay", requires = "script")]
    pub(crate) by: Executor,
    /// How each step is judged
    #[arg(long, value_name = "HOW", default_value = "run", requires = "script")]
    pub(crate) validate: Validation,
    /// The parameters of one trailing argument of the sequence, as `#4;8`, repeatable
    #[arg(long, value_name = "#N;N", requires = "script")]
    pub(crate) bind: Vec<String>,
    /// A file with sequences that the script includes, repeatable
    #[arg(long = "library", value_name = "FILE", requires = "script")]
    pub(crate) libraries: Vec<PathBuf>,
    /// The sequence that is run (default: @__transform_main)
    #[arg(long, value_name = "SYMBOL", requires = "script")]
    pub(crate) sequence: Option<String>,
    /// Put steps that make a form before a step that fails for want of it
    #[arg(long, requires = "script")]
    pub(crate) enable: bool,
    /// Take different memref arguments as possibly the same
    #[arg(long, requires = "script")]
    pub(crate) alias: bool,
    /// Do steps although the order of accesses forbids them; each is judged all the same
    #[arg(long, requires = "script")]
    pub(crate) force: bool,
    /// Print the program behind each step to standard error
    #[arg(long, requires = "script")]
    pub(crate) trace: bool,
    /// Inputs of each function
    #[arg(long, value_name = "N", default_value_t = INPUTS, requires = "script")]
    pub(crate) inputs: usize,
    /// Drawn inputs are a function of this number
    #[arg(long, value_name = "N", value_parser = super::values::whole::<u64>, default_value_t = 0, requires = "script")]
    pub(crate) seed: u64,
    /// Output format, repeatable; FORMAT=PATH writes a file (default: human)
    #[arg(long, value_name = "FORMAT[=PATH]", requires = "script")]
    pub(crate) format: Vec<String>,
    /// Report only what this baseline does not list
    #[arg(long, value_name = "FILE", requires = "script")]
    pub(crate) baseline: Option<PathBuf>,
    /// Colour
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
    /// Which solvers are asked about orders of accesses and for proofs, and how
    #[command(flatten)]
    pub(crate) solvers: SolverArgs,
    /// The mlir-opt that runs what is not known here, and that is asked whether it has the passes of a pipeline (else
    /// ASSAY_MLIR_OPT, else mlir-opt-22 or mlir-opt on PATH)
    #[arg(long, value_name = "PATH")]
    pub(crate) mlir_opt: Option<PathBuf>,
}
