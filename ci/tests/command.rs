//! The binary under test in a folder, and all that it prints.

use std::path::Path;
use std::process::{Command, Output};

/// `x & x`, replaced by `x`.
pub(crate) const RIGHT: &str = r#"pdl.pattern @right : benefit(1) {
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %root = pdl.operation "arith.andi"(%x, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)
  }
}
"#;

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
