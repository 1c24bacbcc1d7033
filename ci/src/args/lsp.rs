//! The command line of `assay lsp`.

use std::ffi::OsString;

use clap::Args;

use super::Descriptions;

/// Arguments of `lsp`.
#[derive(Debug, Args)]
pub(crate) struct LspArgs {
    /// Files that describe operations
    #[command(flatten)]
    pub(crate) descriptions: Descriptions,
    /// Options of `assay check` under which texts are judged, such as `-- --strict`; `assay.toml` of the open folder
    /// is read, too
    #[arg(last = true, value_name = "OPTIONS")]
    pub(crate) options: Vec<OsString>,
}
