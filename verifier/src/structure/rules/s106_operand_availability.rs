//! S106: a created operation is given an operand that need not be available right before the root. Asked at the end: a
//! later `replace` may still have put a good value into its place.

use crate::structure::model::{CreatedIx, OpRef};
use crate::structure::run::{Placement, Run};
use crate::structure::state::{Place, Val};

/// Asked at the end of a run.
pub fn check(run: &mut Run<'_, '_>) {
    for site in run.state.sites.clone() {
        let Place::Operand(created, _) = site.place else { continue };
        let good = |value| at_created(run, created, value);
        if !site.present || good(site.current()) || site.spoiled_by(good).is_some() {
            continue;
        }
        let step = run.step_of(created);
        let name = run.describe(OpRef::Created(created));
        let message = format!("an operand of {name} need not be available right before the root");
        let placement = placement_before_root(run, site.current());
        run.violate("S106", step, message, Vec::new(), placement);
    }
}

/// Whether a value is available at a created operation, wherever the match stands.
pub fn at_created(run: &Run<'_, '_>, created: CreatedIx, value: Val) -> bool {
    match value {
        Val::Matched(value) => run.available.at(run.anchor(), value),
        Val::Created(other, _) => run.graph || other < created,
    }
}

/// The placement in which a value is not available at the root.
pub fn placement_before_root(run: &Run<'_, '_>, value: Val) -> Placement {
    let late = match value {
        Val::Matched(value) if run.classes.definition(value).is_none() => Some(value),
        _ => None,
    };
    Placement { first: Some(run.model.anchor), late, ..Placement::default() }
}
