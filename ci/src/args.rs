//! The command line as clap reads it. No decision is taken here.

use std::ffi::OsString;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

mod audit;

pub(crate) use audit::AuditArgs;

use clap::{Args, Parser, Subcommand, ValueEnum};
use serde::Deserialize;

mod check;
mod descriptions;
mod diff;
mod lsp;
mod reduce;
mod solvers;
mod transform;
mod tune;

pub(crate) use check::{CheckArgs, MAX_THREADS};
pub(crate) use descriptions::{DescriptionArgs, Descriptions};
pub(crate) use diff::{DiffArgs, DiffFormat, FailOnChange};
pub(crate) use lsp::LspArgs;
pub(crate) use reduce::ReduceArgs;
pub(crate) use solvers::{CacheMode, SolverArgs, percent};
pub(crate) use transform::{Executor, TransformArgs};
pub(crate) use tune::{Points, TuneArgs};

/// The version, with what can be left out of a build.
const VERSION: &str = match cfg!(feature = "cpp") {
    true => concat!(env!("CARGO_PKG_VERSION"), " (reads C++ rewrites)"),
    false => concat!(env!("CARGO_PKG_VERSION"), " (built without the reader of C++ rewrites)"),
};

/// Verify and fuzz MLIR rewrite patterns: what is proved, what is refuted by a program that was replayed, and what
/// is unknown, and why.
#[derive(Debug, Parser)]
#[command(name = "assay", version = VERSION, about, arg_required_else_help = true)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Judge every pattern in files and folders
    Check(Box<CheckArgs>),
    /// Write down the findings that there are, so that `check --baseline` reports only new ones
    Baseline(Box<BaselineArgs>),
    /// Print the manual page of a rule
    Explain {
        /// Code of the rule, such as S103, or `assay.toml` for its keys; without it, all codes are listed
        code: Option<String>,
        /// All pages as one Markdown document
        #[arg(long, conflicts_with = "code")]
        markdown: bool,
    },
    /// Print what an operation means: results, poison, undefined behaviour, and which engines know it
    Meaning {
        /// Full name of the operation, such as arith.addi; without it, all operations are listed
        operation: Option<String>,
        /// Print the description of this dialect that is built in, for `--meanings`: stablehlo
        #[arg(long, value_name = "DIALECT", conflicts_with = "operation")]
        file: Option<String>,
        /// Files that describe operations
        #[command(flatten)]
        descriptions: DescriptionArgs,
    },
    /// Apply patterns to a program until none matches, or once, and print what comes out
    Apply(ApplyArgs),
    /// Run a witness again: match, apply, check
    Replay(ReplayArgs),
    /// Run a function of a program on this machine: by the interpreter, as machine code, or both
    Run(RunArgs),
    /// Is the program after a pass a refinement of the program before? Two files, or files and a pass of mlir-opt
    Tv(Box<TvArgs>),
    /// Make a program and a pipeline as small as they can be while the binary goes wrong in the same way
    Reduce(Box<ReduceArgs>),
    /// Say what changed between two reports, and why
    Diff(DiffArgs),
    /// Run mlir-opt as it is called, and judge on the side what its passes did
    Opt(OptArgs),
    /// Audit what passes and transform scripts promise, without running them and step by step
    Audit(Box<AuditArgs>),
    /// Run a transform script and judge each of its steps; or print the script that runs a pipeline
    Transform(Box<TransformArgs>),
    /// Choose the open knobs of a transform script: points are run, validated and measured, and the best is filled in
    Tune(Box<TuneArgs>),
    /// Does one set of IRDL constraints imply another? `irdl.check_subset` of a file, or two operations
    Subset(SubsetArgs),
    /// Print the PDL that is understood of a file: of DRR records, PDLL, MLIR or C++
    Import(ImportArgs),
    /// Print a definition of an array program as a function with loops, judged against its meaning
    Lower(LowerArgs),
    /// Print MLIR text in its one canonical form
    Fmt(FmtArgs),
    /// Put generated patterns and programs to the test
    Fuzz(FuzzArgs),
    /// Serve an editor: a language server on standard input and output
    Lsp(LspArgs),
    /// Say which tools are found and in which versions
    Doctor {
        /// The Z3 executable
        #[arg(long, value_name = "PATH")]
        solver: Option<PathBuf>,
    },
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page, in the format of man(7)
    Man {
        /// Write a page for each command to this folder, as assay.1, assay-check.1 and so on
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
}

