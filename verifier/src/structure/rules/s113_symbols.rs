//! S113 and S114: operations that define or use symbols. Symbols of the payload are not modelled, so that what touches
//! them is undecided, by name.

use crate::structure::roles::Is;
use crate::structure::run::{Run, Undecided};

/// Asked at the end of a run.
pub fn check(run: &mut Run<'_, '_>) {
    for node in run.classes.node_classes().collect::<Vec<_>>() {
        let Some(step) = run.state.nodes_ended[node] else { continue };
        if run.roles.symbol(run.classes, node) != Is::No {
            let span = run.model.actions[step].span;
            run.undecided.push(Undecided { what: "symbols", span });
        }
    }
    for created in run.state.standing().collect::<Vec<_>>() {
        let made = &run.model.created[created];
        let Some(spec) = run.roles.spec(made.name) else { continue };
        if spec.traits.symbol || spec.traits.symbol_user {
            run.undecided.push(Undecided { what: "symbols", span: made.span });
        }
    }
}
