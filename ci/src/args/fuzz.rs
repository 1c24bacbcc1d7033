//! The command line of `assay fuzz`.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::{DescriptionArgs, Shard, values};

/// Arguments of a campaign of generated patterns.
pub(crate) const CAMPAIGN: [&str; 9] =
    ["mode", "oracle", "count", "emit", "payloads", "mlir", "crashes", "exhaustive", "containment"];

/// Arguments of `fuzz`.
#[derive(Debug, Args)]
pub(crate) struct FuzzArgs {
    /// Files and folders of your own patterns, as for `check`: they are judged, run on generated programs and inputs, and
    /// changed on purpose as a test of their guards
    #[arg(value_name = "PATHS", conflicts_with_all = CAMPAIGN)]
    pub(crate) paths: Vec<PathBuf>,
    /// Only patterns with this symbol name, or the one at this line, repeatable
    #[arg(long, value_name = "SYMBOL|FILE:LINE", requires = "paths")]
    pub(crate) only: Vec<String>,
    /// How long they are tried, such as 90s or 10m
    #[arg(long, value_name = "TIME", value_parser = values::time, allow_negative_numbers = true, requires = "paths")]
    pub(crate) time: Option<Duration>,
    /// How often they are tried, each time with other programs (default: 4)
    #[arg(long, value_name = "N", conflicts_with = "time", requires = "paths")]
    pub(crate) rounds: Option<u64>,
    /// Folder of the findings and of the sums of all runs over it; the next run goes on with other programs (default: assay-fuzz,
    /// made when something is found, without sums). Of a campaign: its records and findings; it goes on where it was
    #[arg(long, value_name = "DIR", required_unless_present_any = ["emit", "paths", "stats"])]
    pub(crate) out: Option<PathBuf>,
    /// Run past the findings of this registry: pattern and rule of each
    #[arg(long, value_name = "FILE", requires = "paths")]
    pub(crate) known: Option<PathBuf>,
    /// Report format beside the table, repeatable, as of `check`; one without PATH takes its place (`--stats`: human or html)
    #[arg(long, value_name = "FORMAT[=PATH]")]
    pub(crate) format: Vec<String>,
    /// Print the tables of the campaign and shards in this folder, or the sums of the runs over your patterns in it and in the
    /// folders of it, as they are now, and run nothing
    #[arg(long, value_name = "DIR", conflicts_with_all = ["paths", "emit", "out", "shard"])]
    pub(crate) stats: Option<PathBuf>,
    /// Files that describe operations; a campaign of generated patterns takes meanings alone, such as those of operations
    /// without a spec: lab.a to lab.f, lab.m, lab.n
    #[command(flatten)]
    pub(crate) descriptions: DescriptionArgs,
    /// Patterns are a function of this number and of their own
    #[arg(long, value_name = "S", value_parser = values::whole::<u64>, default_value_t = 0)]
    pub(crate) seed: u64,
    /// Number of workers (default: one per core)
    #[arg(long, value_name = "J", value_parser = values::threads)]
    pub(crate) jobs: Option<NonZero<usize>>,
    /// The Z3 executable
    #[arg(long, value_name = "PATH")]
    pub(crate) solver: Option<PathBuf>,
    /// Work on one of N parts of the patterns; its results go to a file in --out, and `assay merge` prints the tables
    #[arg(long, value_name = "I/N", conflicts_with_all = ["paths", "emit"])]
    pub(crate) shard: Option<Shard>,
    /// Write a line for each pattern to a file beside the results of the shard, which `assay merge` does not read
    #[arg(long, requires = "shard")]
    pub(crate) records: bool,
    /// Draw patterns near those that showed something new in the round before: its merged `summary.jsonl`, or `none` in the first
    #[arg(long, value_name = "FILE|none", requires = "shard")]
    pub(crate) corpus: Option<PathBuf>,
    /// Print the tables again and again until all shards are finished
    #[arg(long, requires = "stats")]
    pub(crate) watch: bool,
    /// Kind of patterns: valid, safe, adversarial, dialect, prototype or sound
    #[arg(long, value_name = "MODE", default_value = "valid")]
    pub(crate) mode: String,
    /// The property that is checked: verdict, engine, wellformed, print, undo or execution
    #[arg(long, value_name = "ORACLE", default_value = "verdict")]
    pub(crate) oracle: String,
    /// How many patterns
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) count: u64,
    /// Write the patterns as MLIR text, each with a distinct symbol name, and run no campaign (`-`: standard output)
    #[arg(long, value_name = "FILE", conflicts_with = "out")]
    pub(crate) emit: Option<PathBuf>,
    /// Payloads of each pattern
    #[arg(long, value_name = "N")]
    pub(crate) payloads: Option<usize>,
    /// Payloads of each pattern that real MLIR is asked about (engine and wellformed: 4 unless given)
    #[arg(long, value_name = "N")]
    pub(crate) mlir: Option<usize>,
    /// Ask MLIR about one in N cases that are expected to crash it
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(crate) crashes: usize,
    /// Try all layouts of patterns with one or two operations in which at most N choices are not the simplest
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) exhaustive: usize,
    /// Matched operations may hold others in regions, and the verdict is asked under that assumption
    #[arg(long)]
    pub(crate) containment: bool,
    /// Ask every stage, and run programs before and after each rewrite
    #[arg(long)]
    pub(crate) all_stages: bool,
}
