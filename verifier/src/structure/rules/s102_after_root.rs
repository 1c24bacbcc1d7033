//! S102: an operation is created after the root ended. MLIR 22 goes on in the place of the root, so this is a remark;
//! when the root ended inside of another operation, no place is left and the rule is broken.

use crate::structure::model::{CreatedIx, OpRef};
use crate::structure::run::{Go, Placement, Run};

/// Asked before an operation is created.
pub fn check(run: &mut Run<'_, '_>, step: usize, created: CreatedIx) -> Go {
    let anchor = run.anchor();
    let Some(ended) = run.state.nodes_ended[anchor] else { return Go::Continue(()) };
    let lost = run
        .containment
        .as_ref()
        .is_some_and(|c| c.inside.contains(&anchor) && run.state.nodes_ended[c.outer] == Some(ended));
    if !lost {
        run.after_root.push(created);
        return Go::Continue(());
    }
    let name = run.describe(OpRef::Created(created));
    let message =
        format!("{name} has no insertion point: the root went away with the operation that held it");
    let labels = vec![run.ended_here(ended)];
    run.violate("S102", step, message, labels, Placement::default());
    Go::Break(())
}
