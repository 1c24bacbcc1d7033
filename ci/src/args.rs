//! The command line as clap reads it. No decision is taken here.

use std::ffi::OsString;
use std::path::PathBuf;

mod audit;

pub(crate) use audit::AuditArgs;

use clap::{Args, Parser, Subcommand, ValueEnum};
use serde::Deserialize;

mod check;
mod descriptions;
mod detail;
mod diff;
mod doctor;
mod fuzz;
mod groups;
mod help;
mod init;
mod legality;
mod lsp;
mod merge;
mod reduce;
mod solvers;
mod transform;
mod tune;
mod tv;
mod values;
mod version;

pub(crate) use check::CheckArgs;
pub(crate) use descriptions::{DescriptionArgs, Descriptions};
pub(crate) use detail::DetailArgs;
pub(crate) use diff::{DiffArgs, DiffFormat, FailOnChange};
pub(crate) use doctor::DoctorArgs;
pub(crate) use fuzz::FuzzArgs;
pub(crate) use help::{USES, command, exit_codes, of_command};
pub(crate) use init::{Gate, InitArgs};
pub(crate) use legality::{LegalityArgs, LoopForm, Turns};
pub(crate) use lsp::LspArgs;
pub(crate) use merge::{MergeArgs, Shard};
pub(crate) use reduce::ReduceArgs;
pub(crate) use solvers::{CacheMode, SolverArgs, percent};
pub(crate) use transform::{Executor, TransformArgs};
pub(crate) use tune::{Points, TuneArgs};
pub(crate) use tv::{INPUTS, TvArgs};
pub(crate) use values::MAX_THREADS;
pub(crate) use version::{COMMIT, VERSION};

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
    /// Set up a gate: a configuration, a workflow or a hook, and a baseline; files that are there stay
    Init(InitArgs),
    /// Write down the findings that there are, so that `check --baseline` reports only new ones
    Baseline(Box<BaselineArgs>),
    /// Print the page of a rule, of a file that you may write, of the exit codes, or the schema of a report
    Explain {
        /// Code of the rule, such as S103; or how a file is written (`assay.toml`, `known.toml`, `meanings`, `natives`, `dialect`,
        /// `contracts`), `exit-codes`, or the JSON schema of reports (`json`) and of `diff` (`changes`); without it, all codes are listed
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
    /// Judge passes and C++ rewrites: each function after is held against the function before
    Tv(Box<TvArgs>),
    /// Make a program and a pipeline as small as they can be while the binary goes wrong in the same way
    Reduce(Box<ReduceArgs>),
    /// Say what changed between two reports, and why
    Diff(DiffArgs),
    /// Run mlir-opt as it is called, and test on the side, on drawn inputs and without a proof, what its passes did
    Opt(OptArgs),
    /// Audit what passes and transform scripts promise, without running them and step by step
    Audit(Box<AuditArgs>),
    /// Run a transform script and judge each of its steps; or print the script that runs a pipeline
    Transform(Box<TransformArgs>),
    /// Choose the open knobs of a transform script: points are run, validated and measured, and the best is filled in
    Tune(Box<TuneArgs>),
    /// Decide if one set of IRDL constraints implies another: `irdl.check_subset` of a file, or two operations
    Subset(SubsetArgs),
    /// Print the PDL that is understood of a file: of DRR records, PDLL, MLIR or C++
    Import(ImportArgs),
    /// Print a definition of an array program as a function with loops, judged against its meaning
    Lower(LowerArgs),
    /// Print MLIR text in its one canonical form
    Fmt(FmtArgs),
    /// Run your patterns on generated programs, or put generated patterns to the test
    Fuzz(Box<FuzzArgs>),
    /// Put the results of shards together: the report and the exit code are those of one run
    Merge(MergeArgs),
    /// Serve an editor: a language server on standard input and output
    Lsp(LspArgs),
    /// Say which tools are found and in which versions, or judge the pattern set of a binary
    Doctor(Box<DoctorArgs>),
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

/// Arguments of `opt`.
#[derive(Debug, Args)]
pub(crate) struct OptArgs {
    /// Append the findings and verdicts of each call to this file (default: they go to standard error)
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
