//! What tests that need a real solver do without one: skip with a message, or fail where the environment
//! says that the tools must be there.

use assay_mlir::testing::{REQUIRE, tools_required};

use super::solver::{SolverConfig, SolverPath};

/// A real Z3 for a test: the program that `ASSAY_SOLVER` names, else `z3` on `PATH`. Without it, prints
/// why the test is skipped and answers `None`.
///
/// # Panics
/// When it is missing and [`tools_required`].
pub fn solver_or_skip() -> Option<SolverConfig> {
    match SolverPath::find(None) {
        Ok(path) => Some(SolverConfig::new(path)),
        Err(error) => {
            assert!(!tools_required(), "{REQUIRE}=1, but {error}");
            println!("skipped: z3 not found");
            None
        }
    }
}
