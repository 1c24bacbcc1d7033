//! `assay apply --strategy` on the programs of `corpus/strategies`: each `NAME.expect` beside `NAME.mlir` names runs, the verdict of every
//! replacement, and parts of what is printed.

use std::path::{Path, PathBuf};
use std::process::Command;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/strategies")
}

/// The output of a run, and its exit code.
struct Ran {
    code: Option<i32>,
    program: String,
    said: String,
}

fn run(strategy: &str, payload: &Path, more: &[&str]) -> Ran {
    let done = Command::new(env!("CARGO_BIN_EXE_assay"))
        .current_dir(folder())
        .arg("apply")
        .arg("--to")
        .arg(payload)
        .args(["--strategy", strategy, "--meanings", "attention.meanings.mlir"])
        .args(more)
        .output()
        .expect("the program was built");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8");
    Ran { code: done.status.code(), program: text(done.stdout), said: text(done.stderr) }
}

/// One line of expectations: a word, and what stands behind it.
fn holds(ran: &Ran, word: &str, wanted: &str) -> bool {
    match word {
        "exit" => wanted.parse().ok() == ran.code,
        "replaced" => ran.said.contains(&format!("replacements: {wanted}\n")),
        "says" => ran.said.contains(wanted),
        "has" => ran.program.contains(wanted),
        "lacks" => !ran.program.contains(wanted),
        _ => false,
    }
}

fn every_example_does_what_is_written_beside_it() {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder())
        .expect("the folder is there")
        .map(|entry| entry.expect("entries can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "expect"))
        .collect();
    files.sort();
    assert!(files.len() >= 4, "{} examples", files.len());
    let mut faults = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("the file can be read");
        let payload = file.with_extension("mlir");
        let mut ran = None;
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (word, wanted) = line.split_once(' ').expect("a line is a word and more");
            if word == "run" {
                ran = Some(run(wanted, &payload, &[]));
            } else if let Some(ran) = &ran
                && !holds(ran, word, wanted)
            {
                faults.push(format!(
                    "{}: {line}\n{:?}\n{}\n{}",
                    file.display(),
                    ran.code,
                    ran.said,
                    ran.program
                ));
            }
        }
        assert!(ran.is_some(), "{} runs nothing", file.display());
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

fn a_step_that_is_wrong_is_refuted_by_its_programs() {
    // `other` stands for another operation than `fromOp` makes of it.
    let folder = tempfile::tempdir().expect("tests can make folders");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("tests can write files");
        path
    };
    let payload = file(
        "p.mlir",
        "func.func @f(%a: i8, %b: i8) -> i8 {\n  %0 = arith.subi %a, %b : i8\n  return %0 : i8\n}\n",
    );
    let right = "right = topDown(is(\"arith.subi\") ; bind(0, \"a\") ; bind(1, \"b\") ; fromOp(\"arith.subi\", \"a\", \"b\"))";
    let wrong = "wrong = topDown(is(\"arith.subi\") ; bind(0, \"a\") ; bind(1, \"b\") ; fromOp(\"arith.subi\", \"b\", \"a\"))";
    let strategy = file("s.strategy", &format!("{right};\n{wrong}\n"));
    let named = |name: &str| format!("{}#{name}", strategy.display());
    let ran = run(&named("right"), &payload, &[]);
    assert_eq!(ran.code, Some(0), "{}", ran.said);
    let ran = run(&named("wrong"), &payload, &[]);
    assert_eq!(ran.code, Some(1), "{}", ran.said);
    assert!(ran.said.contains("@f refuted (V301: it differs on @f("), "{}", ran.said);
    assert!(ran.said.contains("replacements: 1 refuted\n"), "{}", ran.said);
    let ran = run(&named("wrong"), &payload, &["--validate", "none"]);
    assert_eq!(ran.code, Some(0), "{}", ran.said);
}

assay_testing::tests!(
    every_example_does_what_is_written_beside_it,
    a_step_that_is_wrong_is_refuted_by_its_programs,
);
