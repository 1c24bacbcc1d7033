//! Generated programs, valid ones and ones built wrong on purpose, survive printing and reading in every form.

use assay_fuzz::config::ProgramConfig;
use assay_fuzz::{generate, oracle};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    fn valid_programs_survive_their_text(bytes in prop::collection::vec(any::<u8>(), 0..3000)) {
        oracle::generated::check(&ProgramConfig::VALID, &bytes).map_err(|failure| TestCaseError::fail(failure.to_string()))?;
    }

    fn any_programs_survive_their_text(bytes in prop::collection::vec(any::<u8>(), 0..3000)) {
        oracle::generated::check(&ProgramConfig::ANY, &bytes).map_err(|failure| TestCaseError::fail(failure.to_string()))?;
    }
}

/// The same on fixed seeds: what fails here fails everywhere. `ASSAY_SEEDS=N` tries more.
fn programs_of_fixed_seeds_survive_their_text() {
    let count = std::env::var("ASSAY_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(300);
    let mut failures = Vec::new();
    for seed in 0..count {
        let bytes = generate::bytes(seed, 1 << (6 + seed % 7));
        for (name, config) in [("valid", &ProgramConfig::VALID), ("any", &ProgramConfig::ANY)] {
            if let Err(failure) = oracle::generated::check(config, &bytes) {
                failures.push(format!("seed {seed} {name}: {failure}"));
            }
        }
    }
    for failure in failures.iter().take(5) {
        println!("{failure}");
    }
    assert!(failures.is_empty(), "{} of {} fail", failures.len(), 2 * count);
}

assay_testing::tests!(
    valid_programs_survive_their_text,
    any_programs_survive_their_text,
    programs_of_fixed_seeds_survive_their_text,
);
