//! The run on one page: the stages in their order, and the one place where an overall verdict is formed.
//!
//! wellformed? -> matchable? -> structure -> types -> termination. A malformed or vacuous pattern goes no
//! further; any other stage is asked whatever the ones before it said, so that one run shows everything.

use assay_ir::pdl::{self, Pattern};

use crate::smt::SolverPool;
use crate::stage::{StageResult, Task};
use crate::verdict::{Claim, Finding, Judgement, Label, Level, Stage, StageVerdict, Verdict};
use crate::{matchable, structure, termination, types};

/// Which stages are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// S and M rules.
    pub structure: bool,
    /// T rules.
    pub types: bool,
    /// N rules.
    pub termination: bool,
}

impl Default for Asked {
    fn default() -> Asked {
        Asked { structure: true, types: true, termination: true }
    }
}

/// Everything that can be said of one pattern; `solvers` are asked where types need them.
pub fn judge(task: &Task<'_>, asked: Asked, solvers: Option<&SolverPool>) -> Judgement {
    let mut judgement = blank(task);
    if !wellformed(task, &mut judgement) {
        return judgement;
    }
    let types = |task: &Task<'_>| types::analyse(task, solvers);
    let stages: [(Stage, bool, &dyn Fn(&Task<'_>) -> StageResult); 4] = [
        (Stage::Matchable, true, &matchable::stage),
        (Stage::Structure, asked.structure, &structure::stage),
        (Stage::Types, asked.types, &types),
        (Stage::Termination, asked.termination, &termination::stage),
    ];
    for (stage, asked, ask) in stages {
        let result = match asked {
            true => ask(task),
            false => StageResult::of(StageVerdict::NotAsked("left out".to_owned())),
        };
        if record(&mut judgement, stage, result) {
            return judgement;
        }
    }
    judgement.verdict = overall(&judgement);
    order(&mut judgement.findings);
    judgement
}

fn blank(task: &Task<'_>) -> Judgement {
    let pattern = Pattern { program: task.program, op: task.pattern };
    Judgement {
        name: pattern.name().map(str::to_owned),
        span: pattern.span(),
        verdict: Verdict::Malformed,
        stages: Vec::new(),
        findings: Vec::new(),
        assumptions: Vec::new(),
        domain: Vec::new(),
        disagreements: Vec::new(),
    }
}

/// PDL's own static rules; false when the pattern is malformed.
fn wellformed(task: &Task<'_>, judgement: &mut Judgement) -> bool {
    let violations = pdl::validate(Pattern { program: task.program, op: task.pattern }, Some(task.registry));
    let verdict = if violations.is_empty() { StageVerdict::Proved } else { StageVerdict::Refuted };
    judgement.stages.push((Stage::Wellformed, verdict));
    judgement.findings.extend(violations.iter().map(|violation| {
        Finding {
            claim: Claim {
                code: violation.rule.code(),
                level: Level::Error,
                op: violation.op,
                span: violation.span,
                message: violation.message.clone(),
                labels: violation
                    .related
                    .iter()
                    .map(|label| Label { span: label.span, text: label.text.clone() })
                    .collect(),
                help: None,
            },
            witness: None,
        }
    }));
    order(&mut judgement.findings);
    violations.is_empty()
}

/// Takes the answer of a stage over; true when it says that the pattern can never match.
fn record(judgement: &mut Judgement, stage: Stage, result: StageResult) -> bool {
    let vacuous = matches!(result.verdict, StageVerdict::Vacuous);
    judgement.stages.push((stage, result.verdict));
    judgement.findings.extend(result.findings);
    for assumption in result.assumptions {
        if !judgement.assumptions.contains(&assumption) {
            judgement.assumptions.push(assumption);
        }
    }
    judgement.disagreements.extend(result.disagreements);
    if vacuous {
        judgement.verdict = Verdict::Vacuous;
        judgement.findings.retain(|finding| finding.claim.level != Level::Error);
        order(&mut judgement.findings);
    }
    vacuous
}

/// The first that applies: refuted, unknown, proved. (Malformed and vacuous end the run before.)
fn overall(judgement: &Judgement) -> Verdict {
    let verdicts = || judgement.stages.iter().map(|(_, verdict)| verdict);
    if verdicts().any(|verdict| matches!(verdict, StageVerdict::Vacuous)) {
        return Verdict::Vacuous;
    }
    if verdicts().any(|verdict| matches!(verdict, StageVerdict::Refuted)) {
        return Verdict::Refuted;
    }
    match verdicts().find_map(|verdict| match verdict {
        StageVerdict::Unknown(why) => Some(why.clone()),
        _ => None,
    }) {
        Some(why) => Verdict::Unknown(why),
        None => Verdict::Proved,
    }
}

/// Errors first, then by place, then by code: the same for every run.
fn order(findings: &mut [Finding]) {
    findings.sort_by(|a, b| {
        let key = |finding: &Finding| {
            (std::cmp::Reverse(finding.claim.level), finding.claim.span, finding.claim.code)
        };
        key(a).cmp(&key(b)).then_with(|| a.claim.message.cmp(&b.claim.message))
    });
}
