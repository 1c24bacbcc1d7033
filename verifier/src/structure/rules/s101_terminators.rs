//! S101: a block must end with a terminator and hold no other one. Asked at the end, of every matched operation that
//! ended and of every created operation that stands.

use crate::structure::model::{CreatedIx, OpRef};
use crate::structure::roles::Is;
use crate::structure::run::{Placement, Run, Undecided};

/// Asked at the end of a run.
pub fn check(run: &mut Run<'_, '_>) {
    for node in run.classes.node_classes().collect::<Vec<_>>() {
        if let Some(step) = run.state.nodes_ended[node] {
            ended(run, node, step);
        }
    }
    for created in run.state.standing().collect::<Vec<_>>() {
        standing(run, created);
    }
}

fn created_terminator(run: &Run<'_, '_>, created: CreatedIx) -> Is {
    run.roles.named_terminator(run.model.created[created].name)
}

/// A terminator that ended needs a terminator in its place.
fn ended(run: &mut Run<'_, '_>, node: usize, step: usize) {
    let is = run.roles.terminator(run.classes, node);
    if is == Is::No {
        return;
    }
    if is == Is::Yes && !run.model.nodes[node].results.is_empty() {
        let span = run.model.nodes[node].span;
        return run.undecided.push(Undecided { what: "results of a terminator", span });
    }
    if node == run.anchor() {
        let standing: Vec<CreatedIx> = run.state.standing().collect();
        match standing.last().map(|last| created_terminator(run, *last)) {
            Some(Is::Yes) => return,
            Some(Is::Maybe) => {
                let span = run.model.actions[step].span;
                return run
                    .undecided
                    .push(Undecided { what: "an operation without a spec as a terminator", span });
            }
            _ => {}
        }
        // A terminator that is created but does not stand last is blamed by itself.
        if standing.iter().any(|created| created_terminator(run, *created) == Is::Yes) {
            return;
        }
    }
    let may = if is == Is::Yes { "ends its block" } else { "may end its block" };
    let message = format!(
        "{} {may}, and nothing that could stand last takes its place",
        run.describe(OpRef::Node(node))
    );
    let placement = Placement { terminator: Some(node), ..Placement::default() };
    run.violate("S101", step, message, Vec::new(), placement);
}

/// A created terminator has to stand last, in the place of a terminator.
fn standing(run: &mut Run<'_, '_>, created: CreatedIx) {
    let anchor = run.anchor();
    let role = run.roles.terminator(run.classes, anchor);
    let step = run.step_of(created);
    match created_terminator(run, created) {
        Is::No => return,
        Is::Maybe => {
            let span = run.model.actions[step].span;
            return run
                .undecided
                .push(Undecided { what: "an operation without a spec as a terminator", span });
        }
        Is::Yes => {}
    }
    let last = run.state.standing().next_back() == Some(created);
    if last && run.state.nodes_ended[anchor].is_some() && role == Is::Yes {
        return;
    }
    let name = run.describe(OpRef::Created(created));
    let message = format!("{name} ends its block, but does not stand last in it");
    let no_terminator = (role == Is::Maybe).then_some(anchor);
    run.violate("S101", step, message, Vec::new(), Placement { no_terminator, ..Placement::default() });
}
