//! Witnesses that mlir-runner runs for `check --confirm-mlir`: floating-point results, NaN, two results, and a program that is
//! missing or of another version. Runs the built program; knows nothing of its insides.

use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use assay_testing::{Checked, Missing, program};
use serde_json::Value;

/// A sum in the place of a difference: all but a few inputs tell them apart.
const SINGLE: &str = r#"pdl.pattern @single : benefit(1) {
  %t = pdl.type : f32
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.subf"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "arith.addf"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}
"#;

/// `x == x` as true: only a NaN tells them apart.
const EQUAL_TO_ITSELF: &str = r#"pdl.pattern @equal_to_itself : benefit(1) {
  %t = pdl.type : f32
  %b = pdl.type : i1
  %x = pdl.operand : %t
  %oeq = pdl.attribute = 1 : i64
  %root = pdl.operation "arith.cmpf"(%x, %x : !pdl.value, !pdl.value) {"predicate" = %oeq} -> (%b : !pdl.type)
  pdl.rewrite %root {
    %true = pdl.attribute = true
    %new = pdl.operation "arith.constant" {"value" = %true} -> (%b : !pdl.type)
    pdl.replace %root with %new
  }
}
"#;

/// `0.0 / x` as `0.0`: NaN before where `x` is zero or NaN.
const QUOTIENT_OF_ZERO: &str = r#"pdl.pattern @quotient_of_zero : benefit(1) {
  %t = pdl.type : f64
  %x = pdl.operand : %t
  %zero = pdl.attribute = 0.0 : f64
  %c = pdl.operation "arith.constant" {"value" = %zero} -> (%t : !pdl.type)
  %z = pdl.result 0 of %c
  %root = pdl.operation "arith.divf"(%z, %x : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    pdl.replace %root with (%z : !pdl.value)
  }
}
"#;

/// Both halves of a product, exchanged.
const TWO_RESULTS: &str = r#"pdl.pattern @two_results : benefit(1) {
  %t = pdl.type : i8
  %x = pdl.operand : %t
  %y = pdl.operand : %t
  %root = pdl.operation "arith.mului_extended"(%x, %y : !pdl.value, !pdl.value) -> (%t, %t : !pdl.type, !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "arith.mulsi_extended"(%x, %y : !pdl.value, !pdl.value) -> (%t, %t : !pdl.type, !pdl.type)
    pdl.replace %root with %new
  }
}
"#;

/// The words about real MLIR of the first finding of a pattern, and how it was confirmed; `path` is where programs are looked up.
fn remarks(pattern: &str, options: &[&str], path: Option<&Path>) -> (String, String) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("p.mlir");
    std::fs::write(&file, pattern).expect("the folder can be written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_assay"));
    command.arg("check").arg(&file).args(["--format", "json"]).args(options);
    if let Some(path) = path {
        command.env("PATH", path);
    }
    let out = command.output().expect("assay runs");
    let text = String::from_utf8(out.stdout).expect("output is UTF-8");
    let json: Value = serde_json::from_str(&text).unwrap_or_else(|why| panic!("{why}: {text}"));
    let finding = &json["patterns"][0]["findings"][0];
    let words = finding["mlir"].as_str().unwrap_or_else(|| panic!("there is no outcome of MLIR: {text}"));
    (words.to_owned(), finding["confirmed"].as_str().unwrap_or_default().to_owned())
}

/// The solver, mlir-opt and mlir-runner.
fn tools() -> Result<[PathBuf; 3], Missing> {
    let solver = assay_smt::SolverPath::find(None).map_err(Missing::new)?;
    Ok([solver.path().to_owned(), program("mlir-opt-22")?, program("mlir-runner-22")?])
}

/// The numbers that are returned before and after.
fn numbers(words: &str) -> (&str, &str) {
    let (_, rest) = words.split_once("by mlir-runner it returns ").unwrap_or_else(|| panic!("{words}"));
    rest.split_once(" before and ")
        .map(|(a, b)| (a, b.trim_end_matches(" after")))
        .unwrap_or_else(|| panic!("{words}"))
}

fn a_single_is_returned_by_its_bits() -> Checked {
    tools()?;
    let (words, confirmed) = remarks(SINGLE, &["--confirm-mlir"], None);
    let (before, after) = numbers(&words);
    assert!(before != after && before.len() <= 10 && after.len() <= 10, "{words}");
    assert_eq!(confirmed, "mlir");
    Ok(())
}

fn a_nan_is_an_input_and_a_result() -> Checked {
    tools()?;
    let (words, confirmed) = remarks(EQUAL_TO_ITSELF, &["--confirm-mlir"], None);
    assert_eq!(numbers(&words), ("0x0", "0x1"), "{words}");
    assert_eq!(confirmed, "mlir");
    // One number stands for every NaN.
    let (words, _) = remarks(QUOTIENT_OF_ZERO, &["--confirm-mlir"], None);
    let (before, after) = numbers(&words);
    assert_eq!(before, "0x7FF800000000DEAD", "{words}");
    assert_ne!(before, after, "{words}");
    Ok(())
}

fn two_results_are_compared_together() -> Checked {
    tools()?;
    let (words, confirmed) = remarks(TWO_RESULTS, &["--confirm-mlir"], None);
    let (before, after) = numbers(&words);
    assert!(before.contains(", ") && after.contains(", ") && before != after, "{words}");
    assert_eq!(confirmed, "mlir");
    Ok(())
}

/// A folder with these programs, by their names.
fn folder(programs: &[(&str, &Path)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder can be made");
    for (name, path) in programs {
        symlink(path, folder.path().join(name)).expect("the folder can be written");
    }
    folder
}

fn a_missing_program_is_said() -> Checked {
    let [solver, opt, _] = tools()?;
    let folder = folder(&[("z3", &solver), ("mlir-opt-22", &opt)]);
    let (words, confirmed) = remarks(SINGLE, &["--confirm-mlir"], Some(folder.path()));
    assert!(words.ends_with("; mlir-runner-22 is not there to compare values"), "{words}");
    assert_ne!(confirmed, "mlir");
    Ok(())
}

fn a_program_of_another_version_is_said() -> Checked {
    let [solver, opt, runner] = tools()?;
    let folder = folder(&[("z3", &solver), ("mlir-opt-22", &opt), ("sh", Path::new("/bin/sh"))]);
    let script = folder.path().join("mlir-runner-22");
    let text = format!(
        "#!/bin/sh\nif [ \"$1\" = --version ]; then echo 'LLVM version 21.0.0'; exit 0; fi\nexec '{}' \"$@\"\n",
        runner.display()
    );
    std::fs::write(&script, text).expect("the folder can be written");
    let all = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&script, all).expect("the mode can be changed");
    let (words, _) = remarks(SINGLE, &["--confirm-mlir"], Some(folder.path()));
    assert!(words.contains("(mlir-runner is of version 21.0.0, mlir-opt of 22."), "{words}");
    let doctor = Command::new(env!("CARGO_BIN_EXE_assay")).arg("doctor").env("PATH", folder.path()).output();
    let doctor = String::from_utf8(doctor.expect("assay runs").stdout).expect("output is UTF-8");
    assert!(doctor.contains("(mlir-runner is of version 21.0.0, mlir-opt of 22."), "{doctor}");
    Ok(())
}

assay_testing::tests!(
    a_single_is_returned_by_its_bits,
    a_nan_is_an_input_and_a_result,
    two_results_are_compared_together,
    a_missing_program_is_said,
    a_program_of_another_version_is_said,
);
