//! Patterns that have a form as expressions, judged as two functions, too: both ways come to the same.

use std::num::NonZero;

use assay_corpus::{patterns as pattern_files, patterns_folder};
use assay_ir::data::{Context, Source};
use assay_ir::text;
use assay_smt::SolverPool;
use assay_testing::Checked;
use assay_verifier::pattern::AnalyzedPattern;
use assay_verifier::stage::{Options, Task};
use assay_verifier::values::{analyse, analyse_as_functions};
use assay_verifier::verdict::StageVerdict;

/// The kind of an answer: whether the rewrite refines the original; `None` where that is open.
fn refines(verdict: &StageVerdict) -> Option<bool> {
    match verdict {
        StageVerdict::Proved | StageVerdict::Bounded(_) => Some(true),
        StageVerdict::Refuted => Some(false),
        _ => None,
    }
}

/// Compares both ways on the patterns of these libraries, one in `step`; at least `least` are decided in both.
fn both_ways_agree(libraries: &[&str], step: usize, least: usize) -> Checked {
    let solvers = SolverPool::new(crate::common::solver()?, NonZero::<usize>::MIN);
    let (mut both, mut alone, mut other, mut wrong, mut number) = (0, 0, 0, Vec::new(), 0);
    for library in libraries {
        for file in
            pattern_files(&patterns_folder().join(library)).expect("the folder was built with the crate")
        {
            let Some(path) = file.path else { continue };
            let ctx = Context::new();
            let registry = assay_corpus::load_builtin(&ctx);
            let text = std::fs::read_to_string(&path).expect("a listed file can be read");
            let program = text::parse(&ctx, &Source::new(path.display().to_string(), text)).program;
            for pattern in assay_ir::pdl::patterns(&program) {
                number += 1;
                if number % step != 0 {
                    continue;
                }
                let options = Options::default();
                let subject = AnalyzedPattern::new(&program, pattern.op, &registry);
                let task = Task::new(&subject, &options);
                let expressions = analyse(&task, Some(&solvers)).verdict;
                let functions = analyse_as_functions(&task, Some(&solvers)).verdict;
                match (refines(&expressions), refines(&functions)) {
                    (Some(one), Some(two)) if one == two => both += 1,
                    (Some(_), Some(_)) => wrong.push(format!(
                        "{} @{}: {expressions:?}, as functions {functions:?}",
                        file.name,
                        pattern.name().unwrap_or_default()
                    )),
                    (Some(_), None) => alone += 1,
                    (None, Some(_)) => other += 1,
                    (None, None) => {}
                }
            }
        }
    }
    assay_testing::note!(
        "{libraries:?}: {both} alike, {alone} by expressions alone, {other} by functions alone, {} otherwise",
        wrong.len()
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(both >= least, "{both} alike");
    Ok(())
}

fn expressions_and_functions_come_to_the_same_over_arith() -> Checked {
    both_ways_agree(&["arith", "arith-expand"], 2, 60)
}

fn expressions_and_functions_come_to_the_same_over_other_libraries() -> Checked {
    both_ways_agree(&["arith-open", "comb", "memory", "moves", "repairs"], 2, 30)
}

assay_testing::tests!(
    expressions_and_functions_come_to_the_same_over_arith,
    expressions_and_functions_come_to_the_same_over_other_libraries,
);
