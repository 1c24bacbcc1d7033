//! Passes, options and sets of patterns that do not exist are an error of usage with the nearest name, in every command that takes them.

use std::process::{Command, Output};

use assay_testing::Checked;

fn assay(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_assay")).args(arguments).output().expect("the program can be run")
}

const PROGRAM: &str = "func.func @f(%x: i8) -> i8 {
  %a = arith.addi %x, %x : i8
  return %a : i8
}
";

fn a_pass_option_or_set_that_does_not_exist_is_usage() -> Checked {
    assay_testing::mlir()?;
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("f.mlir").display().to_string();
    std::fs::write(&file, PROGRAM).expect("a file can be written");
    for (arguments, said) in [
        (&["tv", &file, "--pass", "canonicalise"][..], "did you mean `canonicalize`?"),
        (&["tv", &file, "--pass", "cse,canonicalise"], "did you mean `canonicalize`?"),
        (&["tv", &file, "--pass", "canonicalize{top-dwn=1}"], "did you mean `top-down`?"),
        (&["tv", &file, "--pass-pipeline", "func.func(canonicalise)"], "did you mean `canonicalize`?"),
        (
            &["tv", &file, "--transform-set", "vector.lower_transpos"],
            "did you mean `transform.apply_patterns.vector.lower_transpose`?",
        ),
        (
            &["audit", "--pipeline", "convert-scf-to-cff", "--final", "llvm.*"],
            "did you mean `convert-scf-to-cf`?",
        ),
        (&["audit", "--pipeline", "cse,canonicalize{top-dwn=1}"], "did you mean `top-down`?"),
        (
            &["audit", "--pipeline", "canonicalise", "--payload", &file, "--bisect"],
            "did you mean `canonicalize`?",
        ),
    ] {
        let done = assay(arguments);
        let words = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(2), "{arguments:?}: {words}");
        assert!(words.contains(said) && words.lines().count() == 1, "{arguments:?}: {words}");
    }
    // A script is in the program, and a payload may be one that a pass refuses.
    let done = assay(&["tv", &file, "--pass", "transform-interpreter", "--no-proof"]);
    assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
    Ok(())
}

assay_testing::tests!(a_pass_option_or_set_that_does_not_exist_is_usage);
