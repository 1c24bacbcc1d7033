//! Proofs say if a pass changed anything, and tests of a wrapped binary that they are no proofs.

use assay_testing::Checked;

use crate::command::{assay, text};

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

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder can be made");
    std::fs::write(folder.path().join("f.mlir"), FOLDED).expect("a file can be written");
    folder
}

fn a_proof_says_if_the_pass_changed_anything() -> Checked {
    assay_testing::mlir()?;
    assay_smt::SolverPath::find(None).map_err(assay_testing::Missing::new)?;
    let folder = folder();
    let done = assay(folder.path(), &["tv", "f.mlir", "--pass", "canonicalize"]);
    let said = text(&done);
    assert!(said.contains("proved        2 functions   changed: 1, not changed: 1"), "{said}");
    // Of two files a reader knows that they differ.
    std::fs::write(folder.path().join("g.mlir"), FOLDED.replace("%0, %z", "%z, %0"))
        .expect("it can be written");
    let done = assay(folder.path(), &["tv", "f.mlir", "g.mlir"]);
    let said = text(&done);
    assert!(said.contains("not changed: 1") && !said.contains("functions   changed"), "{said}");
    Ok(())
}

fn what_a_wrapped_binary_did_is_tested_and_the_proof_is_named() -> Checked {
    let real = assay_testing::mlir()?.path().display().to_string();
    let folder = folder();
    let done = assay(folder.path(), &["opt", "--", &real, "f.mlir", "--canonicalize"]);
    let said = text(&done);
    assay_smt::SolverPath::find(None).map_err(assay_testing::Missing::new)?;
    assert!(said.contains("2 functions: 1 proved (not changed), 1 unknown (tested: "), "{said}");
    let command = said.split("to prove it: assay ").nth(1).unwrap_or_else(|| panic!("{said}"));
    let words: Vec<&str> = command.lines().next().unwrap_or_default().split_whitespace().collect();
    let proved = assay(folder.path(), &words);
    assert!(text(&proved).contains("changed: 1, not changed: 1"), "{}", text(&proved));
    Ok(())
}

assay_testing::tests!(
    a_proof_says_if_the_pass_changed_anything,
    what_a_wrapped_binary_did_is_tested_and_the_proof_is_named,
);
