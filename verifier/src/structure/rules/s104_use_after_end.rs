//! S104: an operation or a value is used after it ended. Looks at handles through the classes of the run, so that a
//! value which may be a result of the ended operation counts.

use crate::structure::model::{OpRef, ValueRef};
use crate::structure::run::{Go, Placement, Run};

/// Asked of each value that a step takes.
pub fn value(run: &mut Run<'_, '_>, step: usize, value: ValueRef) -> Go {
    let value = run.state.val(value);
    let (Some(ended), Some(op)) = (run.state.gone(value), run.state.definer(value)) else {
        return Go::Continue(());
    };
    let message = format!("uses a result of {} after it ended", run.describe(op));
    let labels = vec![run.ended_here(ended)];
    run.violate("S104", step, message, labels, Placement::default());
    Go::Break(())
}

/// Asked of each operation that a step reads.
pub fn operation(run: &mut Run<'_, '_>, step: usize, op: OpRef) -> Go {
    let Some(ended) = run.state.ended(op) else { return Go::Continue(()) };
    let message = format!("reads {} after it ended", run.describe(op));
    let labels = vec![run.ended_here(ended)];
    run.violate("S104", step, message, labels, Placement::default());
    Go::Break(())
}