/// Output formats of `check`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people: what, where, the witness, what to do
    Human,
    /// One line a finding
    Concise,
    /// JSON
    Json,
    /// SARIF 2.1.0
    Sarif,
    /// JUnit XML, one case a pattern
    Junit,
    /// Annotations of GitHub Actions
    Github,
    /// GitLab's Code Quality report
    Gitlab,
    /// A summary for job and merge request pages
    Markdown,
    /// One offline page for a browser
    Html,
}

/// The weakest proof that the gate accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum MinScope {
    /// For all widths
    All,
    /// For a finite set of widths too
    Bounded,
}

/// The weakest answer that the gate accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Require {
    /// The structure of the rewritten program is right
    Structure,
    /// Its types too
    Types,
    /// Its values too
    Values,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum FailOn {
    /// Errors
    Error,
    /// Warnings and errors
    Warning,
    /// Errors and, with exit code 4, patterns without an answer
    Unknown,
}

/// How files in other forms than PDL of MLIR 22 are read.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Forms {
    /// Look for included PDLL and ODS files here too, repeatable
    #[arg(long, value_name = "DIR")]
    pub(crate) include: Vec<PathBuf>,
    /// A PDLL file that every PDLL file includes first
    #[arg(long, value_name = "FILE")]
    pub(crate) pdll_prelude: Option<PathBuf>,
    /// Read the C++ files of folders, too, for the rewrites in them; one that is named is read anyway
    #[arg(long)]
    pub(crate) cpp: bool,
    /// A C++ file whose functions those that are read may call, repeatable
    #[arg(long, value_name = "FILE")]
    pub(crate) source: Vec<PathBuf>,
    /// Meanings of further functions for the reader of C++, in the form of corpus/cpp/api.txt, repeatable
    #[arg(long, value_name = "FILE")]
    pub(crate) cpp_api: Vec<PathBuf>,
    /// A foreign type that stands for any signless integer, such as `!transfer.integer=iN`, repeatable
    #[arg(long, value_name = "TYPE=iN")]
    pub(crate) type_alias: Vec<String>,
    /// Read patterns as another tool does
    #[arg(long, value_name = "TOOL")]
    pub(crate) compat: Option<Compat>,
    /// The readings of C++ are run.
    #[arg(skip)]
    pub(crate) runs: bool,
}

/// Tools whose patterns mean more than MLIR accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Compat {
    /// xDSL: a native rewrite before the rewrite is a value that is computed
    Xdsl,
}

/// Functions of a library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kernel {
    /// The product of two matrices
    Gemm,
}

/// Arguments of `lower`.
#[derive(Debug, Args)]
pub(crate) struct LowerArgs {
    /// The file of array programs
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The definition, such as @mm (default: the last one)
    #[arg(long, value_name = "SYMBOL")]
    pub(crate) entry: Option<String>,
    /// Lengths that are constants in the function, as n=4,k=5
    #[arg(long, value_name = "SIZES")]
    pub(crate) sizes: Option<String>,
    /// Do not run the function against its definition
    #[arg(long)]
    pub(crate) no_validate: bool,
    /// Call a function of the library for what computes the same, as `gemm` for a product of two matrices of constant lengths
    #[arg(long, value_name = "NAME")]
    pub(crate) kernels: Option<Kernel>,
    /// Say how long the lowering takes, the median of a hundred times
    #[arg(long)]
    pub(crate) timings: bool,
    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// Arguments of `import`.
#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    /// Files with patterns, or `-` for standard input
    #[arg(value_name = "PATHS", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// Files that describe operations
    #[command(flatten)]
    pub(crate) descriptions: Descriptions,
    /// How files in other forms are read
    #[command(flatten)]
    pub(crate) forms: Forms,
    /// Print the place of each operation in the file, too
    #[arg(long)]
    pub(crate) locations: bool,
    /// Print array programs in this form, also those that operations of linalg are; without it, in their dialect
    #[arg(long = "as", value_name = "FORM")]
    pub(crate) form: Option<Form>,
}

