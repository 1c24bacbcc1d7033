//! M501 by replay: which payloads MLIR 22 matches beyond the written pattern, because it does not compare all uses of a
//! reused value. Knows nothing of the rewrite's soundness.

use std::ops::ControlFlow;

use assay_ir::pdl::PdlOp;
use assay_ir::rewrite::{CompiledPattern, PdlSemantics};

use super::reuse::{self, Reuse};
use crate::limits::Resource;
use crate::pattern::decode::{LoosePlace, each_loose_instance, is_range};
use crate::pattern::model::Model;
use crate::pattern::naming;
use crate::stage::{Task, not_shown};
use crate::verdict::{Claim, Finding, Mark, Unknown, Witness};
use crate::witness::payload::{self, Payload};
use crate::witness::{CannotBuild, Scenario, file, replay, text};

/// What MLIR 22 matches beyond what is written, because it does not compare all places of one value.
pub(crate) struct Reuses {
    pub(crate) shown: Vec<Finding>,
    pub(crate) open: Option<Unknown>,
    /// Whether not all lengths were tried.
    pub(crate) untried: bool,
}

impl Reuses {
    /// MLIR 22 may match more than is written.
    pub(crate) fn may_match(&self) -> bool {
        !self.shown.is_empty() || self.untried
    }

    pub(crate) fn find(task: &Task<'_>) -> Reuses {
        Reuses::until(task, false)
    }

    /// Those up to the first that is shown.
    pub(crate) fn first(task: &Task<'_>) -> Reuses {
        Reuses::until(task, true)
    }

    fn until(task: &Task<'_>, first_only: bool) -> Reuses {
        let mut out = Reuses { shown: Vec::new(), open: None, untried: false };
        let found = reuse::find(task.program, task.pattern);
        for reuse in &found {
            if first_only && !out.shown.is_empty() {
                return out;
            }
            out.show(task, &reuse.claim, reuse.places.iter().rev().map(|place| vec![(*place, reuse.range)]));
        }
        // What no single place lets through, several together may: of each value one place counts.
        let places: usize = found.iter().map(|reuse| reuse.places.len()).sum();
        if let (Some(reuse), true) = (found.last(), out.shown.is_empty() && places > 2) {
            let ways = found.iter().map(|reuse| reuse.places.len()).product::<usize>().min(MOST_WAYS);
            out.show(task, &reuse.claim, (0..ways).map(|way| all_but_one(&found, way)));
        }
        out
    }

    fn show(
        &mut self,
        task: &Task<'_>,
        claim: &Claim,
        mut places: impl Iterator<Item = Vec<(LoosePlace, bool)>>,
    ) {
        let (mut not_built, mut limit) = (None, None);
        let shown = places.find_map(|loose| match over_match(task, &loose) {
            OverMatch::Differs(witness) => Some(*witness),
            OverMatch::Agrees => None,
            OverMatch::Untried => {
                self.untried = true;
                None
            }
            OverMatch::NotBuilt(why) => {
                not_built = Some(why);
                None
            }
            OverMatch::Limit(spent) => {
                limit = Some(Unknown::Limit(spent));
                None
            }
        });
        let not_shown = || not_built.map(|why| not_shown(claim, &why));
        match (shown, limit.or_else(not_shown)) {
            (Some(witness), _) => self.shown.push(Finding { claim: claim.clone(), witness: Some(witness) }),
            (None, Some(why)) => {
                self.open.get_or_insert(why);
            }
            (None, None) => {}
        }
    }
}

/// Ways to choose the places that count beyond which no more are tried.
const MOST_WAYS: usize = 16;

/// All places of all values but one of each, which the number of the way says.
fn all_but_one(found: &[Reuse], mut way: usize) -> Vec<(LoosePlace, bool)> {
    let mut out = Vec::new();
    for reuse in found {
        let counts = way % reuse.places.len();
        way /= reuse.places.len();
        let others = reuse.places.iter().enumerate().filter(|(index, _)| *index != counts);
        out.extend(others.map(|(_, place)| (*place, reuse.range)));
    }
    out
}

/// What a place that MLIR may not compare makes of the match.
#[derive(Clone, Debug)]
pub(crate) enum OverMatch {
    /// MLIR matches where the text does not.
    Differs(Box<Witness>),
    /// Both meanings agree.
    Agrees,
    /// They agree where it was tried, and not all that matters was.
    Untried,
    /// No payload was made.
    NotBuilt(String),
    /// More would have to be made than is allowed.
    Limit(Resource),
}

