//! One program in a binary: which patterns its drivers try, for how long, and what a single attempt does. The log of actions names
//! attempts, the profile of actions times them, and counters let some through and say at the end how many attempts and iterations there
//! were; the binary takes no counter beside one of the other two.

use std::collections::BTreeMap;

use assay_mlir::MlirOpt;
use assay_mlir::process::Ending;
use serde::Deserialize;

use crate::attempts::{self, pattern_name};

/// Attempts beyond which a run is taken to be one that does not end.
pub(super) const MOST: usize = 4096;

/// The actions of greedy drivers.
const ITERATION: &str = "GreedyPatternRewriteIteration";
const ATTEMPT: &str = "apply-pattern";

/// A run in which a counter decides which attempts are done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Counted {
    /// The program at the end in generic form; the message of the binary where there is none.
    pub(super) program: Result<String, String>,
    /// Iterations of greedy drivers over programs.
    pub(super) iterations: usize,
    /// Attempts, with those that were left out.
    pub(super) attempts: usize,
}

/// Runs passes with drivers that leave out the first attempts, do the next ones up to a number, and no others; `None` where the binary
/// does not come to an end.
pub(super) fn counted(
    opt: &MlirOpt,
    text: &str,
    passes: &[String],
    (skipped, count): (usize, usize),
) -> Option<Counted> {
    let mut flags = vec!["--allow-unregistered-dialect".to_owned(), "--mlir-print-op-generic".to_owned()];
    flags.push("--mlir-print-debug-counter".to_owned());
    flags.push(format!(
        "{},{ITERATION}-skip=0,{ITERATION}-count=1000000000",
        attempts::counter(skipped, count)
    ));
    flags.extend(passes.iter().cloned());
    let Ending::Exit { code, stdout, stderr } = opt.ask(text, &flags) else { return None };
    let (said, printed) = (stderr.text(), stdout.text());
    let number = |name: &str| {
        let line = said.lines().rev().find(|line| line.starts_with(name) && line.contains(": {"))?;
        line.split_once(": {")?.1.split(',').next()?.trim().parse::<usize>().ok()
    };
    let error = said.lines().find_map(|line| line.split_once("error: ")).map_or("", |(_, message)| message);
    let program = if code == 0 { Ok(printed) } else { Err(error.to_owned()) };
    Some(Counted { program, iterations: number(ITERATION)?, attempts: number(ATTEMPT)? })
}

/// A record of the profile of actions.
#[derive(Deserialize)]
struct Event {
    name: String,
    ph: String,
    ts: u64,
    args: Option<Description>,
}

#[derive(Deserialize)]
struct Description {
    desc: String,
}

/// The microseconds that attempts of each pattern took, with those of patterns that it ran itself.
pub(in crate::commands::tv) fn times(opt: &MlirOpt, text: &str, passes: &[String]) -> BTreeMap<String, u64> {
    let mut flags = vec!["--allow-unregistered-dialect".to_owned(), "--profile-actions-to=-".to_owned()];
    flags.extend(passes.iter().cloned());
    let Ending::Exit { stderr, stdout, .. } = opt.ask(text, &flags) else { return BTreeMap::new() };
    let mut out = BTreeMap::new();
    let mut open: Vec<(String, u64)> = Vec::new();
    let (said, printed) = (stderr.text(), stdout.text());
    // One record a line; the list around them is not closed where a run fails.
    for line in said.lines().chain(printed.lines()) {
        let line = line.trim().trim_start_matches('[').trim_end_matches([',', ']']);
        let Ok(event) = serde_json::from_str::<Event>(line) else { continue };
        if event.name != ATTEMPT {
            continue;
        }
        match event.ph.as_str() {
            "B" => {
                let words = event.args.map(|args| args.desc).unwrap_or_default();
                let name = words.split_once("pattern: ").map_or("", |(_, name)| pattern_name(name));
                open.push((name.to_owned(), event.ts));
            }
            _ => {
                if let Some((name, start)) = open.pop() {
                    *out.entry(name).or_insert(0) += event.ts.saturating_sub(start);
                }
            }
        }
    }
    out
}
