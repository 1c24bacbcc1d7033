//! The command line as clap reads it. No decision is taken here.

use std::num::NonZero;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Verify compiler rewrite patterns: what is proved, what is refuted by a program that was replayed, and what
/// is unknown, and why.
#[derive(Debug, Parser)]
#[command(name = "assay", version, about, arg_required_else_help = true)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Judge every pattern in files and folders
    Check(CheckArgs),
    /// Print the manual page of a rule
    Explain {
        /// Code of the rule, such as S103; without it, all codes are listed
        code: Option<String>,
    },
    /// Run a witness again: match, apply, check
    Replay(ReplayArgs),
    /// Does everything that one IRDL operation accepts satisfy another?
    Subset(SubsetArgs),
    /// Print MLIR text in its one canonical form
    Fmt(FmtArgs),
    /// Put generated patterns and programs to the test
    Fuzz(FuzzArgs),
    /// Say which tools are found and in which versions
    Doctor {
        /// The Z3 executable
        #[arg(long, value_name = "PATH")]
        solver: Option<PathBuf>,
    },
}

/// Output formats of `check`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people: what, where, the witness, what to do
    Human,
    /// One line a finding
    Concise,
    /// JSON, schema 1
    Json,
}

/// When to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What makes the exit code say so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    /// Errors
    Error,
    /// Warnings and errors
    Warning,
    /// Errors and, with exit code 4, patterns without an answer
    Unknown,
}

/// Arguments of `check`.
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// MLIR and PDLL files, C++ files with PDL in raw strings, folders, or `-` for standard input
    #[arg(required = true, value_name = "PATHS")]
    pub(crate) paths: Vec<PathBuf>,
    /// Output format, repeatable; FORMAT=PATH writes a file
    #[arg(long, value_name = "FORMAT[=PATH]", default_value = "human")]
    pub(crate) format: Vec<String>,
    /// Only these rules or families, such as S,T202
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    pub(crate) rules: Vec<String>,
    /// Only patterns with this symbol name, repeatable
    #[arg(long, value_name = "SYMBOL")]
    pub(crate) only: Vec<String>,
    /// Load an IRDL dialect, repeatable
    #[arg(long, value_name = "FILE")]
    pub(crate) dialect: Vec<PathBuf>,
    /// Look for included PDLL and ODS files here too, repeatable
    #[arg(long, value_name = "DIR")]
    pub(crate) include: Vec<PathBuf>,
    /// The Z3 executable (else ASSAY_SOLVER, else z3 on PATH)
    #[arg(long, value_name = "PATH")]
    pub(crate) solver: Option<PathBuf>,
    /// Answer `unknown` where a solver is needed and none is found
    #[arg(long)]
    pub(crate) allow_no_solver: bool,
    /// Wall-clock limit of one solver query, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    pub(crate) timeout: u64,
    /// Number of patterns judged at once (default: one per core)
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<NonZero<usize>>,
    /// What an operation without a spec may do besides being an ordinary operation
    #[arg(long, value_name = "WHAT", value_delimiter = ',')]
    pub(crate) unknown_ops: Vec<UnknownOps>,
    /// Which findings make the exit code 1 (or 4)
    #[arg(long, value_name = "LEVEL", default_value = "error")]
    pub(crate) fail_on: FailOn,
    /// Exit with 0 whatever was found (trouble is still 2)
    #[arg(long)]
    pub(crate) exit_zero: bool,
    /// Write each witness to a file in this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) witness_dir: Option<PathBuf>,
    /// Colour
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
    /// No findings and no funnel on standard output, only files and the exit code
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// What `--unknown-ops` grants to operations without a spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum UnknownOps {
    /// They may own regions
    MayOwnRegions,
}

/// Arguments of `replay`.
#[derive(Debug, Args)]
pub(crate) struct ReplayArgs {
    /// The witness: an MLIR file with the modules @patterns and @ir
    pub(crate) file: PathBuf,
    /// Load an IRDL dialect, repeatable
    #[arg(long, value_name = "FILE")]
    pub(crate) dialect: Vec<PathBuf>,
}

/// Arguments of `subset`.
#[derive(Debug, Args)]
pub(crate) struct SubsetArgs {
    /// IRDL text that declares both
    pub(crate) file: PathBuf,
    /// The one whose uses are asked about, as @dialect::@op
    pub(crate) left: String,
    /// The one that has to accept them, as @dialect::@op
    pub(crate) right: String,
    /// The Z3 executable
    #[arg(long, value_name = "PATH")]
    pub(crate) solver: Option<PathBuf>,
    /// Wall-clock limit of one solver query, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    pub(crate) timeout: u64,
}

/// Arguments of `fmt`.
#[derive(Debug, Args)]
pub(crate) struct FmtArgs {
    /// Files, or `-` for standard input
    #[arg(required = true, value_name = "PATHS")]
    pub(crate) paths: Vec<PathBuf>,
    /// Generic form
    #[arg(long)]
    pub(crate) generic: bool,
    /// Write nothing; exit with 1 when a file is not in canonical form
    #[arg(long)]
    pub(crate) check: bool,
}

/// Arguments of `fuzz`.
#[derive(Debug, Args)]
pub(crate) struct FuzzArgs {
    /// Kind of patterns: valid, safe, adversarial, dialect or prototype
    #[arg(long, value_name = "MODE", default_value = "valid")]
    pub(crate) mode: String,
    /// The fact: verdict, engine, wellformed, print or undo
    #[arg(long, value_name = "ORACLE", default_value = "verdict")]
    pub(crate) oracle: String,
    /// How many patterns
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) count: u64,
    /// Patterns are a function of this number and of their own
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Number of workers (default: one per core)
    #[arg(long, value_name = "J")]
    pub(crate) jobs: Option<NonZero<usize>>,
    /// Folder of the records and findings; a campaign that was stopped goes on where it was
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Payloads of each pattern
    #[arg(long, value_name = "N")]
    pub(crate) payloads: Option<usize>,
    /// Payloads of each pattern that real MLIR is asked about (engine and wellformed: 4 unless given)
    #[arg(long, value_name = "N")]
    pub(crate) mlir: Option<usize>,
    /// Ask MLIR about one in N cases that are expected to crash it
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(crate) crashes: usize,
    /// Matched operations may hold others in regions, and the verdict is asked under that assumption
    #[arg(long)]
    pub(crate) containment: bool,
    /// Ask the types and termination stages too
    #[arg(long)]
    pub(crate) all_stages: bool,
    /// The Z3 executable
    #[arg(long, value_name = "PATH")]
    pub(crate) solver: Option<PathBuf>,
}
