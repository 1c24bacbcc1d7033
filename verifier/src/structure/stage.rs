//! The stage as the pipeline calls it: read, analyse, replay, answer. Forms no overall verdict. A pattern with ranges is looked
//! at once for each choice of lengths that matters; what is claimed at one place under one code is one candidate.

use std::ops::ControlFlow;

use assay_ir::pdl::Pattern;
use assay_ir::rewrite::CompiledPattern;

use super::analysis::{self, Answer, Outlook, analyse_with, assumptions, is_graph};
use super::roles::Roles;
use crate::matchable::over_match::Reuses;
use crate::pattern::classes::Classes;
use crate::pattern::decode::{Instances, Unnamed, each_instance, instances_beyond, instances_of, untried};
use crate::pattern::model::Model;
use crate::pattern::promises;
use crate::stage::{StageResult, Task, not_shown};
use crate::structure::Candidate;
use crate::structure::replay::{Judged, judge, plain_run};
use crate::verdict::{Assumption, Claim, Finding, Level, StageVerdict, Unknown};

/// Asks the S rules, and M501.
pub fn stage(task: &Task<'_>) -> StageResult {
    let found = match all_instances(task, 0) {
        Ok(found) => found,
        Err(why) => return StageResult::unknown(why),
    };
    let pattern = Pattern { program: task.program, op: task.pattern };
    if let Err(why) = CompiledPattern::new(pattern) {
        let span = task.program.op(why.op().unwrap_or(task.pattern)).span;
        let what = "a matcher that MLIR 22 cannot lower".to_owned();
        return StageResult::unknown(Unknown::Unsupported { what, span });
    }
    let mut stage = Stage { task, result: StageResult::of(StageVerdict::Proved), open: None };
    let mut looked_at: Vec<(&Model, bool, Answer)> = Vec::new();
    for model in &found.models {
        match answer(task, model, false) {
            Ok(Some((graph, answer))) => {
                taken_for_granted(task, model, graph).into_iter().for_each(|text| stage.result.assume(text));
                looked_at.push((model, graph, answer));
            }
            Ok(None) => {}
            Err(why) => return StageResult::unknown(why),
        }
    }
    if looked_at.is_empty() {
        let reuses = Reuses::of(task);
        if !reuses.shown.is_empty() {
            return StageResult { findings: reuses.shown, ..StageResult::of(StageVerdict::Refuted) };
        }
        return match found.complete && !reuses.untried {
            true => StageResult::of(StageVerdict::NotAsked("the pattern never matches".to_owned())),
            false => StageResult::unknown(untried(task.program, task.pattern)),
        };
    }
    stage.reuses();
    stage.candidates(&looked_at);
    for (model, _, answer) in &looked_at {
        stage.remarks(model, answer);
        if let Some(why) = &answer.unknown {
            stage.leave_open(why.clone());
        }
    }
    if !found.complete {
        stage.leave_open(untried(task.program, task.pattern));
    }
    stage.finish()
}

/// The models that have to be looked at, operations without a name as they may be, and each range longer by so many.
fn all_instances(task: &Task<'_>, longer: usize) -> Result<Instances, Unknown> {
    let of = |unnamed| instances_beyond(task.program, task.registry, task.pattern, unnamed, longer);
    let mut found = of(Unnamed::Plain)?;
    let more = of(Unnamed::Grouped)?;
    found.models.extend(more.models);
    found.complete &= more.complete;
    Ok(found)
}

/// What the analysis looks at beyond what decides: that it need not is tried in tests.
#[derive(Clone, Copy, Debug, Default)]
pub struct Beyond {
    /// Sets of merges.
    pub sets: bool,
    /// Ranges that are longer by so many.
    pub longer: usize,
}

/// What the analysis claims of a pattern, before anything is replayed: one answer for each choice of lengths of its ranges.
/// What is looked at `beyond` has to show nothing new.
///
/// # Errors
/// What is not analysed.
pub fn claims(task: &Task<'_>, beyond: Beyond) -> Result<Vec<Answer>, Unknown> {
    let found = all_instances(task, beyond.longer)?;
    let answers = found.models.iter().filter_map(|model| answer(task, model, beyond.sets).transpose());
    answers.map(|answer| answer.map(|(_, answer)| answer)).collect()
}

