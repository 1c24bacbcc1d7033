//! The engine against MLIR itself on the cases of `rewrite/`: the same program afterwards, or a rewrite that is
//! broken in the way that the engine says. A file has the patterns in `@patterns` and the payload in `@ir`.

use std::path::Path;

use crate::common::{
    Ended, Mlir, NO_PATTERN, TestNatives, file, files, generic, module_named, payload, read, tests_folder,
};
use assay_ir::data::{Context, Program};
use assay_ir::pdl::{patterns, validate_all};
use assay_ir::rewrite::{
    CompiledPattern, GreedyOptions, GreedyOutcome, InMlir, Options, PdlSemantics, Reason, apply_greedily,
};
use assay_ir::spec::Registry;
use assay_testing::{Checked, Missing};

/// Rewrites after which a run counts as endless.
const MANY: usize = 1000;

fn stem(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The whole file after a greedy run over `@ir`, and how it ended.
fn run(path: &Path, meaning: PdlSemantics) -> (Program, GreedyOutcome) {
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
    let options = Options { registry: Some(&registry), natives: &TestNatives, meaning, work: None };
    // MLIR looks for no cycles.
    let limits = GreedyOptions { rewrites: MANY, find_cycles: false, ..GreedyOptions::default() };
    let outcome = apply_greedily(&mut payload, scope, &compiled, &options, &limits);
    (payload, outcome)
}

fn the_engine_does_what_mlir_does() -> Checked {
    let mlir = Mlir::find()?;
    let mut wrong = Vec::new();
    for path in files(&tests_folder("rewrite"), ".mlir") {
        let (_, problem) = compare(&mlir, &path);
        wrong.extend(problem.map(|problem| format!("{}: {problem}", stem(&path))));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

fn a_case_fails_exactly_when_its_name_says_that_it_is_broken() {
    for path in files(&tests_folder("rewrite"), ".mlir") {
        let (_, outcome) = run(&path, PdlSemantics::Mlir22);
        let failed = matches!(outcome, GreedyOutcome::Broken { .. });
        assert_eq!(failed, stem(&path).starts_with("broken_"), "{}: {outcome:?}", stem(&path));
    }
}

/// One line for how a case went, and what is wrong with it.
fn compare(mlir: &Mlir, path: &Path) -> (String, Option<String>) {
    let text = file(path);
    let ctx = Context::new();
    let source = read(&ctx, &path.to_string_lossy(), &text);
    if validate_all(&source, None).iter().any(|(_, found)| !found.is_empty()) {
        let accepted = matches!(mlir.run(&[], &text), Ended::Ok(_));
        return ("malformed".into(), accepted.then(|| "MLIR accepts the pattern".into()));
    }
    let theirs = mlir.run(&["-test-pdl-bytecode-pass", "-mlir-print-op-generic"], &text);
    if let Some(Err(why)) = patterns(&source).into_iter().map(CompiledPattern::new).find(Result::is_err) {
        let fine = !matches!(theirs, Ended::Crash);
        return ("cannot be lowered".into(), fine.then(|| format!("{why:?}, MLIR: {theirs:?}")));
    }
    let (program, outcome) = run(path, PdlSemantics::Mlir22);
    match &outcome {
        GreedyOutcome::Broken { error, .. } => {
            let seen = match theirs {
                Ended::Ok(_) => InMlir::Silent,
                Ended::Error(_) => InMlir::VerifierError,
                Ended::Crash | Ended::Hang => InMlir::Crash,
            };
            let variant = format!("{:?}", error.broken);
            let variant = variant.split([' ', '{']).next().unwrap_or_default().to_owned();
            // MLIR goes on where the engine stops, so that only the last step shows what it does with it.
            let last = patterns(&source)[0].rewrite_ops().last().map(assay_ir::pdl::PdlOp::op);
            let once = text.matches("assay.once").count() == 2;
            // After a silent step the program may be ill-formed, or be rewritten for ever.
            let otherwise = error.in_mlir().contains(&InMlir::Silent);
            let decided = last == Some(error.op) && once;
            let wrong = (decided && !otherwise && !error.in_mlir().contains(&seen))
                .then(|| format!("{error:?}, MLIR: {seen:?}"));
            (format!("{variant} / {seen:?}"), wrong)
        }
        GreedyOutcome::Budget(MANY) => {
            ("endless".into(), (theirs != Ended::Hang).then(|| format!("endless, MLIR: {theirs:?}")))
        }
        GreedyOutcome::Converged(rewrites) | GreedyOutcome::Budget(rewrites) => {
            let block = module_named(&program, "ir").expect("each case has a module @ir");
            // MLIR's driver folds and tidies as well.
            let tidied = mlir.rewrite(&[], NO_PATTERN, &generic(&program, block));
            let broken = |ended: &Ended| matches!(ended, Ended::Error(_));
            let same = payload(&tidied).is_some() && payload(&tidied) == payload(&theirs);
            let crashes = theirs == Ended::Crash && compares_a_missing_range(&source);
            let fine = same || crashes || (broken(&tidied) && broken(&theirs));
            let kind = match (rewrites, same) {
                (0, true) => "no match",
                (_, true) => "same program",
                (_, false) => "both ill-formed",
            };
            (kind.into(), (!fine).then(|| format!("--- MLIR\n{theirs:?}\n--- Assay\n{tidied:?}")))
        }
        GreedyOutcome::Cycle { .. } => ("cycle".into(), Some("cycles were not looked for".into())),
    }
}

/// Whether somewhere in the payload MLIR 22.1.8 crashes while it matches.
fn compares_a_missing_range(source: &Program) -> bool {
    let Some(block) = module_named(source, "ir") else { return false };
    let scope = source.block_parent_op(block);
    patterns(source).into_iter().filter_map(|pattern| CompiledPattern::new(pattern).ok()).any(|pattern| {
        source.walk(scope).any(|op| {
            let why = pattern.explain_mismatch(source, op, &Options::default());
            why.is_some_and(|why| why.reason == Reason::MissingRange)
        })
    })
}

/// Cases of one's own: `ASSAY_REWRITE_CASES` is a folder of files as in `rewrite/`.
fn further_cases_go_as_in_mlir() -> Checked {
    let folder = std::env::var_os("ASSAY_REWRITE_CASES")
        .ok_or_else(|| Missing::on_request("ASSAY_REWRITE_CASES is not set"))?;
    let mlir = Mlir::find()?;
    let mut kinds: std::collections::BTreeMap<String, usize> = std::collections::BTreeMap::new();
    let mut wrong = Vec::new();
    for path in files(Path::new(&folder), ".mlir") {
        let (kind, problem) = compare(&mlir, &path);
        *kinds.entry(kind).or_default() += 1;
        wrong.extend(problem.map(|problem| format!("{}: {problem}", stem(&path))));
    }
    assay_testing::note!("{kinds:#?}");
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
    Ok(())
}

/// The two places where MLIR does not do what is written.
fn the_written_meaning_compares_results_and_keeps_ranges_as_they_matched() {
    let case = |name: &str| tests_folder("rewrite").join(format!("{name}.mlir"));
    for name in ["result_twice_is_not_compared", "result_twice_on_the_way_up"] {
        assert_eq!(run(&case(name), PdlSemantics::Written).1, GreedyOutcome::Converged(0), "{name}");
        assert_ne!(run(&case(name), PdlSemantics::Mlir22).1, GreedyOutcome::Converged(0), "{name}");
    }
    let (_, outcome) = run(&case("range_of_operands_is_read_late"), PdlSemantics::Written);
    let GreedyOutcome::Broken { error, .. } = outcome else { panic!("{outcome:?}") };
    assert!(matches!(error.broken, assay_ir::rewrite::Broken::UseOfErasedValue { .. }), "{error:?}");
}

assay_testing::tests!(
    the_engine_does_what_mlir_does,
    a_case_fails_exactly_when_its_name_says_that_it_is_broken,
    further_cases_go_as_in_mlir,
    the_written_meaning_compares_results_and_keeps_ranges_as_they_matched,
);
