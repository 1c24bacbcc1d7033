//! The words of `assay tv` and `assay opt` about functions that passes changed, and did not change.

use std::process::{Command, Output};

use assay_testing::{Checked, Missing, mlir};

fn assay(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_assay")).args(arguments).output().expect("the command runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A folder with the functions in `f.mlir`.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder can be made");
    std::fs::write(folder.path().join("f.mlir"), FOLDED).expect("it can be written");
    folder
}

fn path(folder: &tempfile::TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

/// A 0 that is added, and a difference that nothing folds; the inputs are too many for runs to decide.
const FOLDED: &str = "func.func @folded(%a: i32, %b: i32) -> i32 {
  %0 = arith.xori %a, %b : i32
  %z = arith.constant 0 : i32
  %1 = arith.addi %0, %z : i32
  return %1 : i32
}
func.func @left(%a: i32, %b: i32) -> i32 {
  %0 = arith.subi %a, %b : i32
  return %0 : i32
}
";

fn a_proof_says_if_the_pass_changed_anything() -> Checked {
    mlir()?;
    assay_smt::SolverPath::find(None).map_err(Missing::new)?;
    let folder = folder();
    let done = assay(&["tv", &path(&folder, "f.mlir"), "--pass", "canonicalize"]);
    let said = text(&done.stdout);
    assert!(said.contains("proved        2 functions   changed: 1, not changed: 1"), "{said}");
    // Of two files a reader knows that they differ.
    std::fs::write(folder.path().join("g.mlir"), FOLDED.replace("%0, %z", "%z, %0"))
        .expect("it can be written");
    let done = assay(&["tv", &path(&folder, "f.mlir"), &path(&folder, "g.mlir")]);
    let said = text(&done.stdout);
    assert!(said.contains("not changed: 1") && said.contains("unrestricted: 1"), "{said}");
    Ok(())
}

fn what_a_wrapped_binary_did_is_tested_and_the_proof_is_named() -> Checked {
    let real = mlir()?.path().display().to_string();
    let folder = folder();
    let file = path(&folder, "f.mlir");
    let done = assay(&["opt", "--", &real, &file, "--canonicalize"]);
    let said = text(&done.stderr);
    assay_smt::SolverPath::find(None).map_err(Missing::new)?;
    assert!(said.contains("2 functions: 1 proved (not changed), 1 unknown (tested: "), "{said}");
    let command = said.split("to prove it: assay ").nth(1).unwrap_or_else(|| panic!("{said}"));
    let words: Vec<&str> = command.split_whitespace().collect();
    let proved = assay(&words);
    assert!(text(&proved.stdout).contains("changed: 1, not changed: 1"), "{}", text(&proved.stdout));
    Ok(())
}

assay_testing::tests!(
    a_proof_says_if_the_pass_changed_anything,
    what_a_wrapped_binary_did_is_tested_and_the_proof_is_named,
);
