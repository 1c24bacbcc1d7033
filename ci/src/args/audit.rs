//! Arguments of `audit`.

use std::num::NonZero;
use std::path::PathBuf;

use clap::Args;

use super::{Color, DescriptionArgs, DetailArgs, FailOn, LegalityArgs, Shard};

/// Arguments of `audit`.
#[derive(Debug, Args)]
pub(crate) struct AuditArgs {
    /// Transform scripts
    #[arg(value_name = "FILES")]
    pub(crate) files: Vec<PathBuf>,
    /// The program that the script or the pipeline is run on
    #[arg(long, value_name = "FILE")]
    pub(crate) payload: Option<PathBuf>,
    /// A pipeline: the text of `--pass-pipeline`, names with commas, or a TOML file
    #[arg(long, value_name = "PIPELINE", conflicts_with = "files")]
    pub(crate) pipeline: Option<String>,
    /// Judge a script for every payload, also where its file holds one
    #[arg(long, conflicts_with_all = ["payload", "pipeline"])]
    pub(crate) any_payload: bool,
    /// Kinds that may be present at the start, where no payload is given, such as `func.*,scf.for`
    #[arg(long, value_name = "KINDS", value_delimiter = ',', conflicts_with = "payload")]
    pub(crate) start: Vec<String>,
    /// Kinds that may be left at the end, such as `llvm.*` (default: any)
    #[arg(long = "final", value_name = "KINDS", value_delimiter = ',')]
    pub(crate) last: Vec<String>,
    /// Normal forms that the payload of a script is to have at the end, such as `canonical,buffers`
    #[arg(long, value_name = "FORMS", value_delimiter = ',', conflicts_with = "pipeline")]
    pub(crate) forms: Vec<String>,
    /// Contracts of further passes, repeatable; they replace those that are built in
    #[arg(long, value_name = "FILE")]
    pub(crate) contracts: Vec<PathBuf>,
    /// IRDL definitions that refine operations for contracts, repeatable
    #[arg(long, alias = "narrowed", value_name = "FILE")]
    pub(crate) refined_ops: Vec<PathBuf>,
    /// Passes that completions are made of (default: all with a contract)
    #[arg(long, value_name = "PASSES", value_delimiter = ',')]
    pub(crate) candidates: Vec<String>,
    /// Passes that a completion inserts at most; 0 looks for none
    #[arg(long, alias = "most", value_name = "N", default_value_t = 2)]
    pub(crate) max_insertions: usize,
    /// Put completions behind this step or a later one (default: the step that is blamed)
    #[arg(long, value_name = "STEP")]
    pub(crate) from: Option<usize>,
    /// Run the pipeline step by step and look at each program
    #[arg(long, requires = "payload")]
    pub(crate) run: bool,
    /// Run each pass over payloads and hold its contract against the programs; the payloads are those that are built in,
    /// those of --payload, and --generate
    #[arg(long, conflicts_with_all = ["files", "pipeline"])]
    pub(crate) conformance: bool,
    /// Judge one of N parts of the passes of --conformance; its results go to a file in --out, and `assay merge` reports them
    #[arg(long, value_name = "I/N", requires = "conformance", requires = "out")]
    pub(crate) shard: Option<Shard>,
    /// Write the contracts of passes that are observed over the payloads of this folder or file
    #[arg(long, value_name = "PAYLOADS", conflicts_with_all = ["files", "pipeline", "conformance"])]
    pub(crate) learn: Option<PathBuf>,
    /// The passes of --learn and --conformance (default: all with a contract)
    #[arg(long, value_name = "PASSES", value_delimiter = ',')]
    pub(crate) passes: Vec<String>,
    /// Generate this many payloads
    #[arg(long, value_name = "N", value_parser = super::values::whole::<usize>, requires = "conformance")]
    pub(crate) generate: Option<usize>,
    /// Generated payloads are a function of this number
    #[arg(long, value_name = "N", value_parser = super::values::whole::<u64>, default_value_t = 0)]
    pub(crate) seed: u64,
    /// Loop passes against drawn nests
    #[command(flatten)]
    pub(crate) legality: LegalityArgs,
    /// Find the fewest passes of the pipeline with which the payload goes wrong
    #[arg(long, requires = "pipeline", requires = "payload", conflicts_with_all = ["last", "run"])]
    pub(crate) bisect: bool,
    /// Find the fewest patterns of this PDL file with which the payload goes wrong
    #[arg(long, value_name = "FILE", requires = "payload", conflicts_with_all = ["files", "pipeline"])]
    pub(crate) bisect_patterns: Option<PathBuf>,
    /// The failure for --bisect: `tv`, `grows`, `fails`, or a program with its arguments that exits non-zero when it is
    /// given the file behind the passes as its last argument; no shell is used
    #[arg(long, value_name = "WHAT", default_value = "tv")]
    pub(crate) predicate: String,
    /// The binary with the passes (default: mlir-opt-22 on PATH)
    #[arg(long, value_name = "PATH")]
    pub(crate) mlir_opt: Option<PathBuf>,
    /// Files that describe operations
    #[command(flatten)]
    pub(crate) descriptions: DescriptionArgs,
    /// Number of programs looked at at once (default: one per core)
    #[arg(long, value_name = "N", value_parser = super::values::threads)]
    pub(crate) jobs: Option<NonZero<usize>>,
    /// Output format, repeatable; FORMAT=PATH writes a file (default: human)
    #[arg(long, value_name = "FORMAT[=PATH]")]
    pub(crate) format: Vec<String>,
    /// The detail of the report for people
    #[command(flatten)]
    pub(crate) detail: DetailArgs,
    /// Report only what this baseline does not list
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    /// Write the findings that there are to this file, for --baseline; exit code 0
    #[arg(long, value_name = "FILE", conflicts_with = "baseline")]
    pub(crate) write_baseline: Option<PathBuf>,
    /// Which findings make the exit code 1 (or 4; default: error)
    #[arg(long, value_name = "LEVEL")]
    pub(crate) fail_on: Option<FailOn>,
    /// Times of the audit and the search, on standard error
    #[arg(long)]
    pub(crate) timings: bool,
    /// Colour
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
    /// No findings and no funnel on standard output, only files and the exit code
    #[arg(long)]
    pub(crate) quiet: bool,
}
