//! S109: an operation is erased or replaced twice, also through two handles that may bind one operation.

use crate::structure::model::OpRef;
use crate::structure::run::{Go, Placement, Run};

/// Asked before an operation is ended.
pub fn check(run: &mut Run<'_, '_>, step: usize, target: OpRef) -> Go {
    let Some(ended) = run.state.ended(target) else { return Go::Continue(()) };
    let message = format!("ends {} a second time", run.describe(target));
    let labels = vec![run.ended_here(ended)];
    run.violate("S109", step, message, labels, Placement::default());
    Go::Break(())
}
