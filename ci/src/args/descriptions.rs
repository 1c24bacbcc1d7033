//! Options that name what a user says of operations, types and native code that Assay does not know: the same for each
//! command. No file is read here.

use std::path::PathBuf;

use clap::Args;

/// Files of a user.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Descriptions {
    /// Load a dialect, repeatable: IRDL, ODS (`.td`), or the records that llvm-tblgen prints of it (`.td.json`)
    #[arg(long, value_name = "FILE")]
    pub(crate) dialect: Vec<PathBuf>,
    /// Load summaries of native constraints and rewrites, repeatable
    #[arg(long, value_name = "FILE")]
    pub(crate) natives: Vec<PathBuf>,
    /// Load meanings of operations, repeatable
    #[arg(long, value_name = "FILE")]
    pub(crate) meanings: Vec<PathBuf>,
}

/// Files of a user, and the configuration file that may name others.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct DescriptionArgs {
    /// Files of a user
    #[command(flatten)]
    pub(crate) files: Descriptions,
    /// Look for included PDLL and ODS files here too, repeatable
    #[arg(long, value_name = "DIR")]
    pub(crate) include: Vec<PathBuf>,
    /// The configuration file, of which dialect, natives, meanings and include are read (default: assay.toml in this folder
    /// or the nearest above)
    #[arg(long, value_name = "FILE", conflicts_with = "isolated")]
    pub(crate) config: Option<PathBuf>,
    /// Read no configuration file
    #[arg(long)]
    pub(crate) isolated: bool,
}
