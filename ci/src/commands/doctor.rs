//! `assay doctor`: which tools are found, where, in which version, and what to install.

use std::path::Path;

use assay_mlir::{MlirOpt, MlirPdll};
use assay_verifier::smt::{Solver, SolverConfig, SolverPath};

use crate::exit::Exit;

/// Prints a line per tool; missing MLIR is no trouble, a missing solver is.
pub(crate) fn run(solver: Option<&Path>) -> anyhow::Result<Exit> {
    say!("assay     {}", env!("CARGO_PKG_VERSION"));
    let mut exit = Exit::Clean;
    match SolverPath::find(solver) {
        Ok(path) => {
            let mut solver = Solver::new(SolverConfig::new(path.clone()));
            match solver.identity() {
                Ok(identity) => say!("solver    {identity} {}", path.path().display()),
                Err(reason) => {
                    say!("solver    {} does not answer: {reason}", path.path().display());
                    exit = Exit::Trouble;
                }
            }
        }
        Err(error) => {
            say!("solver    not found: {error}");
            exit = Exit::Trouble;
        }
    }
    match MlirOpt::find() {
        Ok(opt) => say!("mlir-opt  {} {}", opt.version(), opt.path().display()),
        Err(error) => say!("mlir-opt  not found: {error}"),
    }
    match MlirPdll::find() {
        Ok(pdll) => say!("mlir-pdll {}", pdll.path().display()),
        Err(error) => say!("mlir-pdll not found: {error}"),
    }
    Ok(exit)
}