/// Forms of array programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// Their text, as `.rise` files have it
    Rise,
}

/// Parts of the report for people that are folded by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Show {
    /// Every finding in full
    Findings,
    /// The domain, each assumption, and each part of a proof that was not checked
    Assumptions,
    /// The names of patterns that are proved for a finite set of types only
    Bounded,
}

/// What `--unknown-ops` grants to operations without a spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
pub(crate) enum UnknownOps {
    /// They may end a block
    #[value(name = "may-terminate")]
    #[serde(rename = "may-terminate")]
    Terminate,
    /// They may own regions
    #[value(name = "may-own-regions")]
    #[serde(rename = "may-own-regions")]
    OwnRegions,
    /// They may define a symbol
    #[value(name = "may-define-symbols")]
    #[serde(rename = "may-define-symbols")]
    DefineSymbols,
}

/// Kinds of regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum RegionKind {
    /// What the definitions say, else SSACFG
    FromSpecs,
    /// Definitions dominate their uses
    Ssacfg,
    /// No order inside of a block
    Graph,
}

/// Releases of MLIR.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Release {
    /// MLIR 22
    #[value(name = "22")]
    #[serde(rename = "22")]
    Mlir22,
    /// Every release: what older ones crash on is an error
    Portable,
}

/// Arguments of `baseline`.
#[derive(Debug, Args)]
pub(crate) struct BaselineArgs {
    /// The file to write
    #[arg(long, short, value_name = "FILE", default_value = "assay-baseline.json")]
    pub(crate) output: PathBuf,
    /// What to judge, as for `check`
    #[command(flatten)]
    pub(crate) check: CheckArgs,
}

