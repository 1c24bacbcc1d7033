//! All stages of one pattern, and programs run before and after its rewrites. What is decided is compared with what
//! execution shows.

use arbitrary::Unstructured;
use assay_ir::pdl::NoNatives;
use assay_smt::SolverPool;
use assay_verifier::pattern;
use assay_verifier::pipeline::{self, EnabledStages};
use assay_verifier::stage::{Options, Task};
use assay_verifier::verdict::StageVerdict;

use super::plan::{INPUTS, Plan, Wrong, print};
use super::record::Record;
use crate::config::PayloadConfig;
use crate::generate::{ChoiceSource, bytes};
use crate::oracle::execution::{self, Effect};
use crate::oracle::verdict;
use crate::outcome::{NOT_CHECKED, Outcome};
use crate::subject::{FuzzContext, GeneratedPattern, Trial};
use crate::{check_options, concrete};

/// Executable payloads of a pattern that are run.
const RUNS: usize = 4;

/// Asks every stage about a pattern. What contradicts an execution is returned.
pub(super) fn stages(
    world: &FuzzContext,
    subject: &GeneratedPattern,
    options: &Options,
    trials: &[Trial],
    solvers: Option<&SolverPool>,
    record: &mut Record,
) -> Option<Wrong> {
    let found = subject.pattern().filter(|_| subject.reads)?;
    let (candidates, _) = pipeline::candidates(found.program, &[], &world.registry);
    let candidate = candidates.first()?;
    let decoded = pattern::AnalyzedPattern::new(found.program, found.op, &world.registry);
    let task = Task::new(&decoded, options);
    let solver = solvers.is_some();
    let asked =
        EnabledStages { types: solver, values: solver, differences: solver, ..EnabledStages::default() };
    let judgement = pipeline::judge(&task, candidate, asked, solvers);
    for (stage, verdict) in &judgement.stages {
        record.stages.insert(stage.word().to_owned(), word(verdict).to_owned());
        if let StageVerdict::Unknown(why) = verdict {
            let reason = format!("{}: {}", why.kind(), why.subject());
            record.reasons.insert(stage.word().to_owned(), reason);
        }
    }
    // A finding without a witness is an assumption that `--strict` forbids.
    let shown = judgement.findings.iter().filter(|finding| finding.witness.is_some());
    record.claimed = shown.map(|finding| finding.claim.code.to_string()).collect();
    record.claimed.sort();
    record.claimed.dedup();
    // Where the structure stage was asked by itself, its claims are in the record already.
    let claims = judgement.disagreements.iter().map(verdict::claim_text);
    let others: Vec<String> = claims.filter(|claim| !record.disagreements.contains(claim)).collect();
    record.disagreements.extend(others);
    against_trials(subject, trials, record)
}

/// The first trial that contradicts what is decided about types or matching.
fn against_trials(subject: &GeneratedPattern, trials: &[Trial], record: &mut Record) -> Option<Wrong> {
    // The meaning of an operation may exclude what its spec does not, as a `comb.extract` beyond the width.
    let vacuous = ["matchable", "structure", "types"]
        .iter()
        .any(|stage| record.stages.get(*stage).is_some_and(|word| word == "vacuous"));
    let types = record.stages.get("types").map(String::as_str);
    let (what, trial) = if let Some(claim) = record.disagreements.first() {
        let code = claim.split(':').next().unwrap_or_default();
        (format!("what is claimed was replayed: {code}"), None)
    } else if vacuous && let Some(trial) = trials.iter().find(|trial| !trial.runs.is_empty()) {
        ("what is vacuous never matches".to_owned(), Some(trial))
    } else if matches!(types, Some("proved" | "bounded"))
        && let Some(trial) =
            trials.iter().find(|trial| trial.runs.iter().any(|run| run.outcome.breaks_types()))
    {
        ("what is proved about types holds".to_owned(), Some(trial))
    } else {
        return None;
    };
    if record.wrong.is_some() {
        return None;
    }
    record.wrong = Some(what.clone());
    let payload = trial.map(print).unwrap_or_default();
    Some(Wrong { what, pattern: subject.text.clone(), payload, options: None })
}

