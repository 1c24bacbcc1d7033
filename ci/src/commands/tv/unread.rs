//! Errors of files that are named on the command line and that `mlir-opt` does not read, as findings with their places. Knows nothing of
//! passes.

use assay_ir::diagnostic::Severity;
use assay_mlir::opt::{self, Place};
use assay_mlir::{MlirOpt, Outcome};
use assay_reports::{Finding, Sources};
use assay_verifier::pipeline::UNREADABLE;

use crate::refusals;

/// The findings about a text, from this byte of a file on, that a binary refuses.
pub(super) fn findings(
    (sources, file, offset): (&Sources, &str, usize),
    opt: &MlirOpt,
    refusal: &Outcome,
) -> Vec<Finding> {
    let start = sources.locate(file, offset..offset);
    let mut found = Vec::new();
    let mut add = |at, message: &str| {
        found.push(refusals::finding(Finding::new(UNREADABLE, Severity::Error, at, message)));
    };
    match refusal {
        Outcome::Error(said) => {
            for error in said.iter().filter(|one| one.severity == opt::Severity::Error) {
                let at = match &error.place {
                    Place::Payload(at) => sources.locate_phrase(file, start.line + at.line - 1, at.column),
                    Place::Patterns(_) | Place::Elsewhere(_) => start.clone(),
                };
                add(at, &error.message);
            }
        }
        Outcome::Crash { signal, .. } => add(start, &format!("mlir-opt crashes on it with signal {signal}")),
        Outcome::TimedOut => add(start, "mlir-opt does not read it in time"),
        Outcome::OutOfMemory => add(start, "mlir-opt runs out of memory on it"),
        Outcome::NoAnswer(why) => add(start, why),
        Outcome::Ok(_) => {}
    }
    if let Some(last) = found.last_mut() {
        last.notes.push(format!("{} {} does not read this program", opt.path().display(), opt.version()));
        last.help.push("`--mlir-opt PATH` names a compiler that reads it".to_owned());
    }
    found
}
