//! The patterns that a user brings, put to the test: each is applied to programs that it matches, both sides run on drawn
//! inputs by both engines, and small changes of the pattern are judged as a test of its guards. Prints nothing, and knows no
//! clock: a round is a function of its number and the seed.

pub mod mutants;

use assay_backend::engine::Outcome;
use assay_backend::value::Value;
use assay_ir::pdl::{Natives, Pattern};
use assay_ir::rule::Rule;
use assay_ir::spec::Registry;
use assay_smt::SolverPool;
use assay_verifier::pattern::AnalyzedPattern;
use assay_verifier::pipeline::{self, EnabledStages};
use assay_verifier::stage::{Options, Task};
use assay_verifier::verdict::{Claim, Confirmed, Finding, Severity, Verdict, Witness};
use assay_verifier::witness::file;

use crate::concrete::search::{BrokenAt, Plan, Tally};
use crate::concrete::{self, CannotRun, Difference};
use mutants::Mutant;

/// Widths that rounds behind the first draw types from.
const WIDE: &[u32] = &[5, 8, 13, 16, 31, 32, 33, 63, 64];

/// Draws of wider types until one of them matches.
const DRAWS: u64 = 6;

/// What patterns are tried with.
#[derive(Clone, Copy)]
pub struct TrialContext<'a> {
    /// The dialects and summaries of native code.
    pub registry: &'a Registry,
    /// Native code.
    pub natives: &'a dyn Natives,
    /// Seed of everything that is drawn.
    pub seed: u64,
}

/// Something wrong.
#[derive(Clone, Debug)]
pub enum Problem {
    /// The pattern breaks a rule on a program that was run; the witness is the program.
    Wrong(Box<Finding>),
    /// The interpreter and compiled code differ on a program, which is a defect of Assay: the case as text.
    Engines(String),
}

/// What one round of one pattern came to.
#[derive(Clone, Debug, Default)]
pub struct Round {
    /// Programs that the pattern matched.
    pub programs: usize,
    /// Inputs on which both sides ran.
    pub runs: usize,
    /// Programs that the pattern did not match, since a guard or an attribute said no.
    pub unmatched: usize,
    /// Programs on which native code that is not described would decide.
    pub assumed: usize,
    /// Why no program was made.
    pub cannot: Option<String>,
    /// What is wrong, one problem of each kind.
    pub problems: Vec<Problem>,
}

/// One round of a pattern: the first goes through narrow types, the others draw.
pub fn round(pattern: Pattern<'_>, world: &TrialContext<'_>, number: u64) -> Round {
    let narrow = if number == 0 { 3 } else { 0 };
    let plan = Plan {
        registry: world.registry,
        natives: world.natives,
        narrow,
        wide: WIDE,
        drawn: 12,
        programs: 64,
        inputs: 64,
        compiled: 4,
        seed: world.seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15),
    };
    let tried = match concrete::search(pattern, &plan) {
        Ok(tally) if narrow > 0 && tally.matched == 0 => wider(pattern, &plan),
        other => other,
    };
    let tally = match tried {
        Ok(tally) => tally,
        Err(why) => return Round { cannot: Some(why.to_string()), ..Round::default() },
    };
    let values = tally.findings.into_iter().map(|found| wrong_value(pattern, found));
    let broken = tally.broken_at.map(|found| broken(pattern, found));
    let wrong = values.chain(broken).map(|found| Problem::Wrong(Box::new(found)));
    let engines = tally.engines.iter().cloned().map(Problem::Engines);
    let problems = wrong.chain(engines).collect();
    let (programs, runs) = (tally.matched, tally.runs);
    Round { programs, runs, unmatched: tally.unmatched, assumed: tally.assumed, cannot: None, problems }
}

/// A search through wider types: a definition may allow these alone, and few of them, so that one draw may miss them.
fn wider(pattern: Pattern<'_>, plan: &Plan<'_>) -> Result<Tally, CannotRun> {
    let drawn = |turn: u64| {
        concrete::search(pattern, &Plan { narrow: 0, seed: plan.seed.wrapping_add(turn), ..*plan })
    };
    let mut tried = drawn(0);
    for turn in 1..DRAWS {
        match tried {
            Ok(tally) if tally.matched + tally.unmatched + tally.assumed == 0 => tried = drawn(turn),
            _ => break,
        }
    }
    tried
}

