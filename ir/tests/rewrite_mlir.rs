//! The engine against MLIR itself on the cases of `rewrite/`: the same program afterwards, or a rewrite that is
//! broken in the way that the engine says. A file has the patterns in `@patterns` and the payload in `@ir`.

mod common;

use std::path::Path;

use assay_ir::data::{Context, Program};
use assay_ir::pdl::{patterns, validate_all};
use assay_ir::rewrite::{
    CompiledPattern, GreedyOptions, GreedyOutcome, InMlir, Meaning, Options, apply_greedily,
};
use assay_ir::spec::Registry;
use common::{
    Ended, Mlir, NO_PATTERN, TestNatives, file, files, generic, module_named, payload, read, tests_folder,
};

fn stem(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The whole file after a greedy run over `@ir`, and how it ended.
fn run(path: &Path, meaning: Meaning) -> (Program, GreedyOutcome) {
    let ctx = Context::new();
    let source = read(&ctx, &path.to_string_lossy(), &file(path));
    let mut registry = Registry::new(&ctx);
    let loaded = read(&ctx, "loaded", &file(&tests_folder("pdl").join("loaded.irdl.mlir")));
    assert!(assay_ir::spec::load(&loaded, &mut registry).is_empty());
    for (pattern, found) in validate_all(&source, Some(&registry)) {
        assert!(found.is_empty(), "{}: {:?}: {found:?}", stem(path), pattern.name());
    }
    let compiled: Vec<CompiledPattern<'_>> = patterns(&source)
        .into_iter()
        .map(|p| CompiledPattern::new(p).expect("the cases can be lowered"))
        .collect();
    let mut payload = source.clone();
    let block = module_named(&payload, "ir").expect("each case has a module @ir");
    let scope = payload.block_parent_op(block);
    let options = Options { registry: Some(&registry), natives: &TestNatives, meaning };
    let outcome = apply_greedily(&mut payload, scope, &compiled, &options, &GreedyOptions::default());
    (payload, outcome)
}

#[test]
fn the_engine_does_what_mlir_does() {
    let Some(mlir) = Mlir::find() else { return };
    let mut wrong = Vec::new();
    for path in files(&tests_folder("rewrite"), ".mlir") {
        let theirs = mlir.run(&["-test-pdl-bytecode-pass", "-mlir-print-op-generic"], &file(&path));
        let (program, outcome) = run(&path, Meaning::Mlir22);
        let problem = match &outcome {
            GreedyOutcome::Failed { error, .. } => {
                let seen = match theirs {
                    Ended::Ok(_) => InMlir::Silent,
                    Ended::Error(_) => InMlir::VerifierError,
                    Ended::Crash | Ended::Hang => InMlir::Crash,
                };
                (!error.in_mlir().contains(&seen)).then(|| format!("{error:?}, MLIR: {seen:?}"))
            }
            GreedyOutcome::Done(_) => {
                let block = module_named(&program, "ir").expect("each case has a module @ir");
                // MLIR's driver folds and tidies as well.
                let tidied = payload(&mlir.rewrite(&[], NO_PATTERN, &generic(&program, block)));
                let theirs = payload(&theirs);
                (tidied != theirs || theirs.is_none()).then(|| {
                    format!(
                        "--- MLIR\n{}\n--- Assay\n{}",
                        theirs.unwrap_or_default(),
                        tidied.unwrap_or_default()
                    )
                })
            }
            other => Some(format!("{other:?}")),
        };
        wrong.extend(problem.map(|problem| format!("{}: {problem}", stem(&path))));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_case_fails_exactly_when_its_name_says_that_it_is_broken() {
    for path in files(&tests_folder("rewrite"), ".mlir") {
        let (_, outcome) = run(&path, Meaning::Mlir22);
        let failed = matches!(outcome, GreedyOutcome::Failed { .. });
        assert_eq!(failed, stem(&path).starts_with("broken_"), "{}: {outcome:?}", stem(&path));
    }
}

/// The two places where MLIR does not do what is written.
#[test]
fn the_written_meaning_compares_results_and_keeps_ranges_as_they_matched() {
    let case = |name: &str| tests_folder("rewrite").join(format!("{name}.mlir"));
    for name in ["result_twice_is_not_compared", "result_twice_on_the_way_up"] {
        assert_eq!(run(&case(name), Meaning::Written).1, GreedyOutcome::Done(0), "{name}");
        assert_ne!(run(&case(name), Meaning::Mlir22).1, GreedyOutcome::Done(0), "{name}");
    }
    let (_, outcome) = run(&case("range_of_operands_is_read_late"), Meaning::Written);
    let GreedyOutcome::Failed { error, .. } = outcome else { panic!("{outcome:?}") };
    assert!(matches!(error.broken, assay_ir::rewrite::Broken::UseOfErasedValue { .. }), "{error:?}");
}
