//! Arguments of `init`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// Places where the gate runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Gate {
    /// A workflow of GitHub Actions
    Github,
    /// A job of GitLab CI
    Gitlab,
    /// A hook of git before each commit
    Hook,
    /// None
    None,
}

/// Arguments of `init`.
#[derive(Debug, Args)]
pub(crate) struct InitArgs {
    /// Folders and files with the patterns (default: those below the current folder)
    #[arg(value_name = "PATHS")]
    pub(crate) paths: Vec<PathBuf>,
    /// Where the gate runs (default: GitHub where there is a folder .github, GitLab where there is a .gitlab-ci.yml, else the hook)
    #[arg(long, value_name = "WHERE")]
    pub(crate) ci: Option<Gate>,
    /// The package that a workflow installs by pip: a name, a file or an address
    #[arg(long, value_name = "WHEEL", default_value = "assay-cli")]
    pub(crate) wheel: String,
}
