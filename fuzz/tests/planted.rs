//! Deliberate bugs in the checker, the engine and the printer: campaigns find each of them and reduce what they found to
//! a case of a few operations. `ASSAY_PLANTED=N` looks for the first N of the ten, `ASSAY_PLANTED_BUG=NAME` for one alone;
//! with neither, only for those that show without MLIR, since reducing the others takes hundreds of its processes.

use std::time::Instant;

use assay_fuzz::campaign::finding::reduce;
use assay_fuzz::campaign::work::chunk;
use assay_fuzz::campaign::{OracleKind, Plan};
use assay_fuzz::config::{Config, Mode};
use assay_ir::planted::{Bug, plant};
use assay_mlir::{MlirOpt, testing};

/// Patterns in which a bug is looked for.
const MOST: u64 = 2000;

/// The fact that has to fail.
fn oracle(bug: Bug) -> OracleKind {
    match bug {
        Bug::TerminatorMissing | Bug::TerminatorInside | Bug::OrderInBlock | Bug::Signatures => {
            OracleKind::Wellformed
        }
        Bug::CreatedBehind | Bug::OperandCount | Bug::EqualValues | Bug::ReversedResults => {
            OracleKind::Engine
        }
        Bug::ResultNumbers | Bug::AttributesDropped => OracleKind::Print,
    }
}

fn plan(oracle: OracleKind, opt: &MlirOpt) -> Plan {
    let mut config = Config::of(Mode::Valid);
    config.pattern.once = oracle == OracleKind::Engine;
    config.payload.layouts = 6;
    let mlir = oracle.needs_mlir().then(|| opt.clone());
    Plan { config, oracle, seed: 11, count: 0, mlir, mlir_payloads: 2, crashes: 64, all_stages: false }
}

/// What campaigns call wrong below is wrong because of the bug. No test of its own: bugs are planted for all threads.
fn without_a_bug_nothing_is_found(opt: &MlirOpt) {
    for kind in [OracleKind::Wellformed, OracleKind::Engine, OracleKind::Print] {
        let found = chunk(&plan(kind, opt), 0..40, None).wrong;
        assert!(found.is_empty(), "{}: {:?}", kind.word(), found.first());
    }
}

#[test]
fn campaigns_find_every_planted_bug_and_reduce_it() {
    let Some(opt) = testing::mlir_or_skip() else { return };
    let first: Option<usize> = std::env::var("ASSAY_PLANTED").ok().and_then(|text| text.parse().ok());
    let only = std::env::var("ASSAY_PLANTED_BUG").ok();
    let wanted = |(number, bug): &(usize, Bug)| match (&only, first) {
        (Some(only), _) => *only == format!("{bug:?}"),
        (None, Some(first)) => *number < first,
        (None, None) => !oracle(*bug).needs_mlir(),
    };
    if first.is_some() {
        without_a_bug_nothing_is_found(&opt);
    }
    let mut missed = Vec::new();
    for (_, bug) in Bug::ALL.into_iter().enumerate().filter(wanted) {
        let plan = plan(oracle(bug), &opt);
        let start = Instant::now();
        plant(Some(bug));
        // Few at first, more together when that is not enough: MLIR answers many at a time.
        let mut starts =
            std::iter::successors(Some(0), |from| Some(2 * from + 20)).take_while(|from| *from < MOST);
        let found = starts.find_map(|from| {
            let numbers = from..2 * from + 20;
            let wrong = chunk(&plan, numbers.clone(), None).wrong;
            wrong.into_iter().next().map(|(_, wrong)| (numbers.end, reduce(&plan, &wrong)))
        });
        plant(None);
        let seconds = start.elapsed().as_secs_f64();
        match found {
            Some((patterns, finding)) if finding.operations <= 12 => {
                println!(
                    "{bug:?}: {} operations, {patterns} patterns, {seconds:.1} s: {}",
                    finding.operations, finding.what
                );
            }
            Some((_, finding)) => missed.push(format!(
                "{bug:?}: {} operations, {seconds:.1} s\n{}",
                finding.operations, finding.text
            )),
            None => missed.push(format!("{bug:?}: not found in {MOST} patterns, {seconds:.1} s")),
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}
