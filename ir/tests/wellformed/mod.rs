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
use assay_mlir::{Batch, Outcome};
use assay_testing::{Checked, Missing};

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

/// MLIR's answer to each text: accepted, or the first error.
fn mlir_accepts(texts: &[&str]) -> Result<Vec<Result<(), String>>, Missing> {
    let opt = assay_testing::mlir()?;
    let options = ParseOptions { allow_unregistered: true, ..ParseOptions::default() };
    let mut batch = Batch::of_texts(&opt, &options);
    texts.iter().for_each(|text| batch.push_text(text));
    let answer = |outcome: Outcome| match outcome {
        Outcome::Ok(_) => Ok(()),
        Outcome::Error(diagnostics) => Err(diagnostics.first().map_or(String::new(), |d| d.message.clone())),
        other => panic!("MLIR gave no answer: {other:?}"),
    };
    Ok(batch.run().into_iter().map(answer).collect())
}

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

fn mlir_agrees_on_all_of_them() -> Checked {
    let mut wrong = Vec::new();
    let mut count = 0;
    for (folder, valid) in [("valid", true), ("invalid", false)] {
        let cases = cases(folder);
        let texts: Vec<&str> = cases.iter().map(|case| case.text.as_str()).collect();
        let answers = mlir_accepts(&texts)?;
        for (case, answer) in cases.iter().zip(answers) {
            count += 1;
            if answer.is_ok() != valid {
                wrong.push(format!("{folder}/{}: {answer:?}\n{}", case.name, case.text));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 60, "{count} programs");
    Ok(())
}

assay_testing::tests!(
    valid_programs_have_no_violation,
    invalid_programs_have_a_violation_of_the_kind_that_their_file_names,
    mlir_agrees_on_all_of_them,
    after_erasure::every_use_of_an_erased_result_is_a_null_operand,
    after_erasure::a_detached_definition_is_a_null_operand_too,
    after_erasure::a_function_whose_terminator_was_erased_has_an_empty_block_or_none,
    after_erasure::a_scope_leaves_the_rest_out,
    after_erasure::deep_nesting_is_no_trouble,
    after_erasure::a_long_block_is_no_trouble,
    payloads::mlir_and_the_checker_agree_on_the_payloads_of_the_acceptance_pack,
    random::mlir_and_the_checker_agree_on_random_programs,
);
