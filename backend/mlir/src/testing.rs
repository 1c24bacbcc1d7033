//! What tests that need real tools do without them: skip with a message, or fail where the environment
//! says that the tools must be there.

use std::sync::OnceLock;

use crate::opt::{BINARY, MlirOpt};

/// Setting this variable to `1` turns skipped tests into failing ones; continuous integration does.
pub const REQUIRE: &str = "ASSAY_REQUIRE_MLIR";

/// Whether tests must fail, not skip, when a tool is missing.
pub fn tools_required() -> bool {
    std::env::var_os(REQUIRE).is_some_and(|value| value == "1")
}

/// Real MLIR for a test: the binary that `ASSAY_MLIR_OPT` names, else [`BINARY`] on `PATH`. Without it,
/// prints why the test is skipped and answers `None`.
///
/// # Panics
/// When it is missing and [`tools_required`].
pub fn mlir_or_skip() -> Option<MlirOpt> {
    static FOUND: OnceLock<Result<MlirOpt, String>> = OnceLock::new();
    let found = FOUND.get_or_init(|| {
        match std::env::var_os("ASSAY_MLIR_OPT") {
            Some(path) => MlirOpt::at(path),
            None => MlirOpt::find(),
        }
        .map_err(|error| error.to_string())
    });
    match found {
        Ok(opt) => Some(opt.clone()),
        Err(error) => {
            assert!(!tools_required(), "{REQUIRE}=1, but {error}");
            println!("skipped: {BINARY} not found");
            None
        }
    }
}
