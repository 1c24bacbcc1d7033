//! How fast patterns are made, applied, and put to real MLIR on one core: `cargo bench -p assay-fuzz --bench speed`.

use std::hint::black_box;
use std::time::Instant;

use arbitrary::Unstructured;
use assay_fuzz::config::{Config, Mode};
use assay_fuzz::generate::{bytes, pattern};
use assay_fuzz::subject::{Subject, World, seed_of};
use assay_mlir::{Batch, MlirOpt, Outcome};

/// Prints a rate.
fn rate(what: &str, count: usize, start: Instant) {
    println!(
        "{what}: {count} in {:.2} s, {:.0} per second",
        start.elapsed().as_secs_f64(),
        count as f64 / start.elapsed().as_secs_f64()
    );
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
    let start = Instant::now();
    let answers = batch.run();
    let fine = answers.iter().filter(|answer| matches!(answer, Outcome::Ok(_))).count();
    rate(&format!("cases through mlir-opt-22 ({fine} accepted)"), answers.len(), start);
}

fn main() {
    for mode in Mode::ALL {
        let config = Config::of(mode);
        // The table of real operations is made once.
        black_box(pattern::sketch(&config.pattern, &mut Unstructured::new(&bytes(0, pattern::BYTES))));
        let start = Instant::now();
        let count = 400_000;
        for index in 0..count {
            let noise = bytes(seed_of(1, index), pattern::BYTES);
            let sketch = pattern::sketch(&config.pattern, &mut Unstructured::new(&noise));
            black_box(pattern::text(&sketch));
        }
        rate(&format!("patterns as text, {}", mode.word()), count as usize, start);
    }
    let config = Config::of(Mode::Valid);
    let (mut applications, mut payloads) = (0, 0);
    let start = Instant::now();
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
    rate("payloads made and checked", payloads, start);
    rate("pattern x payload applications, checked afterwards", applications, start);
    mlir();
}
