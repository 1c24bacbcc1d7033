//! Arguments of `tune`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::{Color, SolverArgs};

/// The number of points that are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Points {
    /// All of the space.
    All,
    /// At most this many.
    Most(usize),
}

fn points(text: &str) -> Result<Points, String> {
    match text {
        "all" => Ok(Points::All),
        _ => match text.parse() {
            Ok(count) if count > 0 => Ok(Points::Most(count)),
            _ => Err("a number of points from 1 on, or `all`".to_owned()),
        },
    }
}

/// Arguments of `tune`.
#[derive(Debug, Args)]
pub(crate) struct TuneArgs {
    /// The script
    #[arg(value_name = "SCRIPT")]
    pub(crate) script: PathBuf,
    /// The program that it runs on (default: the one in the file of the script)
    #[arg(long, value_name = "FILE")]
    pub(crate) to: Option<PathBuf>,
    /// The function that is validated and measured, such as @f (default: the only one that has a body)
    #[arg(long, value_name = "SYMBOL")]
    pub(crate) entry: Option<String>,
    /// Print the number of points, and run none
    #[arg(long)]
    pub(crate) count: bool,
    /// `jit` for the median time of compiled code, or a program that gets the file of the transformed program as its last argument
    /// and prints a number; words are split at white space
    #[arg(long, value_name = "jit|PROGRAM", default_value = "jit")]
    pub(crate) measure: String,
    /// Points to measure: a number, or `all`. Where there are more in the space, half are drawn, and half are near the best ones
    #[arg(long, value_name = "N|all", default_value = "100", value_parser = points)]
    pub(crate) points: Points,
    /// Measure no other point after this time, such as 90s
    #[arg(long, value_name = "TIME", value_parser = super::values::time, allow_negative_numbers = true)]
    pub(crate) time: Option<Duration>,
    /// Drawn points and inputs are a function of this number
    #[arg(long, value_name = "N", value_parser = super::values::whole::<u64>, default_value_t = 0)]
    pub(crate) seed: u64,
    /// Write the script with the best options selected to a file; the report goes to standard output then
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// A file for the table of points. A run that was ended goes on behind those that it holds
    #[arg(long, value_name = "FILE")]
    pub(crate) table: Option<PathBuf>,
    /// The parameters of one trailing argument of the sequence, as `#4;8`, repeatable
    #[arg(long, value_name = "#N;N")]
    pub(crate) bind: Vec<String>,
    /// A file with sequences that the script includes, repeatable
    #[arg(long = "library", value_name = "FILE")]
    pub(crate) libraries: Vec<PathBuf>,
    /// The sequence that is run (default: @__transform_main)
    #[arg(long, value_name = "SYMBOL")]
    pub(crate) sequence: Option<String>,
    /// Put steps that make a form before a step that fails for want of it
    #[arg(long)]
    pub(crate) enable: bool,
    /// Take different memref arguments as possibly the same
    #[arg(long)]
    pub(crate) alias: bool,
    /// Inputs on which each point is compared with the program; fewer where these take long
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(crate) inputs: usize,
    /// Output format of refuted points, repeatable; FORMAT=PATH writes a file (default: human)
    #[arg(long, value_name = "FORMAT[=PATH]")]
    pub(crate) format: Vec<String>,
    /// Colour
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
    /// Which solvers are asked about orders of accesses and constraints, and how
    #[command(flatten)]
    pub(crate) solvers: SolverArgs,
    /// The mlir-opt that runs steps that are not known here (else ASSAY_MLIR_OPT, else mlir-opt-22 or mlir-opt on PATH)
    #[arg(long, value_name = "PATH")]
    pub(crate) mlir_opt: Option<PathBuf>,
}
