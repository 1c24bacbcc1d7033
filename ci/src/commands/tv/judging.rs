//! The settings under which steps that ran elsewhere are judged.

use assay_mlir::MlirOpt;
use assay_smt::SolverPool;

use crate::args::Color;

/// How steps are judged and reported.
pub(in crate::commands) struct Judging {
    pub(in crate::commands) opt: Option<MlirOpt>,
    /// Solvers for proofs.
    pub(in crate::commands) solvers: Option<SolverPool>,
    pub(in crate::commands) inputs: usize,
    pub(in crate::commands) seed: u64,
    pub(in crate::commands) alias: bool,
    pub(in crate::commands) formats: Vec<String>,
    pub(in crate::commands) color: Color,
    pub(in crate::commands) baseline: Option<std::path::PathBuf>,
    /// A report without findings goes nowhere.
    pub(in crate::commands) quiet: bool,
    /// The file of the program, and its text.
    pub(in crate::commands) file: String,
    pub(in crate::commands) source: String,
    /// The command that shows it again.
    pub(in crate::commands) command: String,
}
