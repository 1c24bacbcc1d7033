//! Random patterns against random payloads: what is proved must work on every payload that is tried, what is refuted must have
//! been replayed, and nothing is left open. `ASSAY_CAMPAIGN=N` sets the number of patterns, `ASSAY_CAMPAIGN_SEED` where seeds start, and
//! `ASSAY_CAMPAIGN_DUMP` names a file that gets every case for a run by real MLIR.

use std::collections::BTreeMap;
use std::io::Write as _;

use assay_fuzz::config::{Config, Mode};
use assay_fuzz::generate;
use assay_fuzz::oracle::verdict::{self, Class, Judged};
use assay_fuzz::subject::FuzzContext;

/// Bytes for one pattern and its payloads.
const LENGTH: usize = 4096;

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Appends the cases of one pattern to the file that the environment names.
fn dump(judged: &Judged) {
    let Some(path) = std::env::var_os("ASSAY_CAMPAIGN_DUMP") else { return };
    let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
    let mut file = file.expect("the dump can be written");
    for case in &judged.cases {
        let (expected, pattern, payload) = (case.code.unwrap_or("ok"), &judged.pattern, &case.payload);
        let text = format!("=== {expected}\nmodule @patterns {{\n{pattern}}}\nmodule @ir {{\n{payload}}}\n");
        file.write_all(text.as_bytes()).expect("the dump can be written");
    }
}

fn what_is_proved_works_and_what_is_refuted_was_replayed() {
    let (start, count) = (number("ASSAY_CAMPAIGN_SEED", 0), number("ASSAY_CAMPAIGN", 1000));
    let once = std::env::var_os("ASSAY_CAMPAIGN_DUMP").is_some();
    let mut config = Config::for_mode(Mode::Valid);
    config.pattern.once = once;
    let mut world = FuzzContext::new();
    let mut table: BTreeMap<String, usize> = BTreeMap::new();
    let mut reports = Vec::new();
    for seed in start..start + count {
        // Everything that was ever read stays in a context: now and then a new one.
        if seed % 1000 == 999 {
            world = FuzzContext::new();
        }
        match verdict::check(&world, &config, &generate::bytes(seed, LENGTH)) {
            Ok(judged) => {
                *table.entry(format!("{:?}", judged.class)).or_default() += 1;
                *table.entry("payloads".to_owned()).or_default() += judged.cases.len();
                if judged.class == Class::Unknown {
                    let text = &judged.pattern;
                    reports.push(format!("seed {seed}: left open: {}\n{text}", judged.why));
                }
                dump(&judged);
            }
            Err(failure) => reports.push(format!("seed {seed}: {failure}")),
        }
    }
    println!("{table:?}");
    reports.iter().take(8).for_each(|report| println!("{report}"));
    assert!(reports.is_empty(), "{} patterns of {count} were judged wrong or not at all", reports.len());
    for class in ["Proved", "Refuted"] {
        assert!(table.contains_key(class), "the generator makes no pattern that is {class}");
    }
}

assay_testing::tests!(what_is_proved_works_and_what_is_refuted_was_replayed,);
