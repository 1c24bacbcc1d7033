//! The stage as the pipeline calls it: read, analyse, replay, answer. Forms no overall verdict. A pattern with ranges is looked
//! at once for each choice of lengths that matters; what is claimed at one place under one code is one candidate.

use assay_ir::data::known;
use assay_ir::rewrite::Unmatchable;

use super::analysis::{Answer, Extent, Suspicion, analyse_with, is_graph};
use super::examples;
use super::roles::Roles;
use crate::limits::Resource;
use crate::pattern::classes::Classes;
use crate::pattern::decode::{Unnamed, instances_beyond};
use crate::pattern::model::Model;
use crate::pattern::promises;
use crate::stage::{StageResult, Task, not_shown};
use crate::structure::Candidate;
use crate::structure::replay::{Judged, judge, may_show, plain_run};
use crate::verdict::{Claim, Finding, Reason, Severity, StageVerdict, Unknown};
use crate::witness::CannotBuild;

/// Asks the S rules.
pub fn stage(task: &Task<'_>) -> StageResult {
    let (models, complete) = match all_instances(task) {
        Ok(found) => found,
        Err(why) => return StageResult::unknown(why),
    };
    if let Err(why) = task.compiled() {
        if *why == Unmatchable::TooLarge {
            return StageResult::unknown(Unknown::Limit(Resource::Roots));
        }
        let span = task.program.op(why.op().unwrap_or(task.pattern)).span;
        let what = "a matcher that MLIR 22 cannot lower".to_owned();
        return StageResult::unknown(Unknown::Unsupported { what, span });
    }
    let mut stage = Stage { task, result: StageResult::from_verdict(StageVerdict::Proved) };
    let mut looked_at: Vec<(&Model, bool, Answer)> = Vec::new();
    for model in models {
        match answer(task, model, false) {
            Ok(Some((graph, mut answer))) => {
                answer.assumptions.drain(..).for_each(|assumption| stage.result.assume(assumption));
                looked_at.push((model, graph, answer));
            }
            Ok(None) => {}
            Err(why) => return StageResult::unknown(why),
        }
    }
    if looked_at.is_empty() {
        return match complete {
            true => StageResult::from_verdict(StageVerdict::NotChecked(Reason::NeverMatches)),
            false => StageResult::unknown(task.untried()),
        };
    }
    stage.candidates(&looked_at);
    for (model, _, answer) in &looked_at {
        stage.remarks(model, answer);
        for suspicion in &answer.suspicions {
            stage.suspicion(model, suspicion);
        }
        if let Some(why) = &answer.unknown {
            stage.result.leave_open(why.clone());
        }
    }
    if !complete {
        stage.result.leave_open(task.untried());
    }
    stage.result.finish("the replay does not fail")
}

/// Whether [`stage`] finds nothing against the pattern. Stops at the first claim that a program may show, and makes no witness.
pub fn holds(task: &Task<'_>) -> bool {
    let Ok((models, true)) = all_instances(task) else { return false };
    let mut matched = false;
    for model in models {
        let Ok(found) = answer(task, model, false) else { return false };
        let Some((graph, answer)) = found else { continue };
        matched = true;
        // Claims of operations that are taken for others are shown on their definitions.
        let special = !model.taken_for.is_empty() && !answer.candidates.is_empty();
        if special {
            return matches!(stage(task).verdict, StageVerdict::Proved);
        }
        let shown = |candidate: &Candidate| may_show(task, model, candidate, graph);
        let remarks = answer.remarks.iter().any(|remark| remark.level == Severity::Error);
        if answer.unknown.is_some()
            || !answer.suspicions.is_empty()
            || remarks
            || answer.candidates.iter().any(shown)
        {
            return false;
        }
    }
    !matched || task.compiled().is_ok()
}

/// The models that have to be looked at, operations without a name as they may be, and whether these are all.
fn all_instances<'t>(task: &Task<'t>) -> Result<(Vec<&'t Model>, bool), Unknown> {
    let (plain, grouped) =
        (task.subject.instances(Unnamed::Plain)?, task.subject.instances(Unnamed::Grouped)?);
    let models = plain.models.iter().chain(&grouped.models).collect();
    Ok((models, plain.complete && grouped.complete))
}

/// Extra work of the analysis that shows nothing new; tests compare.
#[derive(Clone, Copy, Debug, Default)]
pub struct Beyond {
    /// Looks at sets of merges.
    pub sets: bool,
    /// Makes each range longer by this number.
    pub longer: usize,
}

/// Claims of the analysis before any replay: one answer for each choice of lengths of the ranges of the pattern.
///
/// # Errors
/// The first construct that is not analysed.
pub fn claims(task: &Task<'_>, beyond: Beyond) -> Result<Vec<Answer>, Unknown> {
    let of = |unnamed| instances_beyond(task.program, task.registry, task.pattern, unnamed, beyond.longer);
    let (plain, grouped) = (of(Unnamed::Plain)?, of(Unnamed::Grouped)?);
    let models = plain.models.iter().chain(&grouped.models);
    let answers = models.filter_map(|model| answer(task, model, beyond.sets).transpose());
    answers.map(|answer| answer.map(|(_, answer)| answer)).collect()
}

/// What the analysis says of one model; nothing when no payload matches it.
fn answer(task: &Task<'_>, model: &Model, thorough: bool) -> Result<Option<(bool, Answer)>, Unknown> {
    let roles = Roles::new(model, task.registry, task.options);
    if never_matches(model, &roles) {
        return Ok(None);
    }
    let graph = is_graph(model, &roles, task.options.region_kind)?;
    let Ok(base) = Classes::new(model, task.registry, graph) else { return Ok(None) };
    let extent = Extent { thorough, most: task.account().left(Resource::Structure) };
    let answer = analyse_with(&base, &roles, task.options, graph, extent);
    task.account().charge(Resource::Structure, answer.steps as u64);
    Ok(Some((graph, answer)))
}

