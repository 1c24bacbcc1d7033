//! How fast patterns are made, applied, and put to real MLIR on one core: `cargo bench -p assay-fuzz --bench speed`. What
//! one core does is measured in slices, and the rate is that of the middle one: others may use the core too.

use std::hint::black_box;
use std::time::{Duration, Instant};

use arbitrary::Unstructured;
use assay_fuzz::config::{Config, Mode};
use assay_fuzz::generate::{bytes, pattern};
use assay_fuzz::subject::{Subject, World, seed_of};
use assay_mlir::{Batch, MlirOpt, Outcome};
use stopwatch::Stopwatch;

mod stopwatch;

/// Slices of one measurement.
const SLICES: u64 = 9;

/// Runs slices that say how much they did, and prints the middle rate.
fn slices(what: &str, mut slice: impl FnMut(u64) -> usize) {
    let mut rates: Vec<f64> = (0..SLICES)
        .map(|number| {
            let start = Stopwatch::start();
            let done = slice(number);
            done as f64 / start.elapsed().as_secs_f64().max(1e-9)
        })
        .collect();
    rates.sort_by(f64::total_cmp);
    let [least, middle, most] = [0, rates.len() / 2, rates.len() - 1].map(|at| rates[at]);
    println!("{what}: {middle:.0} per second ({least:.0} to {most:.0} in {SLICES} slices)");
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
    let (world, mut batch) = (World::new(), Batch::of_pdl(&opt, None).expecting_success());
    for index in 0..1500 {
        let seed = seed_of(1, index);
        let noise = bytes(seed, pattern::BYTES);
        let subject = Subject::new(&world, &config, &mut Unstructured::new(&noise));
        for trial in subject.trials(&world, &config.payload, seed) {
            batch
                .push_pdl(&subject.text, &assay_ir::text::print(&trial.payload.program, &Default::default()));
        }
    }
    // Other processes do the work.
    let start = Instant::now();
    let answers = batch.run();
    let fine = answers.iter().filter(|answer| matches!(answer, Outcome::Ok(_))).count();
    rate(&format!("cases through mlir-opt-22 ({fine} accepted)"), answers.len(), start.elapsed());
}

/// Makes a pattern and its payloads, and applies it: how many applications that were.
fn applications(world: &World, config: &Config, index: u64) -> usize {
    let seed = seed_of(1, index);
    let noise = bytes(seed, pattern::BYTES);
    let subject = Subject::new(world, config, &mut Unstructured::new(&noise));
    subject.trials(world, &config.payload, seed).iter().map(|trial| trial.runs.len()).sum()
}

fn main() {
    for mode in Mode::ALL {
        let config = Config::of(mode);
        // The table of real operations is made once.
        black_box(pattern::sketch(&config.pattern, &mut Unstructured::new(&bytes(0, pattern::BYTES))));
        slices(&format!("patterns as text, {}", mode.word()), |number| {
            let count = 50_000;
            for index in number * count..(number + 1) * count {
                let noise = bytes(seed_of(1, index), pattern::BYTES);
                let sketch = pattern::sketch(&config.pattern, &mut Unstructured::new(&noise));
                black_box(pattern::text(&sketch));
            }
            count as usize
        });
    }
    let config = Config::of(Mode::Valid);
    slices("pattern x payload applications, payloads made and results checked", |number| {
        let world = World::new();
        let numbers = number * 1000..(number + 1) * 1000;
        numbers.map(|index| applications(&world, &config, index)).sum()
    });
    mlir();
}
