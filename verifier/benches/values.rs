//! What a question about values costs beside the solver's time: to make it from the pattern at a width, and to put it and
//! take the answer, which is kept already. `cargo bench -p assay-verifier --bench values`

use std::num::NonZero;
use std::time::{Duration, Instant};

use assay_corpus::{load_builtin, patterns_folder};
use assay_ir::data::{Context, Source};
use assay_ir::pdl::{patterns, validate};
use assay_ir::text;
use assay_smt::{Cache, CacheMode, SolverConfig, SolverPath, SolverPool};
use assay_term::decide::Decider;
use assay_verifier::pattern::AnalyzedPattern;
use assay_verifier::stage::{Options, Task};
use assay_verifier::values::questions_at;

const LIBRARIES: [&str; 5] = ["arith", "arith-expand", "arith-open", "comb", "traps"];

const WIDTHS: [u32; 3] = [1, 4, 8];

/// What is decided within these is enough to have answers.
const UNITS: u64 = 100_000;

/// What is to be met.
const GOAL: Duration = Duration::from_micros(200);

fn summary(what: &str, mut times: Vec<Duration>) -> Duration {
    times.sort();
    let sum: Duration = times.iter().sum();
    let mean = sum / u32::try_from(times.len().max(1)).unwrap_or(u32::MAX);
    let at = |share: usize| {
        times.get((times.len() * share / 100).min(times.len() - 1)).copied().unwrap_or_default()
    };
    println!(
        "{what}: {} times, mean {mean:.1?}, median {:.1?}, nine in ten below {:.1?}",
        times.len(),
        at(50),
        at(90)
    );
    mean
}

fn main() {
    let folder = tempfile::tempdir().expect("a folder for answers");
    let path = SolverPath::find(None).expect("a solver is installed");
    let cache = Cache::with_key(folder.path(), CacheMode::ReadWrite, b"bench");
    let solvers = SolverPool::new(SolverConfig::new(path), NonZero::<usize>::MIN).with_cache(cache);
    let decider = Decider { solvers: Some(&solvers), shortcuts: false, units: Some(UNITS), budget: None };
    let options = Options::default();
    let (mut made, mut put) = (Vec::new(), Vec::new());
    for library in LIBRARIES {
        let files = assay_corpus::patterns(&patterns_folder().join(library)).expect("the corpus is readable");
        for path in files.into_iter().filter_map(|file| file.path) {
            let ctx = Context::new();
            let registry = load_builtin(&ctx);
            let written = std::fs::read_to_string(&path).expect("the file was listed");
            let program = text::parse(&ctx, &Source::new(path.display().to_string(), written)).program;
            for pattern in patterns(&program) {
                if !validate(pattern, Some(&registry)).is_empty() {
                    continue;
                }
                let subject = AnalyzedPattern::new(&program, pattern.op, &registry);
                let task = Task::new(&subject, &options);
                for width in WIDTHS {
                    let started = Instant::now();
                    let questions = questions_at(&task, width);
                    if questions.is_empty() {
                        continue;
                    }
                    made.push(started.elapsed() / u32::try_from(questions.len()).unwrap_or(1));
                    for (mut pool, statement) in questions {
                        // The answer is kept, and taken the second time.
                        decider.decide(&mut pool, &[statement]);
                        let started = Instant::now();
                        decider.decide(&mut pool, &[statement]);
                        put.push(started.elapsed());
                    }
                }
            }
        }
    }
    let making = summary("a question is made", made);
    let putting = summary("a question is put, its answer read", put);
    println!("together {:.1?}, goal {GOAL:?}", making + putting);
}
