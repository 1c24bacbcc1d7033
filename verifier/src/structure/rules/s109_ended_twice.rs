//! S109: an operation is erased or replaced twice, also through two handles that may bind one operation.

use crate::pattern::model::OpRef;
use crate::structure::findings::{Go, Run};
use crate::structure::message::Message;
use crate::verdict::Rule;

/// Asked before an operation is erased.
pub(crate) fn check(run: &mut Run<'_, '_>, step: usize, target: OpRef) -> Go {
    let Some(ended) = run.state.ended(target) else { return Go::Continue(()) };
    run.violate_after(Rule::S109, step, Message::ErasedTwice(run.named(target)), ended);
    Go::Break(())
}

#[cfg(test)]
mod tests {
    use crate::structure::testing::{codes, codes_in_graph, proved};
    use crate::verdict::Rule;

    use crate::structure::testing::codes_of;

    fn two_producers(second: &str) -> String {
        format!(
            "  %t = pdl.type : i32\n  %x = pdl.operand : %t
  %p = pdl.operation \"lab.p\"(%x : !pdl.value) -> (%t : !pdl.type)\n  %pv = pdl.result 0 of %p
  %q = pdl.operation \"{second}\"(%x : !pdl.value) -> (%t : !pdl.type)\n  %qv = pdl.result 0 of %q
  %root = pdl.operation \"lab.r\"(%pv, %qv : !pdl.value, !pdl.value)\n  pdl.rewrite %root {{
    pdl.replace %p with (%x : !pdl.value)\n    pdl.replace %q with (%x : !pdl.value)\n  }}\n"
        )
    }

    #[test]
    fn an_operation_may_feed_itself_in_a_graph_region_only() {
        let body = "  %t = pdl.type : i32\n  %x = pdl.operand : %t
  %p = pdl.operation \"lab.a\"(%x : !pdl.value) -> (%t : !pdl.type)\n  %v = pdl.result 0 of %p
  %root = pdl.operation \"lab.a\"(%v : !pdl.value) -> (%t : !pdl.type)\n  pdl.rewrite %root {
    pdl.replace %root with (%x : !pdl.value)\n    pdl.replace %p with (%x : !pdl.value)\n  }\n";
        assert!(!codes_of(body).contains(&Rule::S109));
        assert!(codes_in_graph(body).contains(&Rule::S109));
    }

    #[test]
    fn two_handles_may_bind_one_operation() {
        assert_eq!(codes_of(&two_producers("lab.p")), [Rule::S109]);
    }

    #[test]
    fn handles_with_different_names_bind_different_operations() {
        assert!(codes_of(&two_producers("lab.q")).is_empty());
    }

    #[test]
    fn one_handle_ends_once() {
        let once = "    pdl.replace %root with (%y : !pdl.value)";
        assert!(proved(once));
        assert_eq!(codes(&format!("{once}\n    pdl.erase %root")), [Rule::S109]);
    }

    #[test]
    fn nothing_is_said_of_what_comes_after_an_operation_that_cannot_be_made() {
        let twice = "    pdl.replace %root with (%y : !pdl.value)\n    pdl.erase %root";
        let made = |ty: &str| {
            format!(
                "    %n_t = pdl.type{ty}\n    %n = pdl.operation \"lab.n\" -> (%n_t : !pdl.type)\n{twice}"
            )
        };
        assert!(codes(&made("")).is_empty());
        assert_eq!(codes(&made(" : i32")), [Rule::S109]);
    }

    #[test]
    fn the_end_is_seen_before_what_the_same_step_takes() {
        let root = |operands: &str, rewrite: &str| {
            codes_of(&format!(
                "  %xs = pdl.operands\n  %root = pdl.operation \"lab.b\"({operands})
  pdl.rewrite %root {{\n    %w = pdl.result 0 of %root\n    pdl.erase %root\n{rewrite}  }}\n"
            ))
        };
        let missing = "    pdl.replace %root with (%w, %w : !pdl.value, !pdl.value)\n";
        assert_eq!(root("%xs : !pdl.range<value>", missing), [Rule::S109]);
        let read = "    pdl.replace %root with (%xs, %w : !pdl.range<value>, !pdl.value)\n";
        assert_eq!(root("%xs : !pdl.range<value>", read), [Rule::S109]);
    }
}
