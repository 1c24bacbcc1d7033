//! Arguments of `reduce`.

use std::num::NonZero;
use std::path::PathBuf;

use assay_ir::rule::Rule;
use clap::Args;

use super::{Color, DescriptionArgs, INPUTS, SolverArgs};

fn rule(text: &str) -> Result<Rule, String> {
    let rules = ["V301", "V302", "V303", "V304", "V305", "X701", "X702", "X703"];
    let rule = rules.contains(&text).then(|| Rule::parse(text)).flatten();
    rule.ok_or_else(|| format!("one of {}", rules.join(", ")))
}

/// Arguments of `reduce`.
#[derive(Debug, Args)]
pub(crate) struct ReduceArgs {
    /// The program; of several that `// -----` splits, the first with the finding is taken
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Passes of mlir-opt, repeatable: names with options, such as `canonicalize,cse`, a pipeline, or an option of mlir-opt
    #[arg(long, value_name = "PASSES", conflicts_with = "pass_pipeline", allow_hyphen_values = true)]
    pub(crate) pass: Vec<String>,
    /// A pipeline
    #[arg(long, value_name = "PIPELINE")]
    pub(crate) pass_pipeline: Option<String>,
    /// A transform script that is run on the program by `transform-interpreter`, and made smaller with it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["pass", "pass_pipeline"])]
    pub(crate) script: Option<PathBuf>,
    /// The function whose meaning is looked at, such as @f (default: the first with the finding)
    #[arg(long, value_name = "SYMBOL")]
    pub(crate) entry: Option<String>,
    /// The finding that is kept: V301 to V305, X701 (crash), X702 (no end) or X703 (ill-formed; default: the first one)
    #[arg(long, value_name = "CODE", value_parser = rule)]
    pub(crate) rule: Option<Rule>,
    /// The folder for the program, the lit test, the text for a tracker, and what is known so far: a run that was stopped
    /// goes on from there
    #[arg(long, value_name = "DIR", default_value = "assay-reduce")]
    pub(crate) out: PathBuf,
    /// Files that describe operations
    #[command(flatten)]
    pub(crate) descriptions: DescriptionArgs,
    /// Drawn inputs are a function of this number
    #[arg(long, value_name = "N", value_parser = super::values::whole::<u64>, default_value_t = 0)]
    pub(crate) seed: u64,
    /// Inputs of each function
    #[arg(long, value_name = "N", default_value_t = INPUTS)]
    pub(crate) inputs: usize,
    /// Run programs and ask no solver, which may know an input where drawn ones show nothing
    #[arg(long)]
    pub(crate) no_proof: bool,
    /// Which solvers are asked, and how
    #[command(flatten)]
    pub(crate) solvers: SolverArgs,
    /// The binary with the passes (default: mlir-opt-22 on PATH)
    #[arg(long, value_name = "PATH")]
    pub(crate) mlir_opt: Option<PathBuf>,
    /// Number of programs tried at once (default: one per core)
    #[arg(long, value_name = "N", value_parser = super::values::threads)]
    pub(crate) jobs: Option<NonZero<usize>>,
    /// Output format of the finding, repeatable; FORMAT=PATH writes a file (default: human)
    #[arg(long, value_name = "FORMAT[=PATH]")]
    pub(crate) format: Vec<String>,
    /// Colour
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
    /// No finding on standard output and no progress, only files and the exit code
    #[arg(long)]
    pub(crate) quiet: bool,
}
