//! S103: a use of a replaced result may stand where the replacement value is not available. Asked at the end, of every
//! set of uses; the `replace` after which it never held a good value again is blamed.

use crate::pattern::model::{CreatedIx, OpRef, ValueIx};
use crate::structure::findings::{Placement, Run};
use crate::structure::message::Message;
use crate::structure::rules::s106_operand_availability::{at_created, placement_before_root};
use crate::structure::state::{Place, Site, Val};
use crate::verdict::Rule;

/// Asked at the end of a run.
pub(crate) fn check(run: &mut Run<'_, '_>) {
    for index in 0..run.state.sites.len() {
        let site = &run.state.sites[index];
        // A use that was never moved holds what it held.
        if !site.present || site.moves.is_empty() {
            continue;
        }
        let site = site.clone();
        match site.place {
            Place::After(node, value) => after_match(run, &site, node, value),
            Place::Only(user, _) => at_only_user(run, &site, user),
            Place::Operand(created, _) => in_created(run, &site, created),
        }
    }
}

fn after_match(run: &mut Run<'_, '_>, site: &Site, node: usize, used: usize) {
    let good = |value| directly_after(run, node, value);
    if good(site.current()) {
        return;
    }
    let Some(step) = site.spoiled_by(good) else { return };
    let late = late(run, site);
    let message = Message::UseBeforeReplacement(run.named(OpRef::Node(node)));
    let placement = Placement { first: Some(node), used: Some(used), late, ..Placement::default() };
    run.violate(Rule::S103, step, message, placement);
}

/// The replacement, where it is a value that no matched operation defines: it may be defined late.
fn late(run: &Run<'_, '_>, site: &Site) -> Option<ValueIx> {
    match site.current() {
        Val::Matched(value) if run.classes.definition(value).is_none() => Some(value),
        _ => None,
    }
}

fn at_only_user(run: &mut Run<'_, '_>, site: &Site, user: usize) {
    let good = |value| match value {
        Val::Matched(value) => run.available.at(run.classes, user, value),
        Val::Created(..) => run.available.dominates(run.classes, run.anchor(), user),
    };
    if good(site.current()) {
        return;
    }
    let Some(step) = site.spoiled_by(good) else { return };
    let late = late(run, site);
    let message = Message::OnlyUseBeforeReplacement(run.named(OpRef::Node(user)));
    let placement = Placement { first: Some(user), late, ..Placement::default() };
    run.violate(Rule::S103, step, message, placement);
}

fn in_created(run: &mut Run<'_, '_>, site: &Site, created: CreatedIx) {
    let good = |value| at_created(run, created, value);
    if good(site.current()) {
        return;
    }
    let Some(step) = site.spoiled_by(good) else { return };
    let message = Message::CreatedUseBeforeReplacement(run.named(OpRef::Created(created)));
    let placement = placement_before_root(run, site.current());
    run.violate(Rule::S103, step, message, placement);
}

/// Whether a value is available directly after a matched operation, wherever the match stands.
fn directly_after(run: &Run<'_, '_>, node: usize, value: Val) -> bool {
    match value {
        Val::Matched(value) => {
            let own = run.classes.definition(value).is_some_and(|(definer, _)| definer == node);
            own || run.available.at(run.classes, node, value)
        }
        // Created operations stand right before the root, so they come before all that the root comes before.
        Val::Created(..) => run.available.dominates(run.classes, run.anchor(), node),
    }
}

#[cfg(test)]
mod tests {
    use crate::structure::testing::{codes, codes_in_graph, proved};
    use crate::verdict::Rule;

    #[test]
    fn a_value_made_before_the_root_comes_too_late_for_the_users_of_an_inner_operation() {
        let rewrite = "    %n = pdl.operation \"lab.n\"(%x : !pdl.value) -> (%t : !pdl.type)\n    pdl.replace %p with %n";
        assert_eq!(codes(rewrite), [Rule::S103]);
    }

    #[test]
    fn in_a_graph_region_a_value_made_in_a_nested_region_is_not_available_outside_of_it() {
        let replaced = |by: &str| {
            codes_in_graph(&format!(
                "  %t = pdl.type : i32\n  %y = pdl.operand : %t
  %p = pdl.operation \"lab.p\" -> (%t : !pdl.type)\n  %pv = pdl.result 0 of %p
  %root = pdl.operation \"lab.r\"(%pv, %y : !pdl.value, !pdl.value)\n  pdl.rewrite %root {{
    %n = pdl.operation \"lab.n\" -> (%t : !pdl.type)\n    pdl.replace %p with {by}\n  }}\n"
            ))
        };
        assert_eq!(replaced("%n"), [Rule::S103]);
        assert_eq!(replaced("(%y : !pdl.value)"), [Rule::S103, Rule::S107]);
    }

    #[test]
    fn an_operand_of_the_root_need_not_come_before_the_inner_operation() {
        // The operand may also be the result itself.
        assert_eq!(codes("    pdl.replace %p with (%y : !pdl.value)"), [Rule::S103, Rule::S107]);
    }

    #[test]
    fn an_operand_dominates_all_users_of_its_operation() {
        assert!(proved("    pdl.replace %p with (%x : !pdl.value)"));
    }

    #[test]
    fn a_later_replacement_may_put_it_right() {
        let rewrite = "    %n = pdl.operation \"lab.n\"(%x : !pdl.value) -> (%t : !pdl.type)
    pdl.replace %p with %n
    \"pdl.replace\"(%n, %x) <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (!pdl.operation, !pdl.value) -> ()";
        assert!(proved(rewrite));
    }
}
