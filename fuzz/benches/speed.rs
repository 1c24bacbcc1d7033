//! How fast patterns are made, applied, and put to real MLIR on one core: `cargo bench -p assay-fuzz --bench speed`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use arbitrary::Unstructured;
use assay_fuzz::config::{Config, Mode};
use assay_fuzz::generate::{bytes, pattern};
use assay_fuzz::subject::{Subject, World, seed_of};
use assay_mlir::{Batch, MlirOpt, Outcome};

/// The time that this thread ran on its core, and the time on the clock, where the system does not tell or other
/// processes do the work.
#[derive(Clone, Copy)]
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

/// Prints a rate.
fn rate(what: &str, count: usize, time: Duration) {
    let seconds = time.as_secs_f64().max(1e-9);
    println!("{what}: {count} in {seconds:.2} s, {:.0} per second", count as f64 / seconds);
}

/// Pairs that are not expected to crash, in batches.
fn mlir() {
    let Ok(opt) = MlirOpt::find() else { return println!("mlir-opt-22 is not installed") };
    let mut config = Config::of(Mode::Safe);
    (config.pattern.once, config.payload.layouts) = (true, 2);
    let (world, mut batch) = (World::new(), Batch::of_pdl(&opt, None));
    for index in 0..1500 {
        let seed = seed_of(1, index);
        let noise = bytes(seed, pattern::BYTES);
        let subject = Subject::new(&world, &config, &mut Unstructured::new(&noise));
        for trial in subject.trials(&world, &config.payload, seed) {
            batch
                .push_pdl(&subject.text, &assay_ir::text::print(&trial.payload.program, &Default::default()));
        }
    }
    let start = Stopwatch::start();
    let answers = batch.run();
    let fine = answers.iter().filter(|answer| matches!(answer, Outcome::Ok(_))).count();
    rate(&format!("cases through mlir-opt-22 ({fine} accepted)"), answers.len(), start.clock.elapsed());
}

fn main() {
    for mode in Mode::ALL {
        let config = Config::of(mode);
        // The table of real operations is made once.
        black_box(pattern::sketch(&config.pattern, &mut Unstructured::new(&bytes(0, pattern::BYTES))));
        let start = Stopwatch::start();
        let count = 400_000;
        for index in 0..count {
            let noise = bytes(seed_of(1, index), pattern::BYTES);
            let sketch = pattern::sketch(&config.pattern, &mut Unstructured::new(&noise));
            black_box(pattern::text(&sketch));
        }
        rate(&format!("patterns as text, {}", mode.word()), count as usize, start.elapsed());
    }
    let config = Config::of(Mode::Valid);
    let (mut applications, mut payloads) = (0, 0);
    let start = Stopwatch::start();
    let mut world = World::new();
    for index in 0..6000 {
        if index % 1000 == 999 {
            world = World::new();
        }
        let seed = seed_of(1, index);
        let noise = bytes(seed, pattern::BYTES);
        let subject = Subject::new(&world, &config, &mut Unstructured::new(&noise));
        let trials = subject.trials(&world, &config.payload, seed);
        payloads += trials.len();
        applications += trials.iter().map(|trial| trial.runs.len()).sum::<usize>();
    }
    rate("payloads made and checked", payloads, start.elapsed());
    rate("pattern x payload applications, checked afterwards", applications, start.elapsed());
    mlir();
}
