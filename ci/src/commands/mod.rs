//! One file per subcommand; each returns the exit code and prints results to standard output only.

pub(crate) mod apply;
pub(crate) mod audit;
pub(crate) mod baseline;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod diff;
pub(crate) mod doctor;
pub(crate) mod explain;
pub(crate) mod fmt;
pub(crate) mod fuzz;
pub(crate) mod import;
pub(crate) mod init;
pub(crate) mod lsp;
pub(crate) mod meaning;
pub(crate) mod merge;
pub(crate) mod opt;
pub(crate) mod replay;
pub(crate) mod rise;
pub(crate) mod run;
pub(crate) mod subset;
pub(crate) mod transform;
pub(crate) mod tune;
pub(crate) mod tv;
