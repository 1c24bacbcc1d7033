//! Every fuzz target for about a second on stable: its seeds, broken seeds, and bytes from seeds; and under proptest,
//! which reduces the bytes that fail. The reader's seeds are also those that the round trip of this repository's inputs
//! starts from.

use std::time::{Duration, Instant};

use assay_fuzz::generate;
use assay_fuzz::targets::{ALL, ENGINE_MLIR, Target, WELLFORMED_MLIR};
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};

/// How long one target runs, but for the input that it is at.
const TIME: Duration = Duration::from_secs(1);

/// The seeds of a target, by name.
pub(crate) fn seeds(target: &Target) -> Vec<(String, Vec<u8>)> {
    let Some(folder) = target.seeds() else { return Vec::new() };
    let entries = std::fs::read_dir(folder).expect("the folder of the seeds can be read");
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    let read = |path: std::path::PathBuf| {
        let bytes = std::fs::read(&path).expect("a seed can be read");
        (path.display().to_string(), bytes)
    };
    paths.into_iter().map(read).collect()
}

/// A seed with a piece of it, or of noise, put somewhere else.
pub(crate) fn broken(seed: &[u8], number: u64) -> Vec<u8> {
    let noise = generate::bytes(number, 40);
    let word =
        |at: usize| u32::from_le_bytes([noise[at], noise[at + 1], noise[at + 2], noise[at + 3]]) as usize;
    let place = |at: usize, limit: usize| word(at) % (limit + 1);
    let from = place(0, seed.len());
    let to = (from + place(4, 60)).min(seed.len());
    let piece = if number.is_multiple_of(3) { &noise[12..12 + place(8, 8)] } else { &seed[from..to] };
    let start = place(20, seed.len());
    let end = (start + place(24, 30)).min(seed.len());
    [&seed[..start], piece, &seed[end..]].concat()
}

fn run(target: &Target) {
    let start = Instant::now();
    let seeds = seeds(target);
    for (name, seed) in &seeds {
        (target.check)(seed).unwrap_or_else(|failure| panic!("{name}: {failure}"));
    }
    let mut number = 0;
    while start.elapsed() < TIME {
        let bytes = match seeds.get(number as usize % (seeds.len() + 1)) {
            Some((_, seed)) => broken(seed, number),
            None => generate::bytes(number, 64 << (number % 6)),
        };
        if let Err(failure) = (target.check)(&bytes) {
            panic!("{} number {number}: {failure}\n{:?}", target.name, String::from_utf8_lossy(&bytes));
        }
        number += 1;
    }
    println!("{}: {} seeds and {number} inputs", target.name, seeds.len());
}

fn every_target_runs_for_a_moment() {
    ALL.iter().for_each(run);
}

/// Those that start a process for each input are left to the test above. The same bytes on every run.
fn no_bytes_that_proptest_draws_are_a_finding() {
    let alone = ALL.iter().filter(|target| ![ENGINE_MLIR.name, WELLFORMED_MLIR.name].contains(&target.name));
    for target in alone {
        let config = ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() };
        let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
        let drawn = prop::collection::vec(any::<u8>(), 0..1500);
        let found = runner.run(&drawn, |bytes| {
            (target.check)(&bytes).map_err(|failure| TestCaseError::fail(failure.to_string()))
        });
        assert!(found.is_ok(), "{}: {}", target.name, found.unwrap_err());
    }
}

/// The binaries of cargo-fuzz are these targets, no more and no less.
fn every_target_has_its_file() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz_targets");
    let entries = std::fs::read_dir(folder).expect("the folder of the targets can be read");
    let mut files: Vec<String> =
        entries.filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned())).collect();
    files.sort();
    let mut names: Vec<String> =
        ALL.iter().map(|target| format!("{}.rs", target.name.replace('-', "_"))).collect();
    names.sort();
    assert_eq!(files, names);
}

assay_testing::tests!(
    every_target_runs_for_a_moment,
    no_bytes_that_proptest_draws_are_a_finding,
    every_target_has_its_file,
);
