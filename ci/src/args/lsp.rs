//! The command line of `assay lsp`.

use std::ffi::OsString;

use clap::Args;

/// Arguments of `lsp`.
#[derive(Debug, Args)]
pub(crate) struct LspArgs {
    /// Options of `assay check` under which texts are judged, such as `-- --dialect FILE`; `assay.toml` of the open folder
    /// is read, too
    #[arg(last = true, value_name = "OPTIONS")]
    pub(crate) options: Vec<OsString>,
}
