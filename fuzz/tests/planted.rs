//! Deliberate bugs in the checker, the engine and the printer, each a change of the source in `planted.toml`. Here: the
//! changes fit the source, and campaigns find nothing without them. `ci/campaigns/planted.py` makes one change after the
//! other in a copy of the tree and runs the last test there, which has to find the bug and to reduce what it found.

use std::path::Path;
use std::time::Instant;

use assay_fuzz::campaign::finding::reduce;
use assay_fuzz::campaign::work::chunk;
use assay_fuzz::campaign::{OracleKind, Plan};
use assay_fuzz::config::{Config, Mode};
use assay_mlir::MlirOpt;
use assay_testing::{Checked, Missing};
use serde::Deserialize;

/// Patterns in which a bug is looked for.
const MOST: u64 = 2000;

/// Operations that a reduced finding has at most.
const LARGEST: usize = 12;

/// A change of the source in one place.
#[derive(Deserialize)]
struct Bug {
    name: String,
    oracle: String,
    file: String,
    old: String,
    new: String,
}

impl Bug {
    /// The fact that has to fail.
    fn oracle(&self) -> OracleKind {
        let oracle = OracleKind::ALL.into_iter().find(|oracle| oracle.word() == self.oracle);
        oracle.unwrap_or_else(|| panic!("{}: no fact is called {}", self.name, self.oracle))
    }
}

fn bugs() -> Vec<Bug> {
    #[derive(Deserialize)]
    struct File {
        bug: Vec<Bug>,
    }
    let file: File = toml::from_str(include_str!("../planted.toml")).expect("the list of bugs is in order");
    file.bug
}

fn plan(oracle: OracleKind, opt: &MlirOpt) -> Plan {
    let mut config = Config::for_mode(Mode::Valid);
    config.pattern.once = oracle == OracleKind::Engine;
    config.payload.layouts = 6;
    let mlir = oracle.needs_mlir().then(|| opt.clone());
    let meanings = Vec::new();
    Plan {
        config,
        oracle,
        seed: 11,
        count: 0,
        mlir,
        mlir_payloads: 2,
        crashes: 64,
        all_stages: false,
        meanings,
        guide: None,
    }
}

fn every_change_fits_the_source_in_one_place() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let bugs = bugs();
    assert_eq!(bugs.len(), 10);
    for bug in &bugs {
        let text =
            std::fs::read_to_string(root.join(&bug.file)).unwrap_or_else(|e| panic!("{}: {e}", bug.file));
        let places = text.matches(&bug.old).count();
        assert_eq!(places, 1, "{}: {} has the text {places} times", bug.name, bug.file);
        assert!(!text.contains(&bug.new), "{}: {} is changed already", bug.name, bug.file);
        bug.oracle();
    }
}

fn without_a_bug_nothing_is_found() -> Checked {
    let opt = assay_testing::mlir()?;
    for kind in [OracleKind::Wellformed, OracleKind::Engine, OracleKind::Print] {
        let found = chunk(&plan(kind, &opt), 0..40, None).wrong;
        assert!(found.is_empty(), "{}: {:?}", kind.word(), found.first());
    }
    Ok(())
}

fn the_planted_bug_is_found_and_reduced() -> Checked {
    let name = std::env::var("ASSAY_PLANTED")
        .map_err(|_| Missing::on_request("ASSAY_PLANTED is not set; ci/campaigns/planted.py sets it"))?;
    let opt = assay_testing::mlir()?;
    let bugs = bugs();
    let bug = bugs.iter().find(|bug| bug.name == name).unwrap_or_else(|| panic!("no bug is called {name}"));
    let plan = plan(bug.oracle(), &opt);
    let start = Instant::now();
    // Few at first, more together when that is not enough: MLIR answers many at a time.
    let mut starts =
        std::iter::successors(Some(0), |from| Some(2 * from + 20)).take_while(|from| *from < MOST);
    let found = starts.find_map(|from| {
        let numbers = from..2 * from + 20;
        let wrong = chunk(&plan, numbers.clone(), None).wrong;
        wrong.into_iter().next().map(|(_, wrong)| (numbers.end, reduce(&plan, &wrong)))
    });
    let seconds = start.elapsed().as_secs_f64();
    let (patterns, finding) =
        found.unwrap_or_else(|| panic!("{name}: not found in {MOST} patterns, {seconds:.1} s"));
    let operations = finding.operations;
    println!("{name}: {operations} operations, {patterns} patterns, {seconds:.1} s: {}", finding.what);
    assert!(operations <= LARGEST, "{name}: {operations} operations, {seconds:.1} s\n{}", finding.text);
    Ok(())
}

assay_testing::tests!(
    every_change_fits_the_source_in_one_place,
    without_a_bug_nothing_is_found,
    the_planted_bug_is_found_and_reduced,
);
