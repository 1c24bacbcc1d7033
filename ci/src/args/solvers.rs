//! Options that say which solvers are asked and what is remembered of their answers.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::Deserialize;

/// Solvers, their limits, and what is remembered of their answers.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct SolverArgs {
    /// The SMT solver, Z3 or another one that reads SMT-LIB 2 (else ASSAY_SOLVER, else z3 beside this program or on PATH)
    #[arg(long, value_name = "PATH")]
    pub(crate) solver: Option<PathBuf>,
    /// A solver that has to agree with every answer
    #[arg(long, value_name = "PATH")]
    pub(crate) second_solver: Option<PathBuf>,
    /// Ask the second solver (default: cvc5 on PATH) about this share of the answers only, drawn by the texts of the questions;
    /// a contradiction makes an answer unknown
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub(crate) cross_check: Option<u8>,
    /// A solver that is asked where the first one gives up, such as cvc5 or bitwuzla, or none (default: Bitwuzla where its
    /// Python package is installed beside this program)
    #[arg(long, value_name = "PATH")]
    pub(crate) fallback_solver: Option<PathBuf>,
    /// Limit of one solver query: seconds of the processor while it works and of the clock while it does not, and two million
    /// of its steps for each (default: 60 seconds, and the steps of 10)
    #[arg(long, value_name = "SECONDS", value_parser = super::values::seconds, allow_negative_numbers = true)]
    pub(crate) timeout: Option<u64>,
    /// Memory limit of one solver process, in MiB (default: 4096)
    #[arg(long, value_name = "MIB")]
    pub(crate) solver_memory: Option<u64>,
    /// Keep answers of solvers in this folder, and take them from it. A folder that others can write to, such as a cache
    /// that jobs share, needs a secret in the variable ASSAY_CACHE_KEY: entries that it did not sign are not believed
    #[arg(long, value_name = "DIR", value_parser = super::values::folder)]
    pub(crate) cache: Option<PathBuf>,
    /// Use of the cache (default: read-write); `require` asks no solver and fails where an answer is missing
    #[arg(long, value_name = "MODE")]
    pub(crate) cache_mode: Option<CacheMode>,
}

/// A share such as `10%` or `10`.
pub(crate) fn percent(text: &str) -> Result<u8, String> {
    let number = text.strip_suffix('%').unwrap_or(text).parse();
    number.ok().filter(|share| (1..=100).contains(share)).ok_or_else(|| "a share is 1% to 100%".to_owned())
}

/// Uses of the cache of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum CacheMode {
    /// Answers are taken from it, new ones are kept
    ReadWrite,
    /// Answers are taken from it
    ReadOnly,
    /// Answers are only taken from it
    Require,
}
