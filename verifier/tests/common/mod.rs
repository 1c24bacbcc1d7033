//! Solvers of the tests: the installed Z3, and scripts that take its place.

use std::num::NonZero;

use assay_smt::{SolverConfig, SolverPath, SolverPool};
use assay_testing::Missing;

/// The Z3 that `ASSAY_SOLVER` names, else the one on `PATH`.
///
/// # Errors
/// When there is none.
pub(crate) fn solver() -> Result<SolverConfig, Missing> {
    SolverPath::find(None).map(SolverConfig::new).map_err(Missing::new)
}

/// A pool with one process of [`solver`].
///
/// # Errors
/// When there is none.
pub(crate) fn pool() -> Result<SolverPool, Missing> {
    Ok(SolverPool::new(solver()?, NonZero::<usize>::MIN))
}

/// A solver that is a script.
pub(crate) fn stub(check: &str, value: &str) -> SolverConfig {
    assay_smt::testing::stub(check, value)
}
