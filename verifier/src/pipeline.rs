//! The run on one page: the stages in their order, and the one place where an overall verdict is formed.
//!
//! wellformed? -> matchable? -> structure -> types -> values -> termination. A malformed or vacuous pattern goes no
//! further; any other stage is asked whatever the ones before it said, so that one run shows everything.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};

use assay_ir::data::{OpId, Program};
use assay_ir::diagnostic::Diagnostic;
use assay_ir::pdl::{self, Pattern, Violation};
use assay_ir::rule::Family;
use assay_ir::spec::Registry;
use assay_ir::text;

use crate::limits::Resource;
use crate::stage::{Options, RegionKind, StageResult, Target, Task};
use crate::termination::set::endless_set;
use crate::verdict::{
    Assumption, Claim, Finding, Judgement, Label, Reason, Rule, SetJudgement, Severity, Stage, StageVerdict,
    Unknown, Verdict, VerdictKind,
};
use crate::{lint, matchable, structure, termination, types, values};
use assay_smt::SolverPool;

/// The code of text that cannot be read.
pub const UNREADABLE: Rule = Rule::P000;

/// Which stages are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnabledStages {
    /// M rules.
    pub matching: bool,
    /// S rules.
    pub structure: bool,
    /// T rules.
    pub types: bool,
    /// V rules.
    pub values: bool,
    /// V rules of a pattern that breaks an S or T rule in some programs: differences in the others.
    pub differences: bool,
    /// N rules.
    pub termination: bool,
}

impl Default for EnabledStages {
    fn default() -> EnabledStages {
        EnabledStages {
            matching: true,
            structure: true,
            types: true,
            values: true,
            differences: true,
            termination: true,
        }
    }
}

/// One pattern of a text, with what its reader and PDL's own static rules say of it.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The `pdl.pattern`.
    pub pattern: OpId,
    /// What its reader could not read inside of it.
    pub unreadable: Vec<Diagnostic>,
    /// The static rules that it breaks.
    pub violations: Vec<Violation>,
}

/// The patterns of a text in order, and the reader's messages that concern none of them.
pub fn candidates(
    program: &Program,
    diagnostics: &[Diagnostic],
    registry: &Registry,
) -> (Vec<Candidate>, Vec<Diagnostic>) {
    let mut found: Vec<Candidate> = pdl::validate_all(program, Some(registry))
        .into_iter()
        .map(|(pattern, violations)| Candidate { pattern: pattern.op, unreadable: Vec::new(), violations })
        .collect();
    let mut elsewhere = Vec::new();
    for diagnostic in diagnostics {
        let within = |candidate: &&mut Candidate| {
            let span = program.op(candidate.pattern).span;
            span.start <= diagnostic.span.start && diagnostic.span.start < span.end
        };
        // The instances of a template lie in one place.
        let mut any = false;
        for candidate in found.iter_mut().filter(within) {
            candidate.unreadable.push(diagnostic.clone());
            any = true;
        }
        if !any {
            elsewhere.push(diagnostic.clone());
        }
    }
    // Where the reader gave up, nothing that follows was read whole.
    if let (true, Some(last)) = (diagnostics.len() >= text::MAX_DIAGNOSTICS, diagnostics.last()) {
        for candidate in &mut found {
            if candidate.unreadable.is_empty() && program.op(candidate.pattern).span.end >= last.span.start {
                candidate.unreadable.push(last.clone());
            }
        }
    }
    (found, elsewhere)
}