/// Arguments of `apply`.
#[derive(Debug, Args)]
pub(crate) struct ApplyArgs {
    /// Files and folders with the patterns; a strategy may do without
    #[arg(required_unless_present = "strategy", value_name = "PATTERNS")]
    pub(crate) patterns: Vec<PathBuf>,
    /// The program that is rewritten: an MLIR file, or `-` for standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) to: PathBuf,
    /// Where patterns are applied, and how often
    #[arg(long, value_name = "DRIVER", default_value = "greedy")]
    pub(crate) driver: Driver,
    /// Apply one pattern once, as `--driver once`
    #[arg(long, conflicts_with = "driver")]
    pub(crate) once: bool,
    /// Apply nothing; say of each pattern and each operation that could be its root why it does not match
    #[arg(long, conflicts_with_all = ["once", "driver"])]
    pub(crate) explain: bool,
    /// Apply nothing; list all matches with their numbers
    #[arg(long, conflicts_with_all = ["once", "driver", "explain"])]
    pub(crate) matches: bool,
    /// Apply the matches of these numbers of `--matches`, in this order, and nothing else
    #[arg(long, value_name = "N", value_delimiter = ',', conflicts_with_all = ["once", "driver", "explain", "matches"])]
    pub(crate) choose: Vec<usize>,
    /// Say of each rewrite what it erased and made
    #[arg(long)]
    pub(crate) trace: bool,
    /// Count, for each pattern, where it was tried, matched and applied, and how long that took
    #[arg(long)]
    pub(crate) stats: bool,
    /// Match operations that their dialect calls commutative with their two operands in either order
    #[arg(long)]
    pub(crate) commutative: bool,
    /// Erase operations without effect and without uses (`--driver greedy`)
    #[arg(long)]
    pub(crate) dce: bool,
    /// Fold operations as MLIR does before patterns are tried at them: those on constants, and those of arith that one
    /// constant decides; each constant stands once, in front (`--driver greedy`)
    #[arg(long, conflicts_with_all = ["once", "matches", "choose", "explain"])]
    pub(crate) fold: bool,
    /// Run this strategy instead of a driver: a file, or FILE#NAME for one of its definitions
    #[arg(long, value_name = "FILE", conflicts_with_all = ["once", "driver", "explain", "matches", "choose", "dce", "fold"])]
    pub(crate) strategy: Option<String>,
    /// The weakest verdict of the patterns that a strategy applies
    #[arg(long, value_name = "VERDICT", default_value = "bounded", requires = "strategy")]
    pub(crate) trust: Trust,
    /// The definition of an array program that is rewritten; the last one where none is named
    #[arg(long, value_name = "NAME", requires = "strategy")]
    pub(crate) entry: Option<String>,
    /// Lengths of an array program that are numbers, such as `n=4,k=5`
    #[arg(long, value_name = "SIZES", requires = "strategy")]
    pub(crate) sizes: Option<String>,
    /// How what a strategy does by other steps than patterns is judged, one by one
    #[arg(long, value_name = "HOW", default_value = "prove", requires = "strategy")]
    pub(crate) validate: Validation,
    /// The binary that the step `mlirOpt` asks
    #[arg(long, value_name = "PATH", requires = "strategy")]
    pub(crate) mlir_opt: Option<PathBuf>,
    /// Only the patterns of these names, repeatable
    #[arg(long, value_name = "SYMBOL")]
    pub(crate) only: Vec<String>,
    /// Stop after N rewrites
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub(crate) rewrites: usize,
    /// Print in generic form
    #[arg(long)]
    pub(crate) generic: bool,
    /// Print locations: an operation that is made has those of all that its pattern matched
    #[arg(long)]
    pub(crate) locations: bool,
    /// Files that describe operations
    #[command(flatten)]
    pub(crate) descriptions: DescriptionArgs,
    /// The solvers that judge the patterns of a strategy
    #[command(flatten)]
    pub(crate) solvers: SolverArgs,
}

/// Drivers of `apply`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Driver {
    /// The first match of the highest benefit, and no more
    Once,
    /// Each operation once, children before parents
    Walk,
    /// Until nothing matches
    Greedy,
}

/// The weakest verdict of a pattern that a strategy may apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Trust {
    /// No verdict
    Any,
    /// Right in structure and types
    WellFormed,
    /// Proved, or proved for a finite set of widths
    Bounded,
    /// Proved
    Proved,
}

/// How replacements are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Validation {
    /// Not at all
    None,
    /// Both programs are run on inputs
    Run,
    /// And a proof is looked for
    Prove,
}

/// Arguments of `replay`.
#[derive(Debug, Args)]
pub(crate) struct ReplayArgs {
    /// A witness, an MLIR file with the modules @patterns and @ir; a finding of `assay fuzz`; or the folder of a proof
    pub(crate) file: PathBuf,
    /// Files that describe operations
    #[command(flatten)]
    pub(crate) descriptions: DescriptionArgs,
    /// Which solvers are asked, and how
    #[command(flatten)]
    pub(crate) solvers: SolverArgs,
}

/// Inputs of each function that `tv` runs.
pub(crate) const INPUTS: usize = 48;

/// The end of the help text of `tv`.
const TV_EXAMPLES: &str = "\
Examples:
  assay tv model.mlir --pass canonicalize,cse
  assay tv --tests mlir/test/Dialect/Arith --old-opt main/bin/acme-opt --mlir-opt build/bin/acme-opt";