fn wrong_value(pattern: Pattern<'_>, found: concrete::Finding) -> Finding {
    let code = match found.difference {
        Difference::Value => Rule::V301,
        Difference::Undefined => Rule::V302,
        Difference::Poison => Rule::V303,
    };
    let message = format!(
        "on {} the program {} before, and {} after",
        list(&found.inputs),
        gives(&found.outcome_before),
        gives(&found.outcome_after)
    );
    let at = (&found.inputs[..], found.index);
    let mut payload = found.instance.payload;
    let witness = file::counterexample(pattern, &mut payload, found.after, message.clone(), at);
    finding(pattern, code, message, Witness { confirmed: Confirmed::Interpreted, ..witness })
}

fn broken(pattern: Pattern<'_>, found: BrokenAt) -> Finding {
    let message = match &found.error {
        Some(error) => format!("the rewrite breaks down: {error}"),
        None => "the program is not well-formed after the rewrite".to_owned(),
    };
    let mut payload = found.before.payload;
    let witness = file::witness(pattern, &mut payload, found.after, message.clone());
    finding(pattern, found.rule, message, witness)
}

fn finding(pattern: Pattern<'_>, code: Rule, message: String, witness: Witness) -> Finding {
    let span = pattern.program.op(pattern.op).span;
    let claim =
        Claim { code, level: Severity::Error, op: pattern.op, span, message, labels: Vec::new(), help: None };
    Finding { claim, witness: Some(witness) }
}

fn list(values: &[Value]) -> String {
    match values {
        [one] => one.to_string(),
        _ => format!("({})", values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")),
    }
}

/// An outcome as the end of `the program ...`.
fn gives(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Values(values) => format!("gives {}", list(values)),
        Outcome::Ub { why, .. } => format!("has undefined behaviour ({why})"),
        Outcome::Trap { message, .. } => format!("stops ({message})"),
        Outcome::OutOfFuel(limit) => format!("is given up ({limit})"),
        Outcome::Unsupported { gap, .. } => format!("cannot be run ({gap})"),
    }
}

/// What is known of a changed pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MutantStatus {
    /// It is refuted, or runs show it to be wrong.
    Caught,
    /// It is right as well: the change makes no difference that matters.
    Right,
    /// It is no pattern, or matches nothing.
    Void,
    /// Neither right nor wrong, as far as is known.
    Open,
}

/// Judges a changed pattern by all stages, and by runs where these leave it open.
pub fn fate(
    mutant: &Mutant,
    world: &TrialContext<'_>,
    options: &Options,
    solvers: Option<&SolverPool>,
) -> MutantStatus {
    let (candidates, _) = pipeline::candidates(&mutant.program, &[], world.registry);
    let Some(candidate) = candidates.iter().find(|one| one.pattern == mutant.pattern) else {
        return MutantStatus::Void;
    };
    let subject = AnalyzedPattern::new(&mutant.program, mutant.pattern, world.registry);
    let solver = solvers.is_some();
    let asked = EnabledStages {
        types: solver,
        values: solver,
        differences: solver,
        termination: false,
        ..EnabledStages::default()
    };
    match pipeline::judge(&Task::new(&subject, options), candidate, asked, solvers).verdict {
        Verdict::Malformed | Verdict::Vacuous => MutantStatus::Void,
        Verdict::Refuted => MutantStatus::Caught,
        Verdict::Proved | Verdict::Bounded(_) => MutantStatus::Right,
        Verdict::Unknown(_) | Verdict::WellFormed(_) => {
            let pattern = Pattern { program: &mutant.program, op: mutant.pattern };
            let wrong = |problem: &Problem| matches!(problem, Problem::Wrong(_));
            match round(pattern, world, 0).problems.iter().any(wrong) {
                true => MutantStatus::Caught,
                false => MutantStatus::Open,
            }
        }
    }
}
