//! Every question about the patterns of the corpus, put to Z3 as a process and to Z3 as a library: one answer.

use std::num::NonZero;

use assay_corpus::load_builtin;
use assay_ir::data::{Context, Source};
use assay_ir::pdl::{patterns, validate};
use assay_ir::text;
use assay_smt::{Cache, CacheMode, IN_PROCESS, SolverConfig, SolverPath, SolverPool};
use assay_testing::Checked;
use assay_type_solver::{Formula, Solution, TypeSolver, definitions};
use assay_verifier::pattern::decode::lengths_of;
use assay_verifier::types::lower;

fn the_library_answers_as_the_process_does() -> Checked {
    let process = crate::common::solver()?;
    let library = SolverPath::find(Some(IN_PROCESS.as_ref())).expect("the library is recent enough");
    let folder = tempfile::tempdir().expect("a folder for answers");
    // Equal questions are one question.
    let pool = |config: SolverConfig, name: &str| {
        let cache = Cache::with_key(&folder.path().join(name), CacheMode::ReadWrite, b"test");
        SolverPool::new(config, NonZero::<usize>::MIN).with_cache(cache)
    };
    let (process, library) = (pool(process, "process"), pool(SolverConfig::new(library), "library"));
    assert!(library.identity().is_ok_and(|identity| identity.ends_with("in process")));
    let (mut proofs, mut models, mut seen) = (0, 0, 0);
    let folders = std::fs::read_dir(assay_corpus::patterns_folder()).expect("the corpus is readable");
    let mut folders: Vec<_> = folders.filter_map(|entry| Some(entry.ok()?.path())).collect();
    folders.sort();
    let files = folders.iter().flat_map(|folder| assay_corpus::patterns(folder).unwrap_or_default());
    for path in files.filter_map(|file| file.path) {
        let ctx = Context::new();
        let registry = load_builtin(&ctx);
        let text = std::fs::read_to_string(&path).expect("the file was listed");
        let program = text::parse(&ctx, &Source::new(path.display().to_string(), text)).program;
        for pattern in patterns(&program) {
            if !validate(pattern, Some(&registry)).is_empty() {
                continue;
            }
            let at = format!("{} @{}", path.display(), pattern.name().unwrap_or(""));
            for lengths in lengths_of(&program, &registry, pattern.op, 0).0.iter().take(2) {
                let question = lower(&program, pattern.op, &registry, lengths);
                let after = question.after();
                let broken = question.obligations.iter().map(|one| one.formula.clone().negate());
                // Whether it matches at all is a question, too: a long one, so that some are asked it.
                seen += 1;
                let matches = (seen % 8 == 0).then_some(Formula::True);
                for statement in broken.chain(matches).filter(|broken| *broken != Formula::False) {
                    let formula = Formula::all([after.clone(), statement]);
                    let formula = Formula::all([definitions(&registry, &formula), formula]);
                    let ask =
                        |pool| TypeSolver::by_solver_only(&ctx, pool).solve(&formula, &question.sorts());
                    match (ask(&process), ask(&library)) {
                        (Solution::None, Solution::None) => proofs += 1,
                        // Which model it is, is up to them.
                        (Solution::None, other) | (other, Solution::None) => {
                            panic!("{at}: one says that nothing holds, the other {other:?}")
                        }
                        _ => models += 1,
                    }
                }
            }
        }
    }
    assay_testing::note!("{proofs} proofs and {models} models are alike");
    assert!(proofs > 20 && models > 20, "{proofs} proofs, {models} models");
    Ok(())
}

assay_testing::tests!(the_library_answers_as_the_process_does,);
