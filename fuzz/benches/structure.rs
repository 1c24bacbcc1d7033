//! How many generated patterns the structure rules judge in a second on one core: the verdict without witness, and
//! witnesses that were built, replayed and made small. `cargo bench -p assay-fuzz --bench structure [-- COUNT]`

use std::time::{Duration, Instant};

use assay_fuzz::config::{Mode, PatternConfig};
use assay_fuzz::generate;
use assay_ir::data::{Context, OpId, Program, Source};
use assay_ir::pdl::{patterns, validate};
use assay_ir::spec::Registry;
use assay_verifier::stage::{Options, Task};
use assay_verifier::structure;
use assay_verifier::verdict::Level;

/// Patterns of one distribution that PDL accepts, read beforehand: reading is no part of a verdict.
fn population(registry: &Registry, mode: Mode, count: u64) -> Vec<(Program, OpId)> {
    let config = PatternConfig::of(mode);
    let mut out = Vec::new();
    for seed in 0..count {
        let bytes = generate::bytes(seed, 4096);
        let mut bytes = arbitrary::Unstructured::new(&bytes);
        let text = generate::pattern::text(&generate::sketch(&config, &mut bytes));
        let parsed = assay_ir::text::parse(registry.ctx(), &Source::new("pattern", text));
        let Some(pattern) = patterns(&parsed.program).first().copied() else { continue };
        let (op, valid) = (pattern.op, validate(pattern, Some(registry)).is_empty());
        if valid {
            out.push((parsed.program, op));
        }
    }
    out
}

/// The time that this thread ran on its core; where the system does not tell, the time on the clock.
struct Stopwatch {
    clock: Instant,
    core: Option<u64>,
}

impl Stopwatch {
    fn start() -> Stopwatch {
        Stopwatch { clock: Instant::now(), core: Stopwatch::on_core() }
    }

    fn on_core() -> Option<u64> {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split_whitespace().next()?.parse().ok()
    }

    fn elapsed(&self) -> Duration {
        match (self.core, Stopwatch::on_core()) {
            (Some(from), Some(to)) => Duration::from_nanos(to.saturating_sub(from)),
            _ => self.clock.elapsed(),
        }
    }
}

fn per_second(count: usize, time: Duration) -> f64 {
    count as f64 / time.as_secs_f64().max(1e-9)
}

fn main() {
    let count = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(20_000);
    let registry = assay_corpus::load_builtin(&Context::new());
    let options = Options::default();
    for mode in [Mode::Valid, Mode::Prototype] {
        let patterns = population(&registry, mode, count);
        let start = Stopwatch::start();
        let mut claimed = 0;
        for (program, op) in &patterns {
            let task = Task { program, pattern: *op, registry: &registry, options: &options };
            let broken =
                structure::claims(&task, false).is_ok_and(|all| all.iter().any(|a| !a.candidates.is_empty()));
            claimed += usize::from(broken);
        }
        let time = start.elapsed();
        println!(
            "{}: {} patterns, {claimed} with claims, {:.0} verdicts without witness per second",
            mode.word(),
            patterns.len(),
            per_second(patterns.len(), time)
        );
        let start = Stopwatch::start();
        let mut witnesses = 0;
        for (program, op) in patterns.iter().take(patterns.len() / 10) {
            let task = Task { program, pattern: *op, registry: &registry, options: &options };
            let findings = structure::stage(&task).findings;
            witnesses +=
                findings.iter().filter(|f| f.claim.level == Level::Error && f.witness.is_some()).count();
        }
        let time = start.elapsed();
        println!("{}: {witnesses} witnesses, {:.0} per second", mode.word(), per_second(witnesses, time));
    }
}
