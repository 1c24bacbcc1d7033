//! The command line of `assay tv`.

use std::num::NonZero;
use std::path::PathBuf;

use clap::Args;

use super::{Color, DescriptionArgs, DetailArgs, FailOn, Shard, SolverArgs, values};

/// Inputs of each function that `tv` runs.
pub(crate) const INPUTS: usize = 48;

/// Arguments of `tv`.
#[derive(Debug, Args)]
pub(crate) struct TvArgs {
    /// The program before and the program after, or programs for the passes
    #[arg(value_name = "FILES")]
    pub(crate) files: Vec<PathBuf>,
    /// Passes of mlir-opt, repeatable: names with options, such as `canonicalize,cse`, a pipeline, or an option of mlir-opt
    #[arg(long, value_name = "PASSES", conflicts_with_all = ["pass_pipeline", "transform_set"], allow_hyphen_values = true)]
    pub(crate) pass: Vec<String>,
    /// A pipeline that is judged after each pass; the first that changes the meaning is named
    #[arg(long, value_name = "PIPELINE", conflicts_with = "transform_set")]
    pub(crate) pass_pipeline: Option<String>,
    /// Patterns of the transform dialect, such as `vector.lower_transpose`, with or without `transform.apply_patterns.` before
    /// it, and with options behind a space
    #[arg(long, value_name = "SET")]
    pub(crate) transform_set: Option<String>,
    /// A transform script that is run once, and judged after each of its steps; it may be the file of the program
    #[arg(long, value_name = "FILE", requires = "files", conflicts_with_all = ["pass", "pass_pipeline", "transform_set", "by_pattern", "tests", "generate"])]
    pub(crate) script: Option<PathBuf>,
    /// Judge each application of a C++ pattern alone
    #[arg(long)]
    pub(crate) by_pattern: bool,
    /// Applications of one pattern that are judged at most
    #[arg(long, value_name = "N", default_value_t = 8, requires = "by_pattern")]
    pub(crate) applications: usize,
    /// A folder of MLIR tests: their texts are the programs, their RUN lines the passes, unless a pass is given
    #[arg(long, value_name = "DIR", conflicts_with = "files")]
    pub(crate) tests: Option<PathBuf>,
    /// Files that describe operations; programs that break their definitions are refused
    #[command(flatten)]
    pub(crate) descriptions: DescriptionArgs,
    /// Generate this many functions as programs
    #[arg(long, value_name = "N", value_parser = values::whole::<usize>, conflicts_with_all = ["files", "tests"])]
    pub(crate) generate: Option<usize>,
    /// Judge the folders and canonicalization patterns of operations, each pattern alone: generated functions around each
    /// operation go through `--canonicalize` (default: the operations of --dialect, else those of arith)
    #[arg(long, conflicts_with_all = ["files", "tests", "generate", "pass", "pass_pipeline", "transform_set", "script", "by_pattern"])]
    pub(crate) folders: bool,
    /// The operation that is judged, such as acme.avg, repeatable
    #[arg(long, value_name = "OP", requires = "folders")]
    pub(crate) only: Vec<String>,
    /// Generated functions and drawn inputs are a function of this number
    #[arg(long, value_name = "N", value_parser = values::whole::<u64>, default_value_t = 0)]
    pub(crate) seed: u64,
    /// Judge this function alone, such as @f
    #[arg(long, value_name = "SYMBOL")]
    pub(crate) entry: Option<String>,
    /// Inputs of each function
    #[arg(long, value_name = "N", default_value_t = INPUTS)]
    pub(crate) inputs: usize,
    /// Judge functions where arguments overlap, too: a difference there is an error, and a warning without this
    #[arg(long)]
    pub(crate) alias: bool,
    /// Hold each proof against callers that pass constant memory, poison, and call between; one that refutes it is an internal error
    #[arg(long)]
    pub(crate) self_check: bool,
    /// Report findings as they are found, without smaller programs
    #[arg(long)]
    pub(crate) no_reduce: bool,
    /// Run both programs and prove nothing
    #[arg(long)]
    pub(crate) no_proof: bool,
    /// Iterations of a loop that a proof follows where its bounds are not constants
    #[arg(long, alias = "turns", value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=64))]
    pub(crate) unroll: u8,
    /// Which solvers are asked for proofs, and how
    #[command(flatten)]
    pub(crate) solvers: SolverArgs,
    /// The binary with the passes (default: mlir-opt-22 on PATH)
    #[arg(long, value_name = "PATH")]
    pub(crate) mlir_opt: Option<PathBuf>,
    /// Compare with this binary: only where results differ they are judged; formats are human, json, markdown and github
    #[arg(long, value_name = "PATH", conflicts_with_all = ["script", "by_pattern", "folders"])]
    pub(crate) old_opt: Option<PathBuf>,
    /// The folder of what is known of each file already, so that a comparison or a shard that was stopped goes on
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Judge one of N parts of the files or functions; its results go to a file in --out, and `assay merge` reports them
    #[arg(long, value_name = "I/N", requires = "out", conflicts_with_all = ["script", "old_opt"])]
    pub(crate) shard: Option<Shard>,
    /// Number of programs judged at once (default: one per core)
    #[arg(long, value_name = "N", value_parser = values::threads)]
    pub(crate) jobs: Option<NonZero<usize>>,
    /// Output format, repeatable; FORMAT=PATH writes a file (default: human)
    #[arg(long, value_name = "FORMAT[=PATH]")]
    pub(crate) format: Vec<String>,
    /// The detail of the report for people
    #[command(flatten)]
    pub(crate) detail: DetailArgs,
    /// Put the time that each function took into the report, and name the slowest on standard error
    #[arg(long)]
    pub(crate) timings: bool,
    /// Report only what this baseline does not list
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    /// Write the findings that there are to this file, for --baseline; exit code 0
    #[arg(long, value_name = "FILE", conflicts_with_all = ["baseline", "old_opt", "shard"])]
    pub(crate) write_baseline: Option<PathBuf>,
    /// Run past the findings of this registry: pass, C++ pattern and kind of difference of each
    #[arg(long, value_name = "FILE")]
    pub(crate) known: Option<PathBuf>,
    /// Which findings make the exit code 1 (or 4; default: error)
    #[arg(long, value_name = "LEVEL")]
    pub(crate) fail_on: Option<FailOn>,
    /// Colour
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
    /// No findings and no funnel on standard output, only files and the exit code
    #[arg(long)]
    pub(crate) quiet: bool,
}
