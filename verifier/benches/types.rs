//! What the T rules cost: questions without and with a solver, a long chain, and the arith library with a cold and with a
//! warm cache. `cargo bench -p assay-verifier --bench types`

use std::num::NonZero;
use std::path::Path;
use std::time::{Duration, Instant};

use assay_corpus::load_builtin;
use assay_ir::data::{Context, OpId, Program, Source};
use assay_ir::pdl::{patterns, validate};
use assay_ir::spec::Registry;
use assay_ir::text;
use assay_smt::{Cache, CacheMode, SolverConfig, SolverPath, SolverPool};
use assay_type_solver::{Formula, TypeSolver, definitions};
use assay_verifier::pattern::AnalyzedPattern;
use assay_verifier::pattern::decode::Lengths;
use assay_verifier::stage::{Options, Task};
use assay_verifier::types::analyse;
use assay_verifier::types::lower;
use assay_verifier::verdict::StageVerdict;
use chains::{chain, collapsing, growing};

#[path = "../src/types/tests/chains.rs"]
mod chains;

/// The patterns of the arith library that PDL accepts.
fn library(registry: &Registry) -> Vec<(Program, OpId)> {
    let mut found = Vec::new();
    let files = assay_corpus::patterns(&assay_corpus::patterns_folder().join("arith")).unwrap_or_default();
    for path in files.into_iter().filter_map(|file| file.path) {
        let Ok(written) = std::fs::read_to_string(&path) else { continue };
        let program = text::parse(registry.ctx(), &Source::new(path.display().to_string(), written)).program;
        let all: Vec<OpId> = patterns(&program)
            .into_iter()
            .filter(|pattern| validate(*pattern, Some(registry)).is_empty())
            .map(|pattern| pattern.op)
            .collect();
        found.extend(all.into_iter().map(|op| (program.clone(), op)));
    }
    found
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn summary(what: &str, mut times: Vec<f64>) {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times.get(((times.len() as f64 - 1.0) * share) as usize).copied().unwrap_or(0.0);
    println!(
        "{what}: {} in all, median {:.3} ms, nine in ten below {:.3} ms, longest {:.3} ms",
        times.len(),
        at(0.5),
        at(0.9),
        at(1.0)
    );
}

/// The shortest of several times: a busy machine makes the others longer.
fn best<R>(runs: usize, mut work: impl FnMut() -> R) -> f64 {
    let once = |_| {
        let start = Instant::now();
        let made = work();
        let time = milliseconds(start.elapsed());
        drop(made);
        time
    };
    (0..runs).map(once).fold(f64::INFINITY, f64::min)
}

fn encoding(registry: &Registry, library: &[(Program, OpId)], options: &Options) {
    let (mut lowered, mut decided, mut printed) = (Vec::new(), Vec::new(), Vec::new());
    for (program, op) in library {
        let subject = AnalyzedPattern::new(program, *op, registry);
        let task = Task::new(&subject, options);
        lowered.push(best(5, || lower(program, *op, registry, &Lengths::default())));
        decided.push(best(3, || analyse(&task, None)));
        printed.push(best(3, || assay_verifier::types::emit(&task)));
    }
    summary("patterns as statements", lowered);
    summary("patterns as statements, with what needs no solver", decided);
    summary("patterns as files with comments", printed);
}

fn queries(registry: &Registry, library: &[(Program, OpId)], pool: &SolverPool) {
    let mut times = Vec::new();
    for (program, op) in library {
        let question = lower(program, *op, registry, &Lengths::default());
        let after = question.after();
        for obligation in question.obligations.iter().filter(|one| one.formula != Formula::True) {
            let formula = Formula::all([after.clone(), obligation.formula.clone().negate()]);
            let formula = Formula::all([definitions(registry, &formula), formula]);
            let ask = || TypeSolver::by_solver_only(registry.ctx(), pool).solve(&formula, &question.sorts());
            times.push(best(3, ask));
        }
    }
    summary("questions put to the solver whole, round trip included", times);
}

fn run(registry: &Registry, library: &[(Program, OpId)], options: &Options, pool: &SolverPool) -> usize {
    library
        .iter()
        .map(|(program, op)| {
            let subject = AnalyzedPattern::new(program, *op, registry);
            analyse(&Task::new(&subject, options), Some(pool)).verdict
        })
        .filter(|verdict| !matches!(verdict, StageVerdict::Unknown(_)))
        .count()
}

fn cached(config: &SolverConfig, folder: &Path) -> SolverPool {
    let cache = Cache::with_key(folder, CacheMode::ReadWrite, b"bench");
    SolverPool::new(config.clone(), NonZero::<usize>::MIN).with_cache(cache)
}

fn main() {
    let registry = load_builtin(&Context::new());
    let options = Options::default();
    let library = library(&registry);
    encoding(&registry, &library, &options);
    let found = SolverPath::find(None).ok().map(SolverConfig::new);
    let pool = found.clone().map(|config| SolverPool::new(config, NonZero::<usize>::MIN));
    let shapes = [
        ("of one type", chain as fn(usize) -> String),
        ("of growing widths", growing),
        ("of growing widths that becomes one", |length| collapsing(length, "extui")),
    ];
    for (what, shape) in shapes {
        for length in [125, 250, 500] {
            let program = text::parse(registry.ctx(), &Source::new("chain", shape(length))).program;
            let op = patterns(&program)[0].op;
            let judge = |pool| {
                let subject = AnalyzedPattern::new(&program, op, &registry);
                analyse(&Task::new(&subject, &options), pool)
            };
            let without = best(3, || judge(None));
            let verdict = judge(pool.as_ref()).verdict;
            let with = best(3, || judge(pool.as_ref()));
            println!(
                "chain of {length} {what}: {verdict:?}, {without:.1} ms without a solver, {with:.1} ms with one"
            );
        }
    }
    let Some(config) = found else { return println!("no solver: nothing more to measure") };
    queries(&registry, &library, &SolverPool::new(config.clone(), NonZero::<usize>::MIN));
    let folder = std::env::temp_dir().join(format!("assay-bench-{}", std::process::id()));
    let mut runs = 0;
    let cold = best(3, || {
        runs += 1;
        run(&registry, &library, &options, &cached(&config, &folder.join(runs.to_string())))
    });
    let warm = best(3, || run(&registry, &library, &options, &cached(&config, &folder.join("1"))));
    let decided = run(&registry, &library, &options, &cached(&config, &folder.join("1")));
    println!(
        "arith library, {decided} of {} patterns decided: {cold:.1} ms cold, {warm:.1} ms warm",
        library.len()
    );
    // What is left of it does no harm.
    let _ = std::fs::remove_dir_all(&folder);
}
