//! Every question about values of the pattern libraries, put to Z3 and to each of cvc5 and bitwuzla that is installed, without
//! any argument of our own: they agree. Where Z3 gives up at once, the other one takes over. `ASSAY_WIDTHS=all` asks at each
//! of the widths 1 to 8, otherwise at two.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Duration;

use assay_corpus::{load_builtin, patterns_folder};
use assay_ir::data::{Context, Source};
use assay_ir::pdl::{patterns, validate};
use assay_ir::text;
use assay_smt::{SolverConfig, SolverPath, SolverPool};
use assay_term::decide::Decider;
use assay_term::enumerate::Decision;
use assay_testing::Checked;
use assay_verifier::pattern::AnalyzedPattern;
use assay_verifier::stage::{Options, Task};
use assay_verifier::values::questions_at;
use rayon::prelude::*;

const LIBRARIES: [&str; 5] = ["arith", "arith-expand", "arith-open", "comb", "traps"];

/// Widths that are asked where not all are.
const SOME: [u32; 2] = [1, 4];

/// Seconds after which a solver has no answer; most take milliseconds.
const LONGEST: u64 = 5;

/// Resource units with which Z3 decides next to nothing.
const NEXT_TO_NOTHING: u64 = 10;

fn files() -> Vec<PathBuf> {
    let lists = LIBRARIES.iter().map(|library| {
        assay_corpus::patterns(&patterns_folder().join(library)).expect("the corpus is readable")
    });
    lists.flatten().filter_map(|file| file.path).collect()
}

/// What two ways to ask come to on the questions of a file: both decide and agree, and only the second one decides.
fn both(path: &PathBuf, first: &Decider<'_>, second: &Decider<'_>, widths: &[u32]) -> [usize; 3] {
    let ctx = Context::new();
    let registry = load_builtin(&ctx);
    let written = std::fs::read_to_string(path).expect("the file was listed");
    let program = text::parse(&ctx, &Source::new(path.display().to_string(), written)).program;
    let options = Options::default();
    let [mut asked, mut agreed, mut only_second] = [0; 3];
    for pattern in patterns(&program) {
        if !validate(pattern, Some(&registry)).is_empty() {
            continue;
        }
        let subject = AnalyzedPattern::new(&program, pattern.op, &registry);
        let task = Task::new(&subject, &options);
        for width in widths {
            for (mut pool, statement) in questions_at(&task, *width) {
                asked += 1;
                let one = first.decide(&mut pool, &[statement]);
                let other = second.decide(&mut pool, &[statement]);
                match (one, other) {
                    (Decision::Never, Decision::Never) | (Decision::Holds(_), Decision::Holds(_)) => {
                        agreed += 1
                    }
                    (Decision::Unknown(_), Decision::Never | Decision::Holds(_)) => only_second += 1,
                    (Decision::Unknown(_), _) | (_, Decision::Unknown(_)) => {}
                    (one, other) => {
                        panic!("{} @{:?} at i{width}: {one:?} and {other:?}", path.display(), pattern.name())
                    }
                }
            }
        }
    }
    [asked, agreed, only_second]
}

fn sum(one: [usize; 3], other: [usize; 3]) -> [usize; 3] {
    std::array::from_fn(|at| one[at] + other[at])
}

fn pool(config: SolverConfig) -> SolverPool {
    let config = SolverConfig { timeout: Duration::from_secs(LONGEST), ..config };
    SolverPool::new(config, NonZero::new(2).expect("two"))
}

fn alone(solvers: &SolverPool, units: Option<u64>) -> Decider<'_> {
    Decider { solvers: Some(solvers), shortcuts: false, units, budget: None }
}

/// Those of the other solvers that are installed.
fn others() -> Vec<(&'static str, SolverConfig)> {
    let found = ["cvc5", "bitwuzla"].into_iter().map(|name| (name, SolverPath::find(Some(Path::new(name)))));
    found
        .filter_map(|(name, path)| match path {
            Ok(path) => Some((name, SolverConfig::new(path))),
            Err(_) => {
                assay_testing::note!("skipped: {name} not found");
                None
            }
        })
        .collect()
}

fn other_solvers_agree_with_z3_about_values() -> Checked {
    let z3 = crate::common::solver()?;
    let all: Vec<u32> = (1..=8).collect();
    let widths: &[u32] = match std::env::var("ASSAY_WIDTHS").is_ok_and(|value| value == "all") {
        true => &all,
        false => &SOME,
    };
    let first = pool(z3);
    for (name, config) in others() {
        let second = pool(config);
        let files = files();
        let one = |path| both(path, &alone(&first, None), &alone(&second, None), widths);
        let [asked, agreed, only_second] = files.par_iter().map(one).reduce(Default::default, sum);
        assay_testing::note!(
            "{name}: {asked} questions at {widths:?}, {agreed} answered alike by Z3, {only_second} answered by {name} alone, 0 \
             answered differently"
        );
        assert!(agreed * 10 >= asked * 9, "{name}: {agreed} of {asked}");
    }
    Ok(())
}

fn where_z3_gives_up_the_fallback_answers() -> Checked {
    let z3 = crate::common::solver()?;
    for (name, config) in others() {
        let few = SolverConfig { resource_units: Some(NEXT_TO_NOTHING), ..z3.clone() };
        let hasty = pool(few.clone());
        let portfolio = pool(few).with_fallback(pool(config));
        let files = files();
        let one = |path| both(path, &alone(&hasty, None), &alone(&portfolio, None), &[4]);
        let [asked, agreed, rescued] = files.par_iter().map(one).reduce(Default::default, sum);
        assay_testing::note!(
            "{name}: {asked} questions, {agreed} answered by Z3 in no time, {rescued} by {name} instead"
        );
        assert!(agreed + rescued == asked, "{name}: {agreed} and {rescued} of {asked}");
        assert!(rescued > 0, "{name} was not needed");
    }
    Ok(())
}

assay_testing::tests!(other_solvers_agree_with_z3_about_values, where_z3_gives_up_the_fallback_answers,);
