//! One file per subcommand; each returns the exit code and prints results to standard output only.

pub mod check;
pub mod doctor;
pub mod explain;
pub mod fmt;
pub mod replay;
pub mod subset;