fn word(verdict: &StageVerdict) -> &'static str {
    match verdict {
        StageVerdict::Proved => "proved",
        StageVerdict::Bounded(_) => "bounded",
        StageVerdict::Refuted => "refuted",
        StageVerdict::Vacuous => "vacuous",
        StageVerdict::Unknown(_) => "unknown",
        StageVerdict::NotChecked(_) => NOT_CHECKED,
    }
}

/// Runs payloads of the pattern before and after the rewrite, where engines can.
pub(super) fn execute(
    plan: &Plan,
    world: &FuzzContext,
    subject: &GeneratedPattern,
    options: &Options,
    seed: u64,
    record: &mut Record,
) -> Option<Wrong> {
    let config = PayloadConfig {
        executable: true,
        containment: false,
        graph: false,
        layouts: RUNS,
        ..plan.config.payload
    };
    let noise = bytes(seed ^ 0xE7EC, 1024);
    let dice = &mut ChoiceSource(&mut Unstructured::new(&noise));
    let (mut effect, mut compiled) = (None, false);
    for trial in subject.trials(world, &config, seed) {
        let Some(inputs) = execution::arguments(&trial.payload.program, INPUTS, dice) else { continue };
        for run in trial.runs.iter().filter(|run| run.outcome == Outcome::WellFormed) {
            match execution::compare(world, &trial.payload.program, &run.after, &inputs) {
                Ok((found, both)) => {
                    effect = effect.max(Some(found));
                    compiled |= both;
                }
                Err(failure) => {
                    record.wrong.get_or_insert_with(|| failure.what.to_owned());
                    let (what, pattern) = (failure.what.to_owned(), subject.text.clone());
                    return Some(Wrong { what, pattern, payload: print(&trial), options: None });
                }
            }
        }
    }
    let word = match effect {
        None => NOT_CHECKED,
        // No code was compiled of what some operation does.
        Some(effect) if !compiled && effect != Effect::NotRunnable => "interpreter alone",
        Some(effect) => effect.word(),
    };
    record.stages.insert("compiled".to_owned(), word.to_owned());
    against_values(world, subject, options, seed, effect, record)
}

/// Programs of a pattern that values are called right of, which are run to see that.
const SEARCHED: usize = 12;

/// What is called right about values and yet is seen to differ: in compiled programs, or in the interpreter at narrow types.
fn against_values(
    world: &FuzzContext,
    subject: &GeneratedPattern,
    options: &Options,
    seed: u64,
    effect: Option<Effect>,
    record: &mut Record,
) -> Option<Wrong> {
    let said = |stage: &str, record: &Record| record.stages.get(stage).cloned().unwrap_or_default();
    let right = ["structure", "types", "values"]
        .iter()
        .all(|stage| matches!(said(stage, record).as_str(), "proved" | "bounded"));
    if !right {
        return None;
    }
    let wrong = |what: &str, payload: String, record: &mut Record| {
        record.wrong.get_or_insert_with(|| what.to_owned());
        Some(Wrong { what: what.to_owned(), pattern: subject.text.clone(), payload, options: None })
    };
    let bounded = said("values", record) == "bounded";
    if bounded && options.width_max < check_options::WIDTH_MAX {
        // Programs are run at widths beyond the bound.
        return None;
    }
    if effect == Some(Effect::Changed) {
        return wrong("values are called right and compiled programs differ", String::new(), record);
    }
    let plan = concrete::Plan {
        registry: &world.registry,
        natives: &NoNatives,
        narrow: 2,
        wide: &[3, 8, 32, 64],
        drawn: 4,
        programs: SEARCHED,
        inputs: 40,
        compiled: 0,
        seed,
    };
    let tally = concrete::search(subject.pattern()?, &plan).ok()?;
    let word = if tally.runs == 0 { "not runnable" } else { "same result" };
    record.stages.insert("interpreted".to_owned(), word.to_owned());
    let finding = tally.findings.first()?;
    record.stages.insert("interpreted".to_owned(), "different result".to_owned());
    wrong("values are called right and the interpreter sees a difference", finding.before.clone(), record)
}
