//! The engine on the acceptance pack: each recorded outcome of a single pattern is what the engine says, and
//! where MLIR's result is valid, MLIR's program and ours are the same (with `mlir-opt-22`).

use std::path::{Path, PathBuf};

use crate::common::{
    Mlir, NO_PATTERN, TestNatives, file, files, generic, patterns_of, payload, read, read_or_ask, split_words,
};
use assay_ir::data::{Context, OpId, Program};
use assay_ir::pdl::{patterns, validate};
use assay_ir::rewrite::{CompiledPattern, GreedyOptions, GreedyOutcome, InMlir, Options, apply_greedily};
use assay_ir::wellformed::{self, check};
use assay_testing::{Checked, Missing};

/// One `run` line of a single pattern.
struct Run {
    pattern: String,
    payload: PathBuf,
    outcomes: Vec<String>,
    flags: Vec<String>,
    irdl: Vec<PathBuf>,
    still_marked: bool,
    place: String,
}

fn runs(pack: &Path) -> Vec<Run> {
    let mut found = Vec::new();
    for folder in ["structure", "types", "values"] {
        let folder = pack.join(folder);
        for expect in files(&folder, ".expect") {
            let source = expect.with_extension("mlir");
            if !source.exists() {
                continue;
            }
            let rows: Vec<Vec<String>> = file(&expect).lines().map(split_words).collect();
            let irdl: Vec<PathBuf> = rows
                .iter()
                .filter(|row| row.first().is_some_and(|w| w == "irdl"))
                .map(|row| folder.join(&row[1]))
                .collect();
            let patterns = patterns_of(&file(&source));
            for row in rows.iter().filter(|row| row.first().is_some_and(|word| word == "run")) {
                let names: Vec<&str> = row[1].split(',').map(|name| name.trim_start_matches('@')).collect();
                let texts = patterns.iter().filter(|(name, _)| names.contains(&name.as_str()));
                found.push(Run {
                    pattern: texts.map(|(_, text)| text.as_str()).collect::<Vec<_>>().join("\n"),
                    payload: folder.join(&row[2]),
                    outcomes: row[3].split('|').map(str::to_owned).collect(),
                    flags: irdl.iter().map(|path| format!("--irdl-file={}", path.display())).collect(),
                    irdl: irdl.clone(),
                    still_marked: row.iter().any(|word| word == "still-marked"),
                    place: format!("{} {}", expect.display(), row.join(" ")),
                });
            }
        }
    }
    found
}

/// The payload after our greedy run, and how that ended.
struct Ours {
    before: Program,
    after: Program,
    outcome: GreedyOutcome,
    in_mlir: &'static [InMlir],
    well_formed: bool,
}

/// The end of a run by this engine.
///
/// # Errors
/// When only MLIR can read the payload, and it is missing.
fn ours(run: &Run) -> Result<Ours, Missing> {
    let ctx = Context::new();
    let source = read(&ctx, &run.place, &run.pattern);
    let mut payload = read_or_ask(&ctx, &run.place, &file(&run.payload))?;
    let mut registry = assay_corpus::load_builtin(&ctx);
    for path in &run.irdl {
        let problems = assay_ir::spec::load(&read(&ctx, "irdl", &file(path)), &mut registry);
        assert!(problems.is_empty(), "{problems:?}");
    }
    let all = patterns(&source);
    let compiled: Vec<CompiledPattern<'_>> = all
        .iter()
        .map(|pattern| {
            assert_eq!(validate(*pattern, None), Vec::new(), "{}", run.place);
            CompiledPattern::new(*pattern).unwrap_or_else(|why| panic!("{}: {why:?}", run.place))
        })
        .collect();
    let options = Options { registry: Some(&registry), natives: &TestNatives, ..Options::default() };
    let limits =
        GreedyOptions { rewrites: 300, rounds: Some(10), find_cycles: true, ..GreedyOptions::default() };
    let before = payload.clone();
    let scope = payload.top();
    let outcome = apply_greedily(&mut payload, scope, &compiled, &options, &limits);
    let in_mlir = match &outcome {
        GreedyOutcome::Broken { error, .. } => error.in_mlir(),
        _ => &[],
    };
    let well_formed = check(&payload, &registry, &wellformed::Options::default()).is_empty();
    Ok(Ours { before, after: payload, outcome, in_mlir, well_formed })
}

