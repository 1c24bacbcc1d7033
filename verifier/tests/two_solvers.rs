//! Every question about a pattern of the corpus, put to Z3 and to cvc5 without any shortcut: they
//! agree. Z3 in another configuration would be no second opinion, so that without cvc5 nothing is tested here.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Duration;

use assay_corpus::load_builtin;
use assay_ir::data::{Context, Source};
use assay_ir::pdl::{patterns, validate};
use assay_ir::text;
use assay_smt::{Cache, CacheMode, SolverConfig, SolverPath, SolverPool, Undecided};
use assay_testing::{Checked, Missing};
use assay_type_solver::{Formula, Solution, TypeSolver, definitions};
use assay_verifier::pattern::decode::lengths_of;
use assay_verifier::types::lower;

/// Seconds after which a solver has no answer; most take milliseconds.
const LONGEST: u64 = 20;

/// The pattern files of the corpus.
fn files() -> Vec<PathBuf> {
    let folders = std::fs::read_dir(assay_corpus::patterns_folder()).expect("the corpus is readable");
    let mut folders: Vec<PathBuf> = folders.filter_map(|entry| Some(entry.ok()?.path())).collect();
    folders.sort();
    let files = folders.iter().flat_map(|folder| assay_corpus::patterns(folder).unwrap_or_default());
    files.filter_map(|file| file.path).collect()
}

fn readable(path: &Path) -> String {
    std::fs::read_to_string(path).expect("the file was listed")
}

fn z3_and_cvc5_agree_on_every_question_of_the_corpus() -> Checked {
    let first = crate::common::solver()?;
    let second = SolverPath::find(Some(Path::new("cvc5"))).map_err(Missing::new)?;
    let pool = |config| {
        let config = SolverConfig { timeout: Duration::from_secs(LONGEST), ..config };
        SolverPool::new(config, NonZero::<usize>::MIN)
    };
    // Equal questions are one question.
    let folder = tempfile::tempdir().expect("a folder for answers");
    let cache = Cache::with_key(folder.path(), CacheMode::ReadWrite, b"test");
    let both = pool(first).with_second(pool(SolverConfig::new(second))).with_cache(cache);
    let (mut agreed, mut undecided, mut wrong) = (0, Vec::new(), Vec::new());
    for path in files() {
        let ctx = Context::new();
        let registry = load_builtin(&ctx);
        let name = path.display().to_string();
        let program = text::parse(&ctx, &Source::new(name.as_str(), readable(&path))).program;
        for pattern in patterns(&program) {
            if !validate(pattern, Some(&registry)).is_empty() {
                continue;
            }
            let at = format!("{name} @{}", pattern.name().unwrap_or(""));
            let (lengths, _) = lengths_of(&program, &registry, pattern.op, 0);
            for lengths in lengths.iter().take(2) {
                let question = lower(&program, pattern.op, &registry, lengths);
                let left = question.after();
                let broken = question.obligations.iter().map(|one| one.formula.clone().negate());
                for statement in broken.filter(|broken| *broken != Formula::False) {
                    let formula = Formula::all([left.clone(), statement]);
                    let formula = Formula::all([definitions(&registry, &formula), formula]);
                    match TypeSolver::by_solver_only(&ctx, &both).solve(&formula, &question.sorts()) {
                        Solution::None | Solution::Values(_) | Solution::HangsOn(_) => agreed += 1,
                        Solution::Unknown(Undecided::Solver(why)) if why.contains("disagree") => {
                            wrong.push(format!("{at}: {why}"));
                        }
                        // Types that a model reads back as are found by whoever asks; the solvers agree.
                        Solution::Unknown(Undecided::Solver(why)) if why.contains("no real types") => {
                            agreed += 1;
                        }
                        Solution::Unknown(why) => undecided.push(format!("{at}: {why}")),
                    }
                }
            }
        }
    }
    assay_testing::note!("{agreed} questions with one answer, undecided: {undecided:#?}");
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(agreed > 40 && undecided.is_empty(), "{agreed} questions, undecided: {undecided:#?}");
    Ok(())
}

assay_testing::tests!(z3_and_cvc5_agree_on_every_question_of_the_corpus,);
