//! The command line of `assay merge`, and the part of a run that is a shard.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;

/// Arguments of `merge`.
#[derive(Debug, Args)]
pub(crate) struct MergeArgs {
    /// Folders of `--out`, and files in them, of shards of one run
    #[arg(value_name = "DIR|FILE", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// The folder of the merged results, and of a file `report.FORMAT` for each `--format FORMAT=PATH` of the shards
    #[arg(long, short, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Report what is there although shards are missing
    #[arg(long)]
    pub(crate) partial: bool,
}

/// One of several equal parts of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    /// Its number, from 0.
    pub(crate) index: u32,
    /// The number of parts.
    pub(crate) of: u32,
}

/// Most shards of a run.
const MOST: u32 = 1_000_000;

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let parts =
            text.split_once('/').and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
        let Some((index, of)) = parts else { return Err("it is I/N, such as 0/4".to_owned()) };
        match of {
            0 => Err("there is at least one shard".to_owned()),
            _ if of > MOST => Err(format!("there are at most {MOST} shards")),
            _ if index >= of => Err(format!("shards are numbered from 0 to {}", of - 1)),
            _ => Ok(Shard { index, of }),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}