/// MLIR gives no properties to operations of dialects that it reads from IRDL: their attributes are all
/// discardable there.
fn without_properties(program: &mut Program) {
    let ctx = std::sync::Arc::clone(program.ctx());
    let all: Vec<OpId> = program.walk(program.top()).collect();
    for op in all {
        let data = program.op(op);
        let entries = ctx.entries(data.properties).iter().chain(ctx.entries(data.attributes));
        let all = ctx.dictionary(entries.copied());
        program.set_attributes(op, all);
        program.set_properties(op, ctx.empty_dictionary());
    }
}

/// Ill-typed results that MLIR's driver folds away before its verifier sees them.
const FOLDED_AWAY: &[&str] = &["arith_index.any_type.witness2.mlir"];

fn is_marked(program: &Program) -> bool {
    let mark = program.ctx().ident("assay.once");
    program.walk(program.top()).any(|op| program.attr(op, mark).is_some())
}

/// Whether what the engine did, and what the checker says about the result, is one of the recorded outcomes.
fn agrees(run: &Run, ours: &Ours) -> bool {
    let has = |what: &str| run.outcomes.iter().any(|outcome| outcome == what);
    match &ours.outcome {
        GreedyOutcome::Broken { .. } => ours.in_mlir.iter().any(|effect| match effect {
            InMlir::VerifierError => has("verifier-error"),
            InMlir::Crash => has("crash"),
            InMlir::Silent => has("silent"),
        }),
        GreedyOutcome::Cycle { .. } => has("hang"),
        // All rewrites spent: it never ends. All rounds spent: MLIR stops as well, and takes what there is.
        GreedyOutcome::Budget(300) => has("hang"),
        GreedyOutcome::Budget(_) if ours.well_formed => has("silent") && run.still_marked,
        GreedyOutcome::Budget(_) => has("verifier-error"),
        GreedyOutcome::Converged(0) => has("nomatch") || (has("valid") && !is_marked(&ours.before)),
        GreedyOutcome::Converged(_) if ours.well_formed => has("valid") || has("silent"),
        GreedyOutcome::Converged(_) => {
            has("verifier-error") || FOLDED_AWAY.iter().any(|name| run.place.contains(name))
        }
    }
}

fn the_engine_ends_as_mlir_was_seen_to_end() -> Checked {
    let pack = assay_testing::acceptance()?;
    let all = runs(&pack);
    assert!(all.len() > 200, "only {} runs", all.len());
    let (mut wrong, mut missing) = (Vec::new(), Ok(()));
    for run in &all {
        match ours(run) {
            Ok(ours) if agrees(run, &ours) => {}
            Ok(ours) => {
                wrong.push(format!("{}: {:?}, well-formed: {}", run.place, ours.outcome, ours.well_formed));
            }
            Err(reason) => missing = Err(reason),
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), all.len(), wrong.join("\n"));
    missing
}

fn the_rewritten_program_is_the_one_that_mlir_makes() -> Checked {
    let pack = assay_testing::acceptance()?;
    let mlir = Mlir::find()?;
    let mut compared = 0;
    let mut wrong = Vec::new();
    for run in runs(&pack) {
        if !run.outcomes.iter().any(|o| o == "valid" || o == "silent" || o == "nomatch") {
            continue;
        }
        let mut ours = ours(&run)?;
        let failed = matches!(ours.outcome, GreedyOutcome::Broken { .. });
        if failed || FOLDED_AWAY.iter().any(|name| run.place.contains(name)) {
            continue;
        }
        if !run.irdl.is_empty() {
            without_properties(&mut ours.after);
        }
        let flags: Vec<&str> = run.flags.iter().map(String::as_str).collect();
        let theirs = mlir.rewrite(&flags, &run.pattern, &file(&run.payload));
        // MLIR's driver folds and tidies as well: so our result goes through it with nothing to match.
        let tidied = mlir.rewrite(&flags, NO_PATTERN, &generic(&ours.after, ours.after.top_block()));
        compared += 1;
        match (payload(&theirs), payload(&tidied)) {
            (Some(theirs), Some(tidied)) if theirs == tidied => {}
            _ => wrong.push(format!("{}\n--- MLIR\n{theirs:?}\n--- Assay\n{tidied:?}", run.place)),
        }
    }
    assert!(compared > 150, "only {compared} runs");
    assert!(wrong.is_empty(), "{} of {compared}:\n{}", wrong.len(), wrong.join("\n"));
    Ok(())
}

assay_testing::tests!(
    the_engine_ends_as_mlir_was_seen_to_end,
    the_rewritten_program_is_the_one_that_mlir_makes,
);
