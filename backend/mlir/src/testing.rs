//! What tests that need real tools do without them: skip with a message, or fail where the environment
//! says that the tools must be there.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::irdl::TblgenToIrdl;
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

/// `tblgen-to-irdl` for a test, and the folder of MLIR's ODS files: the one that `ASSAY_MLIR_INCLUDE` names, else
/// that of the package `libmlir-22-dev`, else where `ci/setup.sh --mlir` unpacks the package. Without either, prints
/// why the test is skipped and answers `None`.
///
/// # Panics
/// When one of them is missing and [`tools_required`].
pub fn ods_or_skip() -> Option<(TblgenToIrdl, PathBuf)> {
    let missing = match (TblgenToIrdl::find(), include_folder()) {
        (Ok(tool), Some(folder)) => return Some((tool, folder)),
        (Err(error), _) => error.to_string(),
        (Ok(_), None) => {
            "the .td files of libmlir-22-dev are not here; `ci/setup.sh --mlir` gets them".to_owned()
        }
    };
    assert!(!tools_required(), "{REQUIRE}=1, but {missing}");
    println!("skipped: {missing}");
    None
}

fn include_folder() -> Option<PathBuf> {
    let named = std::env::var_os("ASSAY_MLIR_INCLUDE").map(PathBuf::from);
    let target = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target"), PathBuf::from);
    let unpacked = target.join("mlir-22/include");
    let mut folders = named.into_iter().chain([PathBuf::from("/usr/lib/llvm-22/include"), unpacked]);
    folders.find(|folder| folder.join("mlir/IR/OpBase.td").exists())
}
