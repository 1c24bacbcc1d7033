//! Arguments of `diff`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// Forms of the changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffFormat {
    /// For people: each change, and why
    Human,
    /// JSON
    Json,
    /// Tables for a comment
    Markdown,
    /// Annotations of GitHub Actions
    Github,
}

/// The changes that make the exit code 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOnChange {
    /// New errors
    Wrong,
    /// New errors and warnings, weaker verdicts, and verdicts that are gone
    Worse,
    /// Each change
    Any,
}

/// Arguments of `diff`.
#[derive(Debug, Args)]
pub(crate) struct DiffArgs {
    /// The report of before, as `--format json` of any command writes it
    #[arg(value_name = "OLD")]
    pub(crate) old: PathBuf,
    /// The report of now
    #[arg(value_name = "NEW")]
    pub(crate) new: PathBuf,
    /// Output format, repeatable: human, json, markdown or github; FORMAT=PATH writes a file (default: human)
    #[arg(long, value_name = "FORMAT[=PATH]")]
    pub(crate) format: Vec<String>,
    /// Which changes make the exit code 1
    #[arg(long, value_name = "CHANGES", default_value = "wrong")]
    pub(crate) fail_on: FailOnChange,
}
