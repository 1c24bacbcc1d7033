//! Test harness for files whose tests need a tool or data that a machine may lack. Such a test is reported as
//! `ignored`, with the reason, and fails where [`REQUIRE`] says that nothing may be missing. Knows no test.
//!
//! The tests of a crate are one program, `tests/main.rs`, with `harness = false` in the manifest. It lists its modules in
//! [`test_program!`](crate::test_program); each module lists its tests in [`tests!`](crate::tests) and marks none with
//! `#[test]`. A test that may be ignored returns [`Checked`] and takes what it needs with `?`:
//!
//! ```ignore
//! fn mlir_has_a_version() -> Checked {
//!     let opt = assay_testing::mlir()?;
//!     assert!(!opt.version().is_empty());
//!     Ok(())
//! }
//!
//! assay_testing::tests!(mlir_has_a_version);
//! ```

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::OnceLock;

use assay_mlir::MlirOpt;
use assay_mlir::irdl::TblgenToIrdl;
use assay_mlir::process::locate;
pub use libtest_mimic::Trial;
use libtest_mimic::{Arguments, Completion, Failed};
use serde_json::Value;

/// The variable that, set to `1`, turns ignored tests into failing ones; continuous integration sets it.
pub const REQUIRE: &str = "ASSAY_REQUIRE_MLIR";

/// The reason why a test cannot run on this machine.
#[derive(Clone, Debug)]
pub struct Missing {
    reason: String,
    on_request: bool,
}

impl Missing {
    /// A tool or data that is missing.
    pub fn new(reason: impl fmt::Display) -> Missing {
        Missing { reason: reason.to_string(), on_request: false }
    }

    /// Data that is there only when a longer run is asked for; never a failure.
    pub fn on_request(reason: impl fmt::Display) -> Missing {
        Missing { on_request: true, ..Missing::new(reason) }
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

/// The result of a test that may be ignored. A failure is a panic, as in any test.
pub type Checked = Result<(), Missing>;

/// The end of a test that did not panic.
pub trait End {
    /// The reason for which the test was ignored.
    fn ignored(self) -> Option<Missing>;
}

impl End for () {
    fn ignored(self) -> Option<Missing> {
        None
    }
}

impl End for Checked {
    fn ignored(self) -> Option<Missing> {
        self.err()
    }
}

/// Returns true when a missing tool is a failure.
pub fn required() -> bool {
    std::env::var_os(REQUIRE).is_some_and(|value| value == "1")
}

/// One test of [`tests!`](crate::tests); its name is its path below the crate.
pub fn trial<E: End>(path: &str, test: impl FnOnce() -> E + Send + 'static) -> Trial {
    let name = path.split_once("::").map_or(path, |(_, rest)| rest);
    Trial::ignorable_test(name, move || match test().ignored() {
        None => Ok(Completion::Completed),
        Some(missing) if required() && !missing.on_request => {
            Err(Failed::from(format!("{REQUIRE}=1, but {missing}")))
        }
        Some(missing) => Ok(Completion::ignored_with(missing)),
    })
}

/// Runs tests as the arguments of this process ask for.
pub fn run(trials: Vec<Trial>) -> ExitCode {
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// The tests of one module of a test program. A test that is not listed is dead code, which the compiler reports.
#[macro_export]
macro_rules! tests {
    ($($test:path),+ $(,)?) => {
        /// The tests of this module.
        pub(crate) fn trials() -> ::std::vec::Vec<$crate::Trial> {
            vec![$($crate::trial(concat!(module_path!(), "::", stringify!($test)), $test)),+]
        }
    };
}

/// The `main` of a test program with the tests of these modules. A module that is not listed is dead code.
#[macro_export]
macro_rules! test_program {
    ($($(#[$condition:meta])* $module:path),+ $(,)?) => {
        fn main() -> ::std::process::ExitCode {
            let mut trials = ::std::vec::Vec::new();
            $($(#[$condition])* {
                use $module as module;
                trials.extend(module::trials());
            })+
            $crate::run(trials)
        }
    };
}

/// Returns true when figures of tests that pass are wanted: `cargo test -- --nocapture`.
pub fn noting() -> bool {
    std::env::args().any(|argument| argument == "--nocapture")
}

/// Prints a line about a test that passes, as `println!` does, when [`noting`] says so.
#[macro_export]
macro_rules! note {
    ($($part:tt)*) => {
        if $crate::noting() {
            println!($($part)*);
        }
    };
}

/// MLIR: the binary that `ASSAY_MLIR_OPT` names, else `mlir-opt-22` on `PATH`.
///
/// # Errors
/// When there is none.
pub fn mlir() -> Result<MlirOpt, Missing> {
    static FOUND: OnceLock<Result<MlirOpt, Missing>> = OnceLock::new();
    let found = FOUND.get_or_init(|| {
        let found = match std::env::var_os("ASSAY_MLIR_OPT") {
            Some(path) => MlirOpt::at(path),
            None => MlirOpt::find(),
        };
        found.map_err(Missing::new)
    });
    found.clone()
}

/// `tblgen-to-irdl` and the folder of MLIR's ODS files: the one that `ASSAY_MLIR_INCLUDE` names, else that of the
/// package `libmlir-22-dev`, else where `ci/setup.sh --mlir` unpacks the package.
///
/// # Errors
/// When one of them is missing.
pub fn ods() -> Result<(TblgenToIrdl, PathBuf), Missing> {
    let tool = TblgenToIrdl::find().map_err(Missing::new)?;
    let named = std::env::var_os("ASSAY_MLIR_INCLUDE").map(PathBuf::from);
    let target = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../target"), PathBuf::from);
    let unpacked = target.join("mlir-22/include");
    let mut folders = named.into_iter().chain([PathBuf::from("/usr/lib/llvm-22/include"), unpacked]);
    let folder = folders.find(|folder| folder.join("mlir/IR/OpBase.td").exists());
    let folder = folder
        .ok_or_else(|| Missing::new("no .td files of libmlir-22-dev; `ci/setup.sh --mlir` gets them"))?;
    Ok((tool, folder))
}

/// The records of the report of `assay tv` on two files, and its exit code.
///
/// # Panics
/// Panics when there is no report.
pub fn compared(assay: &str, before: &Path, after: &Path, more: &[&str]) -> (Vec<Value>, Option<i32>) {
    let output =
        Command::new(assay).arg("tv").args([before, after]).args(["--format", "json"]).args(more).output();
    let output = output.expect("the program under test can be run");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{}: {error}: {}", before.display(), String::from_utf8_lossy(&output.stderr))
    });
    (report["patterns"].as_array().expect("a list").clone(), output.status.code())
}

/// The folder of the acceptance pack, which `ASSAY_ACCEPTANCE` names.
///
/// # Errors
/// When the variable is not set.
pub fn acceptance() -> Result<PathBuf, Missing> {
    std::env::var_os("ASSAY_ACCEPTANCE")
        .map(PathBuf::from)
        .ok_or_else(|| Missing::new("ASSAY_ACCEPTANCE is not set"))
}

/// The path of a program on `PATH`.
///
/// # Errors
/// When there is no such program.
pub fn program(name: &str) -> Result<PathBuf, Missing> {
    locate(Path::new(name)).map_err(Missing::new)
}
