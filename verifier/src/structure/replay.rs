//! Turns candidates into findings by replay: one that fails for the claimed reason is a finding with its witness; one that
//! works is a disagreement, which is an error of ours; one without a payload leaves the question open.

use super::reason::explains;
use crate::limits::Resource;
use crate::pattern::model::{Model, TypeIx, TypeRef};
use crate::stage::Task;
use crate::structure::{Candidate, Scene};
use crate::verdict::{Claim, Finding, Rule, Witness};
use crate::witness::file;
use crate::witness::payload::{self, Payload};
use crate::witness::replay::{self, Failure, Outcome};
use crate::witness::scenario::{CannotBuild, PdlValue, Scenario, TypeName, UsePlace};
use crate::witness::text::Printed;

/// What became of a candidate.
#[derive(Clone, Debug)]
pub(crate) enum Judged {
    /// It fails as claimed.
    Confirmed(Finding),
    /// It fails as claimed wherever the native constraints of the pattern hold.
    UnderNatives(Finding),
    /// It works: an error of ours.
    Works(Claim),
    /// No payload was made.
    NotBuilt(Claim, CannotBuild),
    /// No payload realises it, so there is nothing to claim.
    Impossible,
}

impl Judged {
    /// How much it says: evidence before doubt, doubt before nothing.
    pub(crate) fn weight(&self) -> u8 {
        match self {
            Judged::Impossible => 0,
            Judged::NotBuilt(..) => 1,
            Judged::Works(_) => 2,
            Judged::UnderNatives(_) => 3,
            Judged::Confirmed(_) => 4,
        }
    }
}

/// Replays a candidate, scene by scene, until one fails as claimed.
pub(crate) fn judge(task: &Task<'_>, model: &Model, candidate: &Candidate, graph: bool) -> Judged {
    match first_failure(task, model, candidate, graph) {
        Ok((scenario, shown)) => {
            let shown = minimise(task, model, &candidate.claim, &scenario).unwrap_or(shown);
            confirmed(task, candidate.claim.clone(), shown)
        }
        Err(judged) => *judged,
    }
}

/// Some program may show the candidate: one does, or none was found that does not.
pub(crate) fn may_show(task: &Task<'_>, model: &Model, candidate: &Candidate, graph: bool) -> bool {
    !matches!(first_failure(task, model, candidate, graph).map_err(|judged| *judged), Err(Judged::Impossible))
}

/// The first scene that fails as claimed.
fn first_failure(
    task: &Task<'_>,
    model: &Model,
    candidate: &Candidate,
    graph: bool,
) -> Result<(Scenario, Shown), Box<Judged>> {
    let mut not_built = None;
    let mut works = false;
    for scene in &candidate.scenes {
        // Where the same failure shows with the results in use, MLIR sees it as well.
        let mut scenario = Scenario { keep: true, ..scenario_of(task, model, scene, graph) };
        let mut attempted = attempt(task, model, &candidate.claim, &scenario);
        if !matches!(attempted, Attempt::Fails(_)) {
            scenario.keep = false;
            attempted = attempt(task, model, &candidate.claim, &scenario);
        }
        match attempted {
            Attempt::Fails(shown) => return Ok((scenario, *shown)),
            Attempt::Works => works = true,
            Attempt::CannotBuild(CannotBuild::Impossible) => {}
            Attempt::CannotBuild(CannotBuild::NoTypes { searched_all: true })
                if scene_is_special(task, model, scene) => {}
            Attempt::CannotBuild(why) => not_built = Some(why),
        }
    }
    Err(Box::new(match not_built {
        _ if works => Judged::Works(candidate.claim.clone()),
        Some(why) => Judged::NotBuilt(candidate.claim.clone(), why),
        None => Judged::Impossible,
    }))
}

/// Whether it is the merges that leave no types, the pattern as such having a payload; or what an operation without a name is
/// taken for.
fn scene_is_special(task: &Task<'_>, model: &Model, scene: &Scene) -> bool {
    if !model.taken_for.is_empty() {
        return true;
    }
    (!scene.merges.is_empty() || scene.placement.differ.is_some())
        && payload::build(model, task.registry, &Scenario::default()).is_ok()
}

/// A payload on which the claim shows.
pub(super) struct Shown {
    pub(super) payload: Payload,
    pub(super) after: Printed,
    pub(super) failure: Failure,
    pub(super) assumed: bool,
}

enum Attempt {
    Fails(Box<Shown>),
    Works,
    CannotBuild(CannotBuild),
}

