//! S104: an operation or a value is used after it ended. Looks at handles through the classes of the run, so that a
//! value which may be a result of the ended operation counts.

use crate::pattern::model::{OpRef, ValueRef};
use crate::structure::findings::{Containment, Go, Placement, Run};
use crate::structure::message::Message;
use crate::structure::state::{Place, Site, Val};
use crate::verdict::Rule;

/// Asked of each value that a step takes.
pub(crate) fn value(run: &mut Run<'_, '_>, step: usize, value: ValueRef) -> Go {
    let value = run.state.val(value);
    let (Some(ended), Some(op)) = (run.state.gone(value), run.state.definer(value)) else {
        return Go::Continue(());
    };
    run.violate_after(Rule::S104, step, Message::ResultOfErased(run.named(op)), ended);
    Go::Break(())
}

/// Asked of each operation that a step reads.
pub(crate) fn operation(run: &mut Run<'_, '_>, step: usize, op: OpRef) -> Go {
    let Some(ended) = run.state.ended(op) else { return Go::Continue(()) };
    run.violate_after(Rule::S104, step, Message::ReadOfErased(run.named(op)), ended);
    Go::Break(())
}

/// Asked right before an operation takes along what it holds in its regions: uses that the rewrite has brought outside stay.
pub(crate) fn inside(run: &mut Run<'_, '_>, step: usize, containment: &Containment, code: Rule) -> Go {
    let model = run.model;
    let goes = |node: usize| node == containment.outer || containment.holds(node);
    let created_too = containment.holds(run.anchor());
    let results = containment.inside.iter().flat_map(|node| &model.nodes[*node].results);
    let results: Vec<Val> = results.map(|result| Val::Matched(run.classes.value(*result))).collect();
    let holding = run.state.holding(&results);
    let sites = || holding.iter().map(|site| &run.state.sites[*site]);
    let certain = sites().filter(|site| site.present).any(|site| match site.place {
        Place::Operand(..) => !created_too,
        Place::Only(user, _) => !goes(user),
        Place::After(..) => false,
    });
    let may = |site: &Site| match site.place {
        // What it holds cannot be used outside, unless a use of something else was moved.
        Place::After(owner, value) if !containment.holds(owner) => Some(value),
        _ => None,
    };
    let used = sites().filter(|site| site.present).find_map(may);
    let held = results.iter().any(|value| run.state.held_by(*value, |node| !goes(node)));
    if !certain && !held && used.is_none() {
        return Go::Continue(());
    }
    let message = Message::ErasedWithHeld(run.named(OpRef::Node(containment.outer)));
    run.violate(code, step, message, Placement { used, ..Placement::default() });
    if certain || held {
        return Go::Break(());
    }
    for site in holding {
        let site = &mut run.state.sites[site];
        site.present &= may(site).is_none();
    }
    Go::Continue(())
}

#[cfg(test)]
mod tests {
    use crate::stage::{Options, UnknownOps};
    use crate::structure::testing::{ask, codes, proved};
    use crate::verdict::Rule;

    #[test]
    fn an_operand_may_be_a_result_of_an_operation_that_ended() {
        let rewrite = "    \"pdl.replace\"(%p, %x) <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (!pdl.operation, !pdl.value) -> ()
    %n = pdl.operation \"lab.n\"(%y : !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %n";
        assert_eq!(codes(rewrite), [Rule::S104]);
    }

    #[test]
    fn what_is_held_in_a_region_goes_along_although_it_is_used_outside() {
        let body = |uses: &str| {
            format!(
                "  %t = pdl.type : i32\n  %x = pdl.operand : %t
  %inner = pdl.operation \"lab.a\"(%x : !pdl.value) -> (%t : !pdl.type)
  %outer = pdl.operation \"lab.b\"(%x : !pdl.value)\n  pdl.rewrite %outer {{
    %v = pdl.result 0 of %inner\n{uses}    pdl.erase %outer
    \"pdl.replace\"(%inner, %x) <{{operandSegmentSizes = array<i32: 1, 0, 1>}}> : (!pdl.operation, !pdl.value) -> ()\n  }}\n"
            )
        };
        let unknown_ops = UnknownOps { may_own_regions: true, ..UnknownOps::default() };
        let options = Options { unknown_ops, ..Options::default() };
        let found = |uses: &str| {
            let result = ask(&body(uses), &options);
            assert!(result.disagreements.is_empty(), "{:?}", result.disagreements);
            let mut codes: Vec<_> = result.findings.iter().map(|finding| finding.claim.code).collect();
            codes.sort_unstable();
            codes
        };
        assert_eq!(found(""), [Rule::S109]);
        // That the use gets another value later comes too late.
        assert_eq!(found("    %n = pdl.operation \"lab.n\"(%v : !pdl.value)\n"), [Rule::S104]);
    }

    #[test]
    fn what_is_created_first_moves_along() {
        let rewrite = "    %n = pdl.operation \"lab.n\"(%y : !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %n
    pdl.replace %p with (%x : !pdl.value)";
        assert!(proved(rewrite));
    }
}
