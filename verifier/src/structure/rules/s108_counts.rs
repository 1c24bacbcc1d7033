//! S108: the numbers of replacement values and of results differ.

use crate::pattern::model::OpRef;
use crate::structure::findings::{Go, Placement, Run};
use crate::structure::message::Message;
use crate::verdict::Rule;

/// Asked before an operation is replaced by `given` values.
pub(crate) fn check(run: &mut Run<'_, '_>, step: usize, target: OpRef, given: usize) -> Go {
    let needed = run.model.result_count(target);
    if needed == given {
        return Go::Continue(());
    }
    let message = Message::Counts { op: run.named(target), results: needed, values: given };
    match run.open_counts() {
        Some(name) => run.suspect(name, Some((Rule::S108, message)), step),
        None => run.violate(Rule::S108, step, message, Placement::default()),
    }
    Go::Break(())
}

#[cfg(test)]
mod tests {
    use crate::structure::testing::{codes, proved};
    use crate::verdict::Rule;

    #[test]
    fn one_result_is_not_replaced_by_two_values() {
        assert_eq!(codes("    pdl.replace %root with (%x, %y : !pdl.value, !pdl.value)"), [Rule::S108]);
    }

    #[test]
    fn one_result_is_replaced_by_one_value() {
        assert!(proved("    pdl.replace %root with (%y : !pdl.value)"));
    }
}
