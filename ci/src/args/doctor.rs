//! Arguments of `doctor`.

use std::num::NonZero;
use std::path::PathBuf;

use clap::Args;

use super::{Color, DescriptionArgs, FailOn};

/// Arguments of `doctor`.
#[derive(Debug, Args)]
pub(crate) struct DoctorArgs {
    /// The Z3 executable
    #[arg(long, value_name = "PATH")]
    pub(crate) solver: Option<PathBuf>,
    /// Judge the patterns of a binary: which undo each other, claim a change that is none, change a program and fail, or leave
    /// ill-formed programs; with their attempts, applications and times
    #[arg(long)]
    pub(crate) patterns: bool,
    /// Programs of --patterns
    #[arg(value_name = "FILES", requires = "patterns")]
    pub(crate) files: Vec<PathBuf>,
    /// A folder of tests whose programs and passes --patterns takes
    #[arg(long, value_name = "DIR", requires = "patterns", conflicts_with = "files")]
    pub(crate) tests: Option<PathBuf>,
    /// Passes that the programs go through, repeatable (default: those of RUN lines)
    #[arg(long, value_name = "PASSES", requires = "patterns", allow_hyphen_values = true)]
    pub(crate) pass: Vec<String>,
    /// The binary with the patterns (default: mlir-opt-22 on PATH)
    #[arg(long, value_name = "PATH", requires = "patterns")]
    pub(crate) mlir_opt: Option<PathBuf>,
    /// Applications of each pattern that are done again, alone, in each program
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub(crate) alone: usize,
    /// Files that describe operations
    #[command(flatten)]
    pub(crate) descriptions: DescriptionArgs,
    /// A folder for what is known so far of --patterns: a run that was stopped goes on from there
    #[arg(long, value_name = "DIR", requires = "patterns")]
    pub(crate) out: Option<PathBuf>,
    /// Number of programs looked at at once (default: one per core)
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<NonZero<usize>>,
    /// Output format of --patterns, repeatable; FORMAT=PATH writes a file (default: human)
    #[arg(long, value_name = "FORMAT[=PATH]", requires = "patterns")]
    pub(crate) format: Vec<String>,
    /// Report only what this baseline does not list
    #[arg(long, value_name = "FILE", requires = "patterns")]
    pub(crate) baseline: Option<PathBuf>,
    /// Which findings make the exit code 1 (default: error)
    #[arg(long, value_name = "LEVEL", requires = "patterns")]
    pub(crate) fail_on: Option<FailOn>,
    /// Colour
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
    /// No findings and no table on standard output, only files and the exit code
    #[arg(long)]
    pub(crate) quiet: bool,
}
