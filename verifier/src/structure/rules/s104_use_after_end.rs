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

#[cfg(test)]
mod tests {
    use crate::structure::testing::{codes, proved};

    #[test]
    fn an_operand_may_be_a_result_of_an_operation_that_ended() {
        let rewrite = "    \"pdl.replace\"(%p, %x) <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (!pdl.operation, !pdl.value) -> ()
    %n = pdl.operation \"lab.n\"(%y : !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %n";
        assert_eq!(codes(rewrite), ["S104"]);
    }

    #[test]
    fn what_is_created_first_moves_along() {
        let rewrite = "    %n = pdl.operation \"lab.n\"(%y : !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %n
    pdl.replace %p with (%x : !pdl.value)";
        assert!(proved(rewrite));
    }
}
