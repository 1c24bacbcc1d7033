//! The eleven expansions of `-arith-expand` of MLIR 22 as strategies: those of integers are proved, the two that lose the sign of
//! a zero are refused and proved with a correction; of the maxima and minima of numbers the meaning is not known.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Applies a pattern of a file by a strategy to a function of one operation.
fn expand(file: &Path, pattern: &str, op: &str, ty: &str, trust: &str) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().expect("tests can make folders");
    let program = format!(
        "func.func @f(%a: {ty}, %b: {ty}) -> {ty} {{\n  %r = arith.{op} %a, %b : {ty}\n  return %r : {ty}\n}}\n"
    );
    let strategy = format!("main = repeat(topDown(is(\"arith.{op}\") ; {pattern}))");
    std::fs::write(folder.path().join("f.mlir"), program).expect("tests can write files");
    std::fs::write(folder.path().join("s.strategy"), strategy).expect("tests can write files");
    let done = Command::new(env!("CARGO_BIN_EXE_assay"))
        .current_dir(folder.path())
        .arg("apply")
        .arg(file)
        .args(["--only", pattern, "--to", "f.mlir", "--strategy", "s.strategy", "--trust", trust])
        .output()
        .expect("the program was built");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8");
    (done.status.code(), text(done.stdout), text(done.stderr))
}

fn corpus(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/patterns/arith-expand").join(name)
}

fn own() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/expansions/extrema.mlir")
}

fn nine_expansions_are_applied_with_their_verdicts() {
    let extrema = corpus("extrema.mlir");
    let cases = [
        (corpus("ceil_division_signed.mlir"), "correct_quotient", "ceildivsi", "i32", "bounded"),
        (corpus("ceil_division_unsigned.mlir"), "by_predecessor", "ceildivui", "i32", "bounded"),
        (corpus("floor_division.mlir"), "correct_quotient", "floordivsi", "i32", "bounded"),
        (extrema.clone(), "maxsi", "maxsi", "i32", "proved"),
        (extrema.clone(), "maxui", "maxui", "i32", "proved"),
        (extrema.clone(), "minsi", "minsi", "i32", "proved"),
        (extrema, "minui", "minui", "i32", "proved"),
        (own(), "maxnumf", "maxnumf", "f32", "well-formed"),
        (own(), "minnumf", "minnumf", "f32", "well-formed"),
    ];
    for (file, pattern, op, ty, trust) in cases {
        let (code, out, said) = expand(&file, pattern, op, ty, trust);
        assert_eq!(code, Some(0), "{op}: {said}");
        assert!(!out.contains(&format!("arith.{op}")), "{op}: {out}");
        assert!(said.contains("certificate: ") && said.contains("1 rewrite\n"), "{op}: {said}");
    }
}

fn the_extrema_that_lose_the_sign_of_a_zero_are_refused_and_proved_corrected() {
    let published = corpus("float_extrema.mlir");
    for (op, pattern) in [("maximumf", "maximum_by_choice"), ("minimumf", "minimum_by_choice")] {
        let (code, out, said) = expand(&published, pattern, op, "f32", "bounded");
        assert_eq!((code, out.as_str()), (Some(2), ""));
        assert!(said.contains("is refuted, which is less than `--trust bounded`"), "{said}");
        let (code, out, said) = expand(&own(), op, op, "f32", "proved");
        assert_eq!(code, Some(0), "{said}");
        assert!(!out.contains(&format!("arith.{op}")), "{out}");
    }
}

assay_testing::tests!(
    nine_expansions_are_applied_with_their_verdicts,
    the_extrema_that_lose_the_sign_of_a_zero_are_refused_and_proved_corrected,
);