/// Whether something keeps a model from matching: what was found while reading, or an operation without a name that is taken for
/// a terminator where it is said to be none.
fn never_matches(model: &Model, roles: &Roles<'_>) -> bool {
    !model.impossible.is_empty() || model.taken_for.iter().any(|node| roles.is_denied(*node))
}

/// A way to show a claim: the model, whether its block is in a graph region, and what the analysis found.
type Way<'a> = (&'a Model, bool, &'a Candidate);

struct Stage<'a> {
    task: &'a Task<'a>,
    result: StageResult,
}

impl Stage<'_> {
    /// Replays what is claimed, model by model until it is shown.
    fn candidates(&mut self, looked_at: &[(&Model, bool, Answer)]) {
        let mut claims: Vec<(&Claim, Vec<Way<'_>>)> = Vec::new();
        for (model, graph, answer) in looked_at {
            for candidate in &answer.candidates {
                let claim = &candidate.claim;
                let way = (*model, *graph, candidate);
                match claims.iter_mut().find(|(other, _)| other.code == claim.code && other.op == claim.op) {
                    Some((_, ways)) => ways.push(way),
                    None => claims.push((claim, vec![way])),
                }
            }
        }
        for (_, ways) in claims {
            self.claim(&ways);
        }
    }

    fn claim(&mut self, ways: &[Way<'_>]) {
        // No program shows what native code makes of its arguments.
        if let Some(made) = ways.iter().find_map(|(model, ..)| model.native_creation()) {
            let name = self.task.program.attr_text(made.op, known::NAME).unwrap_or_default();
            let what = format!("which values the native function `{name}` uses");
            return self.result.leave_open(Unknown::Unsupported { what, span: made.span });
        }
        let mut best = Judged::Impossible;
        self.try_ways(&mut best, ways.iter().filter(|(model, ..)| model.taken_for.is_empty()).copied());
        if !matches!(best, Judged::Confirmed(_)) && ways.iter().any(|(model, ..)| !model.taken_for.is_empty())
        {
            self.try_definitions(&mut best, &ways[0].2.claim);
        }
        match best {
            Judged::Confirmed(finding) => self.result.findings.push(finding),
            Judged::UnderNatives(mut finding) => {
                let name = promises::undescribed(self.task.registry, &ways[0].0.constraints);
                self.result.leave_open(Unknown::Native { name, span: finding.claim.span });
                finding.claim.level = Severity::Warning;
                self.result.findings.push(finding);
            }
            Judged::Works(claim) => self.result.disagreements.push(claim),
            Judged::NotBuilt(_, CannotBuild::Limit(spent)) => self.result.leave_open(Unknown::Limit(spent)),
            Judged::NotBuilt(claim, why) => match examples::shown(self.task, ways[0].0, &claim) {
                Some(finding) => self.result.findings.push(finding),
                None => self.result.leave_open(not_shown(&claim, &why.to_string())),
            },
            Judged::Impossible => {}
        }
    }

    fn try_ways<'w>(&self, best: &mut Judged, ways: impl Iterator<Item = Way<'w>>) {
        for (model, graph, candidate) in ways {
            let judged = judge(self.task, model, candidate, graph);
            let done = matches!(judged, Judged::Confirmed(_));
            if judged.weight() > best.weight() {
                *best = judged;
            }
            if done {
                return;
            }
        }
    }

    /// What holds of operations that have a group for each place is shown on operations whose definition has them.
    fn try_definitions(&self, best: &mut Judged, claim: &Claim) {
        let task = self.task;
        for model in task.instances(Unnamed::Defined).map_or(&[][..], |found| &found.models) {
            let Ok(Some((graph, answer))) = answer(task, model, false) else { continue };
            let same =
                |candidate: &&Candidate| candidate.claim.code == claim.code && candidate.claim.op == claim.op;
            let ways = answer.candidates.iter().filter(same).map(|candidate| (model, graph, candidate));
            self.try_ways(best, ways);
            if matches!(best, Judged::Confirmed(_)) {
                return;
            }
        }
    }

    /// A claim about an operation without a definition is shown on a known program, or leaves the question open.
    fn suspicion(&mut self, model: &Model, suspicion: &Suspicion) {
        let mut claim = suspicion.claim.clone();
        let known = |finding: &Finding| finding.claim.code == claim.code && finding.claim.op == claim.op;
        if self.result.findings.iter().any(known) {
            return;
        }
        if let Some(finding) = examples::shown(self.task, model, &suspicion.claim) {
            return self.result.findings.push(finding);
        }
        let name = self.task.registry.ctx().str(suspicion.name);
        self.result.leave_open(Unknown::undefined(name, claim.span));
        claim.level = Severity::Warning;
        claim.message = format!("{}; `{name}` has no definition here", claim.message);
        self.result.findings.push(Finding { claim, witness: None });
    }

    /// A remark that the options make an error gets the program on which MLIR 22 still goes on.
    fn remarks(&mut self, model: &Model, answer: &Answer) {
        for claim in &answer.remarks {
            let known = |finding: &Finding| finding.claim.code == claim.code && finding.claim.op == claim.op;
            if self.result.findings.iter().any(known) {
                continue;
            }
            let witness = match claim.level {
                Severity::Error => plain_run(self.task, model),
                Severity::Warning | Severity::Note => None,
            };
            match (claim.level, &witness) {
                (Severity::Error, None) => self.result.leave_open(not_shown(claim, "no payload was made")),
                _ => self.result.findings.push(Finding { claim: claim.clone(), witness }),
            }
        }
    }
}