/// The verdict of the S rules before any witness: whether there is anything to replay. A pattern that never matches is sound.
pub fn outlook(task: &Task<'_>) -> Outlook {
    let mut open = None;
    let mut look = |model: Result<Model, Unknown>| {
        let found = model.and_then(|model| {
            let roles = Roles::new(&model, task.registry, task.options);
            if never_matches(&model, &roles) {
                return Ok(Outlook::Sound);
            }
            let graph = is_graph(&model, &roles, task.options.region_kind)?;
            let Ok(base) = Classes::new(&model, task.registry, graph) else { return Ok(Outlook::Sound) };
            Ok(analysis::outlook(&base, &roles, task.options, graph))
        });
        match found {
            Ok(Outlook::Broken) => return ControlFlow::Break(()),
            Ok(Outlook::Open(why)) | Err(why) => open = open.take().or(Some(why)),
            Ok(Outlook::Sound) => {}
        }
        ControlFlow::Continue(())
    };
    match (each_instance(task.program, task.registry, task.pattern, &mut look), open) {
        (ControlFlow::Break(()), _) => Outlook::Broken,
        (_, Some(why)) => Outlook::Open(why),
        _ => Outlook::Sound,
    }
}

/// What the analysis says of one model; nothing when no payload matches it.
fn answer(task: &Task<'_>, model: &Model, thorough: bool) -> Result<Option<(bool, Answer)>, Unknown> {
    let roles = Roles::new(model, task.registry, task.options);
    if never_matches(model, &roles) {
        return Ok(None);
    }
    let graph = is_graph(model, &roles, task.options.region_kind)?;
    let Ok(base) = Classes::new(model, task.registry, graph) else { return Ok(None) };
    Ok(Some((graph, analyse_with(&base, &roles, task.options, graph, thorough))))
}

/// Whether something keeps a model from matching: what was found while reading, or an operation without a name that is taken for
/// a terminator where it is said to be none.
fn never_matches(model: &Model, roles: &Roles<'_>) -> bool {
    !model.impossible.is_empty() || model.taken_for.iter().any(|node| roles.is_denied(*node))
}

fn taken_for_granted(task: &Task<'_>, model: &Model, graph: bool) -> Vec<Assumption> {
    let roles = Roles::new(model, task.registry, task.options);
    Classes::new(model, task.registry, graph).map_or_else(|_| Vec::new(), |base| assumptions(&base, &roles))
}

/// A way to show a claim: the model, whether its block is in a graph region, and what the analysis found.
type Way<'a> = (&'a Model, bool, &'a Candidate);

struct Stage<'a> {
    task: &'a Task<'a>,
    result: StageResult,
    open: Option<Unknown>,
}

impl Stage<'_> {
    fn reuses(&mut self) {
        let reuses = Reuses::of(self.task);
        let not_all = reuses.untried && reuses.shown.is_empty();
        self.result.findings.extend(reuses.shown);
        if let Some(why) = reuses.open {
            self.leave_open(why);
        }
        if not_all {
            self.leave_open(untried(self.task.program, self.task.pattern));
        }
    }

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
                self.leave_open(Unknown::Native { name, span: finding.claim.span });
                finding.claim.level = Level::Warning;
                self.result.findings.push(finding);
            }
            Judged::Works(claim) => self.result.disagreements.push(claim),
            Judged::NotBuilt(claim, why) => self.leave_open(not_shown(&claim, &why.to_string())),
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
        let found = instances_of(task.program, task.registry, task.pattern, Unnamed::Defined);
        for model in found.map_or_else(|_| Vec::new(), |found| found.models) {
            let Ok(Some((graph, answer))) = answer(task, &model, false) else { continue };
            let same =
                |candidate: &&Candidate| candidate.claim.code == claim.code && candidate.claim.op == claim.op;
            let ways = answer.candidates.iter().filter(same).map(|candidate| (&model, graph, candidate));
            self.try_ways(best, ways);
            if matches!(best, Judged::Confirmed(_)) {
                return;
            }
        }
    }

    fn leave_open(&mut self, why: Unknown) {
        self.open.get_or_insert(why);
    }

    /// A remark that the options make an error gets the program on which MLIR 22 still goes on.
    fn remarks(&mut self, model: &Model, answer: &Answer) {
        for claim in &answer.remarks {
            let known = |finding: &Finding| finding.claim.code == claim.code && finding.claim.op == claim.op;
            if self.result.findings.iter().any(known) {
                continue;
            }
            let witness = match claim.level {
                Level::Error => plain_run(self.task, model),
                Level::Warning | Level::Note => None,
            };
            match (claim.level, &witness) {
                (Level::Error, None) => self.leave_open(not_shown(claim, "no payload was made")),
                _ => self.result.findings.push(Finding { claim: claim.clone(), witness }),
            }
        }
    }

    fn finish(mut self) -> StageResult {
        let against = self.result.against(self.open.take(), "the replay does not fail");
        self.result.verdict = against.unwrap_or(StageVerdict::Proved);
        self.result
    }
}
