//! Patterns on which the new binary spends far more than the old one: more attempts, and with `--timings`, since time is not the same
//! twice, more time.

use std::collections::BTreeMap;

use assay_mlir::MlirOpt;
use assay_reports::Location;
use assay_reports::changes::{Change, Row};

use super::super::passes::Passes;
use super::super::pattern_set;
use super::super::programs::Case;
use super::both::Both;
use super::one_text::Keyed;
use crate::attempts;

/// The work of the new binary for each unit of the old one, and beyond that, before it is slower.
const TIMES: u64 = 2;
const ATTEMPTS: u64 = 16;
const MICROSECONDS: u64 = 20_000;

/// Runs of a binary of which the fastest counts.
const RUNS: usize = 3;

/// Attempts of each pattern, and microseconds.
type Counts = BTreeMap<String, u64>;

/// Rows for the patterns that the new binary spends far more on, over all texts of a file.
pub(super) fn rows(
    both: &Both<'_>,
    passes: &Passes,
    cases: &[&Case],
    place: &dyn Fn(&Case) -> Location,
) -> Vec<Keyed> {
    let mut split = passes.clone();
    split.arguments.push("--split-input-file".to_owned());
    let texts: Vec<&str> = cases.iter().map(|case| case.text.as_str()).collect();
    let text = texts.join("\n// -----\n");
    let counts = [both.old, both.new].map(|opt| attempts_of(opt, &text, &split));
    let times = match both.request.timings {
        true => [both.old, both.new].map(|opt| times_of(opt, &text, &split)),
        false => [Counts::new(), Counts::new()],
    };
    let names = counts[1].keys().chain(times[1].keys()).collect::<std::collections::BTreeSet<_>>();
    let row = |name: &String| {
        let more = exceeds(&counts, name, ATTEMPTS);
        if !more && !exceeds(&times, name, MICROSECONDS) {
            return None;
        }
        let of = |counts: &Counts| counts.get(name).copied().unwrap_or(0);
        let state = |at: usize| {
            let time = times[at].get(name).map(|time| format!(", {}.{} ms", time / 1000, time % 1000 / 100));
            Some(format!("{} attempts{}", of(&counts[at]), time.unwrap_or_default()))
        };
        // The text with most of it.
        let excess = |case: &Case| {
            let [old, new] = [both.old, both.new].map(|opt| of(&attempts_of(opt, &case.text, passes)));
            new.saturating_sub(old)
        };
        let worst = cases.iter().filter(|_| more).max_by_key(|case| excess(case)).copied();
        let at = place(worst.or(cases.first().copied())?);
        let row = Row {
            change: Change::Slower,
            file: at.file,
            line: worst.map_or(1, |_| at.line.max(1)),
            name: String::new(),
            old: state(0),
            new: state(1),
            causes: Vec::new(),
            message: Some(format!("after `{}`", passes.label)),
            pattern: Some(name.clone()),
            program: worst.map(|case| case.text.clone()),
        };
        Some(Keyed { row, passes: passes.label.clone(), finding: None })
    };
    names.into_iter().filter_map(row).collect()
}

/// Tells if the new count of a pattern is far beyond the old one, which is there.
fn exceeds([old, new]: &[Counts; 2], name: &str, beyond: u64) -> bool {
    let (Some(was), Some(now)) = (old.get(name), new.get(name)) else { return false };
    *now > was * TIMES && now - was > beyond
}

fn attempts_of(opt: &MlirOpt, text: &str, passes: &Passes) -> Counts {
    let mut counts = Counts::new();
    let all = attempts::tried(opt, text, &passes.arguments);
    all.iter().for_each(|attempt| *counts.entry(attempt.name()).or_default() += 1);
    counts
}

/// The least time that each pattern took in a run.
fn times_of(opt: &MlirOpt, text: &str, passes: &Passes) -> Counts {
    let mut least = pattern_set::times(opt, text, &passes.arguments);
    for _ in 1..RUNS {
        let other = pattern_set::times(opt, text, &passes.arguments);
        least.iter_mut().for_each(|(name, time)| {
            *time = other.get(name).map_or(*time, |other| (*time).min(*other));
        });
    }
    least
}
