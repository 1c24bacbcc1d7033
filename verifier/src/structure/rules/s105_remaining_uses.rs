//! S105: an erased operation may still have uses; and S107: an operation replaced by its own results keeps its uses.
//! Uses inside the match that are there in any case end the run; uses that only may exist do not.

use crate::pattern::model::OpRef;
use crate::structure::findings::{Go, Placement, Run};
use crate::structure::message::{Message, User};
use crate::structure::state::{Place, Site, Val};
use crate::verdict::Rule;

/// Asked right before an operation disappears, after its uses were moved.
pub(crate) fn check(run: &mut Run<'_, '_>, step: usize, target: OpRef, code: Rule) -> Go {
    let results = run.state.results(target);
    // What an operation itself uses goes with it.
    let holding = run.state.holding(&results);
    let holds = |site: &&Site| {
        let own = matches!(site.place, Place::Operand(owner, _) if OpRef::Created(owner) == target);
        site.present && !own
    };
    let (mut found, mut used) = (false, None);
    for site in holding.iter().map(|site| &run.state.sites[*site]).filter(holds) {
        found = true;
        if let (Place::After(_, value), None) = (site.place, used) {
            used = Some(value);
        }
    }
    let op = run.named(target);
    let message = |by: User| match code {
        Rule::S107 => Message::ReplacedByItself { op, by },
        _ => Message::ErasedWithUses { op, by },
    };
    if let Some(by) = certain_use(run, target, &results, &holding) {
        run.violate(code, step, message(by), Placement { used, ..Placement::default() });
        return Go::Break(());
    }
    if !found {
        return Go::Continue(());
    }
    run.violate(code, step, message(User::Outside), Placement { used, ..Placement::default() });
    for site in holding {
        run.state.sites[site].present = false;
    }
    Go::Continue(())
}

/// A use that every match has; the sites `holding` hold the results.
fn certain_use(run: &Run<'_, '_>, target: OpRef, results: &[Val], holding: &[usize]) -> Option<User> {
    let by_created = holding.iter().map(|site| &run.state.sites[*site]).any(|site| {
        let owner = match site.place {
            Place::Operand(owner, _) => OpRef::Created(owner),
            Place::After(..) | Place::Only(..) => return false,
        };
        site.present && owner != target
    });
    if by_created {
        return Some(User::Created);
    }
    let target = target.class(run.classes);
    results.iter().any(|value| run.state.held_by_match(*value, target)).then_some(User::Matched)
}

#[cfg(test)]
mod tests {
    use crate::stage::{Options, UnknownOps};
    use crate::structure::testing::{ask, codes, codes_in, codes_of, proved};
    use crate::verdict::Rule;

    #[test]
    fn an_owner_that_is_replaced_by_its_own_result_is_refused_before_what_it_holds() {
        let body = |by: &str| {
            format!(
                "  %t = pdl.type : i32\n  %x = pdl.operand : %t
  %p = pdl.operation \"lab.p\"(%x : !pdl.value) -> (%t : !pdl.type)\n  %v = pdl.result 0 of %p
  %root = pdl.operation \"lab.r\"(%x : !pdl.value) -> (%t : !pdl.type)\n  pdl.rewrite %root {{
    %n = pdl.operation \"lab.n\"(%v : !pdl.value)\n    pdl.replace %root with {by}\n  }}\n"
            )
        };
        let may_own_regions = UnknownOps { may_own_regions: true, ..UnknownOps::default() };
        let options = Options { unknown_ops: may_own_regions, ..Options::default() };
        let codes = |by: &str| codes_in(&ask(&body(by), &options));
        assert_eq!(codes("%root"), [Rule::S107, Rule::S106]);
        assert!(!codes("(%x : !pdl.value)").contains(&Rule::S107));
    }

    #[test]
    fn an_erased_operation_with_results_may_have_users() {
        assert_eq!(codes("    pdl.erase %root"), [Rule::S105]);
    }

    #[test]
    fn an_operation_replaced_by_its_own_result_keeps_its_users() {
        assert_eq!(codes("    pdl.replace %root with %root"), [Rule::S107]);
    }

    #[test]
    fn a_created_operation_that_nothing_uses_may_go() {
        let rewrite =
            "    %n = pdl.operation \"lab.n\"(%x : !pdl.value) -> (%t : !pdl.type)\n    pdl.erase %n";
        assert!(proved(rewrite));
    }

    #[test]
    fn what_an_operation_uses_itself_goes_with_it() {
        let rewrite = "    %n = pdl.operation \"lab.n\"(%x : !pdl.value) -> (%t : !pdl.type)
    %nv = pdl.result 0 of %n
    %m = pdl.operation \"lab.m\"(%nv : !pdl.value) -> (%t : !pdl.type)
    pdl.replace %n with %m
    pdl.erase %m";
        assert!(proved(rewrite));
    }

    #[test]
    fn results_are_moved_one_by_one_so_that_a_chain_of_own_results_may_end_well() {
        let body = "  %t = pdl.type\n  %x = pdl.operand : %t
  %root = pdl.operation \"lab.two\"(%x : !pdl.value) -> (%t, %t : !pdl.type, !pdl.type)
  %r1 = pdl.result 1 of %root\n  pdl.rewrite %root {
    pdl.replace %root with (%r1, %x : !pdl.value, !pdl.value)\n  }\n";
        assert!(codes_of(body).is_empty());
    }
}
