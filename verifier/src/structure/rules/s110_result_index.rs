//! S110: the rewrite reads a result that the operation does not have.

use crate::structure::model::OpRef;
use crate::structure::run::{Go, Placement, Run};

/// Asked of each `pdl.result` of the rewrite.
pub fn check(run: &mut Run<'_, '_>, step: usize, op: OpRef, index: usize) -> Go {
    let has = run.model.result_count(op);
    if index < has {
        return Go::Continue(());
    }
    let message = format!("{} has {has} results, so that this one does not exist", run.describe(op));
    run.violate("S110", step, message, Vec::new(), Placement::default());
    Go::Break(())
}
