//! What is said to hold at all widths is asked of the solver width by width, without any argument of our own: it finds no width
//! at which it does not hold. How much of the libraries is proved for all widths is printed. `ASSAY_WIDTHS=all` asks at each of the
//! widths 1 to 16, otherwise at some.

use std::num::NonZero;
use std::path::PathBuf;

use assay_corpus::{load_builtin, patterns_folder};
use assay_ir::data::{Context, Source};
use assay_ir::pdl::{patterns, validate};
use assay_ir::text;
use assay_smt::SolverPool;
use assay_term::decide::Decider;
use assay_term::enumerate::Decision;
use assay_testing::Checked;
use assay_verifier::pattern::AnalyzedPattern;
use assay_verifier::stage::{Options, Task};
use assay_verifier::values::{analyse, questions_at};
use assay_verifier::verdict::StageVerdict;
use rayon::prelude::*;

const LIBRARIES: [&str; 5] = ["arith", "arith-expand", "arith-open", "comb", "traps"];

/// Widths that are asked where not all are.
const SOME: [u32; 4] = [1, 3, 8, 11];

/// What became of a file.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    /// Patterns with one open integer type whose values are right.
    hold: usize,
    /// Those of them that are proved for all widths.
    proved: usize,
    /// Questions to the solver.
    asked: usize,
    /// Those it had no answer to.
    undecided: usize,
}

impl Counts {
    fn add(self, other: Counts) -> Counts {
        Counts {
            hold: self.hold + other.hold,
            proved: self.proved + other.proved,
            asked: self.asked + other.asked,
            undecided: self.undecided + other.undecided,
        }
    }
}

fn judge(path: &PathBuf, solvers: &SolverPool, widths: &[u32]) -> Counts {
    let ctx = Context::new();
    let registry = load_builtin(&ctx);
    let written = std::fs::read_to_string(path).expect("the file was listed");
    let program = text::parse(&ctx, &Source::new(path.display().to_string(), written)).program;
    // Widths of one pattern are few, so that little is asked to see whether it is proved for all.
    let options = Options { width_max: 10, ..Options::default() };
    let alone = Decider { solvers: Some(solvers), shortcuts: false, units: Some(4_000_000), budget: None };
    let mut counts = Counts::default();
    for pattern in patterns(&program) {
        if !validate(pattern, Some(&registry)).is_empty() {
            continue;
        }
        let subject = AnalyzedPattern::new(&program, pattern.op, &registry);
        let task = Task::new(&subject, &options);
        if questions_at(&task, 8).is_empty() {
            continue;
        }
        let verdict = analyse(&task, Some(solvers)).verdict;
        counts.hold += usize::from(matches!(verdict, StageVerdict::Proved | StageVerdict::Bounded(_)));
        if !matches!(verdict, StageVerdict::Proved) {
            continue;
        }
        counts.proved += 1;
        for width in widths {
            for (mut pool, statement) in questions_at(&task, *width) {
                counts.asked += 1;
                match alone.decide(&mut pool, &[statement]) {
                    Decision::Never => {}
                    Decision::Unknown(_) => counts.undecided += 1,
                    Decision::Holds(model) => {
                        panic!("{} @{:?} at i{width}: {model:?}", path.display(), pattern.name())
                    }
                }
            }
        }
    }
    counts
}

fn the_solver_finds_no_width_at_which_a_proof_for_all_widths_is_wrong() -> Checked {
    let solver = crate::common::solver()?;
    let solvers = SolverPool::new(solver, NonZero::new(2).expect("two"));
    let all: Vec<u32> = (1..=16).collect();
    let widths: &[u32] = match std::env::var("ASSAY_WIDTHS").is_ok_and(|value| value == "all") {
        true => &all,
        false => &SOME,
    };
    let threads = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("two threads can be started");
    let mut total = Counts::default();
    for library in LIBRARIES {
        let files = assay_corpus::patterns(&patterns_folder().join(library)).expect("the corpus is readable");
        let paths: Vec<PathBuf> = files.into_iter().filter_map(|file| file.path).collect();
        let counts = threads.install(|| {
            paths.par_iter().map(|path| judge(path, &solvers, widths)).reduce(Counts::default, Counts::add)
        });
        assay_testing::note!("{library}: {} of {} for all widths", counts.proved, counts.hold);
        total = total.add(counts);
    }
    let Counts { hold, proved, asked, undecided } = total;
    assay_testing::note!(
        "all: {proved} of {hold} patterns that hold are proved for all widths; {asked} questions at {widths:?}, {undecided} without an answer"
    );
    assert!(proved * 10 >= hold * 6, "{proved} of {hold}");
    // Products of wide numbers are beyond the solver; narrow ones are not.
    assert!(undecided * 20 <= asked, "{undecided} of {asked} questions without an answer");
    Ok(())
}

assay_testing::tests!(the_solver_finds_no_width_at_which_a_proof_for_all_widths_is_wrong,);