/// Arguments of `tv`.
#[derive(Debug, Args)]
#[command(after_help = TV_EXAMPLES)]
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
    #[arg(long, value_name = "N", conflicts_with_all = ["files", "tests"])]
    pub(crate) generate: Option<usize>,
    /// Judge the folders and canonicalization patterns of operations, each pattern alone: generated functions around each
    /// operation go through `--canonicalize` (default: the operations of --dialect, else those of arith)
    #[arg(long, conflicts_with_all = ["files", "tests", "generate", "pass", "pass_pipeline", "transform_set", "script", "by_pattern"])]
    pub(crate) folders: bool,
    /// The operation that is judged, such as acme.avg, repeatable
    #[arg(long, value_name = "OP", requires = "folders")]
    pub(crate) only: Vec<String>,
    /// Generated functions and drawn inputs are a function of this number
    #[arg(long, value_name = "N", default_value_t = 0)]
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
    /// The folder of what is known of each file already, so that a comparison that was stopped goes on
    #[arg(long, value_name = "DIR", requires = "old_opt")]
    pub(crate) out: Option<PathBuf>,
    /// Number of programs judged at once (default: one per core)
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<NonZero<usize>>,
    /// Output format, repeatable; FORMAT=PATH writes a file (default: human)
    #[arg(long, value_name = "FORMAT[=PATH]")]
    pub(crate) format: Vec<String>,
    /// Report only what this baseline does not list
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
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

/// Arguments of `opt`.
#[derive(Debug, Args)]
pub(crate) struct OptArgs {
    /// Append a line for each finding to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,
    /// Files that describe operations
    #[command(flatten)]
    pub(crate) descriptions: DescriptionArgs,
    /// The binary and its arguments
    #[arg(required = true, last = true, value_name = "COMMAND")]
    pub(crate) command: Vec<OsString>,
}

/// Arguments of `subset`.
#[derive(Debug, Args)]
pub(crate) struct SubsetArgs {
    /// IRDL text with dialects, and with the questions unless two operations are named
    pub(crate) file: PathBuf,
    /// The one whose uses are asked about, as @dialect::@op
    #[arg(requires = "right")]
    pub(crate) left: Option<String>,
    /// The one that has to accept them, as @dialect::@op
    pub(crate) right: Option<String>,
    /// Load an IRDL dialect, repeatable
    #[arg(long, value_name = "FILE")]
    pub(crate) dialect: Vec<PathBuf>,
    /// Show the steps from each question to its answer
    #[arg(long, conflicts_with = "left")]
    pub(crate) steps: bool,
    /// Which solvers are asked, and how
    #[command(flatten)]
    pub(crate) solvers: SolverArgs,
}

/// Arguments of `fmt`.
#[derive(Debug, Args)]
pub(crate) struct FmtArgs {
    /// Files and folders, rewritten in place, or `-` for standard input, printed to standard output
    #[arg(required = true, value_name = "PATHS")]
    pub(crate) paths: Vec<PathBuf>,
    /// Generic form
    #[arg(long)]
    pub(crate) generic: bool,
    /// Write nothing; name the files that are not in canonical form, and exit with 1 if there are any
    #[arg(long)]
    pub(crate) check: bool,
    /// Report what MLIR's verifier would refuse, too, patterns by PDL's own rules
    #[arg(long)]
    pub(crate) well_formed: bool,
    /// Rewrite files that hold comments: the canonical form has none
    #[arg(long)]
    pub(crate) drop_comments: bool,
    /// How errors are shown: for people on standard error, or as JSON on standard output
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(crate) format: FmtFormat,
    /// Own operations
    #[command(flatten)]
    pub(crate) descriptions: DescriptionArgs,
}

/// Output formats of `fmt`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FmtFormat {
    /// For people: what, where, what to do
    Human,
    /// JSON, schema 1
    Json,
}

/// Which engines run a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EngineChoice {
    /// The reference interpreter
    Interp,
    /// Machine code
    Jit,
    /// Both, held against each other
    Both,
}

/// Widths of `index`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum IndexChoice {
    /// 32 bits
    #[value(name = "32")]
    W32,
    /// 64 bits
    #[value(name = "64")]
    W64,
}

