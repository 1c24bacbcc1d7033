//! The compiler whose passes are judged, as the command line names it.

use std::path::Path;

use assay_mlir::{MlirOpt, MlirOptError};

/// The release of MLIR that definitions and meanings are of.
const RELEASE: &str = "22.1";

/// The binary at a path, or the one that is looked for. Says so where it is of another release.
///
/// # Errors
/// A binary that is not there, or is no compiler that runs passes.
pub(crate) fn find(path: Option<impl AsRef<Path>>) -> Result<MlirOpt, MlirOptError> {
    let opt = path.map_or_else(MlirOpt::find, MlirOpt::at)?;
    let version = opt.version();
    if !version.starts_with(RELEASE) {
        let path = opt.path().display();
        eprintln!(
            "note: {path} says that it is `{version}`; definitions and meanings are those of MLIR {RELEASE}"
        );
    }
    Ok(opt)
}
