//! Solvers of the unit tests: the installed Z3, and scripts that take its place.

use crate::config::{SolverConfig, SolverPath};

mod script;

pub use script::script;

/// The Z3 that `ASSAY_SOLVER` names, else the one on `PATH`.
///
/// # Panics
/// When there is none: unit tests need one, as `ci/test.sh` sees to.
pub fn solver() -> SolverConfig {
    let path = SolverPath::find(None).unwrap_or_else(|error| panic!("{error}; ci/setup.sh installs z3"));
    SolverConfig::new(path)
}

/// A solver that is a script.
pub fn stub(check: &str, value: &str) -> SolverConfig {
    let path = SolverPath::find(Some("/bin/sh".as_ref())).expect("there is a shell");
    SolverConfig { arguments: vec!["-c".into(), script(check, value).into()], ..SolverConfig::new(path) }
}