/// Whether the pattern matches with MLIR's meaning and not with the written one, on a payload with these places, ranges or
/// not, filled by something of their own.
pub(crate) fn over_match(task: &Task<'_>, loose: &[(LoosePlace, bool)]) -> OverMatch {
    let Ok(compiled) = task.compiled() else {
        return OverMatch::Agrees;
    };
    let spent = [Resource::Evidence, Resource::Programs, Resource::Matching];
    if let Some(spent) = spent.into_iter().find(|resource| task.account().is_spent(*resource)) {
        return OverMatch::Limit(spent);
    }
    let (mut shown, mut not_built, mut limit) = (None, None, None);
    let mut look = |model: Result<Model, Unknown>| {
        match model.map(|model| payload::within(task, &model, &Scenario::default())) {
            Ok(Err(CannotBuild::Limit(spent))) => {
                limit = Some(spent);
                return ControlFlow::Break(());
            }
            Ok(Ok(mut payload)) => shown = differs(task, &compiled, &mut payload, loose),
            Ok(Err(CannotBuild::Impossible)) => {}
            Ok(Err(why)) => not_built = Some(why.to_string()),
            Err(why) => {
                not_built = Some(why.subject().to_owned());
                return ControlFlow::Break(());
            }
        }
        if shown.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let complete = each_loose_instance(task.program, task.registry, task.pattern, loose, &mut look);
    if let Some(witness) = shown {
        return OverMatch::Differs(Box::new(witness));
    }
    if task.account().is_spent(Resource::Matching) {
        limit = Some(Resource::Matching);
    }
    match (limit, not_built) {
        (Some(spent), _) => OverMatch::Limit(spent),
        (None, Some(why)) => OverMatch::NotBuilt(why),
        (None, None) if complete => OverMatch::Agrees,
        (None, None) => OverMatch::Untried,
    }
}

fn differs(
    task: &Task<'_>,
    compiled: &CompiledPattern<'_>,
    payload: &mut Payload,
    loose: &[(LoosePlace, bool)],
) -> Option<Witness> {
    let found = replay::find(task, payload, PdlSemantics::Mlir22)?;
    // Without work left nothing matches.
    if replay::find(task, payload, PdlSemantics::Written).is_some()
        || task.account().is_spent(Resource::Matching)
    {
        return None;
    }
    let (applied, after) = payload.program.tentatively(|after| {
        let applied = compiled.apply(after, &found, &replay::options_of(task, PdlSemantics::Mlir22));
        (applied, text::program(after))
    });
    let mut failure = "MLIR 22 matches here, and the pattern as it is written does not".to_owned();
    if let Err(error) = applied {
        failure = format!("{failure}; {}", error.broken.message());
    }
    let mut witness = file::witness(task.view(), payload, after, failure);
    witness.marks.before = loose.iter().flat_map(|(place, _)| passed_over(task, payload, *place)).collect();
    task.account().charge(Resource::Evidence, witness.size());
    Some(witness)
}

/// The remark on the operation that is matched although it has something else in this place.
fn passed_over(task: &Task<'_>, payload: &Payload, place: LoosePlace) -> Vec<Mark> {
    let (LoosePlace::Operand(op, index) | LoosePlace::Type(op, index)) = place;
    let handle = match (place, PdlOp::view(task.program, op)) {
        (LoosePlace::Operand(..), PdlOp::Operation(view)) => view.operands().nth(index),
        (LoosePlace::Type(..), PdlOp::Operation(view)) => view.result_types().nth(index),
        (_, PdlOp::Operand(view)) => view.ty(),
        _ => None,
    };
    let definition = handle.and_then(|handle| task.program.defining_op(handle));
    let name = definition.map_or_else(|| "what is written".to_owned(), |op| naming::name(task.program, op));
    let what = match (place, PdlOp::view(task.program, op)) {
        (LoosePlace::Operand(..), PdlOp::Operation(view)) => {
            let ranges = view.operands().take(index + 1).any(|operand| is_range(task.program, operand));
            if ranges { "its operands are not".to_owned() } else { format!("operand #{index} is not") }
        }
        _ => "its types are not".to_owned(),
    };
    let at = payload.ops.get(&op).copied().unwrap_or(payload.anchor);
    file::remark(&payload.program, at, &format!("{what} {name}: MLIR 22 does not compare them"))
}