/// Arguments of `run`.
#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    /// The program, or `-` for standard input
    pub(crate) file: PathBuf,
    /// The function to call, such as @f (default: the only one that has a body, else @main)
    #[arg(long, value_name = "SYMBOL")]
    pub(crate) entry: Option<String>,
    /// Its arguments, as MLIR writes constants: `7 -1.5 true dense<[1, 2]> poison`, apart or separated by commas
    /// (`--args=-1,7`); a memref is given by its contents. Without it, those that a witness lists, else inputs are drawn
    #[arg(long, value_name = "VALUES", num_args = 1.., allow_negative_numbers = true)]
    pub(crate) args: Option<Vec<String>>,
    /// Lengths of an array program that its arguments do not say, as n=4,k=5
    #[arg(long, value_name = "SIZES")]
    pub(crate) sizes: Option<String>,
    /// What runs the program
    #[arg(long, value_name = "ENGINE", default_value = "interp")]
    pub(crate) engine: EngineChoice,
    /// Files that describe operations
    #[command(flatten)]
    pub(crate) descriptions: DescriptionArgs,
    /// Print the values that each operation gave
    #[arg(long)]
    pub(crate) trace: bool,
    /// Where drawn inputs begin
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// How many inputs are drawn
    #[arg(long, value_name = "N", default_value_t = 16)]
    pub(crate) runs: usize,
    /// How much work each run may do, in operations and elements
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    pub(crate) fuel: u64,
    /// How many bytes a run may allocate at a time
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 28)]
    pub(crate) memory: u64,
    /// The width of `index`
    #[arg(long, value_name = "BITS", default_value = "64")]
    pub(crate) index: IndexChoice,
}

/// Arguments of a campaign of generated patterns.
const CAMPAIGN: [&str; 9] =
    ["mode", "oracle", "count", "emit", "payloads", "mlir", "crashes", "exhaustive", "containment"];

/// Arguments of `fuzz`.
#[derive(Debug, Args)]
pub(crate) struct FuzzArgs {
    /// Files and folders of your own patterns, as for `check`: they are judged, run on generated programs and inputs, and
    /// changed on purpose as a test of their guards
    #[arg(value_name = "PATHS", conflicts_with_all = CAMPAIGN)]
    pub(crate) paths: Vec<PathBuf>,
    /// Only patterns with this symbol name, or the one at this line, repeatable
    #[arg(long, value_name = "SYMBOL|FILE:LINE", requires = "paths", help_heading = "Your own patterns")]
    pub(crate) only: Vec<String>,
    /// How long they are tried, such as 90s or 10m
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration, requires = "paths", help_heading = "Your own patterns")]
    pub(crate) time: Option<Duration>,
    /// How often they are tried, each time with other programs (default: 4)
    #[arg(
        long,
        value_name = "N",
        conflicts_with = "time",
        requires = "paths",
        help_heading = "Your own patterns"
    )]
    pub(crate) rounds: Option<u64>,
    /// Report format beside the table, repeatable, as of `check`; one without PATH takes its place
    #[arg(long, value_name = "FORMAT[=PATH]", requires = "paths", help_heading = "Your own patterns")]
    pub(crate) format: Vec<String>,
    /// Kind of patterns: valid, safe, adversarial, dialect, prototype or sound
    #[arg(long, value_name = "MODE", default_value = "valid")]
    pub(crate) mode: String,
    /// What to check: verdict, engine, wellformed, print, undo or execution
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
    /// Folder of the records and findings; a campaign that was stopped goes on where it was (own patterns: assay-fuzz, made
    /// when something is found)
    #[arg(long, value_name = "DIR", required_unless_present_any = ["emit", "paths"])]
    pub(crate) out: Option<PathBuf>,
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
    /// Files that describe operations; a campaign of generated patterns takes meanings alone, such as those of operations
    /// without a spec: lab.a to lab.f, lab.m, lab.n
    #[command(flatten)]
    pub(crate) descriptions: DescriptionArgs,
    /// The Z3 executable
    #[arg(long, value_name = "PATH")]
    pub(crate) solver: Option<PathBuf>,
}
