//! S110: the rewrite uses a result that the operation does not have. Reading it without use does no harm in MLIR 22.

use crate::pattern::model::OpRef;
use crate::structure::message::Message;
use crate::structure::run::{Go, Placement, Run};
use crate::verdict::Rule;

/// Asked where such a result is used; the `pdl.result` is blamed.
pub fn check(run: &mut Run<'_, '_>, step: usize, op: OpRef) -> Go {
    let message = Message::NoSuchResult { op: run.named(op), results: run.model.result_count(op) };
    run.violate(Rule::S110, step, message, Placement::default());
    Go::Break(())
}

#[cfg(test)]
mod tests {
    use crate::structure::testing::{codes, proved};
    use crate::verdict::Rule;

    #[test]
    fn a_missing_result_breaks_where_it_is_used() {
        let read = "    %p3 = pdl.result 3 of %p";
        assert_eq!(
            codes(&format!("{read}\n    %n = pdl.operation \"lab.n\"(%p3 : !pdl.value)")),
            [Rule::S110]
        );
    }

    #[test]
    fn reading_a_missing_result_does_no_harm() {
        assert!(proved("    %p3 = pdl.result 3 of %p\n    pdl.replace %root with (%y : !pdl.value)"));
    }
}
