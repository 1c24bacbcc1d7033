//! Arguments of `diff`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// The end of the help text.
const EXAMPLES: &str = "\
Examples:
  assay check patterns --format json=new.json; assay diff release.json new.json
  assay diff old.json new.json --format markdown=comment.md --format github --fail-on worse

Exit codes: 1 where something is newly wrong (see --fail-on), 0 where nothing is, 2 for files that are no reports.";

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
#[command(after_help = EXAMPLES)]
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
