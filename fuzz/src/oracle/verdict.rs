//! The static verdict against execution: what the structure stage proves works on every payload that is tried, and
//! what it refutes was replayed.

use arbitrary::Unstructured;
use assay_ir::data::Source;
use assay_ir::pdl::{Pattern, patterns, validate};
use assay_ir::spec::Registry;
use assay_verifier::confirm::{self, Outcome};
use assay_verifier::stage::{Options, Task};
use assay_verifier::structure::decode::decode;
use assay_verifier::verdict::StageVerdict;
use assay_verifier::{matchable, structure};

use super::Failure;
use crate::config::PatternConfig;
use crate::generate;

/// How many payloads a proved pattern is tried on.
const PAYLOADS: usize = 24;

/// What the stages say of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// One payload that was tried, for whoever wants to show it to real MLIR too.
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
pub fn check(registry: &Registry, config: &PatternConfig, bytes: &[u8]) -> Result<Judged, Failure> {
    let bytes = &mut Unstructured::new(bytes);
    let text = generate::pattern(config, bytes);
    let mut judged = Judged { pattern: text, class: Class::Malformed, why: String::new(), cases: Vec::new() };
    judge(registry, bytes, &mut judged).map_err(|failure| {
        let shown = format!("{}\n{}", judged.pattern, failure.shown);
        Failure { shown, ..failure }
    })?;
    Ok(judged)
}

/// Whether a failure of a replay contradicts a proof. A contract with the parent (S115) does not: payloads put
/// operations under parents that the pattern says nothing about.
fn counts(code: &str) -> bool {
    code.starts_with('S') && code != "S115"
}

fn judge(registry: &Registry, bytes: &mut Unstructured<'_>, judged: &mut Judged) -> Result<(), Failure> {
    let parsed = assay_ir::text::parse(registry.ctx(), &Source::new("pattern", judged.pattern.as_str()));
    if let Some(first) = parsed.diagnostics.first() {
        return Err(Failure::new("a generated pattern reads", first.message.as_str()));
    }
    let program = &parsed.program;
    let pattern: Pattern<'_> = match patterns(program).first() {
        Some(pattern) => *pattern,
        None => return Err(Failure::new("a generated pattern is one", "")),
    };
    if !validate(pattern, Some(registry)).is_empty() {
        return Ok(());
    }
    let options = Options::default();
    let task = Task { program, pattern: pattern.op, registry, options: &options };
    let matchable = matchable::stage(&task);
    if !matchable.disagreements.is_empty() {
        return Err(Failure::new("the plain payload is matched", ""));
    }
    if matches!(matchable.verdict, StageVerdict::Vacuous) {
        judged.class = Class::Vacuous;
        return Ok(());
    }
    let result = structure::stage(&task);
    if let Some(claim) = result.disagreements.first() {
        let shown = format!("{}: {}", claim.code, claim.message);
        return Err(Failure::new("what is refuted was replayed", shown));
    }
    match &result.verdict {
        StageVerdict::Proved => judged.class = Class::Proved,
        StageVerdict::Refuted => {
            judged.class = Class::Refuted;
            let witnesses = result.findings.iter().filter_map(|finding| {
                let payload = finding.witness.as_ref()?.before.clone();
                Some(Case { code: Some(finding.claim.code), payload })
            });
            judged.cases.extend(witnesses);
            return Ok(());
        }
        StageVerdict::Unknown(why) => {
            judged.class = Class::Unknown;
            judged.why = format!("{why:?}");
            return Ok(());
        }
        other => return Err(Failure::new("the stage has an answer", format!("{other:?}"))),
    }
    let model = decode(program, registry, pattern.op)
        .map_err(|why| Failure::new("what is proved was decoded", format!("{why:?}")))?;
    for _ in 0..PAYLOADS {
        let scenario = generate::scenario(&model, bytes);
        let Ok(payload) = confirm::build(&model, registry, &scenario) else { continue };
        let before = confirm::text::program(&payload.program);
        if let Outcome::Fails { failures, .. } = confirm::replay(pattern, &payload, registry)
            && failures.iter().flat_map(|failure| failure.codes.iter()).any(|code| counts(code))
        {
            return Err(Failure::new("what is proved works", format!("{failures:?} on\n{before}")));
        }
        judged.cases.push(Case { code: None, payload: before });
    }
    Ok(())
}