/// How a stage is asked.
type Ask<'a> = &'a dyn Fn(&Task<'_>) -> StageResult;

/// Everything that can be said of one pattern; `solvers` are asked where types need them.
pub fn judge(
    task: &Task<'_>,
    candidate: &Candidate,
    asked: EnabledStages,
    solvers: Option<&SolverPool>,
) -> Judgement {
    let (asked_types, differences) = (asked.types, asked.differences);
    let mut judgement = blank(task);
    if !wellformed(candidate, &mut judgement) {
        return judgement;
    }
    // What never matches needs no rule, so this stage always runs.
    let matchable = |task: &Task<'_>| matching(task, asked);
    let types = |task: &Task<'_>| types::analyse(task, solvers);
    let values = |task: &Task<'_>| values::analyse(task, solvers);
    let stages: [(Stage, bool, Ask<'_>); 5] = [
        (Stage::Matchable, true, &matchable),
        (Stage::Structure, asked.structure, &structure::stage),
        (Stage::Types, asked.types, &types),
        (Stage::Values, asked.values, &values),
        (Stage::Termination, asked.termination, &termination::stage),
    ];
    let rewrites_nothing = only_matches(task);
    let mut beyond: Option<Reason> = None;
    for (stage, asked, ask) in stages {
        let only = rewrites_nothing && stage != Stage::Matchable;
        let why = skip_reason(&judgement, stage, asked).or(only.then_some(Reason::MatchesOnly));
        let mut result = match why {
            None => caught(|| ask(task)),
            Some(Reason::IllFormed) if asked && differences && only_context_dependent(&judgement) => {
                restrict_to_defined(caught(|| values::differences(task, solvers)))
            }
            Some(why) => StageResult::from_verdict(StageVerdict::NotChecked(why)),
        };
        if let (Stage::Values, Some(why)) = (stage, &beyond)
            && matches!(result.verdict, StageVerdict::Proved | StageVerdict::Bounded(_))
        {
            result.verdict = StageVerdict::NotChecked(why.clone());
        }
        beyond = beyond.or(result.beyond.take());
        if matches!(result.verdict, StageVerdict::Vacuous) && result.findings.is_empty() {
            result.findings.push(vacuous(task));
        }
        if record(&mut judgement, stage, result) {
            if asked_types {
                explained(task, solvers, &mut judgement);
            }
            return judgement;
        }
    }
    judgement.verdict = overall(&judgement, asked);
    if let (Some(spent), false) =
        (task.account().spent(), matches!(judgement.verdict, Verdict::Unknown(Unknown::Limit(_))))
    {
        judgement.findings.push(limited(task, spent));
    }
    if task.options.strict && matches!(judgement.verdict, Verdict::Proved | Verdict::WellFormed(_)) {
        judgement.findings.extend(judgement.assumptions.iter().map(|assumption| assumed(task, assumption)));
    }
    judgement.findings.extend(lint::remarks(task));
    order(&mut judgement.findings);
    judgement
}

/// Says of a pattern that never matches which of its statements contradict each other.
fn explained(task: &Task<'_>, solvers: Option<&SolverPool>, judgement: &mut Judgement) {
    let claims = judgement.findings.iter_mut().map(|finding| &mut finding.claim);
    if let Some(claim) =
        claims.into_iter().find(|claim| claim.code == Rule::P101 && claim.level != Severity::Error)
    {
        // An explanation that fails is none.
        let _ = panic::catch_unwind(AssertUnwindSafe(|| types::explain(task, solvers, claim)));
    }
}

/// The answer of a stage; a panic in it is an answer about this pattern, and no other pattern is lost.
fn caught(ask: impl FnOnce() -> StageResult) -> StageResult {
    // Stages share caches alone, whose locks are taken over after a panic.
    panic::catch_unwind(AssertUnwindSafe(ask)).unwrap_or_else(|payload| {
        StageResult::from_verdict(StageVerdict::Unknown(Unknown::Internal(payload_text(payload.as_ref()))))
    })
}

/// The words of a panic.
pub fn payload_text(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "a panic without a message".to_owned())
}

/// The finding about a pattern at which Assay failed outside of any stage.
pub fn failed(task: &Task<'_>, why: String) -> Judgement {
    let mut judgement = blank(task);
    judgement.stages.push((Stage::Wellformed, StageVerdict::Unknown(Unknown::Internal(why.clone()))));
    judgement.verdict = Verdict::Unknown(Unknown::Internal(why));
    judgement
}

/// The M rules if they are asked; else only whether anything matches.
pub(crate) fn matching(task: &Task<'_>, asked: EnabledStages) -> StageResult {
    match asked.matching {
        true => matchable::stage(task),
        false => matchable::matches(task),
    }
}

/// The S and M rules of one pattern: matching and structure as one answer.
pub fn structural(task: &Task<'_>) -> StageResult {
    let mut matching = matchable::stage(task);
    if matches!(matching.verdict, StageVerdict::Vacuous) {
        return matching;
    }
    let mut result = structure::stage(task);
    result.disagreements.append(&mut matching.disagreements);
    let errors = matching.findings.into_iter().filter(|finding| finding.claim.level == Severity::Error);
    result.findings.extend(errors);
    match (&matching.verdict, &result.verdict) {
        (StageVerdict::Refuted, _) => result.verdict = StageVerdict::Refuted,
        (StageVerdict::Unknown(_), StageVerdict::Proved | StageVerdict::NotChecked(_)) => {
            result.verdict = matching.verdict;
        }
        _ => {}
    }
    result
}

/// What can be said of judged patterns of one program when they are applied together: the claim holds only if it holds for
/// every member, and they must not feed each other without end.
pub fn judge_set(
    program: &Program,
    registry: &Registry,
    options: &Options,
    members: &[(OpId, VerdictKind)],
) -> SetJudgement {
    let runs = |verdict: &VerdictKind| {
        !matches!(verdict, VerdictKind::Malformed | VerdictKind::Vacuous | VerdictKind::Refuted)
    };
    let patterns: Vec<OpId> =
        members.iter().filter(|(_, verdict)| runs(verdict)).map(|(op, _)| *op).collect();
    if let Some(found) = endless_set(program, registry, options, &patterns) {
        let (cycle, findings) = (found.members, vec![found.finding]);
        return SetJudgement { verdict: VerdictKind::Refuted, cycle, findings };
    }
    let weakest = members.iter().map(|(_, verdict)| *verdict).max_by_key(|verdict| match verdict {
        // What never matches makes no difference.
        VerdictKind::Proved | VerdictKind::Vacuous => 0,
        VerdictKind::Bounded => 1,
        VerdictKind::WellFormed => 2,
        VerdictKind::Unknown => 3,
        VerdictKind::Refuted => 4,
        VerdictKind::Malformed => 5,
    });
    let verdict = match weakest {
        None | Some(VerdictKind::Vacuous) => VerdictKind::Proved,
        Some(verdict) => verdict,
    };
    SetJudgement { verdict, cycle: Vec::new(), findings: Vec::new() }
}

/// Tells if a pattern ends in an external rewrite that never runs, as its summary says.
fn only_matches(task: &Task<'_>) -> bool {
    let rewrite = Pattern { program: task.program, op: task.pattern }.rewrite();
    let name = rewrite.and_then(|rewrite| rewrite.external());
    let summary = name.and_then(|name| task.registry.native(task.program.ctx().str(name)));
    summary.is_some_and(|summary| summary.matches_only)
}

/// The reason for which a stage is not checked: a rewrite that leaves an ill-formed program cannot be repeated.
fn skip_reason(judgement: &Judgement, stage: Stage, asked: bool) -> Option<Reason> {
    let broken = judgement.stages.iter().any(|(_, verdict)| matches!(verdict, StageVerdict::Refuted));
    let ill_formed = judgement
        .stages
        .iter()
        .any(|(stage, verdict)| *stage != Stage::Values && matches!(verdict, StageVerdict::Refuted));
    match stage {
        _ if !asked => Some(Reason::LeftOut),
        // What is no program computes nothing.
        Stage::Values if broken => Some(Reason::IllFormed),
        Stage::Termination if ill_formed => Some(Reason::Breaks),
        _ => None,
    }
}

/// Tells if all that breaks so far depends on what a pattern cannot know: what else uses the values of a match, which of its
/// values are one operation, and their types. Then there are programs in which the rewrite leaves a well-formed one, and what
/// that computes is still open.
fn only_context_dependent(judgement: &Judgement) -> bool {
    let mut errors = judgement.findings.iter().filter(|finding| finding.claim.level == Severity::Error);
    errors.all(|finding| SURROUNDINGS.contains(&finding.claim.code))
}

/// Rules that a rewrite may break in some programs and keep in others.
const SURROUNDINGS: [Rule; 9] = [
    Rule::S103,
    Rule::S105,
    Rule::S106,
    Rule::S107,
    Rule::S109,
    Rule::S112,
    Rule::T201,
    Rule::T202,
    Rule::M501,
];

/// The answer of a stage about programs in which no other rule is broken: what was shown there counts, a proof does not.
fn restrict_to_defined(result: StageResult) -> StageResult {
    let not_checked = StageResult::from_verdict(StageVerdict::NotChecked(Reason::IllFormed));
    match result.verdict {
        StageVerdict::Refuted => StageResult { disagreements: Vec::new(), ..result },
        _ => not_checked,
    }
}

fn blank(task: &Task<'_>) -> Judgement {
    let pattern = Pattern { program: task.program, op: task.pattern };
    Judgement {
        name: pattern.name().map(str::to_owned),
        span: pattern.span(),
        verdict: Verdict::Malformed,
        stages: Vec::new(),
        findings: Vec::new(),
        widths: None,
        assumptions: Vec::new(),
        domain: domain(task),
        disagreements: Vec::new(),
    }
}

/// Which programs and drivers a verdict speaks about.
fn domain(task: &Task<'_>) -> Vec<String> {
    let regions = match task.options.region_kind {
        RegionKind::FromSpecs => "SSACFG regions unless the definition says graph",
        RegionKind::SsaCfg => "SSACFG regions",
        RegionKind::Graph => "graph regions",
    };
    let mut out = vec![
        "verified input, reachable blocks".to_owned(),
        regions.to_owned(),
        "open integer types: i1 and wider".to_owned(),
        "driver: one application, greedy or walk; no dialect conversion".to_owned(),
    ];
    let unknown = task.options.unknown_ops;
    let granted: Vec<&str> = [
        (unknown.may_terminate, "end blocks"),
        (unknown.may_own_regions, "own regions"),
        (unknown.may_define_symbols, "define symbols"),
    ]
    .into_iter()
    .filter_map(|(granted, what)| granted.then_some(what))
    .collect();
    if !granted.is_empty() {
        out.push(format!("operations without a spec: may {}", granted.join(", ")));
    }
    if !task.options.wildcards_may_terminate {
        out.push("operations matched without a name: no terminators".to_owned());
    }
    if task.options.target == Target::Portable {
        out.push("MLIR: every release".to_owned());
    }
    out
}

/// The reader and PDL's own static rules; false when the pattern is malformed. What was not read whole is not
/// held against the rules.
fn wellformed(candidate: &Candidate, judgement: &mut Judgement) -> bool {
    let claims: Vec<Claim> = match candidate.unreadable.as_slice() {
        [] => candidate.violations.iter().map(of_violation).collect(),
        unreadable => unreadable.iter().map(|diagnostic| of_reader(candidate.pattern, diagnostic)).collect(),
    };
    let verdict = if claims.is_empty() { StageVerdict::Proved } else { StageVerdict::Refuted };
    judgement.stages.push((Stage::Wellformed, verdict));
    judgement.findings.extend(claims.into_iter().map(|claim| Finding { claim, witness: None }));
    order(&mut judgement.findings);
    judgement.findings.is_empty()
}

/// What is taken for granted, as a finding.
fn assumed(task: &Task<'_>, assumption: &Assumption) -> Finding {
    let pattern = Pattern { program: task.program, op: task.pattern };
    let claim = Claim {
        code: assumption.code,
        level: Severity::Error,
        op: task.pattern,
        span: pattern.span(),
        message: format!("holds only under this assumption: {}", assumption.text),
        labels: Vec::new(),
        help: None,
    };
    Finding { claim, witness: None }
}

/// The remark that not all was looked at, where that does not decide the verdict.
fn limited(task: &Task<'_>, spent: Resource) -> Finding {
    let pattern = Pattern { program: task.program, op: task.pattern };
    let claim = Claim {
        code: Rule::U012,
        level: Severity::Note,
        op: task.pattern,
        span: pattern.span(),
        message: format!(
            "more {} than are allowed for one pattern; there may be more findings",
            spent.describe()
        ),
        labels: Vec::new(),
        help: Unknown::Limit(spent).advice().map(str::to_owned),
    };
    Finding { claim, witness: None }
}

/// The remark for a pattern whose types or attributes contradict each other.
fn vacuous(task: &Task<'_>) -> Finding {
    let pattern = Pattern { program: task.program, op: task.pattern };
    let op = pattern.anchor().unwrap_or(task.pattern);
    let message = "no valid program has the types and attributes that the pattern asks for".to_owned();
    let span = task.program.op(op).span;
    let claim = Claim {
        code: Rule::P101,
        level: Severity::Warning,
        op,
        span,
        message,
        labels: Vec::new(),
        help: None,
    };
    Finding { claim, witness: None }
}

fn of_violation(violation: &Violation) -> Claim {
    Claim {
        code: violation.rule.code(),
        level: Severity::Error,
        op: violation.op,
        span: violation.span,
        message: violation.message.clone(),
        labels: violation.related.clone(),
        help: None,
    }
}

fn of_reader(pattern: OpId, diagnostic: &Diagnostic) -> Claim {
    let mut labels = diagnostic.related.clone();
    if !diagnostic.label.is_empty() {
        labels.insert(0, Label { span: diagnostic.span, text: diagnostic.label.clone() });
    }
    Claim {
        code: UNREADABLE,
        level: Severity::Error,
        op: pattern,
        span: diagnostic.span,
        message: diagnostic.message.clone(),
        labels,
        help: diagnostic.help.clone(),
    }
}

/// Takes the answer of a stage over; true when it says that the pattern can never match: then nothing else that
/// was found matters.
fn record(judgement: &mut Judgement, stage: Stage, result: StageResult) -> bool {
    // What was shown to match is not taken back.
    let shown = judgement.stages.iter().any(|(_, verdict)| matches!(verdict, StageVerdict::Refuted));
    let vacuous = matches!(result.verdict, StageVerdict::Vacuous) && !shown;
    judgement.stages.push((stage, result.verdict));
    if vacuous {
        judgement.verdict = Verdict::Vacuous;
        judgement.findings.clear();
        judgement.assumptions.clear();
        judgement.disagreements.clear();
    }
    // A later stage may come across what an earlier one has shown.
    let known = judgement.findings.len();
    for finding in result.findings {
        let same = |other: &Finding| {
            other.claim.code == finding.claim.code && other.claim.level == finding.claim.level
        };
        if finding.claim.code.family() != Family::Structure || !judgement.findings[..known].iter().any(same) {
            judgement.findings.push(finding);
        }
    }
    for assumption in result.assumptions {
        if !judgement.assumptions.contains(&assumption) {
            judgement.assumptions.push(assumption);
        }
    }
    judgement.disagreements.extend(result.disagreements);
    judgement.widths = judgement.widths.take().or(result.widths);
    if vacuous {
        order(&mut judgement.findings);
    }
    vacuous
}

/// The first that applies: refuted, unknown, well-formed, bounded, proved. (Malformed and vacuous end the run before.)
fn overall(judgement: &Judgement, asked: EnabledStages) -> Verdict {
    let verdicts = || judgement.stages.iter().map(|(_, verdict)| verdict);
    if verdicts().any(|verdict| matches!(verdict, StageVerdict::Refuted)) {
        return Verdict::Refuted;
    }
    let unknown = verdicts().find_map(|verdict| match verdict {
        StageVerdict::Unknown(why) => Some(Verdict::Unknown(why.clone())),
        _ => None,
    });
    let bounded = || {
        verdicts().find_map(|verdict| match verdict {
            StageVerdict::Bounded(set) => Some(Verdict::Bounded(set.clone())),
            _ => None,
        })
    };
    unknown.or_else(|| without_values(judgement, asked)).or_else(bounded).unwrap_or(Verdict::Proved)
}

/// The verdict of a pattern whose values were not compared: at best `well-formed`, and none where nothing else was asked.
fn without_values(judgement: &Judgement, asked: EnabledStages) -> Option<Verdict> {
    let why = judgement.stages.iter().find_map(|(stage, verdict)| match (stage, verdict) {
        (Stage::Values, StageVerdict::NotChecked(why)) => Some(why.clone()),
        _ => None,
    })?;
    Some(match why {
        Reason::NoMeaning { name, span } if !asked.structure && !asked.types => {
            Verdict::Unknown(Unknown::NoMeaning { name, span })
        }
        why => Verdict::WellFormed(why),
    })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::Rule;

    #[test]
    fn a_panic_of_a_stage_is_an_answer_about_the_pattern() {
        let said = |result: StageResult| match result.verdict {
            StageVerdict::Unknown(why) => (why.code(), why.subject().to_owned()),
            other => panic!("{other}"),
        };
        let number = 7;
        assert_eq!(said(caught(|| panic!("too many: {number}"))), (Rule::U013, "too many: 7".to_owned()));
        assert_eq!(said(caught(|| panic!("none"))), (Rule::U013, "none".to_owned()));
    }
}
