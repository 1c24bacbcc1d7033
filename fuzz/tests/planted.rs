//! Deliberate bugs in the checker, the engine and the printer, each a change of the source in `planted.toml`. Here: the
//! changes fit the source, and campaigns find nothing without them. `ci/campaigns/planted.py` makes one change after the
//! other in a copy of the tree and runs the last test there, which has to find the bug and to reduce what it found.

use std::panic::catch_unwind;
use std::path::Path;
use std::time::Instant;

use assay_fuzz::campaign::finding::reduce;
use assay_fuzz::campaign::work::chunk;
use assay_fuzz::campaign::{Corpus, Guide, OracleKind, Plan};
use assay_fuzz::config::{Config, Mode};
use assay_fuzz::targets::{ALL, Target};
use assay_mlir::MlirOpt;
use assay_testing::{Checked, Missing};
use serde::Deserialize;

use crate::targets::{broken, seeds};

/// Patterns in which a bug is looked for.
const MOST: u64 = 2000;

/// Patterns of a round.
const ROUND: u64 = 20;

/// Broken seeds in which a bug of a target is looked for.
const INPUTS: u64 = 20_000;

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

/// The same where a fuzz target has to fail.
#[derive(Deserialize)]
struct TargetBug {
    name: String,
    target: String,
    file: String,
    old: String,
    new: String,
}

impl TargetBug {
    fn target(&self) -> &'static Target {
        let target = ALL.iter().find(|target| target.name == self.target);
        target.unwrap_or_else(|| panic!("{}: no target is called {}", self.name, self.target))
    }
}

#[derive(Deserialize)]
struct File {
    bug: Vec<Bug>,
    target: Vec<TargetBug>,
}

fn file() -> File {
    toml::from_str(include_str!("../planted.toml")).expect("the list of bugs is in order")
}

fn bugs() -> Vec<Bug> {
    file().bug
}

/// The bug that the environment names.
fn planted() -> Result<String, Missing> {
    let why = "ASSAY_PLANTED is not set; ci/campaigns/planted.py sets it";
    std::env::var("ASSAY_PLANTED").map_err(|_| Missing::on_request(why))
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
    let fits = |name: &str, file: &str, old: &str, new: &str| {
        let text = std::fs::read_to_string(root.join(file)).unwrap_or_else(|e| panic!("{file}: {e}"));
        let places = text.matches(old).count();
        assert_eq!(places, 1, "{name}: {file} has the text {places} times");
        assert!(!text.contains(new), "{name}: {file} is changed already");
    };
    for bug in &bugs {
        fits(&bug.name, &bug.file, &bug.old, &bug.new);
        bug.oracle();
    }
    for bug in &file().target {
        fits(&bug.name, &bug.file, &bug.old, &bug.new);
        bug.target();
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
    let name = planted()?;
    let bugs = bugs();
    if !bugs.iter().any(|bug| bug.name == name) {
        return Err(Missing::on_request("the bug is one of a target"));
    }
    let opt = assay_testing::mlir()?;
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

/// Rounds of a campaign until the bug is found, for each of these seeds: without guidance, drawn near what showed something, and with the
/// corpus emptied between rounds.
fn the_planted_bug_is_found_in_rounds() -> Checked {
    let name = planted()?;
    let seeds = std::env::var("ASSAY_PLANTED_SEEDS")
        .map_err(|_| Missing::on_request("ASSAY_PLANTED_SEEDS is not set"))?;
    let bugs = bugs();
    let Some(bug) = bugs.iter().find(|bug| bug.name == name) else {
        return Err(Missing::on_request("the bug is one of a target"));
    };
    let opt = assay_testing::mlir()?;
    for seed in seeds.split(',').map(|seed| seed.parse::<u64>().expect("seeds are numbers")) {
        for (word, guided, emptied) in
            [("unguided", false, false), ("guided", true, false), ("emptied", true, true)]
        {
            let (start, mut corpus) = (Instant::now(), Corpus::default());
            let found = (0..MOST / ROUND).find(|round| {
                let guide = guided.then(|| Guide::new(&corpus));
                let plan = Plan { seed, guide, ..plan(bug.oracle(), &opt) };
                let done = chunk(&plan, round * ROUND..(round + 1) * ROUND, None);
                if !emptied {
                    corpus.merge(&done.corpus);
                }
                !done.wrong.is_empty()
            });
            let rounds = found.map_or_else(|| "never".to_owned(), |round| (round + 1).to_string());
            println!("{name}: seed {seed} {word} {rounds} rounds {:.1} s", start.elapsed().as_secs_f64());
        }
    }
    Ok(())
}

fn the_planted_bug_is_found_by_its_target() -> Checked {
    let name = planted()?;
    let bugs = file().target;
    let Some(bug) = bugs.iter().find(|bug| bug.name == name) else {
        return Err(Missing::on_request("the bug is one of a campaign"));
    };
    let (target, start) = (bug.target(), Instant::now());
    let seeds: Vec<Vec<u8>> = seeds(target).into_iter().map(|(_, seed)| seed).collect();
    let broken = (0..INPUTS).map(|number| {
        let at = usize::try_from(number).expect("the number is small") % seeds.len();
        broken(&seeds[at], number)
    });
    let fails = |bytes: &Vec<u8>| !matches!(catch_unwind(|| (target.check)(bytes)), Ok(Ok(())));
    let found = seeds.iter().cloned().chain(broken).position(|bytes| fails(&bytes));
    let (inputs, seconds) = (found.map(|at| at + 1), start.elapsed().as_secs_f64());
    let inputs = inputs.unwrap_or_else(|| panic!("{name}: not found in {INPUTS} inputs, {seconds:.1} s"));
    println!("{name}: {inputs} inputs of the target {}, {seconds:.1} s", target.name);
    Ok(())
}

assay_testing::tests!(
    every_change_fits_the_source_in_one_place,
    without_a_bug_nothing_is_found,
    the_planted_bug_is_found_and_reduced,
    the_planted_bug_is_found_in_rounds,
    the_planted_bug_is_found_by_its_target,
);
