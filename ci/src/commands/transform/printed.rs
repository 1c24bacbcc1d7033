//! The program behind a script, written where the user wants it.

use anyhow::Context as _;
use assay_mlir::files;

use crate::args::TransformArgs;
use crate::output;

/// Writes the program behind a script: into the file of `-o`, else to standard output unless a report goes there.
///
/// # Errors
/// A file that cannot be written.
pub(super) fn write(args: &TransformArgs, program: &str) -> anyhow::Result<()> {
    match &args.output {
        Some(path) => files::write(path, program).with_context(|| format!("cannot write {}", path.display())),
        None if args.format.iter().any(|format| !format.contains('=')) => Ok(()),
        None => output::print(program),
    }
}
