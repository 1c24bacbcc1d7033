//! The binary under test in a folder, and all that it prints.

use std::path::Path;
use std::process::{Command, Output};

/// Runs `assay` with these arguments.
pub(crate) fn assay(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_assay"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the binary under test can be run")
}

/// Standard output, and standard error behind it.
pub(crate) fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}