fn attempt(task: &Task<'_>, model: &Model, claim: &Claim, scenario: &Scenario) -> Attempt {
    let mut payload = match payload::within(task, model, scenario) {
        Ok(payload) => payload,
        Err(why) => return Attempt::CannotBuild(why),
    };
    match replay::replay(task, &mut payload) {
        Outcome::GaveUp => Attempt::CannotBuild(CannotBuild::Limit(Resource::Matching)),
        Outcome::Fails { failures, after, assumed } => {
            match explains(task.view(), &payload, &failures, claim).cloned() {
                Some(failure) => Attempt::Fails(Box::new(Shown { payload, after, failure, assumed })),
                None => Attempt::Works,
            }
        }
        Outcome::Works(_) | Outcome::NoMatch => Attempt::Works,
    }
}

/// Drops what the failure does not need. A use stays where it makes MLIR speak of what it else might not notice.
fn minimise(task: &Task<'_>, model: &Model, claim: &Claim, scenario: &Scenario) -> Option<Shown> {
    let drops: [fn(&mut Scenario, Rule) -> bool; 5] = [
        |s, _| s.followed.take().is_some(),
        |s, _| s.own_block.take().is_some(),
        |s, code| code == Rule::S103 && !std::mem::take(&mut s.uses).is_empty(),
        |s, _| !std::mem::take(&mut s.late).is_empty(),
        |s, _| s.first.take().is_some(),
    ];
    let mut best = scenario.clone();
    let mut shown = None;
    for drop in drops {
        let mut smaller = best.clone();
        if !drop(&mut smaller, claim.code) {
            continue;
        }
        if let Attempt::Fails(found) = attempt(task, model, claim, &smaller)
            && !found.failure.silent
        {
            best = smaller;
            shown = Some(*found);
        }
    }
    shown
}

/// The finding of a claim with the payload that shows it.
pub(super) fn confirmed(task: &Task<'_>, claim: Claim, mut shown: Shown) -> Judged {
    let witness = file::failing(task.view(), &mut shown.payload, shown.after, &shown.failure);
    task.account().charge(Resource::Evidence, witness.size());
    let finding = Finding { claim, witness: Some(witness) };
    if shown.assumed { Judged::UnderNatives(finding) } else { Judged::Confirmed(finding) }
}

/// A scene of the analysis in terms of the pattern.
pub(crate) fn scenario_of(task: &Task<'_>, model: &Model, scene: &Scene, graph: bool) -> Scenario {
    let placement = &scene.placement;
    let op = |node: usize| model.nodes[node].op;
    let mut scenario = Scenario::of_merges(model, &scene.merges, graph);
    scenario.first = placement.first.map(op);
    scenario.uses = placement
        .used
        .map(|value| (PdlValue::for_value(model, value), UsePlace::AfterDefinition))
        .into_iter()
        .collect();
    scenario.late = placement.late.map(|value| PdlValue::for_value(model, value)).into_iter().collect();
    scenario.terminator = placement.terminator.map(op);
    scenario.followed = placement.followed.map(op);
    // What the rewrite creates before the root must not end the block in the place of the terminator by chance.
    scenario.own_block = scenario.terminator;
    scenario.inside = placement.inside.map(|(outer, inner)| (op(outer), op(inner)));
    scenario.parent = placement.parent.map(|(node, parent)| (op(node), parent));
    scenario.symbol = placement.symbol.map(op);
    scenario.taken = placement.taken;
    if let Some((old, new)) = placement.differ {
        scenario.differ.extend(type_name(model, old).zip(match new {
            TypeRef::Matched(ty) => type_name(model, ty),
            TypeRef::Constant(ty) => Some(TypeName::Constant(ty)),
            TypeRef::Open => None,
        }));
    }
    if let Some(attribute) = placement.missing {
        let ctx = task.registry.ctx();
        scenario.attributes.insert(model.attributes[attribute].handle, ctx.symbol_attr("missing"));
    }
    scenario
}

fn type_name(model: &Model, ty: TypeIx) -> Option<TypeName> {
    let ty = &model.types[ty];
    let element = ty.range.map(|(handle, index)| TypeName::Element(handle, index));
    ty.handle.map(TypeName::Single).or(element).or(ty.constant.map(TypeName::Constant))
}

/// One application on the plainest payload, for what MLIR 22 takes and older releases do not.
pub(crate) fn plain_run(task: &Task<'_>, model: &Model) -> Option<Witness> {
    let mut payload = payload::within(task, model, &Scenario::default()).ok()?;
    let after = match replay::replay(task, &mut payload) {
        Outcome::Works(after) | Outcome::Fails { after, .. } => after,
        Outcome::NoMatch | Outcome::GaveUp => return None,
    };
    let failure = "MLIR 22 takes it, releases before it crash here".to_owned();
    Some(file::witness(task.view(), &mut payload, after.text, failure))
}
