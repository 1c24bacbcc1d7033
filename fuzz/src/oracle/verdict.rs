//! The static verdict against execution: what the structure stage proves works on every payload that is tried, what it
//! refutes was replayed, and a deliberate flaw is named.

use arbitrary::Unstructured;
use assay_ir::pdl::Pattern;
use assay_ir::rule::Family;
use assay_jit::Jit;
use assay_verifier::pipeline;
use assay_verifier::stage::{Options, RegionKind, Task, UnknownOps};
use assay_verifier::verdict::{Claim, StageVerdict};

use super::Failure;
use crate::config::{Config, PayloadConfig};
use crate::outcome::Outcome;
use crate::subject::{FuzzContext, GeneratedPattern, Trial};

/// What the stages say of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// It breaks PDL's own rules.
    Malformed,
    /// Nothing can match it.
    Vacuous,
    /// Its rewrites keep programs well-formed.
    Proved,
    /// They do not.
    Refuted,
    /// Not decided; the text says why.
    Unknown,
}

impl Class {
    /// Its name in records.
    pub fn word(self) -> &'static str {
        match self {
            Class::Malformed => "malformed",
            Class::Vacuous => "vacuous",
            Class::Proved => "proved",
            Class::Refuted => "refuted",
            Class::Unknown => "unknown",
        }
    }
}

/// The static answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The answer.
    pub class: Class,
    /// Why it is unknown; empty otherwise.
    pub why: String,
    /// Codes of all findings, sorted, each once.
    pub codes: Vec<String>,
    /// Codes of the rules that its assumptions belong to, each once.
    pub granted: Vec<String>,
    /// Candidates whose replay did not fail.
    pub disagreements: Vec<String>,
    /// Payloads that show it, with the code of what they show.
    pub witnesses: Vec<(&'static str, String)>,
    /// Whether a finding of an error has no witness.
    pub unshown: bool,
    /// True when the verdict is about regions in which definitions dominate their uses.
    pub ordered: bool,
}

impl Answer {
    fn from_class(class: Class) -> Answer {
        let (codes, granted) = (Vec::new(), Vec::new());
        let (disagreements, witnesses) = (Vec::new(), Vec::new());
        let why = String::new();
        Answer { class, why, codes, granted, disagreements, witnesses, unshown: false, ordered: true }
    }
}

/// The options under which a verdict speaks about payloads.
pub fn options_for(payloads: &PayloadConfig) -> Options {
    let unknown_ops = UnknownOps { may_own_regions: payloads.containment, ..UnknownOps::default() };
    Options { unknown_ops, second_engine: Some(&Jit), ..Options::default() }
}

/// Asks the structure stage about a pattern.
pub fn ask(world: &FuzzContext, subject: &GeneratedPattern, options: &Options) -> Answer {
    match subject.pattern().filter(|_| subject.valid) {
        Some(pattern) => ask_with(world, pattern, options),
        None => Answer::from_class(Class::Malformed),
    }
}

/// Asks about any valid pattern, with the default options.
pub fn ask_pattern(world: &FuzzContext, pattern: Pattern<'_>) -> Answer {
    ask_with(world, pattern, &Options::default())
}

/// Asks about any valid pattern.
pub fn ask_with(world: &FuzzContext, pattern: Pattern<'_>, options: &Options) -> Answer {
    let subject = assay_verifier::pattern::AnalyzedPattern::new(pattern.program, pattern.op, &world.registry);
    let task = Task::new(&subject, options);
    let result = pipeline::structural(&task);
    if let StageVerdict::Vacuous = result.verdict {
        return Answer::from_class(Class::Vacuous);
    }
    let mut answer = Answer::from_class(match &result.verdict {
        StageVerdict::Proved | StageVerdict::Bounded(_) => Class::Proved,
        StageVerdict::Refuted => Class::Refuted,
        StageVerdict::Vacuous => Class::Vacuous,
        StageVerdict::Unknown(_) | StageVerdict::NotChecked(_) => Class::Unknown,
    });
    answer.ordered = options.region_kind != RegionKind::Graph;
    if let StageVerdict::Unknown(why) = &result.verdict {
        answer.why = format!("{}: {}", why.kind(), why.subject());
    }
    answer.disagreements = result.disagreements.iter().map(claim_text).collect();
    for finding in &result.findings {
        answer.codes.push(finding.claim.code.to_string());
        match &finding.witness {
            Some(witness) => answer.witnesses.push((finding.claim.code.code(), witness.before.clone())),
            None => {
                answer.unshown |= finding.claim.level == assay_verifier::verdict::Severity::Error;
            }
        }
    }
    // What a proof takes for granted of the users of what is replaced is a rule too.
    let rights = result.assumptions.iter().filter(|assumption| assumption.code.family() == Family::Structure);
    answer.granted = rights.map(|assumption| assumption.code.to_string()).collect();
    for codes in [&mut answer.codes, &mut answer.granted] {
        codes.sort();
        codes.dedup();
    }
    answer
}

