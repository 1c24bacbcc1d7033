//! The checker against real MLIR: programs in `valid/` are accepted, each program in `invalid/KIND.mlir` has a
//! violation of that kind, and MLIR agrees; so it does on every payload of the acceptance pack.

mod after_erasure;
mod payloads;
mod random;

use std::path::{Path, PathBuf};

use assay_corpus::load_builtin;
use assay_ir::data::{Context, Source};
use assay_ir::text;
use assay_ir::wellformed::{Options, check};
use assay_mlir::opt::ParseOptions;
use assay_mlir::testing::mlir_or_skip;
use assay_mlir::{Batch, Outcome};

/// One program with what is said about it.
struct Case {
    name: String,
    text: String,
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wellformed").join(name)
}

/// The programs of a folder with the name of their file, in order.
fn cases(name: &str) -> Vec<Case> {
    let entries = std::fs::read_dir(folder(name)).expect("the folder is part of the crate");
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.expect("a listed entry can be looked at").path()).collect();
    paths.sort();
    let mut cases = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a listed file can be read");
        let stem = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
        cases.extend(text.split("// -----\n").map(|part| Case { name: stem.clone(), text: part.to_owned() }));
    }
    cases
}

/// What we say about a text: the kinds of its violations with their messages, or the first error of reading it.
fn judge(name: &str, program: &str) -> Vec<(String, String)> {
    let ctx = Context::new();
    let registry = load_builtin(&ctx);
    let parsed = text::parse(&ctx, &Source::new(name, program));
    if let Some(first) = parsed.diagnostics.first() {
        return vec![("text".to_owned(), first.message.clone())];
    }
    let violations = check(&parsed.program, &registry, &Options::default());
    violations.into_iter().map(|one| (one.kind.name().to_owned(), one.message)).collect()
}

/// Whether MLIR accepts each text; `None` when it is not there.
fn mlir_accepts(texts: &[&str]) -> Option<Vec<Result<(), String>>> {
    let opt = mlir_or_skip()?;
    let options = ParseOptions { allow_unregistered: true, ..ParseOptions::default() };
    let mut batch = Batch::of_texts(&opt, &options);
    texts.iter().for_each(|text| batch.push_text(text));
    let answer = |outcome: Outcome| match outcome {
        Outcome::Ok(_) => Ok(()),
        Outcome::Error(diagnostics) => Err(diagnostics.first().map_or(String::new(), |d| d.message.clone())),
        other => panic!("MLIR gave no answer: {other:?}"),
    };
    Some(batch.run().into_iter().map(answer).collect())
}

#[test]
fn valid_programs_have_no_violation() {
    let cases = cases("valid");
    let mut wrong = Vec::new();
    for case in &cases {
        let found = judge(&case.name, &case.text);
        if !found.is_empty() {
            wrong.push(format!("{}: {found:?}\n{}", case.name, case.text));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn invalid_programs_have_a_violation_of_the_kind_that_their_file_names() {
    let mut wrong = Vec::new();
    for case in cases("invalid") {
        let found = judge(&case.name, &case.text);
        if !found.iter().any(|(kind, _)| *kind == case.name) {
            wrong.push(format!("{}: {found:?}\n{}", case.name, case.text));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn mlir_agrees_on_all_of_them() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for (folder, valid) in [("valid", true), ("invalid", false)] {
        let cases = cases(folder);
        let texts: Vec<&str> = cases.iter().map(|case| case.text.as_str()).collect();
        let Some(answers) = mlir_accepts(&texts) else { return };
        for (case, answer) in cases.iter().zip(answers) {
            count += 1;
            if answer.is_ok() != valid {
                wrong.push(format!("{folder}/{}: {answer:?}\n{}", case.name, case.text));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 60, "{count} programs");
}
