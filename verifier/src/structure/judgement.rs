//! The stage as the pipeline calls it: read, analyse, replay, answer. Forms no overall verdict.

use super::analysis::{Answer, analyse, is_graph};
use super::decode::decode;
use super::model::Model;
use super::roles::Roles;
use super::rules::m501_unchecked_reuse;
use super::unify::Classes;
use crate::confirm::judge::{Judged, OverMatch, judge, over_match, plain_run};
use crate::stage::{StageResult, Task};
use crate::structure::Candidate;
use crate::verdict::{Claim, Finding, Level, StageVerdict, Unknown};

/// Asks the S rules, and M501.
pub fn stage(task: &Task<'_>) -> StageResult {
    let model = match decode(task.program, task.registry, task.pattern) {
        Ok(model) => model,
        Err(why) => return StageResult::unknown(why),
    };
    let roles = Roles::new(&model, task.registry, task.options);
    let graph = match is_graph(&model, &roles, task.options.region_kind) {
        Ok(graph) => graph,
        Err(why) => return StageResult::unknown(why),
    };
    let base = match Classes::new(&model, task.registry, graph) {
        Ok(base) if model.impossible.is_empty() => base,
        _ => return StageResult::of(StageVerdict::NotAsked("the pattern never matches".to_owned())),
    };
    let answer = analyse(&base, &roles, task.options, graph);
    let mut stage =
        Stage { task, model: &model, graph, result: StageResult::of(StageVerdict::Proved), open: None };
    stage.result.assumptions.clone_from(&answer.assumptions);
    stage.reuses();
    for candidate in &answer.candidates {
        stage.candidate(candidate);
    }
    stage.remarks(&answer);
    stage.finish(&answer)
}

struct Stage<'a> {
    task: &'a Task<'a>,
    model: &'a Model,
    graph: bool,
    result: StageResult,
    open: Option<Unknown>,
}

impl Stage<'_> {
    fn reuses(&mut self) {
        for reuse in m501_unchecked_reuse::find(self.model) {
            let mut not_built = None;
            let shown = reuse.places.iter().rev().find_map(|(op, slot)| {
                match over_match(self.task, self.model, *op, *slot) {
                    OverMatch::Differs(witness) => Some(witness),
                    OverMatch::Agrees => None,
                    OverMatch::NotBuilt(why) => {
                        not_built = Some(why);
                        None
                    }
                }
            });
            match (shown, not_built) {
                (Some(witness), _) => {
                    self.result.findings.push(Finding { claim: reuse.claim, witness: Some(witness) });
                }
                (None, Some(why)) => self.leave_open(not_shown(&reuse.claim, &format!("{why:?}"))),
                (None, None) => {}
            }
        }
    }

    fn candidate(&mut self, candidate: &Candidate) {
        match judge(self.task, self.model, candidate, self.graph) {
            Judged::Confirmed(finding) => self.result.findings.push(finding),
            Judged::UnderNatives(mut finding) => {
                let name = self.model.constraints.first().map_or_else(String::new, |call| call.name.clone());
                self.leave_open(Unknown::Native { name, span: finding.claim.span });
                finding.claim.level = Level::Warning;
                self.result.findings.push(finding);
            }
            Judged::Works(claim) => self.result.disagreements.push(claim),
            Judged::NotBuilt(claim, why) => self.leave_open(not_shown(&claim, &format!("{why:?}"))),
            Judged::Impossible => {}
        }
    }

    fn leave_open(&mut self, why: Unknown) {
        self.open.get_or_insert(why);
    }

    /// A remark that the options make an error gets the program on which MLIR 22 still goes on.
    fn remarks(&mut self, answer: &Answer) {
        for claim in &answer.remarks {
            let witness = match claim.level {
                Level::Error => plain_run(self.task, self.model),
                Level::Warning | Level::Note => None,
            };
            match (claim.level, &witness) {
                (Level::Error, None) => self.leave_open(not_shown(claim, "no payload was made")),
                _ => self.result.findings.push(Finding { claim: claim.clone(), witness }),
            }
        }
    }

    fn finish(mut self, answer: &Answer) -> StageResult {
        let refuted = self.result.findings.iter().any(|finding| finding.claim.level == Level::Error);
        self.result.verdict = if refuted {
            StageVerdict::Refuted
        } else if let Some(why) = self.open.take().or_else(|| answer.unknown.clone()) {
            StageVerdict::Unknown(why)
        } else if let Some(claim) = self.result.disagreements.first() {
            StageVerdict::Unknown(not_shown(claim, "the replay does not fail"))
        } else {
            StageVerdict::Proved
        };
        self.result
    }
}

fn not_shown(claim: &Claim, why: &str) -> Unknown {
    Unknown::Unsupported { what: format!("a witness for {} ({why})", claim.code), span: claim.span }
}
