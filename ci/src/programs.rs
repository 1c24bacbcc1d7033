//! Programs on the command line: no engine gets one that the checker did not take.

use assay_ir::data::Program;
use assay_ir::spec::Registry;
use assay_ir::text;
use assay_ir::wellformed::{self, Violation};

use crate::diagnostics;

/// Reads a program and checks it against the specs of `registry`.
///
/// # Errors
/// Everything that is wrong with it, rendered for a terminal.
pub(crate) fn well_formed(name: &str, bytes: Vec<u8>, registry: &Registry) -> Result<Program, String> {
    let parsed = text::parse_file(registry.ctx(), name, bytes)
        .map_err(|problem| format!("error: {name}: {}\n", problem.message))?;
    let mut problems = parsed.diagnostics;
    if problems.is_empty() {
        let violations = wellformed::check(&parsed.program, registry, &wellformed::Options::default());
        problems.extend(violations.iter().map(Violation::diagnostic));
    }
    match problems.is_empty() {
        true => Ok(parsed.program),
        false => Err(diagnostics::render(&parsed.program, &diagnostics::at_most(problems))),
    }
}
