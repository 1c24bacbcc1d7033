//! The command line of `assay check`.

use std::ffi::OsString;
use std::num::NonZero;
use std::path::PathBuf;

use clap::{Args, FromArgMatches as _};

use super::{
    Color, Descriptions, DetailArgs, FailOn, Forms, MinScope, RegionKind, Release, Require, Shard,
    SolverArgs, UnknownOps,
};
use crate::excluded::Exclude;

/// Arguments of `check`.
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// MLIR, PDLL and DRR files (.td), C++ files with rewrites or with PDL in raw strings, folders, or `-` for standard input
    ///
    /// Without any, those of the configuration file.
    #[arg(value_name = "PATHS")]
    pub(crate) paths: Vec<PathBuf>,
    /// Leave these files and folders out of folders, a glob as in .gitignore, repeatable
    ///
    /// Files that git ignores, and those in whose text no pattern occurs, are left out of folders anyway.
    #[arg(long, value_name = "GLOB", value_parser = Exclude::parse, help_heading = "Input")]
    pub(crate) exclude: Vec<Exclude>,
    /// Leave out files that are named, too, as hooks name them; no pattern is then no error
    #[arg(long, help_heading = "Input")]
    pub(crate) force_exclude: bool,
    /// The name of the file that standard input (`-`) is the text of: it says how the text is read and what findings name
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    pub(crate) stdin_filename: Option<PathBuf>,
    /// Output format, repeatable; FORMAT=PATH writes a file (default: human)
    #[arg(long, value_name = "FORMAT[=PATH]", help_heading = "Output")]
    pub(crate) format: Vec<String>,
    /// The schema of JSON reports: 2, or 1 for programs that do not know `well-formed`
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=2), help_heading = "Output")]
    pub(crate) json_schema: u8,
    /// Only these rules or families, such as S,T202
    #[arg(long, value_name = "CODES", value_delimiter = ',', help_heading = "Input")]
    pub(crate) rules: Vec<String>,
    /// Only patterns with this symbol name, or the one at this line, repeatable
    #[arg(long, value_name = "SYMBOL|FILE:LINE", help_heading = "Input")]
    pub(crate) only: Vec<String>,
    /// Files that describe operations
    #[command(flatten, next_help_heading = "Input")]
    pub(crate) descriptions: Descriptions,
    /// Take the meaning that Assay gives to an operation away, repeatable; for campaigns
    #[arg(long, value_name = "OP", hide = true)]
    pub(crate) without_meaning: Vec<String>,
    /// How files in other forms are read
    #[command(flatten, next_help_heading = "Input")]
    pub(crate) forms: Forms,
    /// Which solvers are asked, and how
    #[command(flatten, next_help_heading = "Solver")]
    pub(crate) solvers: SolverArgs,
    /// Answer `unknown` where a solver is needed and none is found
    #[arg(long, help_heading = "Solver")]
    pub(crate) allow_no_solver: bool,
    /// Write each question about types to a file in this folder, as SMT-LIB 2
    #[arg(long, value_name = "DIR", help_heading = "Solver")]
    pub(crate) emit_smt: Option<PathBuf>,
    /// Write the question about the types of each pattern to a file in this folder, as `irdl.check_subset`
    #[arg(long, value_name = "DIR", help_heading = "Solver")]
    pub(crate) emit_subset: Option<PathBuf>,
    /// Number of patterns judged at once, at most 256 (default: one per core)
    #[arg(long, value_name = "N", value_parser = super::values::threads, help_heading = "Judging")]
    pub(crate) jobs: Option<NonZero<usize>>,
    /// Memory that the run may take, such as 4G or 512M: what is built for one pattern is limited in proportion (`unknown`,
    /// U012), and a run that takes more all the same ends with the report of what was judged, and exit code 2 (default: 4G)
    #[arg(long, value_name = "SIZE", value_parser = crate::memory::parse_size, help_heading = "Judging")]
    pub(crate) memory: Option<u64>,
    /// Judge one of N parts of the patterns; its results go to a file in --out, and `assay merge` reports them
    #[arg(long, value_name = "I/N", requires = "out", help_heading = "Judging",
          conflicts_with_all = ["fix", "proof_dir", "emit_guarded", "emit_smt", "emit_subset", "show_config"])]
    pub(crate) shard: Option<Shard>,
    /// The folder of the results of shards; a shard that was stopped goes on where it was
    #[arg(long, value_name = "DIR", requires = "shard", help_heading = "Judging")]
    pub(crate) out: Option<PathBuf>,
    /// What an operation without a spec may do besides being an ordinary operation
    #[arg(long, value_name = "WHAT", value_delimiter = ',', help_heading = "Judging")]
    pub(crate) unknown_ops: Vec<UnknownOps>,
    /// The kind of the regions that patterns are applied in (default: from-specs)
    #[arg(long, value_name = "KIND", help_heading = "Judging")]
    pub(crate) region_kind: Option<RegionKind>,
    /// Which releases of MLIR have to run the patterns (default: 22)
    #[arg(long, value_name = "RELEASE", help_heading = "Judging")]
    pub(crate) mlir: Option<Release>,
    /// Whether an operation matched without a name may be a terminator (default: true)
    #[arg(long, value_name = "BOOL", num_args = 0..=1, default_missing_value = "true", help_heading = "Judging")]
    pub(crate) matches_terminator: Option<bool>,
    /// The widest integers at which values are compared one width after the other, at most 64 (default: 64)
    #[arg(long, value_name = "BITS", value_parser = clap::value_parser!(u32).range(1..=64), help_heading = "Judging")]
    pub(crate) width_max: Option<u32>,
    /// What a proof takes for granted is an error
    #[arg(long, help_heading = "Judging")]
    pub(crate) strict: bool,
    /// Which findings make the exit code 1 (or 4; default: error)
    #[arg(long, value_name = "LEVEL", help_heading = "Gate")]
    pub(crate) fail_on: Option<FailOn>,
    /// The weakest proof that is accepted (default: bounded)
    #[arg(long, value_name = "SCOPE", help_heading = "Gate")]
    pub(crate) min_scope: Option<MinScope>,
    /// The last kind of rules that has to be shown to hold, with all before it (default: types)
    #[arg(long, value_name = "WHAT", help_heading = "Gate")]
    pub(crate) require: Option<Require>,
    /// Report only what this baseline does not list
    #[arg(long, value_name = "FILE", help_heading = "Gate")]
    pub(crate) baseline: Option<PathBuf>,
    /// Judge only patterns that differ from those of this revision of git
    #[arg(long, value_name = "REV", help_heading = "Input")]
    pub(crate) changed_since: Option<String>,
    /// The date on which `until` of an allow is looked at; without it no allow expires
    #[arg(long, value_name = "YYYY-MM-DD", help_heading = "Gate")]
    pub(crate) today: Option<String>,
    /// Ask real MLIR about each witness too (default: mlir-opt-22 on PATH)
    #[arg(long, value_name = "PATH", num_args = 0..=1, require_equals = true, default_missing_value = "", help_heading = "Judging")]
    pub(crate) confirm_mlir: Option<OsString>,
    /// Put the time that each pattern took into the report
    #[arg(long, help_heading = "Output")]
    pub(crate) timings: bool,
    /// The configuration file (default: assay.toml in this folder or the nearest above)
    #[arg(long, value_name = "FILE", conflicts_with = "isolated", help_heading = "Input")]
    pub(crate) config: Option<PathBuf>,
    /// Read no configuration file
    #[arg(long, help_heading = "Input")]
    pub(crate) isolated: bool,
    /// Print the settings that hold, and where each comes from, and judge nothing
    #[arg(long, help_heading = "Output")]
    pub(crate) show_config: bool,
    /// Exit with 0 whatever was found (trouble is still 2)
    #[arg(long, help_heading = "Gate")]
    pub(crate) exit_zero: bool,
    /// Write each witness to a file in this folder
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub(crate) witness_dir: Option<PathBuf>,
    /// Write the questions that each proof rests on to a folder for each pattern in this folder; `assay replay` puts them to
    /// a solver again
    #[arg(long, value_name = "DIR", help_heading = "Solver")]
    pub(crate) proof_dir: Option<PathBuf>,
    /// Apply the checked fixes that are shown to their files
    #[arg(long, help_heading = "Gate")]
    pub(crate) fix: bool,
    /// Write refuted patterns that do no harm under a guard to this file, with the guard as native constraints
    #[arg(long, value_name = "FILE", help_heading = "Gate")]
    pub(crate) emit_guarded: Option<PathBuf>,
    /// The detail of the report for people
    #[command(flatten, next_help_heading = "Output")]
    pub(crate) detail: DetailArgs,
    /// A lit test for each refuted pattern that a run of mlir-opt shows to be wrong, in this folder
    #[arg(long, value_name = "DIR", help_heading = "Gate")]
    pub(crate) emit_test: Option<PathBuf>,
    /// Colour
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Output")]
    pub(crate) color: Color,
    /// Print nothing to standard output
    #[arg(long, help_heading = "Output")]
    pub(crate) quiet: bool,
}

impl CheckArgs {
    /// The arguments of a command line that has none.
    ///
    /// # Errors
    /// When one of them has no default.
    pub(crate) fn none() -> Result<CheckArgs, clap::Error> {
        let matches = CheckArgs::augment_args(clap::Command::new("check")).try_get_matches_from(["check"])?;
        CheckArgs::from_arg_matches(&matches)
    }
}
