//! How diverse generated patterns are, held to what campaigns need. `ASSAY_DIVERSITY=N` counts more.

use arbitrary::Unstructured;
use assay_fuzz::config::{Config, Mode};
use assay_fuzz::coverage::Coverage;
use assay_fuzz::generate::bytes;
use assay_fuzz::subject::{FuzzContext, GeneratedPattern, seed_of};

/// Counts patterns of one seed.
fn count(mode: Mode, seed: u64, patterns: u64, layouts: usize) -> Coverage {
    let mut config = Config::for_mode(mode);
    config.payload.layouts = layouts;
    let mut coverage = Coverage::default();
    let mut world = FuzzContext::new();
    for index in 0..patterns {
        if index % 1000 == 999 {
            world = FuzzContext::new();
        }
        let seed = seed_of(seed, index);
        let noise = bytes(seed, 512);
        let subject = GeneratedPattern::new(&world, &config, &mut Unstructured::new(&noise));
        coverage.pattern(&subject.sketch, subject.valid);
        coverage.trials(&subject.sketch, &subject.trials(&world, &config.payload, seed));
    }
    coverage
}

fn valid_patterns_are_connected_large_and_break_through_aliasing() {
    let patterns = std::env::var("ASSAY_DIVERSITY").ok().and_then(|text| text.parse().ok()).unwrap_or(600);
    let coverage = count(Mode::Valid, 1, patterns, 24);
    println!("{coverage}");
    let share = |count: usize| 100 * count / coverage.patterns;
    assert_eq!(coverage.connected, coverage.patterns);
    assert_eq!(coverage.valid, coverage.patterns);
    assert!(share(coverage.three) >= 40, "three or more operations: {} %", share(coverage.three));
    assert!(share(coverage.special) >= 5, "only through aliasing: {} %", share(coverage.special));
    assert!(share(coverage.real) >= 30, "real dialects: {} %", share(coverage.real));
    if patterns >= 20_000 {
        let (_, missing) = coverage.pairs();
        assert!(missing.is_empty(), "{missing:?}");
    }
}

assay_testing::tests!(valid_patterns_are_connected_large_and_break_through_aliasing,);