/// A claim as records hold it.
pub fn claim_text(claim: &Claim) -> String {
    format!("{}: {}", claim.code, claim.message)
}

/// What is wrong with an answer, given what happened.
pub fn contradiction(subject: &GeneratedPattern, answer: &Answer, trials: &[Trial]) -> Option<Failure> {
    if !subject.reads {
        return Some(Failure::new("a generated pattern reads", subject.text.as_str()));
    }
    if let Some(claim) = answer.disagreements.first() {
        return Some(Failure::new("what is claimed was replayed", format!("{claim}\n{}", subject.text)));
    }
    if answer.class == Class::Refuted && answer.unshown {
        let shown = format!("{:?}\n{}", answer.codes, subject.text);
        return Some(Failure::new("what is refuted has a witness", shown));
    }
    if answer.class == Class::Vacuous
        && let Some(trial) = trials.iter().find(|trial| !trial.runs.is_empty())
    {
        let payload = assay_ir::text::print(&trial.payload.program, &Default::default());
        return Some(Failure::new("what is vacuous never matches", format!("{}\n{payload}", subject.text)));
    }
    if answer.class == Class::Proved {
        let broken = trials.iter().find(|trial| contradicts(trial.outcome(), answer));
        if let Some(trial) = broken {
            let payload = assay_ir::text::print(&trial.payload.program, &Default::default());
            let shown = format!("{}\n{}\n{payload}", trial.outcome(), subject.text);
            return Some(Failure::new("what is proved works", shown));
        }
    }
    match subject.sketch.flaw {
        // Without an order, a use before its definition is no flaw.
        Some("S103" | "S106") if !answer.ordered => None,
        Some(flaw) if decided(answer) && !answer.codes.iter().any(|code| code == flaw) => {
            let shown = format!("{flaw}, but {:?}\n{}", answer.codes, subject.text);
            Some(Failure::new("a deliberate flaw is named", shown))
        }
        _ => None,
    }
}

/// Whether an outcome breaks a structure rule that a proof does not take for granted.
pub fn contradicts(outcome: Outcome, answer: &Answer) -> bool {
    let granted = |rule| answer.granted.iter().any(|code| code == rule);
    outcome.breaks_structure() && !outcome.rule().is_some_and(granted)
}

fn decided(answer: &Answer) -> bool {
    matches!(answer.class, Class::Proved | Class::Refuted)
}

/// One payload that was tried, so that real MLIR can be shown it too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The code of the rule that says what breaks; none where nothing does.
    pub code: Option<&'static str>,
    /// The program before the rewrite.
    pub payload: String,
}

/// A pattern that was judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Its text.
    pub pattern: String,
    /// The answer.
    pub class: Class,
    /// Why it is unknown; empty otherwise.
    pub why: String,
    /// What was tried.
    pub cases: Vec<Case>,
}

/// Makes a pattern, asks about it and tries to prove the answer wrong.
///
/// # Errors
/// When the answer is wrong.
pub fn check(world: &FuzzContext, config: &Config, bytes: &[u8]) -> Result<Judged, Failure> {
    let subject = GeneratedPattern::new(world, config, &mut Unstructured::new(bytes));
    let answer = ask(world, &subject, &options_for(&config.payload));
    let seed = bytes.iter().rev().take(8).fold(0, |seed, byte| seed << 8 | u64::from(*byte));
    let trials = subject.trials(world, &config.payload, seed);
    if let Some(failure) = contradiction(&subject, &answer, &trials) {
        return Err(failure);
    }
    let shown =
        answer.witnesses.iter().map(|(code, payload)| Case { code: Some(code), payload: payload.clone() });
    let tried = trials.iter().filter(|trial| !trial.runs.is_empty()).map(|trial| Case {
        code: trial.outcome().rule(),
        payload: assay_ir::text::print(&trial.payload.program, &Default::default()),
    });
    let cases = shown.chain(tried).collect();
    Ok(Judged { pattern: subject.text.clone(), class: answer.class, why: answer.why, cases })
}
